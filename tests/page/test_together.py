"""People at tables with each other, and what goes wrong on the way."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import APIResponse, Route, expect

from page.conftest import Someone
from page.table import Person, quick
from server.running import Process


def two_at_a_table(someone: Someone) -> tuple[Person, Person]:
    """Ada sets up a table and sends the link; Bo sits down."""
    ada, bo = someone(), someone()
    dialog = ada.plan("Classic", "A friend by link", options=("1",))
    dialog.get_by_label("Your name").fill("Ada")
    dialog.locator("[type=submit]").click()
    ada.page.wait_for_url("**/table/*")
    expect(ada.page.get_by_text("Send this link")).to_be_visible()
    expect(ada.page.get_by_text("runs on this computer alone")).to_be_visible()  # the address is a loopback's
    bo.page.goto(ada.page.url)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit here").click()
    return ada, bo


def hurry(ada: Person, bo: Person) -> None:
    """Both play on without the mouse until the end is near."""
    for person in cycle((ada, bo)):
        table = person.state()
        if table["game"]["pile"] <= 3:
            break
        if "move" in table["you"]["can"]:
            person.post("moves", {"seq": table["seq"], "move": quick(table["game"])})
    for person in (ada, bo):
        person.page.locator(f'.table[data-seq="{table["seq"]}"]').wait_for(state="attached")


def mover_of(ada: Person, bo: Person) -> tuple[Person, Person]:
    """Whose turn it is, and the other one."""
    ada.page.locator(".hand").wait_for()
    return (ada, bo) if ada.state()["game"]["mover"] == 0 else (bo, ada)


def test_each_sees_whether_the_other_is_at_the_table(someone: Someone) -> None:
    ada, bo = two_at_a_table(someone)
    bo.page.locator(".hand").wait_for()
    sign = ada.page.get_by_label("not at the table just now")
    expect(sign).to_have_count(0)
    address = bo.page.url
    bo.page.goto("about:blank")
    expect(sign).to_be_visible()
    bo.page.goto(address)
    expect(sign).to_have_count(0)


def test_two_people_play_a_round_while_one_reloads_loses_the_network_and_comes_back(someone: Someone) -> None:
    ada, bo = two_at_a_table(someone)
    for turn in range(60):
        if turn == 14:
            hurry(ada, bo)
        mover, other = mover_of(ada, bo)
        if mover.until("play", "end") == "end":
            break
        if turn == 4:
            other.page.reload()
        if turn == 8:
            other.context.set_offline(True)
            expect(other.page.get_by_text("Offline")).to_be_visible()
        mover.turn_by_mouse()
        if turn == 8:
            other.context.set_offline(False)
            expect(other.page.get_by_text("Offline")).to_be_hidden()
            other.until("play")
    for person in (ada, bo):
        expect(person.sheet).to_be_visible()
    assert [person.state()["result"] for person in (ada, bo)] == [ada.state()["result"]] * 2
    bo.page.get_by_role("button", name="Rematch").click()
    expect(bo.page.get_by_text("not here yet")).to_be_visible()
    ada.page.get_by_role("button", name="To the rematch").click()
    ada.page.locator(".hand").wait_for()
    bo.page.locator(".hand").wait_for()


def test_whoever_waits_for_a_friend_is_told_that_the_network_is_lost(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic", "A friend by link")
    lost = ada.page.get_by_role("status").filter(has_text="The server can’t be reached")
    expect(ada.page.get_by_text("Send this link")).to_be_visible()
    expect(lost).to_have_count(0)
    ada.context.set_offline(True)
    expect(lost).to_be_visible()
    ada.context.set_offline(False)
    expect(lost).to_have_count(0)


def test_whoever_is_invited_sees_on_which_terms_and_in_which_team(someone: Someone) -> None:
    ada, bo = someone(), someone()
    dialog = ada.plan(
        "Teams", "Friends by link", options=("2", "Nothing in hand", "10 min each", "Show the table")
    )
    dialog.locator("[type=submit]").click()
    ada.page.wait_for_url("**/table/*")
    terms = "2 rounds · 10 min each · Nothing in hand"
    expect(bo.open().locator(".tables")).to_contain_text(f"waiting for players · {terms}")
    bo.page.goto(ada.page.url)
    expect(bo.page.get_by_text(terms)).to_be_visible()
    seats = bo.page.get_by_role("listitem")
    for seat, team in enumerate(("Team A", "Team B", "Team A", "Team B")):
        expect(seats.nth(seat)).to_contain_text(team)


def test_in_rivals_whoever_waits_sees_what_is_bid_and_who_is_thinking(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = ada.create({"edition": "rivals"}, [{"kind": "me"}, {"kind": "open"}])
    bo.introduce("Bo")
    bo.request(f"tables/{table}/join", {})
    for person in (ada, bo):
        person.open(f"/table/{table}")
    first, second = (ada, bo) if ada.state()["game"]["mover"] == 0 else (bo, ada)
    names = {ada: "Ada", bo: "Bo"}
    said = second.page.locator(".auction")
    expect(said).to_contain_text(f"{names[first]} is thinking")
    first.page.get_by_role("button", name="Discover").click()
    second.page.get_by_role("button", name="Bid 1").click()
    expect(said).to_contain_text(f"The bid is 1; {names[first]} is thinking")


def test_on_a_desk_the_link_is_copied_and_not_offered_a_second_time(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic", "A friend by link")
    expect(ada.page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Share")).to_have_count(0)


@pytest.mark.parametrize("warned", [True, False], ids=["stopped", "killed"])
def test_a_restarted_server_finds_everybody_at_the_table(
    someone: Someone, server: Process, warned: bool
) -> None:
    ada, bo = two_at_a_table(someone)
    mover, other = mover_of(ada, bo)
    mover.until("play")
    mover.play_by_mouse()
    mover.until("draw")
    if warned:
        server.stop()
    else:
        server.kill()
    expect(other.page.get_by_text("Offline")).to_be_visible()
    server.start()
    expect(other.page.get_by_text("Offline")).to_be_hidden()
    mover.draw_by_mouse()
    other.until("play")


def test_a_second_tab_shows_the_same_table(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    tab = ada.context.new_page()
    tab.goto(ada.page.url)
    tab.locator(".hand.active").wait_for()
    ada.play_by_mouse()
    ada.until("draw")
    tab.locator(".pile.target").click()
    ada.until("play")


def test_the_next_move_need_not_wait_for_an_answer_that_is_slower_than_the_stream(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    late: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/moves", lambda route: late.append((route, route.fetch())), times=1)
    ada.play_by_mouse()
    ada.until("draw")
    assert late
    ada.draw_by_mouse()
    ada.until("play")
    seq = ada.state()["seq"]
    for route, answer in late:
        route.fulfill(response=answer)
    expect(ada.page.locator(f'.table[data-seq="{seq}"]')).to_be_visible()


def test_a_full_table_can_be_watched_but_its_hands_cannot_be_seen(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    eve = someone()
    eve.page.goto(ada.page.url)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    assert eve.hand.count() == 0


def test_addresses_that_lead_nowhere_say_so(someone: Someone) -> None:
    ada = someone()
    expect(
        ada.open("/table/nobodyknowsit").get_by_role("heading", name="There is no such table")
    ).to_be_visible()
    expect(ada.page.get_by_text("Please check the link.")).to_be_visible()
    expect(
        ada.open("/replay/nobodyknowsit").get_by_role("heading", name="There is no such table")
    ).to_be_visible()
    expect(ada.page).to_have_title("There is no such table – Lost Cities")
    expect(
        ada.open("/nowhere/at/all").get_by_role("heading", name="There is nothing at this address")
    ).to_be_visible()
    expect(
        ada.open("/link/usedlongago").get_by_role("heading", name="This link can’t be used")
    ).to_be_visible()


def test_a_page_that_opens_without_a_server_says_so_and_how_to_go_on(someone: Someone) -> None:
    ada, api = someone(), "**/api/**"
    table = ada.create({"edition": "classic"}, [{"kind": "me"}, {"kind": "bot", "bot": "hiker"}])
    again = ada.page.get_by_role("button", name="Load it again")
    ada.page.route(api, lambda route: route.abort())
    for path, then in (
        (f"/replay/{table}", "can be replayed"),
        ("/link/none", "This link can’t be used"),
    ):
        ada.open(path)
        expect(ada.page.get_by_text("Check the connection and try again").first).to_be_visible()
        ada.page.unroute(api)
        again.click()
        expect(ada.page.get_by_text(then)).to_be_visible()
        ada.page.route(api, lambda route: route.abort())
    ada.open("/tutorial")
    expect(ada.page.get_by_text("the page keeps trying")).to_be_visible()
    ada.page.unroute(api)
    expect(ada.page.locator(".coach")).to_be_visible()


def test_a_link_carries_the_seat_to_a_second_device(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on a second device").click()
    link = ada.page.get_by_label("Open this link there").input_value()
    phone = someone()
    phone.page.goto(link)
    phone.until("play")
    assert phone.hand.count() == 8


def test_a_bot_stands_in_until_the_player_is_back(someone: Someone) -> None:
    ada, bo = two_at_a_table(someone)
    mover, _ = mover_of(ada, bo)
    mover.until("play")
    mover.page.get_by_role("button", name="Menu").click()
    mover.page.get_by_role("button", name="Let a bot play for me").click()
    expect(mover.page.get_by_role("dialog")).to_be_hidden()
    expect(mover.page.get_by_text("A bot is playing for you")).to_be_visible()
    mover.page.get_by_role("button", name="Take my seat back").click()
    expect(mover.page.get_by_text("A bot is playing for you")).to_be_hidden()


def test_open_tables_are_listed_and_own_games_are_found_again(someone: Someone) -> None:
    ada, bo = someone(), someone()
    ada.start("Classic", "A friend by link", options=("Show the table to everybody",))
    ada.open()
    expect(ada.page.get_by_role("heading", name="Your games")).to_be_visible()
    bo.open()
    listed = bo.page.locator(f'a[href="/table/{_last_table(ada)}"]')
    listed.click()
    bo.page.get_by_role("button", name="Sit here").click()
    bo.page.locator(".hand").wait_for()
    bo.open()
    expect(bo.page.locator("a", has_text=re.compile("round 1 of 3"))).to_be_visible()


def _last_table(person: Person) -> str:
    tables = person.context.request.get(f"{person.url}/api/me/tables").json()["tables"]
    return str(tables[0]["id"])
