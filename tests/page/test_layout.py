"""On every screen each table lies open: nothing overlaps, is cut off, scrolls or is out of reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from lostcities.variant import Variant
from page.conftest import Someone
from page.stacked import longest_rows
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
LONG_NAMES = (
    "Maximilienne-Alexandra",
    "Bartholomäus von Wittels",
    "Jean-Christophe Lemaître",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
)


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
    others = [{"kind": "bot", "bot": "collector"}] * (seats - 1)
    mine = {"kind": "me", "nickname": "Maximilienne-Alexandra"}
    person.open(f"/table/{person.create({'edition': table, **variant}, [mine, *others])}")
    person.page.locator(".hand, .river").first.wait_for()


def ready(person: Person) -> None:
    """It is this person's turn, and a card is chosen."""
    person.page.locator(".hand.active, .auction .ways").first.wait_for()
    if person.hand.count():
        person.hand.last.click()


@pytest.mark.parametrize("table", TABLES)
def test_a_table_lies_open_at_the_start(someone: Someone, table: str) -> None:
    ada = someone(locale="fr-FR")
    sat_down(ada, table)
    ready(ada)
    wrong = wrong_on_any_screen(ada.page, "at the start")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_lies_open_with_the_longest_rows(someone: Someone, stacked_server: str, table: str) -> None:
    """Every side has a row with all cards of a colour, everybody a long name and a clock."""
    seats, choice = TABLES[table]
    ada, *others = people = [someone(at=stacked_server, locale="fr-FR") for _ in range(seats)]
    variant = {"edition": table, **choice}
    clock = {"kind": "minutes", "minutes": 30}
    plan = [{"kind": "me", "nickname": LONG_NAMES[0]}, *[{"kind": "open"}] * len(others)]
    table_id = ada.create(variant, plan, oldest=0, clock=clock)
    for seat, (person, name) in enumerate(zip(others, LONG_NAMES[1:], strict=False), 1):
        person.introduce(name)
        person.request(f"tables/{table_id}/join", {"seat": seat})
    ada.open(f"/table/{table_id}")
    state = ada.state()
    for seat, move in longest_rows(Variant.parse(state["game"]["variant"]), state["game"]["starter"]):
        state = people[seat].request(f"tables/{table_id}/moves", {"seq": state["seq"], "move": str(move)})[
            "table"
        ]
    ready(ada)
    wrong = wrong_on_any_screen(ada.page, "with the longest rows")
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
