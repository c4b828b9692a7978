"""Every edition and variant has a table of its own that can be played on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from page.conftest import PHONE, Someone
from page.table import Person
from server.running import Process

SIDEWAYS = PHONE | {"viewport": {"width": 740, "height": 360}}


@pytest.mark.parametrize(
    ("edition", "sides", "hand"),
    [("Three players", 3, 7), ("Teams", 2, 6), ("Long game", 2, 8), ("Rio Grande", 2, 8)],
)
def test_a_whole_round_of_each_row_edition_by_mouse(
    someone: Someone, edition: str, sides: int, hand: int
) -> None:
    ada = someone()
    ada.start(edition, options=("1",))
    ada.until("play")
    assert ada.page.locator(".side").count() == sides
    assert ada.hand.count() == hand
    moves = ada.round_by_mouse()
    assert {"+", "@"} <= {move[0] for move in moves}
    assert ada.page.locator(".sheets table").count() == sides
    assert ada.state()["status"] == "over"


def test_a_round_of_teams_goes_to_a_team_not_to_a_list_of_names(someone: Someone) -> None:
    ada = someone()
    ada.open(f"/table/{ada.create({'edition': 'teams'}, [{'kind': 'me'}] * 4)}")
    ada.hurry(left=-1)
    ada.sheet.wait_for()
    expect(ada.sheet).to_have_text(re.compile("^(The round goes to Team [AB]|The round is tied)$"))


def discard_or_draw(game: dict[str, Any]) -> str:
    """Start no expedition: then every card can be laid in the end."""
    legal: list[str] = game["legal_moves"]
    return next(move for move in legal if move[0] in "-@")


def test_the_extra_cards_can_be_laid(someone: Someone) -> None:
    ada = someone()
    ada.start("Three players", options=("1",))
    ada.until("play")
    ada.hurry(left=0, pick=discard_or_draw)
    expect(ada.page.get_by_text("lay up to two, or stop")).to_be_visible()
    for left in ("lay one more, or stop", None):
        ada.hand.first.click()
        ada.my_row.click()
        if left:
            expect(ada.page.get_by_text(left)).to_be_visible()
    expect(ada.sheet).to_be_visible()
    laid = [card for row in ada.state()["game"]["expeditions"][0].values() for card in row]
    assert len(laid) == 2


def test_a_duel_with_announced_exploits(someone: Someone, stacked_server: Process) -> None:
    ada = someone(at=stacked_server)
    ada.start("Duel", options=("to be announced",))
    ada.until("play")
    assert ada.page.locator(".exploits li").count() == 5
    moves = ada.round_by_mouse()
    claimed = {move.removeprefix("claim:") for move in moves if move.startswith("claim:")}
    held = set(ada.state()["game"]["exploits"][0])
    assert "three-yellow" in claimed
    assert claimed <= held
    expect(ada.page.locator(".exploits .holder", has_text="You")).to_have_count(len(held))
    expect(ada.page.get_by_role("row", name=re.compile("^Exploits")).first).to_contain_text(
        str(10 * len(held))
    )


def test_on_a_phone_exploits_are_explained_at_a_touch(someone: Someone) -> None:
    ada = someone(**PHONE)
    ada.start("Duel", options=("awarded automatically",))
    ada.until("play")
    ada.page.get_by_role("button", name="Exploits").tap()
    explained = ada.page.get_by_role("dialog", name="Exploits")
    expect(explained.get_by_text("10 points each")).to_be_visible()
    for text in explained.locator("li .text").all():
        expect(text).to_be_in_viewport()
    assert explained.locator("li").count() == 5


def test_on_a_phone_partners_see_what_they_have_together(someone: Someone) -> None:
    ada = someone(**PHONE)
    dialog = ada.plan("Classic")
    dialog.locator(".switch", has_text="Cooperation").click()
    dialog.locator("[type=submit]").click()
    ada.until("play")
    ada.hurry(left=30)
    points = sum(side["total"] for side in ada.state()["game"]["points"])
    expect(ada.page.locator(".table-bar")).to_contain_text(f"Together {points}".replace("-", "−"))


def test_a_chosen_level_can_be_read_under_the_mouse(someone: Someone) -> None:
    level = someone().plan("Classic").locator(".ladder label").nth(4)
    level.click()
    level.hover()
    bar = level.locator(".bar")
    expect(bar).to_have_css("background-color", "rgb(181, 71, 42)")


def test_what_is_gold_can_be_read_under_the_mouse(someone: Someone) -> None:
    ada = someone(color_scheme="dark")
    place = ada.create({"edition": "rivals"}, [{"kind": "me"}, {"kind": "bot", "bot": "explorer"}])
    ada.open(f"/table/{place}")
    table = ada.caught_up()
    while not (bid := ada.page.get_by_role("button", name=re.compile("^Bid"))).count():
        ada.page.get_by_role("button", name="Discover").click()
        ada.gone_on(table)
        table = ada.caught_up()
    bid.hover()
    expect(bid).to_have_css("background-color", "rgb(219, 166, 54)")


def test_nothing_in_hand_and_cooperation(someone: Someone) -> None:
    ada = someone()
    dialog = ada.plan("Classic", options=("1", "Nothing in hand"))
    dialog.locator(".switch", has_text="Cooperation").click()
    dialog.locator("[type=submit]").click()
    ada.until("play")
    ada.hurry(left=8)
    ada.round_by_mouse()
    table = ada.state()
    common = str(table["result"]["common"]).replace("-", "−")
    expect(ada.sheet).to_have_text(re.compile(f"^{common} points? together$"))
    expect(ada.page.get_by_role("row", name=re.compile("^In hand")).first).to_be_visible()
    expect(ada.page.get_by_role("row", name=re.compile("^Together")).first).to_be_visible()
    ada.page.get_by_role("button", name="Play again").click()
    ada.until("play")
    assert ada.table_id != table["id"]


def test_clocks_run(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic", options=("5 min each",))
    ada.until("play")
    own = ada.page.locator(".side.ours").get_by_role("timer")
    expect(own).to_contain_text(re.compile(r"^4:\d\d"))


def test_a_whole_game_of_rivals_with_four_by_mouse(someone: Someone) -> None:
    ada = someone()
    ada.start("Rivals", "4")
    moves = ada.round_by_mouse()
    assert {"discover", "+"} <= {move if move == "discover" else move[0] for move in moves}
    assert any(move.startswith("bid:") for move in moves)
    assert ada.page.locator(".sheets table").count() == 4


def test_in_rivals_the_focus_comes_back_with_each_own_turn(someone: Someone) -> None:
    ada = someone()
    table = ada.create({"edition": "rivals"}, [{"kind": "me"}, {"kind": "bot", "bot": "explorer"}])
    ada.open(f"/table/{table}")
    ada.caught_up()
    ada.page.keyboard.press("Tab")
    ada.page.locator(".ways .button").first.focus()
    for _ in range(12):
        before = ada.caught_up()
        expect(ada.page.locator(".ways .button:focus, .river .can:focus")).to_be_visible()
        ada.page.keyboard.press("Enter")
        ada.gone_on(before)


def test_a_card_that_nobody_can_lay_is_seen_as_it_leaves_the_game(someone: Someone) -> None:
    ada = someone()
    table = ada.create({"edition": "rivals"}, [{"kind": "me"}, {"kind": "me"}])  # nobody else turns a card
    ada.open(f"/table/{table}")
    until_a_card_has_gone(ada)
    out = ada.page.locator(".river .out.gone")
    expect(out).to_have_attribute("aria-label", re.compile("nobody can lay it any more"))
    expect(out.locator("svg")).to_be_visible()


def until_a_card_has_gone(person: Person) -> None:
    """Go on until a card that was turned over left at once."""
    for left in range(79, 0, -1):
        person.hurry(left=left)
        game = person.state()["game"]
        if game["last_turned"] not in game["river"]:
            return
    raise AssertionError("there are games without such a card; this deck should not make one")


def test_two_people_at_one_device_never_see_each_others_hands(someone: Someone) -> None:
    ada = someone()
    dialog = ada.plan("Classic", "At this device", options=("1",))
    dialog.get_by_role("textbox", name="Player A").fill("Ada")
    dialog.get_by_role("textbox", name="Player B").fill("Bo")
    dialog.locator("[type=submit]").click()
    hands: set[str] = set()
    while ada.until("cover", "end") == "cover":
        assert ada.hand.count() == 0
        name = ada.page.locator(".cover .button").inner_text().removeprefix("I am ")
        ada.page.get_by_role("button", name=f"I am {name}").click()
        expect(ada.page.locator(".side.ours .badge.moving")).to_contain_text(name)
        hands.add(name)
        ada.play_by_mouse()
        ada.until("draw")
        seat = ada.state()["game"]["seat"]
        before = ada.state(seat)["game"]["hands"][seat]
        ada.pile.click()
        if ada.until("done", "end") == "end":
            break
        held = ada.state(seat)["game"]["hands"][seat]
        new = ada.page.locator(".hand .fresh")
        assert sorted([*before, new.get_attribute("data-card")]) == sorted(held)
        assert sorted(card.get_attribute("data-card") or "" for card in ada.hand.all()) == sorted(held)
        done = ada.page.get_by_role("button", name="Done – hide my hand")
        expect(done).to_be_focused()
        done.press("Enter")
    assert hands == {"Ada", "Bo"}
    expect(ada.sheet).to_contain_text(re.compile("Ada|Bo"))


def test_people_at_one_device_are_called_what_was_promised_them(someone: Someone) -> None:
    dialog = (ada := someone()).plan("Teams", "At this device")
    for seat in ("A1", "B1", "A2", "B2"):
        name = dialog.get_by_role("textbox", name=f"Player {seat}")
        expect(name).to_have_attribute("placeholder", f"Player {seat}")
    dialog.get_by_role("textbox", name="Player B1").fill("Bo")
    dialog.locator("summary").click()
    oldest = dialog.get_by_role("group", name="Oldest player")
    expect(oldest.locator("label")).to_have_text(["by lot", "Player A1", "Bo", "Player A2", "Player B2"])
    dialog.locator("[type=submit]").click()
    ada.until("cover")
    names = [seat["nickname"] for seat in ada.state()["seats"]]
    assert names == ["Player A1", "Bo", "Player A2", "Player B2"]


def test_the_oldest_may_be_the_bot_by_its_name(someone: Someone) -> None:
    dialog = someone().plan("Classic")
    dialog.locator(".characters label", has_text="Colin").click()
    dialog.locator("summary").click()
    oldest = dialog.get_by_role("group", name="Oldest player")
    expect(oldest.locator("label")).to_have_text(["by lot", "You", "Colin the collector"])


def test_the_cards_of_one_rival_are_drawn_on_a_phone(someone: Someone) -> None:
    ada = someone(**PHONE)
    ada.start("Rivals")
    cards = ada.page.locator(".others .expedition .card")
    expect(cards).to_have_count(2)  # the wagers that everybody starts with
    assert all((box := card.bounding_box()) and box["width"] > 36 for card in cards.all())


@pytest.mark.parametrize("screen", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_round_on_a_phone_by_touch(someone: Someone, screen: dict[str, object]) -> None:
    ada = someone(**screen)
    ada.start("Classic", options=("1",))
    for turn in range(10):
        if ada.until("play", "end") == "end":
            break
        if turn == 3:
            ada.hurry(left=5)
        overflow = ada.page.evaluate(
            "(({ scrollWidth, scrollHeight }) => [scrollWidth - innerWidth, scrollHeight - innerHeight])"
            "(document.documentElement)"
        )
        assert overflow == [0, 0]
        card = ada.hand.first.get_attribute("data-card") or ""
        ada.hand.first.tap(position={"x": 10, "y": 30})
        (ada.my_row if ada.my_row.count() else ada.discard_pile(card[0])).tap()
        ada.until("draw")
        ada.pile.tap()
        expect(ada.pile).not_to_have_class(re.compile("target"))
    expect(ada.sheet).to_be_visible()
