"""The games under `golden/` go as they went when they were written down."""

from __future__ import annotations

import pytest

from lostcities.variant import EDITIONS, Variant
from playthrough import GOLDEN, VARIANTS, replayed


@pytest.mark.parametrize("name", VARIANTS)
def test_a_recorded_game_is_the_same_today(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert text.startswith(f"variant: {VARIANTS[name]}\n")
    assert replayed(text).splitlines() == text.splitlines()


def test_every_edition_has_a_recorded_game() -> None:
    assert {Variant.parse(text).edition.id for text in VARIANTS.values()} == set(EDITIONS)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VARIANTS)
