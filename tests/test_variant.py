"""Editions with their switches: the text form, what goes together, what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import parsed, texts
from lostcities.errors import NotationError, VariantError
from lostcities.variant import GUARD, MOST_GUARD, MOST_ROUNDS, Exploits, Family, Variant
from variants import VARIANTS


@given(st.sampled_from(VARIANTS), st.integers(1, MOST_ROUNDS), st.integers(0, MOST_GUARD))
def test_every_variant_is_read_back(variant: Variant, rounds: int, guard: int) -> None:
    if variant.edition.family is Family.ROW:
        variant = replace(variant, rounds=rounds, guard=guard)
    assert Variant.parse(str(variant)) == variant


def test_only_what_differs_from_the_edition_is_written() -> None:
    assert str(Variant.parse("classic rounds=3 guard=40 exploits=off")) == "classic"
    assert str(Variant.parse("duel-2026 exploits")) == "duel-2026 exploits=awarded"
    assert str(Variant.parse("rivals players=2")) == "rivals"
    assert str(Variant.parse("long guard=0 cooperation rounds=1")) == "long rounds=1 cooperation guard=0"


def test_an_edition_sets_what_is_not_said() -> None:
    variant = Variant.parse("duel-2026")
    assert (variant.players, variant.rounds, variant.guard) == (2, 1, GUARD)
    assert variant.exploits is Exploits.OFF


@pytest.mark.parametrize(
    ("text", "seats", "sides"),
    [
        ("classic", ("A", "B"), ("A", "B")),
        ("three-players", ("A", "B", "C"), ("A", "B", "C")),
        ("teams", ("A1", "B1", "A2", "B2"), ("A", "B")),
        ("rivals players=4", ("A", "B", "C", "D"), ("A", "B", "C", "D")),
    ],
)
def test_seats_and_sides_have_names(text: str, seats: tuple[str, ...], sides: tuple[str, ...]) -> None:
    variant = Variant.parse(text)
    assert (variant.seat_names, variant.side_names) == (seats, sides)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "edition"),
        ("Classic", "edition"),
        ("classic colour=3", "switch"),
        ("classic rounds=2 rounds=2", "switch-twice"),
        ("classic rounds", "switch-value"),
        ("classic rounds=three", "switch-value"),
        ("classic rounds=-1", "switch-value"),
        ("classic cooperation=yes", "switch-value"),
        ("duel-2026 exploits=maybe", "switch-value"),
        ("classic rounds=0", "rounds"),
        ("classic rounds=100", "rounds"),
        ("rivals players=0", "players"),
        ("classic guard=1000", "guard"),
        ("classic players=3", "players"),
        ("rivals players=5", "players"),
        ("rivals rounds=3", "rivals-switch"),
        ("rivals nothing-in-hand", "rivals-switch"),
        ("three-players cooperation", "cooperation-players"),
        ("teams cooperation", "cooperation-players"),
        ("classic exploits", "exploits-white"),
        ("long exploits", "exploits-white"),
    ],
)
def test_what_does_not_go_together_is_refused(text: str, code: str) -> None:
    with pytest.raises((NotationError, VariantError)) as refusal:
        Variant.parse(text)
    assert refusal.value.code == code


@given(texts(*map(str, VARIANTS)))
def test_any_text_is_a_variant_or_refused(text: str) -> None:
    variant = parsed(Variant.parse, text)
    assert variant is None or Variant.parse(str(variant)) == variant
