"""`you.can` is exactly what would be done: in every state, for every viewer, whatever is asked for."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lostcities.server.table import decisions
from lostcities.server.table.permissions import can, viewer
from server.wishes import NAMES, PEOPLE, granted, hurry, something, table_of

VARIANTS = [
    "classic rounds=2",
    "classic rounds=1 cooperation",
    "rio-grande rounds=2 guard=3",
    "long rounds=1 nothing-in-hand",
    "three-players rounds=2",
    "teams rounds=1",
    "duel-2026 rounds=1 exploits=announced",
    "duel-2026 rounds=1 exploits=awarded",
    "rivals players=2",
    "rivals players=3",
    "rivals players=4",
]
GAMES = 185
"""For each variant: more than two thousand in all."""
STEPS = 20


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_offered_is_what_is_done_and_nothing_is_withheld(variant: str) -> None:
    seen: Counter[str] = Counter()
    for game in range(GAMES):
        rng = random.Random(f"{variant} {game}")
        table = table_of(variant, rng)
        for step in range(STEPS):
            for guest in (*PEOPLE, "stranger", None) if step % 6 == 0 else (rng.choice(PEOPLE),):
                offered = can(table, viewer(table, guest), decisions.USUAL)
                assert len(set(offered)) == len(offered)
                assert set(offered) == granted(table, guest or ""), (game, step, guest)
                seen.update(offered)
            event = something(table, rng)
            if event is not None:
                table.apply(table.seq + 1, 0, event)
            if rng.random() < 0.05:
                hurry(table, rng)
    rare = {"undo"} if variant.startswith("rivals") else set()
    if variant.startswith("rivals") or "rounds=1" in variant:
        rare.add("ready")
    assert set(seen) == set(NAMES) - rare
