"""The page seals its cut, shows it when everybody is there, and compares what it has kept at the end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from lostcities.fair import seal_of
from page.conftest import Someone
from page.table import Person

ROUND = {"edition": "classic", "rounds": 1}
PAGES_CUT = "07" * 16
OTHERS_CUT = "1f" * 16
KEPT = "lostcities-deals"


def table_of(person: Person, table: str) -> Any:
    return person.context.request.get(f"{person.url}/api/tables/{table}").json()["table"]


def kept_of(person: Person, table: str) -> Any:
    return json.loads(person.page.evaluate(f"localStorage.getItem('{KEPT}')"))[table]


def set_up(person: Person, *others: dict[str, str]) -> str:
    """A table at which the person has not sat down yet."""
    person.introduce("Ada")
    seats = [{"kind": "me"}, *(others or ({"kind": "open"},))]
    table: str = person.request("tables", {"variant": ROUND, "seats": seats})["table"]["id"]
    return table


def test_the_page_waits_for_the_others_cut_says_so_and_shows_its_own(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = set_up(ada)
    ada.open(f"/table/{table}")
    ada.page.get_by_role("button", name="Join the table").click()
    expect(ada.page.get_by_text("Send this link")).to_be_visible()
    bo.introduce("Bo")
    bo.request(f"tables/{table}/join", {"seal": seal_of(OTHERS_CUT)})
    expect(ada.page.get_by_role("status").filter(has_text="Waiting for the cut of Bo")).to_be_visible()
    ada.page.wait_for_function(f"JSON.parse(localStorage.getItem('{KEPT}'))['{table}'].seals")
    seen = table_of(ada, table)
    assert (seen["status"], seen["fair"]["cuts"]) == ("waiting", [])
    assert kept_of(ada, table)["seals"] == {"0": seal_of(PAGES_CUT), "1": seal_of(OTHERS_CUT)}
    bo.request(f"tables/{table}/cut", {"cut": OTHERS_CUT})
    ada.page.locator(".hand").wait_for()
    assert table_of(ada, table)["fair"]["cuts"] == [PAGES_CUT, OTHERS_CUT]


def test_a_cut_is_shown_while_its_owner_looks_at_another_page(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = set_up(ada)
    ada.open(f"/table/{table}")
    ada.page.get_by_role("button", name="Join the table").click()
    expect(ada.page.get_by_text("Send this link")).to_be_visible()
    ada.open("/learn")
    bo.open(f"/table/{table}")
    bo.page.get_by_role("button", name="Sit here").click()
    bo.page.locator(".hand").wait_for()
    assert [seal["by"] for seal in table_of(bo, table)["fair"]["seals"]] == ["sealed", "sealed"]


def played_to_the_end(person: Person) -> str:
    table = set_up(person, {"kind": "bot", "bot": "explorer"})
    person.open(f"/table/{table}")
    person.page.get_by_role("button", name="Join the table").click()
    person.page.locator(".hand").wait_for()
    person.hurry(left=0)
    person.sheet.wait_for()
    return table


def test_at_the_end_the_page_says_that_what_it_kept_is_the_same(someone: Someone) -> None:
    ada = someone()
    played_to_the_end(ada)
    ada.page.get_by_role("button", name="Verify the deal").click()
    expect(ada.page.get_by_text("Verified:")).to_be_visible()
    expect(ada.page.get_by_text("Both are the same.")).to_be_visible()
    stranger = someone()
    stranger.open(f"/table/{ada.table_id}")
    stranger.page.get_by_role("button", name="Verify the deal").click()
    expect(stranger.page.get_by_text("did not sit at this table")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("commitment", "0" * 64, "exchanged its sealed secret"),
        ("cut", "1f" * 16, "Your own cut is not among"),
    ],
)
def test_what_differs_from_what_was_kept_is_told_without_being_asked(
    someone: Someone, name: str, value: str, said: str
) -> None:
    ada = someone()
    table = played_to_the_end(ada)
    kept = kept_of(ada, table) | {name: value}
    ada.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, json.dumps({table: kept})])
    ada.page.reload()
    expect(ada.page.get_by_role("alert").filter(has_text=said)).to_be_visible()
