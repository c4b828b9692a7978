"""Whole matches against a bot."""

from __future__ import annotations

import re
from collections import Counter
from time import time

from playwright.sync_api import APIResponse, Route, expect

from page.conftest import Someone
from page.table import Person, choose

BOT = {"kind": "bot", "bot": "tourist"}


def test_a_newcomer_is_in_a_game_after_one_click_and_plays_a_whole_match_by_mouse(someone: Someone) -> None:
    ada = someone()
    ada.open().get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/table/*")
    for number in (1, 2, 3):
        expect(ada.page.get_by_text(f"Round {number} of 3")).to_be_visible()
        ada.round_by_mouse()
        scores = ada.state()["rounds"][-1]
        totals = [
            int(text.replace("−", "-"))
            for text in ada.page.locator(".sheets tfoot .sr-only").all_inner_texts()
        ]
        assert totals == scores
        told = scores if number < 3 else ada.state()["result"]["totals"]
        assert ada.page.locator(".scores b").all_inner_texts() == [str(n).replace("-", "−") for n in told]
        if number < 3:
            expect(ada.page).to_have_title("● Round over – Lost Cities")
            ada.page.get_by_role("button", name="Look at the table").click()
            expect(ada.page.locator(".prompt")).to_have_text("The round is over")
            ada.page.get_by_role("button", name="Score sheet").click()
            ada.page.get_by_role("button", name="Next round").click()
            expect(ada.sheet).to_be_hidden()
    result = ada.state()["result"]
    expect(ada.sheet).to_have_text("You win!" if result["winners"] == [0] else re.compile("wins|shared"))

    ada.page.get_by_role("button", name="Verify the deal").click()
    expect(ada.page.get_by_text("Verified:")).to_be_visible()
    finished = ada.table_id
    ada.page.get_by_role("button", name="Rematch").click()
    ada.until("play")
    assert ada.table_id != finished


def test_a_wager_that_is_laid_and_one_that_is_discarded_look_and_read_differently(someone: Someone) -> None:
    ada = someone()
    seen = {}
    for sign, deed in (("+", "laid"), ("-", "discarded")):
        ada.open(f"/table/{ada.create({'edition': 'classic'}, [{'kind': 'me'}, BOT])}")
        ada.until("play")
        table = ada.caught_up()
        wager = next(card for card in table["game"]["hands"][0] if card.endswith("X"))
        ada.click(sign + wager)
        last = ada.page.locator(".side.ours").get_by_role("img", name=re.compile(f"wager {deed}"))
        expect(last).to_have_text("X")
        seen[deed] = last.locator(".sign path").get_attribute("d")
    assert seen["laid"] != seen["discarded"]


def test_a_whole_match_by_keyboard_alone(someone: Someone) -> None:
    ada = someone()
    page = ada.open()
    _press_by_keyboard(ada, "Play now")
    page.wait_for_url("**/table/*")
    ada.until("play")
    while page.evaluate("!document.activeElement.closest('.hand')"):
        page.keyboard.press("Tab")
    for number in (1, 2, 3):
        expect(page.get_by_text(f"Round {number} of 3")).to_be_visible()
        while ada.until("play", "end") == "play":
            _turn_by_keyboard(ada)
        expect(ada.sheet).to_be_focused()
        if number < 3:
            _press_by_keyboard(ada, "Next round")
            expect(ada.sheet).to_be_hidden()
    assert ada.state()["status"] == "over"
    finished = ada.table_id
    _press_by_keyboard(ada, "Rematch")
    ada.until("play")
    assert ada.table_id != finished


def test_an_arrow_key_leads_to_the_hand_and_what_stands_at_a_player_is_told_in_words(
    someone: Someone,
) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    ada.page.evaluate("document.activeElement.blur()")
    ada.page.keyboard.press("ArrowRight")
    expect(ada.hand.first).to_be_focused()
    own = ada.page.get_by_role("region", name="You")
    expect(own.get_by_role("img", name="0 points", exact=True)).to_be_visible()
    expect(own.get_by_role("img", name="8 cards in hand")).to_be_visible()


def _press_by_keyboard(person: Person, button: str) -> None:
    page = person.page
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent.trim()") != button:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def _turn_by_keyboard(person: Person) -> None:
    page = person.page
    focused = "document.activeElement"
    move = choose(person.caught_up()["game"])
    page.locator(".hand button:focus").wait_for()
    while page.evaluate(f"{focused}.dataset.card") != move[1:]:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[data-row]:focus, [data-pile]:focus").wait_for()
    if move[0] == "-" and page.evaluate(f"{focused}.matches('[data-row]')"):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("[data-pile=draw].target:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(".target:focus").wait_for(state="detached")


def test_cards_are_dragged_to_the_row_to_the_middle_and_into_the_hand(someone: Someone) -> None:
    ada = someone(reduced_motion="no-preference")
    ada.start("Classic")
    ada.until("play")
    laid = choose(ada.state()["game"])[1:]
    ada.card(laid).drag_to(ada.page.locator(f'.ours [data-row="{laid[0]}"]'))
    ada.until("draw")
    assert ada.state()["game"]["expeditions"][0][laid[0]] == [laid]
    ada.pile.drag_to(ada.page.locator(".hand"), target_position={"x": 40, "y": 60})
    ada.until("play")
    gone = ada.hand.first.get_attribute("data-card") or ""
    ada.hand.first.drag_to(ada.discard_pile(gone[0]))
    ada.until("draw")
    assert ada.state()["game"]["discard_tops"][gone[0]] == gone


def test_an_answer_that_comes_late_puts_back_no_card_that_was_chosen_since(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    ada.play_by_mouse()
    ada.until("draw")
    held: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/moves", lambda route: held.append((route, route.fetch())))
    ada.draw_by_mouse()  # which the page hears of by the stream
    ada.caught_up()
    ada.hand.first.click(position={"x": 10, "y": 30})
    ((route, answer),) = held
    with ada.page.expect_response("**/moves"):
        route.fulfill(response=answer)
    ada.page.unroute("**/moves")
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    gone = ada.hand.first.get_attribute("data-card") or ""
    ada.discard_pile(gone[0]).click()
    ada.until("draw")
    assert ada.state()["game"]["discard_tops"][gone[0]] == gone


def test_a_card_can_be_taken_back_until_one_is_drawn(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    hand = ada.state()["game"]["hands"][0]
    ada.play_by_mouse()
    ada.until("draw")
    ada.page.get_by_role("button", name="Undo").click()
    ada.until("play")
    assert ada.state()["game"]["hands"][0] == hand
    ada.turn_by_mouse()
    ada.until("play")
    expect(ada.page.get_by_role("button", name="Undo")).to_be_hidden()


def test_a_newcomer_is_told_once_why_the_first_card_costs_points(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    told = ada.page.get_by_text("An expedition costs 20 points")
    for times in (1, 0):
        ada.until("play")
        ada.click(next(move for move in ada.state()["game"]["legal_moves"] if move[0] == "+"))
        ada.until("draw")
        expect(told).to_have_count(times)
        if times:
            ada.page.locator(".note button").click()
            ada.draw_by_mouse()


def test_what_the_other_played_and_what_was_drawn_is_marked_until_the_next_own_card(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    ada.play_by_mouse()
    ada.until("draw")
    held = ada.state()["game"]["hands"][0]
    ada.draw_by_mouse()
    game = ada.caught_up()["game"]
    came = list((Counter(game["hands"][0]) - Counter(held)).elements())
    card, colour = game["last_turns"][1][0][1:], game["last_turns"][1][0][1]
    laid = game["last_turns"][1][0][0] == "+"
    spot = f"row:1:{colour}:{game['expeditions'][1][colour].index(card)}" if laid else f"discard:{colour}"
    latest, fresh = ada.page.locator(".latest"), ada.hand.and_(ada.page.locator(".fresh"))
    for again in (False, True):
        if again:
            ada.page.reload()
        expect(latest).to_have_attribute("data-spot", spot)
        expect(fresh).to_have_attribute("data-card", *came)
    ada.play_by_mouse()
    ada.until("draw")
    expect(latest.or_(fresh)).to_have_count(0)
    ada.page.get_by_role("button", name="Undo").click()
    expect(latest).to_have_attribute("data-spot", spot)
    expect(fresh).to_have_attribute("data-card", *came)


def test_the_last_cards_land_before_the_score_sheet_covers_them(someone: Someone) -> None:
    ada = someone(reduced_motion="no-preference")
    table = ada.create({"edition": "classic", "rounds": 1}, [{"kind": "me"}, BOT])
    ada.open(f"/table/{table}")
    ada.until("play")
    ada.hurry(left=1)
    ada.page.clock.pause_at(time() + 3600)  # the page's timers wait from here on
    ada.hurry(left=0)
    expect(ada.page.locator('.left[data-left="0"]')).to_be_attached()
    expect(ada.sheet).to_have_count(0)
    expect(ada.page.locator(".prompt")).to_have_text("The game is over")
    ada.page.clock.run_for(5000)
    expect(ada.sheet).to_be_visible()
    ada.page.clock.pause_at(time() + 7200)
    ada.page.reload()
    expect(ada.sheet).to_be_visible()


def test_what_cannot_be_done_says_why(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    ada.pile.click()
    expect(ada.page.get_by_text("first lay or discard a card, then draw")).to_be_visible()
    closed = (ada.hand.first.get_attribute("data-card") or "")[0]
    ada.hand.first.click()
    ada.discard_pile(closed).click()
    ada.until("draw")
    ada.discard_pile(closed).click()
    expect(ada.page.get_by_text("pile is closed for this draw")).to_be_visible()


def test_the_title_says_whose_turn_it_is_and_the_screen_reader_hears_each_move(someone: Someone) -> None:
    ada = someone()
    ada.start("Classic")
    ada.until("play")
    expect(ada.page).to_have_title("● Your turn – Lost Cities")
    card = ada.hand.first.get_attribute("data-card") or ""
    ada.hand.first.click()
    ada.discard_pile(card[0]).click()
    expect(ada.page.locator("[aria-live=polite].sr-only")).to_contain_text("discarded")
