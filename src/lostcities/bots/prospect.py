"""What an expedition of the row game may still become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from lostcities.cards import WAGER, Card
from lostcities.kernel.row import BONUS
from lostcities.variant import Edition


class Laid(NamedTuple):
    """An expedition as it lies."""

    wagers: int
    last: int
    """Its last number, or `WAGER` before the first."""
    sum: int
    cards: int

    @classmethod
    def of(cls, cards: Sequence[Card]) -> Laid:
        values = [card.value for card in cards]
        wagers = values.count(WAGER)
        return cls(wagers, values[-1] if values else WAGER, sum(values) - wagers, len(values))

    def takes(self, value: int) -> bool:
        return value > self.last or (value == WAGER and self.last == WAGER)

    def with_card(self, value: int) -> Laid:
        if value == WAGER:
            return Laid(self.wagers + 1, self.last, self.sum, self.cards + 1)
        return Laid(self.wagers, value, self.sum + value, self.cards + 1)


class Prospect(NamedTuple):
    worth: float
    """The points to be expected from here on to the end."""
    gains: tuple[int, ...]
    """What each card of the hand that is to be laid adds, in no order."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How an expedition is judged at one moment of a round."""

    edition: Edition
    turns: int
    """How many more cards the player can lay."""
    chance: float
    """That a given unseen card comes to the player in time."""

    def prospect(self, laid: Laid, held: Sequence[int], unseen: Sequence[int]) -> Prospect:
        """Judge an expedition, the values of its colour in hand, and those that might still come."""
        fits = [value for value in held if laid.takes(value)]
        if len(fits) > self.turns:
            fits = sorted(fits)[len(fits) - self.turns :]
        wagers = fits.count(WAGER)
        hoped = [value for value in unseen if value > laid.last]
        chance = self.chance
        total = laid.sum + sum(fits) - wagers + chance * sum(hoped)
        result = total - self.edition.cost
        factor = 1 + laid.wagers + (wagers if result > 0 else 0)
        doubt = chance * (1 - chance)
        count = laid.cards + len(fits) + chance * len(hoped)
        spread = sqrt(doubt * len(hoped)) + 0.1
        bonus = BONUS * _normal((count - self.edition.bonus_from + 0.5) / spread)
        worth = result * factor + bonus
        if not laid.cards:
            # Nothing is spent yet: the player goes only if it pays.
            worth = _if_positive(worth, factor * sqrt(doubt * sum(v * v for v in hoped)) + 0.1)
            if result <= 0:
                return Prospect(worth, ())
        return Prospect(worth, tuple(int(result) if value == WAGER else value * factor for value in fits))


def _normal(x: float) -> float:
    return 0.5 + 0.5 * erf(x / sqrt(2))


def _if_positive(mean: float, spread: float) -> float:
    """The mean of a normal variable whose negative values count 0."""
    x = mean / spread
    return mean * _normal(x) + spread * exp(-x * x / 2) / sqrt(2 * pi)
