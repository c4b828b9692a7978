"""Names: what is kept, what is refused, and who could be taken for whom."""

from __future__ import annotations

import sys
from unicodedata import category, is_normalized

import pytest
from emoji import EMOJI_DATA, STATUS
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fuzz import tries
from lostcities.server.table import names
from lostcities.server.table.names import BadName, key, told_apart, well_formed
from lostcities.words import LANGUAGES

SIGNS = st.one_of(
    st.characters(),
    st.sampled_from("\u200d\ufe0f\ufe0e\u20e3\u0301\u0308 aAlI1O0\u3164\u2800\u202e\U0001f3fd\U000e0067"),
    st.sampled_from(sorted(EMOJI_DATA)),
)
TEXTS = st.lists(SIGNS, max_size=12).map("".join)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff44\uff41", "Ada"),  # full width
        ("Ngọc Diệp", "Ngọc Diệp"),
        ("नमस्ते", "नमस्ते"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Ada 👨‍👩‍👧", "Ada 👨‍👩‍👧"),
        ("🏳\u200d🌈", "🏳️\u200d🌈"),  # as some keyboards write it
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",) * 2,
        ("1\u20e3", "1\ufe0f\u20e3"),
        ("\uff11\u20e3", "1\ufe0f\u20e3"),
    ],
)
def test_a_name_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert well_formed(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "nickname"),
        (" \t\u3000", "nickname"),
        ("Ada\u200b", "nickname-unseen"),
        ("Ada\u200d", "nickname-unseen"),
        ("A\u200dda", "nickname-unseen"),
        ("Ada\ufe0f", "nickname-unseen"),
        ("👍\u200d", "nickname-unseen"),
        ("\u3164", "nickname-unseen"),
        ("\uffa0", "nickname-unseen"),
        ("\u2800", "nickname-unseen"),
        ("A\u00adda", "nickname-unseen"),
        ("\u202eadA", "nickname-unseen"),
        ("A\U000e0041", "nickname-unseen"),
        ("A\x00", "nickname-unseen"),
        ("\ue000", "nickname-unknown"),
        ("\U0010ffff", "nickname-unknown"),
        ("\u0378", "nickname-unknown"),
        ("a" + "\u0316\u0317\u0318\u0319", "nickname-marks"),
        ("q\u0301\u0301", "nickname-marks"),
        ("\u0301a", "nickname-marks"),
        ("Ada\u20dd", "nickname-marks"),
        ("\ufdfa\ufdfa", "nickname-long"),
        ("Legend", "nickname-bot"),
        ("Lеgend", "nickname-bot"),  # with a Cyrillic e
        ("EXPLORER", "nickname-bot"),
    ],
)
def test_a_name_that_nobody_can_be_given_is_refused_in_every_language(typed: str, code: str) -> None:
    with pytest.raises(BadName) as refused:
        well_formed(typed)
    assert refused.value.code == code
    for language in LANGUAGES:
        assert len(refused.value.say(language)) > 20


@given(TEXTS)
@settings(max_examples=tries(1500))
@example("\uff11\u20e3\u20e3")
@example("\u2122\ufe0f")
def test_what_is_taken_stays_as_it_is_and_hides_nothing(text: str) -> None:
    try:
        name = well_formed(text)
    except BadName:
        return
    assert well_formed(name) == name
    assert 0 < len(name) <= names.LONGEST
    assert is_normalized("NFC", name)
    for part, is_emoji in names._parts(name):
        if not is_emoji:
            assert all(category(c)[0] in "LMNPSZ" and category(c) not in ("Me", "Zl", "Zp") for c in part)
            assert not set(part) & names.UNSEEN


@given(TEXTS, st.lists(TEXTS, max_size=4))
@settings(max_examples=tries(500))
def test_nobody_at_a_table_can_be_taken_for_another_whatever_the_names_were(
    name: str, others: list[str]
) -> None:
    given_name = told_apart(name, others, ["legend"])
    assert key(given_name) not in {key(other) for other in others}
    assert key(given_name) not in {key("Legend"), key("Légende")}
    assert given_name.startswith(name)


def test_every_sign_alone_is_taken_or_refused() -> None:
    """Nothing breaks, nothing invisible is taken, and letters of all scripts are."""
    taken = 0
    for code in (*range(0x20000), *range(0xE0000, 0xE1000), *range(sys.maxunicode - 9, sys.maxunicode + 1)):
        c = chr(code)
        try:
            well_formed(c)
        except BadName:
            assert category(c) not in ("Lu", "Ll", "Nd") or c in names.UNSEEN, f"{code:x}"
        else:
            taken += 1
            assert category(c) not in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
    assert taken > 50_000


def test_every_standard_emoji_is_taken_and_no_other_joiner() -> None:
    for text, facts in EMOJI_DATA.items():
        if facts["status"] == STATUS["fully_qualified"]:
            assert well_formed(text) == text
            if "\u200d" in text:
                with pytest.raises(BadName):
                    well_formed(text + "\u200d")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410da"),
        ("Ada", "ada"),
        ("Alda", "AIda"),
        ("Guest 1", "Guest l"),
        ("Tom", "Torn"),
        ("paypal", "раураl"),
        ("Ada", "Ada\u200b"),  # of a time when that was taken
    ],
)
def test_lookalikes_are_numbered(one: str, other: str) -> None:
    assert told_apart(other, [one]) == f"{other} 2"
    assert told_apart(other, [one, f"{other} 2"]) == f"{other} 3"


def test_signs_that_run_to_the_left_have_lookalikes_too() -> None:
    assert key("\u05d5") == key("l")
    assert key("\u0665") == key("o")


def test_names_apart_are_left_alone() -> None:
    assert told_apart("Bo", ["Ada", "Cy", "Bob"]) == "Bo"
