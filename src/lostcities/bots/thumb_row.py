"""`thumb` in the row game.

It starts an expedition with 16 points in hand, climbs in small steps, discards what helps nobody, and takes a
discard that fits. Like the explorer it is compiled, and reads of a state what the mover may know.
"""

from __future__ import annotations

from lostcities.bots.judgement import held_by_mover, laid_by_mover
from lostcities.bots.prospect import fitting
from lostcities.game import RowView, View
from lostcities.game.codec import codec
from lostcities.kernel import row
from lostcities.kernel.cards import (
    HIGHEST_NUMBER,
    VALUES,
    WAGER,
    WAGERS,
    count,
    kinds,
    sum_of_numbers,
    value_of,
)
from lostcities.kernel.chance import nth_bit
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Move
from lostcities.net.known import known_state
from lostcities.net.table import TABLE, Table, table_of
from lostcities.variant import Variant

ENOUGH = 16
"""Points of a colour in hand that are worth an expedition; a wager asks for six more."""
FIRST = 1000.0
NEVER = -1000.0


@rule
def thumb_choice(table: Table, s: row.State) -> int:
    """The action that it takes for the mover: of equals the first."""
    best, most = row.NONE, 2 * NEVER
    legal = row.legal(table, s)
    for word in range(len(legal)):
        actions = legal[word]
        while actions != 0:
            action = 64 * word + nth_bit(actions, 0)
            actions &= actions - 1
            worth = _worth(table, s, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def _worth(table: Table, s: row.State, action: int) -> float:
    if action >= row.CLAIM:
        return FIRST
    if action >= row.DRAW:  # or to lay no more
        return 0.0
    if action >= row.TAKE:
        return _of_a_take(table, s, action - row.TAKE)
    colour, value = action % row.DISCARD // VALUES, value_of(action % row.DISCARD)
    return _of_a_lay(table, s, colour, value) if action < row.DISCARD else -_harm(table, s, colour, value)


@rule
def _of_a_lay(table: Table, s: row.State, colour: int, value: int) -> float:
    laid = laid_by_mover(table, s, colour)
    if s.phase == row.EXTRA:
        return float(value) if laid != 0 and value != WAGER else NEVER
    if not _wants(table, s, colour):
        return -40.0
    waiting = fitting(laid, held_by_mover(s, colour))
    if kinds(waiting) & (1 << (value - 1)) - 1:  # a lower one waits
        return NEVER
    if value == WAGER:
        return 6.0 if sum_of_numbers(waiting) >= ENOUGH + 6 else -10.0
    gap = value - _height(laid) - 1
    late = max(0, 2 + count(waiting) - _turns_left(table, s))
    return 6.0 - 2.0 * gap + 4.0 * late + (2.0 if laid & WAGERS else 0.0)


@rule
def _harm(table: Table, s: row.State, colour: int, value: int) -> float:
    """What a discard gives away."""
    harm = 0.1 * sum_of_numbers(held_by_mover(s, colour))
    own = row.side_of(table, s.mover)
    if _takes(laid_by_mover(table, s, colour), value):
        harm += value * (1.5 if _wants(table, s, colour) else 0.3)
    if not table.cooperation:
        for side in range(table.sides):
            laid = int(s.expeditions[side, colour])
            if side != own and _takes(laid, value):
                harm += value * (1.0 if laid != 0 else 0.3)
    return harm


@rule
def _of_a_take(table: Table, s: row.State, colour: int) -> float:
    top = int(s.discards[colour] & 15)
    welcome = top != WAGER and _wants(table, s, colour) and _takes(laid_by_mover(table, s, colour), top)
    return float(top) if welcome else NEVER


@rule
def _wants(table: Table, s: row.State, colour: int) -> bool:
    """The colour is under way, or worth starting."""
    held = held_by_mover(s, colour)
    begin = sum_of_numbers(held) >= ENOUGH and _turns_left(table, s) >= count(held)
    return begin or laid_by_mover(table, s, colour) != 0


@rule
def _takes(laid: int, value: int) -> bool:
    return row.layable(laid) >> (value - 1) & 1 != 0


@rule
def _height(laid: int) -> int:
    """The highest number of an expedition; before the first, a wager's value."""
    for value in range(HIGHEST_NUMBER, WAGER, -1):
        if laid >> (value + 1) & 1:
            return value
    return WAGER


@rule
def _turns_left(table: Table, s: row.State) -> int:
    return -(-int(s.pile) // int(table.seats))


class RowThumb:
    """The rule of thumb on one seat. It remembers nothing."""

    def __init__(self, variant: Variant) -> None:
        self._moves = codec(variant.edition.family, variant.colours).moves
        tables = one_record(TABLE)
        tables[0] = table_of(variant)
        self._table = tables[0]

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        tops = {colour: (top,) if top else () for colour, top in view.discard_tops.items()}
        return self._moves[thumb_choice(self._table, known_state(view, tops)[0])]
