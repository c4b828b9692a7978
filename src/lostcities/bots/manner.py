"""How a player chooses among moves that a net has weighed: how keenly, and with what leanings.

A weak player does not do just anything. It takes a move that the net finds nearly as good as the best, and a
character prefers some kinds of moves; neither makes a senseless one, unless the net finds it the best of all.
So mistakes stay plausible.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf

from lostcities.bots.sense import senseless
from lostcities.game import View
from lostcities.moves import Move

Leaning = Callable[[View, Move], float]
"""How much more a player likes a move than the net does, in the net's own measure (log-chances)."""


@dataclass(frozen=True, slots=True)
class Manner:
    temperature: float = 0.0
    """At 0 the best move; the higher, the more a move is taken at random."""
    reach: float = inf
    """Moves this far below the best are not thought of."""
    leaning: Leaning | None = None
    remembers: bool = True
    """Whether it knows the covered discards."""
    sensible: bool = False
    """Whether it leaves senseless moves alone."""

    def choose(self, view: View, moves: Sequence[Move], worths: Sequence[float], rng: random.Random) -> Move:
        """One of the moves, of which a net says what they are worth."""
        if self.sensible:
            best = max(worths)
            worths = [
                -inf if worth < best and senseless(view, move) else worth
                for move, worth in zip(moves, worths, strict=True)
            ]
        if self.leaning is not None:
            best = max(worths)
            # A leaning chooses among what makes sense; it makes no sense of the rest.
            worths = [
                worth + self.leaning(view, move) if worth >= best - self.reach else -inf
                for move, worth in zip(moves, worths, strict=True)
            ]
        best = max(worths)
        if self.temperature <= 0:
            return moves[worths.index(best)]
        weights = [
            exp((worth - best) / self.temperature) if worth >= best - self.reach else 0.0 for worth in worths
        ]
        return rng.choices(moves, weights)[0]


BEST = Manner()
