"""The other pages: learning, replaying, languages, and access for everyone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.conftest import ROOT, Someone
from page.table import Person

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
EDITIONS = ("classic", "rio-grande", "long", "three-players", "teams", "duel-2026", "rivals")


def test_the_lesson_leads_through_a_first_turn_to_a_game_of_ones_own(someone: Someone) -> None:
    ada = someone()
    page = ada.open("/tutorial")
    coach = page.locator("aside", has=page.locator(".count"))
    expect(coach).to_contain_text("Step 1 of 11")
    coach.get_by_role("button", name="Go on").click()
    expect(coach).to_contain_text("Choose a card")
    ada.hand.first.click()
    expect(coach).to_contain_text("glowing row")
    ada.my_row.click()
    expect(coach).to_contain_text("Now draw")
    ada.draw_by_mouse()
    for _ in range(5):
        coach.get_by_role("button", name="Go on").click()
    coach.get_by_role("button", name="Play on").click()
    expect(coach).to_be_hidden()
    expect(page).to_have_url(re.compile("/table/"))
    ada.turn_by_mouse()


def test_home_asks_the_server_for_each_thing_once(someone: Someone) -> None:
    ada = someone()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url.removeprefix(ada.url)))
    ada.open().get_by_text("No table is waiting").wait_for()
    ada.page.wait_for_load_state("networkidle")
    assert sorted(path for path in asked if path.startswith("/api/")) == ["/api/lobby", "/api/tables"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_of_each_edition_lead_to_a_table(someone: Someone, edition: str) -> None:
    ada = someone()
    page = ada.open(f"/learn/{edition}")
    expect(page.get_by_role("heading", name="Scoring")).to_be_visible()
    page.get_by_role("button", name="Play this edition").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def finished_round(person: Person) -> None:
    person.start("Classic", options=("1",))
    person.until("play")
    person.hurry()
    person.round_by_mouse()


def test_a_deal_that_can_t_be_verified_for_want_of_a_connection_can_be_later(someone: Someone) -> None:
    ada = someone()
    finished_round(ada)
    rounds = "**/rounds/*"
    ada.page.route(rounds, lambda route: route.abort())
    verify = ada.page.get_by_role("button", name="Verify the deal")
    verify.click()
    expect(ada.page.get_by_text("The server can’t be reached").first).to_be_visible()
    expect(verify).to_be_enabled()
    ada.page.unroute(rounds)
    verify.click()
    expect(ada.page.get_by_text("Verified:")).to_be_visible()


def test_a_finished_round_is_replayed_forward_back_and_by_slider(someone: Someone) -> None:
    ada = someone()
    finished_round(ada)
    record = ada.context.request.get(f"{ada.url}/api/tables/{ada.table_id}/record").text()
    assert "classic" in record
    ada.page.get_by_role("link", name="Replay", exact=True).click()
    page = ada.page
    slider = page.get_by_role("slider")
    expect(page.get_by_text("The deal")).to_be_visible()
    assert page.locator(".expedition:not(.empty)").count() == 0
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".controls p")).to_contain_text(re.compile("laid|discarded"))
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_text("The deal")).to_be_visible()
    slider.fill(slider.get_attribute("max") or "")
    expect(page.get_by_role("button", name="Draw pile: 0 cards left")).to_be_visible()


def test_everything_is_said_in_french(someone: Someone) -> None:
    ada = someone(locale="fr-FR")
    page = ada.open()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Jouer", exact=True).click()
    page.wait_for_url("**/table/*")
    ada.until("play")
    expect(page).to_have_title("● À vous – Lost Cities")
    ada.pile.click()
    expect(page.locator(".note")).to_contain_text("piochez")
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("heading", name="Menu")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    ada.until("play")
    expect(page).to_have_title("● Your turn – Lost Cities")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(someone: Someone, theme: str) -> None:
    ada = someone(color_scheme=theme, bypass_csp=True)
    found: list[str] = []

    def look(place: str) -> None:
        ada.page.evaluate(AXE.read_text())
        result = ada.page.evaluate("axe.run({ resultTypes: ['violations'] })")
        found.extend(
            f"{place}: {violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in result["violations"]
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"][:2]
        )

    for path in ("/", "/learn", "/learn/classic", "/learn/rivals", "/replay", "/nowhere"):
        ada.open(path).locator("h1").wait_for()
        look(path)
    for edition in ("Classic", "Duel", "Three players", "Teams", "Rivals"):
        ada.plan(edition)
        look(f"set-up of {edition}")
        ada.page.locator("[type=submit]").click()
        ada.page.wait_for_url("**/table/*")
        ada.page.locator(".hand.active, .auction .ways").first.wait_for()
        look(f"table of {edition}")
    ada.page.get_by_role("button", name="Menu").click()
    look("menu")
    ada.start("Classic", "A friend by link")
    ada.page.get_by_text("Send this link").wait_for()
    look("waiting room")
    ada.start("Classic", "At this device")
    ada.page.get_by_role("button", name=re.compile("^I am")).wait_for()
    look("cover")
    finished_round(ada)
    ada.page.get_by_role("button", name="Verify the deal").wait_for()
    ada.page.wait_for_timeout(0)
    look("score sheet")
    ada.page.get_by_role("link", name="Replay", exact=True).click()
    ada.page.get_by_role("slider").wait_for()
    look("replay")
    assert not found, "\n".join(found)
