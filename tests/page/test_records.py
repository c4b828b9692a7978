"""Saved records: opened, dropped or pasted, verified and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page.conftest import Someone
from page.table import Person

DROP = """text => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'match.txt', { type: 'text/plain' }));
  for (const type of ['dragover', 'drop']) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }
}"""


def saved(person: Person, edition: str) -> str:
    """The record of a match that was played to its end."""
    bot = {"kind": "bot", "bot": "explorer"}
    table = person.create({"edition": edition, "rounds": 1}, [{"kind": "me", "nickname": "Ada"}, bot])
    person.open(f"/table/{table}")
    person.hurry(left=0)
    person.sheet.wait_for()
    return person.context.request.get(f"{person.url}/api/tables/{table}/record").text()


def paste(page: Page, text: str) -> None:
    page.get_by_label("Text of the record").fill(text)
    page.get_by_role("button", name="Replay").click()


@pytest.mark.parametrize("edition", ["classic", "rivals"])
def test_a_saved_record_is_opened_replayed_and_verified(
    someone: Someone, edition: str, tmp_path: Path
) -> None:
    ada = someone()
    file = tmp_path / "match.txt"
    file.write_text(saved(ada, edition))
    ada.page.get_by_role("link", name="Replay a saved record").click()
    page = ada.page
    page.get_by_label("Open a file").set_input_files(file)
    slider = page.get_by_role("slider")
    slider.fill(slider.get_attribute("max") or "")
    expect(page.get_by_text("Ada").first).to_be_visible()
    page.get_by_role("button", name="What was verified").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("li.passed")).to_have_count(dialog.locator("li").count())
    dialog.get_by_role("button", name="Verify the deal").click()
    expect(dialog.get_by_text("Verified:")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Another record").click()
    expect(page.get_by_label("Text of the record")).to_have_value("")


def test_a_bot_in_a_record_has_its_name_in_the_readers_language(someone: Someone) -> None:
    record = saved(someone(), "classic")
    assert '[B "explorer"]' in record
    page = someone(locale="fr-FR").open("/replay")
    page.get_by_label("Texte de la partie").fill(record)
    page.get_by_role("button", name="Revoir").click()
    expect(page.locator(".theirs .name")).to_have_text("Explorateur")
    expect(page.locator(".ours .name")).to_have_text("Ada")


def test_a_record_is_dropped_on_the_page(someone: Someone) -> None:
    ada = someone()
    text = saved(ada, "duel-2026")
    page = ada.open("/replay")
    page.get_by_label("Text of the record").wait_for()
    page.evaluate(DROP, text)
    expect(page.get_by_role("slider")).to_be_visible()


def test_what_is_no_record_is_refused_in_plain_words(someone: Someone, tmp_path: Path) -> None:
    ada = someone()
    page = ada.open("/replay")
    alert = page.get_by_role("alert")
    paste(page, "Once upon a time")
    expect(alert).to_contain_text("This text is no saved match")
    expect(alert).to_contain_text("line 1")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    page.get_by_label("Open a file").set_input_files(picture)
    expect(alert).to_contain_text("That file is no text")
    page.get_by_role("button", name="français").click()
    page.get_by_label("Texte de la partie").fill("Il était une fois")
    page.get_by_role("button", name="Revoir").click()
    expect(alert).to_contain_text("Ce texte n’est pas une partie enregistrée")
    expect(alert).to_contain_text("ligne 1")


def test_a_record_with_a_changed_move_shows_what_is_wrong(someone: Someone) -> None:
    ada = someone()
    lines = saved(ada, "classic").splitlines()
    deck = next(i for i, line in enumerate(lines) if line.startswith("Deck "))
    cards = lines[deck].split()
    other = next(i for i in range(len(cards) - 2, 0, -1) if cards[i] != cards[-1])  # wagers are alike
    cards[-1], cards[other] = cards[other], cards[-1]
    lines[deck] = " ".join(cards)
    page = ada.open("/replay")
    paste(page, "\n".join(line for line in lines if not line.startswith("[Digest")))
    expect(page.get_by_role("dialog").locator("li.failed").first).to_be_visible()
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.get_by_text("The deal does not match")).to_be_visible()


def test_home_leads_to_the_records(someone: Someone) -> None:
    ada = someone()
    ada.open().get_by_role("link", name="Replay a saved record").click()
    expect(ada.page.get_by_role("heading", name="Replay a saved record")).to_be_visible()
