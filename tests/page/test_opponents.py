"""Whom to play against: the ladder, the characters, and what the page remembers of them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from page.conftest import Someone
from page.table import Person

LEVELS = [
    {
        "id": f"level-{n}",
        "name": f"Step {n}",
        "about": f"Plays for {n}.",
        "kind": "level",
        "rating": 900 + 100 * n,
    }
    for n in range(1, 11)
]
CHARACTERS = [
    {"id": name, "name": f"The {name}", "about": f"A {name} one.", "kind": "character", "rating": None}
    for name in ("cautious", "gambler", "hoarder", "collector", "somebody-new")
]


def with_many_opponents(page: Page) -> None:
    """The server's own answer, with as many bots as it may offer one day."""

    def answer(route: Route) -> None:
        answered = route.fetch()
        lobby: dict[str, Any] = answered.json()
        route.fulfill(
            response=answered, json=lobby | {"bots": [*LEVELS, *CHARACTERS], "first_bot": "level-3"}
        )

    page.route("**/api/lobby", answer)


def test_a_newcomer_meets_the_mild_one_and_can_choose_any_other(someone: Someone) -> None:
    ada = someone()
    page = ada.page
    with_many_opponents(page)
    expect(ada.open().locator(".hero")).to_contain_text("Step 3")
    page.get_by_role("button", name="change").click()
    dialog = page.get_by_role("dialog")
    chosen = dialog.locator(".chosen")
    expect(chosen).to_contain_text("Level 3 of 10")
    expect(dialog.get_by_role("radio", name="Step 3")).to_be_checked()
    dialog.locator(".ladder label").last.click()
    expect(chosen).to_contain_text("rating 1900")
    expect(chosen).to_contain_text("Plays for 10.")
    dialog.get_by_role("radio", name="Step 10").press("ArrowRight")
    expect(chosen).to_contain_text("A cautious one.")
    emblems = dialog.locator(".characters svg")
    assert len({drawing.inner_html() for drawing in emblems.all()}) == len(CHARACTERS)


def test_each_level_of_the_ladder_has_an_emblem_of_its_own(someone: Someone) -> None:
    dialog = someone().plan("Classic")
    levels = dialog.locator(".ladder label").all()
    emblems = set()
    for level in levels:
        level.click()
        emblems.add(dialog.locator(".chosen svg").inner_html())
    assert len(emblems) == len(levels) > 1


def test_on_a_phone_whoever_is_chosen_is_told_in_view(phone: Person) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    dialog = phone.plan("Classic")
    dialog.locator(".ladder label").nth(6).click()
    chosen, start = dialog.locator(".chosen"), dialog.locator("[type=submit]")
    expect(chosen).to_contain_text("Level 7 of 10")
    expect(chosen).to_be_in_viewport(ratio=1)
    told, button = chosen.bounding_box(), start.bounding_box()
    assert told
    assert button
    assert told["y"] + told["height"] <= button["y"]


def test_the_last_opponent_is_the_one_of_the_next_game(someone: Someone) -> None:
    ada = someone()
    dialog = ada.plan("Classic")
    dialog.locator(".ladder label").first.click()
    name = dialog.locator(".chosen strong").inner_text()
    dialog.locator("[type=submit]").click()
    ada.until("play")
    expect(ada.open().locator(".hero .with")).to_contain_text(name)
