"""On every screen each table lies open: nothing overlaps, is cut off, scrolls or is out of reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from page.conftest import Someone
from page.table import Person

LAYOUT = (Path(__file__).parent / "layout.js").read_text()
SCREENS = ((360, 640), (640, 360), (740, 360), (768, 1024), (1280, 800), (1920, 1080))
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "classic": (2, {}),
    "rio-grande": (2, {"nothing_in_hand": True, "cooperation": True}),
    "long": (2, {}),
    "three-players": (3, {}),
    "teams": (4, {}),
    "duel-2026": (2, {"exploits": "announced"}),
    "rivals of two": (2, {"edition": "rivals"}),
    "rivals of three": (3, {"edition": "rivals", "players": 3}),
    "rivals of four": (4, {"edition": "rivals", "players": 4}),
}
"""Editions with the switches that need most room."""


def wrong_on_any_screen(page: Page, where: str) -> list[str]:
    wrong = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{where}, {width}x{height}: {what}" for what in wrong_once_settled(page)]
    return wrong


def wrong_once_settled(page: Page) -> list[str]:
    """A screen that has just turned needs some frames until everything lies where it will stay."""
    for _ in range(30):
        if not (wrong := page.evaluate(LAYOUT)):
            break
        page.wait_for_timeout(100)
    return list(wrong)


def sat_down(person: Person, table: str) -> None:
    """At a table against bots, under a long name, and in the language that needs more letters."""
    seats, variant = TABLES[table]
    others = [{"kind": "bot", "bot": "explorer"}] * (seats - 1)
    mine = {"kind": "me", "nickname": "Maximilienne-Alexandra"}
    person.open(f"/table/{person.create({'edition': table, **variant}, [mine, *others])}")
    person.page.locator(".hand, .river").first.wait_for()


@pytest.mark.parametrize("table", TABLES)
def test_a_table_lies_open_at_the_start_and_with_long_rows(someone: Someone, table: str) -> None:
    ada = someone(locale="fr-FR")
    sat_down(ada, table)
    wrong = []
    for stage, left in (("at the start", 100), ("with long rows", 7 if "rivals" in table else 6)):
        ada.hurry(left=left)
        ada.page.locator(".hand.active, .auction .ways").first.wait_for()
        if ada.hand.count():
            ada.hand.last.click()
        wrong += wrong_on_any_screen(ada.page, stage)
    assert not wrong, "\n".join(wrong)


def test_every_other_page_fits_every_screen(someone: Someone) -> None:
    ada = someone(locale="fr-FR")
    page, wrong = ada.page, []
    for path in ("/", "/learn", "/learn/classic", "/learn/rivals", "/replay", "/nowhere"):
        ada.open(path).locator("h1").wait_for()
        page.locator(".editions button, main").last.wait_for()
        wrong += wrong_on_any_screen(page, path)
    ada.open().locator(".editions button").first.click()
    page.locator("summary").click()
    wrong += wrong_on_any_screen(page, "setting up")
    sat_down(ada, "duel-2026")
    page.get_by_role("button", name="Menu").click()
    wrong += wrong_on_any_screen(page, "menu")
    ada.hurry(left=0)
    table = ada.table_id
    ada.open(f"/table/{table}")
    ada.sheet.wait_for()
    wrong += wrong_on_any_screen(page, "score sheet")
    ada.open(f"/replay/{table}").get_by_role("slider").fill("30")
    wrong += wrong_on_any_screen(page, "replay")
    ada.open("/tutorial").locator("aside .count").wait_for()
    wrong += wrong_on_any_screen(page, "lesson")
    assert not wrong, "\n".join(wrong)
