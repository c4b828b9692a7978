"""Proposals that challenge the net's first choice, which stands unless another one passes a gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from lostcities.bots.search_trial import UNHEARD_OF, Trial

BEYOND_DOUBT = 3.0  # standard errors
HARDLY = 2.0


@dataclass(frozen=True, slots=True)
class Gate:
    """How much better than the net's first choice another proposal must be."""

    points: float = 1.0
    errors: float = 2.0
    """Standard errors."""
    prior: float = 1.0
    """What e times the chance is worth in points, between proposals that pass."""


class Challenge(Trial):
    def __init__(self, chances: Sequence[float], gate: Gate) -> None:
        super().__init__(chances)
        self.gate = gate

    @property
    def verdict(self) -> int:
        if not self.worlds:
            return 0
        if 0 not in self.alive:
            return self._best(self.alive)
        return self._best([i for i in self.alive if i == 0 or self._passes(i)])

    def _sift(self) -> None:
        best = self._best(self.alive)
        self.alive = [i for i in self.alive if i == best or not self._beaten(i, best)]
        if 0 in self.alive:
            self.alive = [i for i in self.alive if i == 0 or self._may_pass(i)]

    def _best(self, proposals: Sequence[int]) -> int:
        def score(i: int) -> float:
            return float(self._worth[i].mean()) + self.gate.prior * log(max(self.chances[i], UNHEARD_OF))

        return max(proposals, key=score)

    def _lead(self, first: int, second: int) -> tuple[float, float]:
        """By how many points one is better than the other, and the standard error."""
        by_world = self._worth[first] - self._worth[second]
        return float(by_world.mean()), float(by_world.std() / max(1, by_world.size - 1) ** 0.5)

    def _beaten(self, proposal: int, best: int) -> bool:
        lead, error = self._lead(best, proposal)
        return lead > BEYOND_DOUBT * error and (proposal != 0 or lead >= self.gate.points)

    def _may_pass(self, proposal: int) -> bool:
        lead, error = self._lead(proposal, 0)
        return lead + HARDLY * error >= self.gate.points

    def _passes(self, proposal: int) -> bool:
        lead, error = self._lead(proposal, 0)
        return lead >= self.gate.points and lead >= self.gate.errors * error
