"""A plain player by rule of thumb, compiled: what a run is measured against from its first minute on.

It opens an expedition with enough points in hand, lays in order with small gaps, discards what helps nobody,
and takes a discard that fits. It sees what the mover may see and nothing else.
"""

from __future__ import annotations

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES, WAGER, WAGERS, count, kinds, sum_of_numbers
from lostcities.kernel.chance import nth_bit
from lostcities.kernel.jit import rule
from lostcities.net.observation import next_side, previous_side
from lostcities.net.table import Table

OPEN_WITH = 16
SURE = 1000.0


@rule
def plain_choice(table: Table, s: row.State) -> int:
    """The action that the plain player takes for the mover."""
    claims = row.legal_claims(table, s)
    if claims != 0 and s.phase != row.EXTRA:
        return row.CLAIM + nth_bit(claims, 0)
    if s.phase == row.DRAW_CARD:
        return _source(table, s)
    return _card(table, s)


@rule
def _turns_left(table: Table, s: row.State) -> int:
    return (int(s.pile) + int(table.seats) - 1) // int(table.seats)


@rule
def _wants(table: Table, s: row.State, colour: int) -> bool:
    """The colour is under way or worth opening."""
    side = row.side_of(table, s.mover)
    if s.expeditions[side, colour] != 0:
        return True
    held = int(s.hands[s.mover, colour])
    return sum_of_numbers(held) >= OPEN_WITH and _turns_left(table, s) >= count(held)


@rule
def _source(table: Table, s: row.State) -> int:
    draws = row.legal_draws(table, s)
    side = row.side_of(table, s.mover)
    best, choice = 0, row.DRAW
    for colour in range(table.colours):
        if draws >> colour & 1 and _wants(table, s, colour):
            value = int(s.discards[colour] & 15)
            fits = row.layable(int(s.expeditions[side, colour])) >> (value - 1) & 1
            if fits and value > WAGER and value > best:
                best, choice = value, row.TAKE + colour
    return choice


@rule
def _card(table: Table, s: row.State) -> int:
    lays = row.legal_lays(table, s)
    best, choice = -SURE, row.STOP
    if s.phase == row.EXTRA:
        best = 0.0
    for card in range(VALUES * table.colours):
        if lays >> card & 1:
            worth = _lay_worth(table, s, card // VALUES, card % VALUES + 1)
            if worth > best:
                best, choice = worth, row.LAY + card
    if s.phase == row.EXTRA:
        return choice
    discards = row.legal_discards(table, s)
    for card in range(VALUES * table.colours):
        if discards >> card & 1:
            worth = -_discard_loss(table, s, card // VALUES, card % VALUES + 1)
            if worth > best:
                best, choice = worth, row.DISCARD + card
    return choice


@rule
def _lay_worth(table: Table, s: row.State, colour: int, value: int) -> float:
    side = row.side_of(table, s.mover)
    laid, held = int(s.expeditions[side, colour]), int(s.hands[s.mover, colour])
    if s.phase == row.EXTRA:
        return value * 1.0 if laid != 0 and value > WAGER else -1.0
    if not _wants(table, s, colour):
        return -40.0
    fits = kinds(held) & row.layable(laid)
    if fits & ((1 << (value - 1)) - 1):
        # A lower card of the hand comes first.
        return 1.0 - SURE / 2
    if value == WAGER:
        return 6.0 if sum_of_numbers(held) >= OPEN_WITH + 6 else -10.0
    last = WAGER
    for number in range(2, VALUES + 1):
        if laid >> (number + 1) & 1:
            last = number
    gap = value - last - 1
    waiting = count(fits)
    hurry = max(0, 2 + waiting - _turns_left(table, s))
    return 6.0 - 2.0 * gap + 4.0 * hurry + (2.0 if laid & WAGERS else 0.0)


@rule
def _discard_loss(table: Table, s: row.State, colour: int, value: int) -> float:
    side = row.side_of(table, s.mover)
    bit = 1 << (value - 1)
    loss = 0.0
    if row.layable(int(s.expeditions[side, colour])) & bit:
        loss += value * (1.5 if _wants(table, s, colour) else 0.3)
    loss += 0.1 * sum_of_numbers(int(s.hands[s.mover, colour]))
    for i in range(2):
        other = next_side(table, side) if i == 0 else previous_side(table, side)
        if other != row.NONE and not table.cooperation:
            theirs = int(s.expeditions[other, colour])
            if row.layable(theirs) & bit:
                loss += value * (1.0 if theirs != 0 else 0.3)
    return loss
