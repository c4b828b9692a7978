"""A page that is older than the server: told so when it fits, and loaded again when its reader says so."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from lostcities.server.table.events import LANGUAGE
from page.conftest import ROOT
from page.table import Person
from server.running import QUICK, Process

BUILT = ROOT / "src" / "lostcities" / "web"
OWN = re.compile(r'(<meta name="build" content=")(\w+)')


@pytest.fixture
def page(page_files: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The built page in a folder of its own, from where `own_server` serves it."""
    folder = shutil.copytree(BUILT, tmp_path / "web")
    monkeypatch.setenv("PAGE_FOLDER", str(folder))
    return folder


NewServer = Callable[[], Process]


@pytest.fixture
def new_server(page: Path, tmp_path: Path) -> Iterator[NewServer]:
    started: list[Process] = []

    def start() -> Process:
        settings = replace(QUICK, database=f"sqlite:///{tmp_path / 'tables.db'}")
        started.append(Process(settings, tmp_path / "log", program=("-m", "page.elsewhere")))
        return started[-1]

    yield start
    for process in started:
        process.kill()


def rebuild(page: Path, name: str) -> None:
    """The page as another build of the same sources."""
    index = page / "index.html"
    text, found = OWN.subn(rf"\g<1>{name}", index.read_text())
    assert found == 1
    index.write_text(text)


def note(ada: Person) -> Locator:
    return ada.page.locator(".note.renewed")


def test_an_open_page_is_told_of_a_newer_one_but_not_in_the_middle_of_a_turn(
    browser: Browser, page: Path, new_server: NewServer
) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    server = new_server()
    ada = Person(context, server.url)
    ada.start("Classic")
    ada.until("play")
    ada.play_by_mouse()
    ada.until("draw")
    server.stop()
    rebuild(page, "renewed")
    with ada.page.expect_response("**/stream"):
        server.start()
    expect(ada.page.get_by_text("Offline")).to_have_count(0)
    ada.until("draw")
    expect(note(ada)).to_have_count(0)
    ada.draw_by_mouse()
    expect(note(ada)).to_be_visible()
    note(ada).get_by_role("button", name="Load it again").click()
    expect(ada.page.locator('meta[name="build"][content="renewed"]')).to_have_count(1)
    ada.until("play", "end")
    expect(note(ada)).to_have_count(0)
    context.close()
    assert not ada.errors


def test_where_two_versions_serve_behind_one_address_the_page_asks_once(
    browser: Browser, page: Path, new_server: NewServer
) -> None:
    """The page comes from one of them, and what is told from the other."""
    built = (page / "index.html").read_text()
    rebuild(page, "renewed")
    context = browser.new_context(locale="fr-FR", reduced_motion="reduce", service_workers="block")
    server = new_server()
    (page / "index.html").write_text(built)
    ada = Person(context, server.url)
    ada.open()
    expect(note(ada)).to_contain_text("Cette page a été renouvelée")
    with ada.page.expect_navigation():
        note(ada).get_by_role("button", name="La recharger").click()
    ada.page.locator(".editions button").first.wait_for()
    expect(note(ada)).to_have_count(0)
    assert ada.page.locator('meta[name="build"][content="renewed"]').count() == 0
    context.close()
    assert not ada.errors


def test_a_table_that_a_newer_version_of_the_server_has_written_to_says_so(
    browser: Browser, page: Path, new_server: NewServer
) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    server = new_server()
    ada = Person(context, server.url)
    ada.start("Classic")
    ada.until("play")
    seen = ada.caught_up()
    log = sqlite3.connect(server.settings.database.removeprefix("sqlite:///"))
    log.execute(
        "INSERT INTO events (table_id, seq, at, event, language) VALUES (?, ?, ?, ?, ?)",
        (ada.table_id, seen["seq"] + 1, seen["at"], '{"kind":"rained"}', LANGUAGE + 1),
    )
    log.commit()
    log.close()
    expect(ada.page.get_by_text("goes on with a newer version of the server")).to_be_visible()
    expect(ada.page.get_by_text("Server upgrade")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text("goes on with a newer version of the server")).to_be_visible()
    context.close()
    assert not ada.errors
