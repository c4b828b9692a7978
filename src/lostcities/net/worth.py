"""What a player asks of a round beside the rules: which card comes, and what the end is worth to a side."""

from __future__ import annotations

from math import erf, pi, sqrt
from typing import Any

from lostcities.kernel import row
from lostcities.kernel.jit import rule
from lostcities.net.table import Table

MAX_DECK = row.CARDS_OF_A_COLOUR * row.MAX_COLOURS
SPREAD = 38.0  # the standard deviation of a round's margin between equal players, in points
EQUITY = SPREAD * sqrt(pi / 2)  # a sure win in points, so that in the balance a point is worth a point
DOUBT = 25.0  # how far the end of a match that was only thought through may be off, in points, likewise


@rule
def coming(table: Table, s: row.State, deck: Any) -> int:
    """The next card of the draw pile, or `row.NONE`."""
    return int(deck[row.deck_size(table) - s.pile]) if s.pile > 0 else row.NONE


@rule
def utility(table: Table, s: row.State, side: int) -> float:
    """What a finished round is worth to a side: its margin, or, within a match of two sides, the chance to
    win that match, from −EQUITY to EQUITY."""
    won = margin(table, s, side)
    if table.rounds_left == row.NONE:
        return won
    ahead = won + _lead(table, side)
    if table.rounds_left == 0:
        return EQUITY * ((ahead > 0) - (ahead < 0))
    return _chances(ahead, SPREAD * sqrt(float(table.rounds_left)))


@rule
def prospect(table: Table, s: row.State, side: int) -> float:
    """What a round that was only thought through is worth to a side: the same, but where the match ends with
    it a narrow win is not worth all that a clear one is, since things will go otherwise by some points."""
    if table.rounds_left != 0:
        return utility(table, s, side)
    return _chances(margin(table, s, side) + _lead(table, side), DOUBT)


@rule
def _lead(table: Table, side: int) -> float:
    return float(table.lead if side == 0 else -table.lead)


@rule
def _chances(ahead: float, spread: float) -> float:
    """What a lead is worth when points to come deviate by so many."""
    return EQUITY * erf(ahead / (spread * sqrt(2.0)))


@rule
def margin(table: Table, s: row.State, side: int) -> float:
    """A finished round in points: the sum in cooperation, else the lead over the mean of the others."""
    others, own = 0, 0
    for i in range(table.sides):
        if i == side:
            own = row.score(table, s, i)
        else:
            others += row.score(table, s, i)
    if table.cooperation:
        return float(own + others)
    return own - others / (int(table.sides) - 1)
