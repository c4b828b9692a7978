"""Proposals that compete in the same worlds, on top of what the net's chances make believe of them.

A trained net knows much: between two of its proposals there are seldom more than some tenths of a point, less
than hundreds of worlds can tell for sure. So worlds only correct a belief. What is measured counts the more,
the more worlds there are, and the favourite is who is better by all that is known. A proposal stays as long
as it would be worth something to know it exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, log, pi, sqrt

from lostcities.bots.search_trial import UNHEARD_OF, Trial


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of the difference between two proposals before any world is played."""

    slope: float = 0.5
    """What e times the chance is worth in points."""
    spread: float = 1.5
    """The standard deviation around it, in points."""
    bias: float = 0.5
    """What worlds may be wrong by however many there are, because nobody plays in them as well as at the
    table: a standard deviation, too."""
    enough: float = 0.01
    """A proposal is given up if any number of worlds could be expected to win less, in points."""


class Contest(Trial):
    """The favourite, at first the net's, is whoever is believed to be best."""

    def __init__(self, chances: Sequence[float], belief: Belief) -> None:
        super().__init__(chances)
        self.belief = belief
        self._favourite = 0

    @property
    def verdict(self) -> int:
        return self._favourite

    def _sift(self) -> None:
        self._favourite = max(self.alive, key=lambda i: self._lead(i, self._favourite)[0])
        self.alive = [
            i for i in self.alive if i == self._favourite or self._worth_knowing(i) >= self.belief.enough
        ]

    def _lead(self, one: int, other: int) -> tuple[float, float]:
        """By how many points one is better than the other, and by how much that may still change: the
        standard deviation of what it will be after endless worlds."""
        if one == other:
            return 0.0, 0.0
        by_world = self._worth[one] - self._worth[other]
        bias, spread = self.belief.bias**2, self.belief.spread**2
        noise = bias + float(by_world.var()) / by_world.size
        ratio = max(self.chances[one], UNHEARD_OF) / max(self.chances[other], UNHEARD_OF)
        believed = self.belief.slope * log(ratio)
        trust = spread / (spread + noise)
        lead = believed + trust * (float(by_world.mean()) - believed)
        return lead, sqrt(spread * (spread / (spread + bias) - trust))

    def _worth_knowing(self, proposal: int) -> float:
        """What endless worlds could be expected to win, if a proposal may turn out to be better than the
        favourite."""
        lead, doubt = self._lead(proposal, self._favourite)
        if doubt == 0:
            return 0.0
        errors = -lead / doubt
        density = exp(-errors * errors / 2) / sqrt(2 * pi)
        return doubt * (density - errors * erfc(errors / sqrt(2)) / 2)
