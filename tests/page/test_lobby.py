"""The lists of the home page: as many tables as somebody asks for, and no more at a time than can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import APIRequestContext, expect

from page.conftest import Someone
from server.running import QUICK, Process

SEATS = [{"kind": "me"}, {"kind": "open"}]
LISTED = {"variant": {"edition": "classic", "rounds": 1}, "seats": SEATS, "listed": True}


@pytest.fixture
def crowded(page_files: None, tmp_path: Path) -> Iterator[Process]:
    process = Process(replace(QUICK, database=f"sqlite:///{tmp_path}/tables.db"), tmp_path / "log")
    yield process
    process.kill()


def set_up(host: APIRequestContext, url: str, tables: int) -> None:
    assert host.post(f"{url}/api/guests", data={"nickname": "Bob"}).ok
    for _ in range(tables):
        assert host.post(f"{url}/api/tables", data=LISTED).ok


@pytest.mark.parametrize(("locale", "more"), [("en-GB", "Show more"), ("fr-FR", "En voir plus")])
def test_more_open_tables_are_shown_by_keyboard(
    crowded: Process, someone: Someone, locale: str, more: str
) -> None:
    host, ada = someone(crowded), someone(crowded, locale=locale)
    set_up(host.context.request, crowded.url, 45)
    page = ada.open()
    cards = page.locator("section .tables a")
    button = page.get_by_role("button", name=more)
    for number in (20, 40):
        expect(cards).to_have_count(number)
        button.focus()
        page.keyboard.press("Enter")
    expect(cards).to_have_count(45)
    expect(button).to_have_count(0)


def test_a_host_of_many_tables_finds_all_of_them(crowded: Process, someone: Someone) -> None:
    host = someone(crowded)
    set_up(host.context.request, crowded.url, 25)
    page = host.open()
    mine = page.locator("section", has=page.get_by_role("heading", name="Your games"))
    expect(mine.locator("a")).to_have_count(20)
    mine.get_by_role("button", name="Show more").click()
    expect(mine.locator("a")).to_have_count(25)
