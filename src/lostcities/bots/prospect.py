"""What an expedition of the row game may still become, as `explorer` sees it."""

from __future__ import annotations

from math import erf, exp, pi, sqrt
from typing import NamedTuple

from lostcities.kernel import row
from lostcities.kernel.cards import HIGHEST_NUMBER, LOWEST_NUMBER, WAGERS, count, sum_of_numbers
from lostcities.kernel.jit import rule
from lostcities.net.table import Table

# The gains of the cards that are to be laid, as a sorted list in one integer: seven bits each, the least
# lowest, 0 for "no more". A gain is at least -20 and at most 40, and a hand has at most eight cards.
NO_GAINS = 0
GAIN_BITS = 7
GAIN = (1 << GAIN_BITS) - 1
NOUGHT = 32


class Prospect(NamedTuple):
    worth: float
    """The points to be expected from here on to the end."""
    gains: int
    """What each card of the hand that is to be laid adds to them."""


@rule
def fitting(expedition: int, cards: int) -> int:
    """Those of a set of cards that the expedition still takes."""
    takes = row.layable(expedition)
    return cards & (takes >> 1 << 3 | (WAGERS if takes & 1 else 0))


@rule
def prospect(table: Table, expedition: int, held: int, unseen: int, turns: int, chance: float) -> Prospect:
    """Judge an expedition, the cards of its colour in hand, and those that come with this chance each, when
    there is time to lay so many cards."""
    fits = fitting(expedition, held)
    while count(fits) > turns:
        fits &= fits - 1  # the lowest card stays in hand
    hoped = fitting(expedition, unseen) & ~WAGERS
    wagers = count(fits & WAGERS)
    result = sum_of_numbers(expedition | fits) + chance * sum_of_numbers(hoped) - table.cost
    factor = 1 + count(expedition & WAGERS) + (wagers if result > 0 else 0)
    doubt = chance * (1 - chance)
    cards = count(expedition) + count(fits) + chance * count(hoped)
    spread = sqrt(doubt * count(hoped)) + 0.1
    worth = result * factor + row.BONUS * _normal((cards - table.bonus_from + 0.5) / spread)
    if expedition == 0:
        # Nothing is spent yet: the player goes only if it pays.
        worth = _if_positive(worth, factor * sqrt(doubt * _sum_of_squares(hoped)) + 0.1)
        if result <= 0:
            return Prospect(worth, NO_GAINS)
    gains = NO_GAINS
    for _ in range(wagers):
        gains = _with_gain(gains, int(result))
    for value in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if fits >> (value + 1) & 1:
            gains = _with_gain(gains, value * factor)
    return Prospect(worth, gains)


@rule
def joined(first: Prospect, second: Prospect) -> Prospect:
    """Two colours seen as one."""
    gains, more = first.gains, second.gains
    while more != NO_GAINS:
        gains = _with_gain(gains, (more & GAIN) - NOUGHT)
        more >>= GAIN_BITS
    return Prospect(first.worth + second.worth, gains)


@rule
def in_time(all_colours: Prospect, turns: int) -> float:
    """The worth without the least gains, where there are more cards to lay than turns."""
    left = all_colours.gains
    cards = 0
    while left >> GAIN_BITS * cards != 0:
        cards += 1
    worth = all_colours.worth
    for _ in range(cards - turns):
        worth -= (left & GAIN) - NOUGHT
        left >>= GAIN_BITS
    return worth


@rule
def _with_gain(gains: int, gain: int) -> int:
    place = 0
    while gains >> place != 0 and (gains >> place & GAIN) - NOUGHT < gain:
        place += GAIN_BITS
    lower = gains & ((1 << place) - 1)
    return gains >> place << place + GAIN_BITS | gain + NOUGHT << place | lower


@rule
def _sum_of_squares(cards: int) -> int:
    total = 0
    for value in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if cards >> (value + 1) & 1:
            total += value * value
    return total


@rule
def _normal(x: float) -> float:
    return 0.5 + 0.5 * erf(x / sqrt(2.0))


@rule
def _if_positive(mean: float, spread: float) -> float:
    """The mean of a normal variable whose negative values count 0."""
    x = mean / spread
    return mean * _normal(x) + spread * exp(-x * x / 2) / sqrt(2 * pi)
