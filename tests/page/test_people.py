"""Who may play where, on the page: devices, people who are sent away or blocked, and names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from page.conftest import PHONE, Someone
from page.table import Person

OPEN = [{"kind": "me"}, {"kind": "open"}]
RIVALS = {"edition": "rivals", "players": 3}


def join(person: Person, table: str, nickname: str) -> None:
    person.introduce(nickname)
    person.request(f"tables/{table}/join", {})
    person.open(f"/table/{table}")


def press(page: Page, name: str) -> None:
    """Go on with Tab until the button of this name has the focus, and press Enter."""
    wanted = page.get_by_role("button", name=name, exact=True)
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate_all("buttons => buttons.includes(document.activeElement)"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} is not reached with Tab")


def test_the_host_removes_somebody_and_they_are_told(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = ada.create(RIVALS, [*OPEN, {"kind": "open"}])
    ada.open(f"/table/{table}")
    join(bo, table, "Bo")
    expect(bo.page.get_by_role("button", name="Ada: remove or block")).to_be_visible()
    ada.page.get_by_role("button", name="Bo: remove or block").click()
    dialog = ada.page.get_by_role("dialog", name="Bo")
    expect(dialog).to_contain_text("can’t sit down at this table any more")
    dialog.get_by_role("button", name="Remove from the table").click()
    expect(ada.page.get_by_role("status")).to_contain_text("Bo was removed by the host.")
    expect(dialog).to_have_count(0)
    expect(bo.page.get_by_role("status")).to_contain_text("The host has removed you from this table.")
    bo.page.reload()
    expect(bo.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    expect(bo.page.get_by_role("button", name="Sit here")).to_have_count(0)


def test_a_second_device_is_told_to_everybody_and_signed_out_by_keyboard(someone: Someone) -> None:
    ada, bo, phone = someone(), someone(), someone(**PHONE)
    table = ada.create({"edition": "classic"}, OPEN)
    ada.open(f"/table/{table}")
    join(bo, table, "Bo")
    ada.page.locator(".hand").wait_for()
    link = ada.request(f"tables/{table}/links", {})
    phone.introduce("Pocket")
    phone.open(f"/link/{link['code']}")
    phone.page.locator(".hand").wait_for()
    expect(bo.page.get_by_role("status")).to_contain_text("Ada also plays on another device.")
    expect(ada.page.get_by_role("status")).to_contain_text("You also play on another device now.")
    press(ada.page, "Menu")
    dialog = ada.page.get_by_role("dialog", name="Menu")
    expect(dialog.get_by_text("Pocket")).to_be_visible()
    press(ada.page, "Sign out: Pocket")
    expect(phone.page.get_by_role("status")).to_contain_text("This device was signed out.")
    expect(phone.page.locator(".hand button")).to_have_count(0)
    expect(bo.page.get_by_role("status")).to_contain_text("Ada has signed a device out.")
    phone.open(f"/link/{link['code']}")
    expect(phone.page.get_by_text("This link can’t be used")).to_be_visible()


def test_signed_out_everywhere_this_browser_plays_on(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = ada.create({"edition": "classic"}, OPEN)
    join(bo, table, "Bo")
    before = ada.context.cookies()[0]["value"]
    ada.open()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_text("Sign out everywhere else").click()
    ada.page.get_by_role("button", name="Sign out all others").click()
    expect(ada.page.get_by_role("dialog").get_by_role("status")).to_contain_text(
        "Only this device is signed in now."
    )
    assert ada.context.cookies()[0]["value"] != before
    ada.open(f"/table/{table}")
    assert ada.state()["you"]["seats"] == [0]
    headers = {"Cookie": f"lostcities={before}"}
    assert bo.context.request.get(f"{bo.url}/api/me", headers=headers).status == 401


def test_somebody_is_blocked_at_a_table_and_met_again(someone: Someone) -> None:
    ada, bo = someone(), someone()
    table = ada.create(RIVALS, [*OPEN, {"kind": "open"}])
    ada.open(f"/table/{table}")
    join(bo, table, "Bo")
    ada.page.get_by_role("button", name="Bo: remove or block").click()
    ada.page.get_by_role("button", name="Block", exact=True).click()
    expect(ada.page.get_by_role("status")).to_contain_text("Bo is blocked.")
    other = ada.request("tables", {"variant": RIVALS, "seats": [*OPEN, {"kind": "open"}]})
    bo.open(f"/table/{other['table']['id']}")
    bo.page.get_by_role("button", name="Sit here").first.click()
    expect(bo.page.get_by_role("status")).to_contain_text("sit down at this table")
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("button", name="Unblock: Bo").click()
    expect(ada.page.get_by_text("Blocked people")).to_have_count(0)
    bo.page.get_by_role("button", name="Sit here").first.click()
    expect(bo.page.get_by_role("button", name="Leave the table")).to_be_visible()


def test_a_name_for_somebody_at_the_device_is_judged_in_the_dialog(someone: Someone) -> None:
    ada = someone()
    dialog = ada.plan("Classic", "At this device")
    names = dialog.get_by_role("group", name="Names").get_by_role("textbox")
    names.nth(1).fill("Legend")
    dialog.locator("[type=submit]").click()
    expect(dialog.get_by_role("alert")).to_contain_text("“Legend” is what a bot is called here")
    names.nth(1).fill("Bo")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    dialog.locator("[type=submit]").click()
    ada.page.wait_for_url("**/table/*")


@pytest.mark.parametrize(
    ("locale", "field", "wrong", "said"),
    [
        ("en-GB", "Your name", "Legend", "“Legend” is what a bot is called here"),
        ("fr-FR", "Votre nom", "Ada\u200b", "un signe que personne ne voit"),
    ],
)
def test_what_is_wrong_with_a_name_is_said_where_it_is_typed(
    someone: Someone, locale: str, field: str, wrong: str, said: str
) -> None:
    ada, bo = someone(), someone(locale=locale)
    table = ada.create({"edition": "classic"}, OPEN)
    bo.open(f"/table/{table}")
    name = bo.page.get_by_label(field)
    name.fill(wrong)
    bo.page.locator("li .button").click()
    expect(bo.page.get_by_role("alert")).to_contain_text(said)
    expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("Bo")
    expect(bo.page.get_by_role("alert")).to_have_count(0)
    bo.page.locator("li .button").click()
    bo.page.locator(".hand").wait_for()
