"""`explorer` in the row game.

It judges what each of its expeditions may still become (`prospect`), and plays the card that leaves the
best prospects: so it opens where enough points are at hand, climbs in small steps, and discards what neither
side can use. Where two moves are equal, chance decides.

The player is compiled and reads a state of the kernel, so that it plays at one table of people and at
thousands on a GPU.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from lostcities.bots.judgement import Habits, elsewhere, outlook, worth
from lostcities.bots.memory import DiscardMemory
from lostcities.game import RowView, View
from lostcities.game.codec import codec
from lostcities.kernel import row
from lostcities.kernel.cards import ALL_KINDS, VALUES
from lostcities.kernel.chance import RANDOM, below, nth_bit
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Move
from lostcities.net.known import known_state
from lostcities.net.table import TABLE, Table, table_of
from lostcities.variant import Variant

WORST = -1e9


class Choice(NamedTuple):
    """The best action so far."""

    action: int
    points: float
    equals: int
    """How many actions promise as much."""


@rule
def explorer_choice(table: Table, s: row.State, habits: Habits, r: Any) -> int:
    """The action that the explorer takes for the mover."""
    legal = row.legal(table, s)
    claims = legal[2] >> (row.CLAIM - row.TAKE)
    if claims != 0:
        return row.CLAIM + nth_bit(claims, 0)
    best = Choice(row.NONE, WORST, 0)
    for colour in range(row.NONE, table.colours):
        actions = _actions_on(legal, colour)
        if actions != 0:
            ahead = outlook(table, s, habits, colour)
            others = elsewhere(table, s, ahead, colour)
            while actions != 0:
                action = _action(nth_bit(actions, 0), colour)
                best = _better(best, action, worth(table, s, habits, ahead, others, colour, action), r)
                actions &= actions - 1
    return best.action


@rule
def _actions_on(legal: tuple[int, int, int], colour: int) -> int:
    """The actions on a colour, as a mask: ten lays, ten discards, the take of its discard pile; or those on
    none: the draw pile, laying no more."""
    if colour == row.NONE:
        return legal[2] >> (row.DRAW - row.TAKE)
    lays, discards = legal[0] >> VALUES * colour & ALL_KINDS, legal[1] >> VALUES * colour & ALL_KINDS
    return lays | discards << VALUES | (legal[2] >> colour & 1) << 2 * VALUES


@rule
def _action(place: int, colour: int) -> int:
    """The action at a place of that mask."""
    if colour == row.NONE:
        return row.DRAW + place
    if place == 2 * VALUES:
        return row.TAKE + colour
    return place // VALUES * row.DISCARD + colour * VALUES + place % VALUES


@rule
def _better(best: Choice, action: int, points: float, r: Any) -> Choice:
    if points < best.points:
        return best
    if points > best.points:
        return Choice(action, points, 1)
    equals = best.equals + 1
    return Choice(action if below(r, equals) == 0 else best.action, points, equals)


class RowExplorer:
    """The explorer on one seat. It remembers the discards, as a person does."""

    def __init__(self, variant: Variant, seat: int, seed: int, habits: Habits | None = None) -> None:
        self._habits = habits or Habits()
        self._memory = DiscardMemory(variant)
        self._moves = codec(variant.edition.family, variant.colours).moves
        tables, randoms = one_record(TABLE), one_record(RANDOM)
        rng = random.Random(seed)
        tables[0], randoms[0] = table_of(variant), (rng.getrandbits(32), rng.getrandbits(32) | 1)
        self._table, self._random = tables[0], randoms[0]

    def watch(self, view: View) -> None:
        assert isinstance(view, RowView)
        self._memory.watch(view)

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        self._memory.watch(view)
        s = known_state(view, self._memory.piles)[0]
        return self._moves[explorer_choice(self._table, s, self._habits, self._random)]
