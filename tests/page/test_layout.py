"""On every screen each table lies open: nothing overlaps, is cut off, scrolls or is out of reach."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lostcities.variant import Variant
from page.conftest import PHONE, Someone
from page.stacked import longest_rows
from page.table import Person, sensible
from server.running import Process

LAYOUT = (Path(__file__).parent / "layout.js").read_text()
SCREENS = ((360, 640), (640, 360), (740, 360), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
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
BOT = {"kind": "bot", "bot": "collector"}
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


def sat_down(someone: Someone, table: str) -> list[Person]:
    """People at a table, everybody with a long name and a clock; the first is on turn and sees the table."""
    seats, choice = TABLES[table]
    ada, *others = people = [someone() for _ in range(seats)]
    plan = [{"kind": "me", "nickname": LONG_NAMES[0]}, *[{"kind": "open"}] * len(others)]
    clock = {"kind": "minutes", "minutes": 30}
    table_id = ada.create({"edition": table, **choice}, plan, oldest=0, clock=clock)
    for seat, person in enumerate(others, 1):
        person.introduce(LONG_NAMES[seat])
        person.request(f"tables/{table_id}/join", {"seat": seat})
    ada.open(f"/table/{table_id}").locator(".hand, .river").first.wait_for()
    return people


def lay_the_longest_rows(people: list[Person]) -> None:
    """Everybody moves until each side has a row with all cards of a colour, and the first is on turn."""
    ada = people[0]
    state, address = ada.state(), ada.page.url
    game = state["game"]
    ada.page.goto("about:blank")
    for seat, move in longest_rows(Variant.parse(game["variant"]), game["starter"]):
        played = {"seq": state["seq"], "move": str(move)}
        state = people[seat].request(f"tables/{state['id']}/moves", played)["table"]
    ada.page.goto(address)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_lies_open_at_the_start_and_with_the_longest_rows(
    someone: Someone, stacked_server: Process, table: str
) -> None:
    """In the language that needs more letters."""
    people = sat_down(partial(someone, at=stacked_server, locale="fr-FR"), table)
    ada = people[0]
    wrong = wrong_on_any_screen(ada.page, "at the start")
    lay_the_longest_rows(people)
    ada.page.locator(".hand.active, .auction .ways").first.wait_for()
    if ada.hand.count():
        ada.hand.last.click()
    wrong += wrong_on_any_screen(ada.page, "with the longest rows")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_name_of_every_bot_is_told_in_full_beside_its_score_on_a_phone(
    someone: Someone, language: str
) -> None:
    ada = someone(locale=language, **PHONE)
    ada.open()
    lobby = ada.context.request.get(f"{ada.url}/api/lobby", headers={"Accept-Language": language})
    bots = lobby.json()["bots"]
    for bot in sorted(bots, key=lambda bot: len(bot["name"]))[-4:]:
        table = ada.create({"edition": "classic"}, [{"kind": "me"}, {"kind": "bot", "bot": bot["id"]}])
        badge = ada.open(f"/table/{table}").locator(".theirs .badge")
        expect(badge.locator(".points")).to_be_visible()
        name = badge.locator(".name")
        expect(name).to_have_text(bot["name"])
        assert name.evaluate("node => node.scrollWidth <= node.clientWidth"), bot["name"]
        assert not wrong_once_settled(ada.page)


def test_an_exploit_is_announced_on_a_phone(someone: Someone) -> None:
    ada = someone(locale="fr-FR", **PHONE)
    ada.open(f"/table/{ada.create({'edition': 'duel-2026', 'exploits': 'announced'}, [{'kind': 'me'}, BOT])}")
    for _ in range(200):
        table = ada.asked()
        game = table["game"]
        if any(move.startswith("claim") for move in game["legal_moves"]):
            break
        ada.post("moves", {"seq": table["seq"], "move": sensible(game), "seat": game["seat"]})
    ada.caught_up()
    announce = ada.page.get_by_role("button", name=re.compile("^Annoncer"))
    expect(announce.first).to_be_visible()
    for note in ada.page.locator(".note button").all():
        note.click()
    assert not wrong_once_settled(ada.page)
    announce.first.click()
    expect(ada.page.locator(".exploits .holder", has_text="V").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lost_connection_is_told_once_in_one_line_on_a_phone(someone: Someone, language: str) -> None:
    ada = someone(locale=language, **PHONE)
    page = ada.open(f"/table/{ada.create({'edition': 'classic'}, [{'kind': 'me'}, BOT])}")
    ada.until("play")
    bar = page.locator(".table-bar")
    height = bar.evaluate("node => node.clientHeight")
    ada.context.set_offline(True)
    expect(bar.get_by_role("status")).to_be_visible()
    assert bar.evaluate("node => node.clientHeight") == height
    assert not wrong_once_settled(page)
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url.rpartition("/")[2]))
    ada.hand.last.click()
    page.keyboard.press("d")
    while failed.count("moves") < 4:  # then the page gives up
        page.wait_for_timeout(100)
    expect(page.locator(".note")).to_have_count(0)
    ada.context.set_offline(False)
    expect(bar.get_by_role("status")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_low_screen_a_lost_connection_is_told_between_the_players(
    someone: Someone, language: str
) -> None:
    ada = someone(locale=language, viewport={"width": 740, "height": 360})
    page = ada.open(f"/table/{ada.create({'edition': 'classic'}, [{'kind': 'me'}, BOT])}")
    ada.until("play")
    ada.context.set_offline(True)
    told = page.locator(".table-bar").get_by_role("status")
    expect(told).to_be_visible()
    edges = "node => [node.getBoundingClientRect().left, node.getBoundingClientRect().right]"
    (_, theirs), (ours, _) = (badge.evaluate(edges) for badge in page.locator(".badge").all())
    left, right = told.evaluate(edges)
    assert theirs <= left
    assert right <= ours


def test_on_a_low_screen_setting_up_begins_at_its_title(someone: Someone) -> None:
    ada = someone(viewport={"width": 740, "height": 360})
    dialog = ada.plan("Classic")
    expect(dialog.locator("[type=submit]")).to_be_focused()
    expect(dialog.get_by_role("heading")).to_be_in_viewport()


def test_one_s_games_are_in_view_below_the_welcome_on_a_phone(someone: Someone) -> None:
    ada = someone(locale="fr-FR", **{**PHONE, "viewport": {"width": 360, "height": 640}})
    table = ada.create({"edition": "classic"}, [{"kind": "me"}, BOT])
    expect(ada.open().locator(f'[href="/table/{table}"]')).to_be_in_viewport()


def test_the_rows_of_three_rivals_stay_within_their_frames_in_a_replay_on_a_phone(someone: Someone) -> None:
    ada = someone(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    table = ada.create({"edition": "rivals", "players": 4}, [{"kind": "me"}, BOT, BOT, BOT])
    ada.open(f"/table/{table}")
    ada.hurry(left=0)
    slider = ada.open(f"/replay/{table}").get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "")
    assert not wrong_once_settled(ada.page)
    for player in ada.page.locator(".player.told").all():
        frame = player.bounding_box()
        rows = [row.bounding_box() for row in player.locator(".row").all()]
        assert frame
        assert all(row and row["y"] + row["height"] <= frame["y"] + frame["height"] for row in rows)


def test_the_score_sheets_of_three_fit_every_screen(someone: Someone) -> None:
    ada = someone(locale="fr-FR")
    ada.open(f"/table/{ada.create({'edition': 'three-players'}, [{'kind': 'me'}, BOT, BOT])}")
    ada.hurry(left=-1, pick=sensible)
    ada.sheet.wait_for()
    wrong = wrong_on_any_screen(ada.page, "score sheets")
    assert not wrong, "\n".join(wrong)
    expect(ada.page.locator(".panel table").last.get_by_role("columnheader")).to_have_text(["Vous", "B", "C"])


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
    ada.open(f"/table/{ada.create({'edition': 'duel-2026'}, [{'kind': 'me'}, BOT])}")
    page.get_by_role("button", name="Menu").click()
    wrong += wrong_on_any_screen(page, "menu")
    ada.hurry(left=0)
    table = ada.table_id
    ada.open(f"/table/{table}")
    ada.sheet.wait_for()
    wrong += wrong_on_any_screen(page, "score sheet")
    ada.open(f"/replay/{table}").get_by_role("slider").fill("30")
    wrong += wrong_on_any_screen(page, "replay")
    ada.open(f"/table/{ada.create({'edition': 'rivals'}, [{'kind': 'me'}, BOT])}")
    ada.hurry(left=0)
    ada.open(f"/replay/{ada.table_id}").get_by_role("slider").fill("30")
    wrong += wrong_on_any_screen(page, "replay of Rivals")
    assert not wrong, "\n".join(wrong)


def test_the_lesson_leaves_the_table_in_view_at_each_step(someone: Someone) -> None:
    ada = someone(locale="fr-FR", **PHONE)
    page = ada.open("/tutorial")
    coach = page.locator(".coach")
    go_on = coach.locator(".button")
    go_on.wait_for()
    wrong = wrong_on_any_screen(page, "welcome")
    go_on.click()
    ada.hand.last.click()
    wrong += wrong_on_any_screen(page, "place")
    ada.my_row.click()
    wrong += wrong_on_any_screen(page, "draw")
    ada.pile.click()
    for step in range(6, 12):
        expect(coach).to_contain_text(f"Étape {step}/11")
        wrong += wrong_on_any_screen(page, f"step {step}")
        go_on.click()
    assert not wrong, "\n".join(wrong)
