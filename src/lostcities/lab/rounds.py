"""Rounds dealt inside compiled code: what a game slot needs beside the rules, on a CPU or a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, WAGER
from lostcities.kernel.jit import rule
from lostcities.net.table import TABLE, Table, table_of
from lostcities.variant import Variant

MAX_DECK = row.CARDS_OF_A_COLOUR * row.MAX_COLOURS
WAGERS_OF_A_COLOUR = 3
GOLDEN = 5**0.5 / 2 - 0.5


def spread(shares: Sequence[float], slots: int) -> npt.NDArray[np.int64]:
    """Which of several things each slot gets: each by its share, spread evenly over the slots."""
    ends = np.cumsum(np.asarray(shares) / np.sum(shares))
    even = (np.arange(slots) * GOLDEN + 0.5) % 1.0
    return np.minimum(np.searchsorted(ends, even, side="right"), len(shares) - 1)


def tables_of(variants: Sequence[Variant]) -> npt.NDArray[Any]:
    return np.array([table_of(variant) for variant in variants], TABLE)


@rule
def fill(table: Table, deck: Any) -> None:
    """Every card of the table's deck, in order."""
    for i in range(row.deck_size(table)):
        in_colour = i % row.CARDS_OF_A_COLOUR
        value = max(WAGER, in_colour - WAGERS_OF_A_COLOUR + 2)
        deck[i] = i // row.CARDS_OF_A_COLOUR * VALUES + value - 1


@rule
def some_exploits(table: Table, r: Any) -> int:
    """The exploits of a round, as a mask: each choice equally likely."""
    left, wanted, exploits = row.EXPLOITS, int(table.exploits_dealt), 0
    for exploit in range(row.EXPLOITS):
        if wanted > 0 and chance.below(r, left) < wanted:
            exploits |= 1 << exploit
            wanted -= 1
        left -= 1
    return exploits


@rule
def new_round(table: Table, s: row.State, deck: Any, r: Any) -> None:
    """Shuffle and deal; anyone may start."""
    fill(table, deck)
    chance.shuffle(r, deck, row.deck_size(table))
    exploits = some_exploits(table, r) if table.exploits_dealt else 0
    row.deal(table, s, deck, exploits, chance.below(r, int(table.seats)))


@rule
def coming(table: Table, s: row.State, deck: Any) -> int:
    """The next card of the draw pile, or `row.NONE`."""
    return int(deck[row.deck_size(table) - s.pile]) if s.pile > 0 else row.NONE


@rule
def utility(table: Table, s: row.State, side: int) -> float:
    """What a finished round is worth to a side, in points: the sum in cooperation, else the lead over the
    mean of the others."""
    others, own = 0, 0
    for i in range(table.sides):
        if i == side:
            own = row.score(table, s, i)
        else:
            others += row.score(table, s, i)
    if table.cooperation:
        return float(own + others)
    return own - others / (int(table.sides) - 1)


@rule
def play_at_random(table: Table, s: row.State, deck: Any, r: Any) -> int:
    """A whole round between random players; returns the number of decisions."""
    new_round(table, s, deck, r)
    decisions = 0
    while s.phase != row.OVER:
        action = chance.choose(r, row.legal(table, s))
        row.apply(table, s, action, coming(table, s, deck))
        decisions += 1
    return decisions
