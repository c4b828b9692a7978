"""Random play inside the kernels, written down state by state.

`python tests/trajectories.py` prints a digest for each variant and seed, so that the compiled and the
interpreted rules can be compared from outside.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from lostcities.game.row import rules_of
from lostcities.kernel import chance, rivals, row
from lostcities.kernel.cards import VALUES
from lostcities.kernel.jit import one_record, rule
from lostcities.variant import Exploits, Family, Variant
from variants import VARIANTS

SEEDS = 2
STEPS = 4000
NOTHING_COMES = -1
ALL_EXPLOITS = (1 << row.EXPLOITS) - 1


@rule
def play_row(
    rules: row.Rules, s: Any, r: Any, number: int, deck: Any, exploits: int, starter: int, states: Any
) -> int:
    """A random round; `states` takes every state on the way."""
    chance.seed(r, number)
    chance.shuffle(r, deck, row.deck_size(rules))
    row.deal(rules, s, deck, exploits, starter)
    steps = 0
    while s.phase != row.OVER:
        drawn = int(deck[row.deck_size(rules) - s.pile])
        row.apply(rules, s, chance.choose(r, row.legal(rules, s)), drawn)
        states[steps] = s
        steps += 1
    return steps


@rule
def play_rivals(
    rules: rivals.Rules, s: Any, r: Any, number: int, deck: Any, wagers: Any, starter: int, states: Any
) -> int:
    """A random game; `states` takes every state on the way."""
    chance.seed(r, number)
    chance.shuffle(r, deck, rivals.DECK)
    rivals.deal(rules, s, wagers, starter)
    steps = 0
    while s.phase != rivals.OVER:
        rivals.apply(rules, s, chance.choose(r, rivals.legal(rules, s)), int(deck[s.turned]))
        states[steps] = s
        steps += 1
    return steps


def trajectory(variant: Variant, number: int) -> str:
    """A digest of every state of one random game."""
    random_words = one_record(chance.RANDOM)
    starter = number % variant.players
    if variant.edition.family is Family.ROW:
        rules = rules_of(variant)
        cards = [colour * VALUES + kind for colour in range(rules.colours) for kind in (0, 0, *range(VALUES))]
        state, states = one_record(row.STATE), np.zeros(STEPS, row.STATE)
        exploits = 0 if variant.exploits is Exploits.OFF else ALL_EXPLOITS
        steps = play_row(
            rules,
            state[0],
            random_words[0],
            number,
            np.array([*cards, NOTHING_COMES]),
            exploits,
            starter,
            states,
        )
    else:
        kinds = (0, 0, *range(VALUES), 1, 2, 3, 4)
        cards = [colour * VALUES + kind for colour in range(rivals.COLOURS) for kind in kinds]
        state, states = one_record(rivals.STATE), np.zeros(STEPS, rivals.STATE)
        wagers = np.arange(rivals.STARTING_WAGERS * variant.players) % rivals.COLOURS
        steps = play_rivals(
            rivals.Rules(variant.players),
            state[0],
            random_words[0],
            number,
            np.array(cards),
            wagers,
            starter,
            states,
        )
    return hashlib.sha256(_bytes(states[:steps])).hexdigest()


def _bytes(states: Any) -> bytes:
    """The named fields alone: what lies between them is padding."""
    return b"".join(np.ascontiguousarray(states[name]).tobytes() for name in states.dtype.names)


def trajectories() -> dict[str, str]:
    return {
        f"{variant}, {number}": trajectory(variant, number) for variant in VARIANTS for number in range(SEEDS)
    }


if __name__ == "__main__":
    print(json.dumps(trajectories()))
