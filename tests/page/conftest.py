"""The built page, served by the real server, in a real Chromium."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from page import chromium
from page.repeatable import SAME_CUT
from page.table import PATIENCE_MS, Person
from server.running import QUICK, Process

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=PATIENCE_MS)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def page_files() -> None:
    """The page must have been built from the sources that are tested."""
    subprocess.run([ROOT / "tools" / "page"], check=True, cwd=ROOT)


@pytest.fixture(scope="session")
def server(page_files: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`lostcities serve` in a process of its own, which can be killed and started again where it was. Its
    tables tell the same story in each run."""
    yield from _process("page.repeatable", tmp_path_factory)


@pytest.fixture(scope="session")
def stacked_server(page_files: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that deals from stacked decks; everything else at its tables is as always."""
    yield from _process("page.stacked", tmp_path_factory)


def _process(module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("page")
    settings = replace(QUICK, database=f"sqlite:///{folder / 'tables.db'}", away_after=0.5)
    process = Process(settings, folder / "log", program=("-m", module))
    yield process
    process.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        yield browser
        browser.close()


Someone = Callable[..., Person]


@pytest.fixture
def someone(browser: Browser, server: Process) -> Iterator[Someone]:
    """Makes people. Motion and the service worker are off unless a test asks for them; no page may end
    with an error."""
    people: list[Person] = []

    def come(at: Process = server, **options: Any) -> Person:
        options = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **options}
        context = browser.new_context(**options)
        context.add_init_script(SAME_CUT)
        people.append(Person(context, at.url))
        return people[-1]

    yield come
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.context.close()
    assert not errors


@pytest.fixture
def phone(someone: Someone) -> Person:
    return someone(**PHONE)
