"""How a move is thought through: a net's proposals, tried out in the same worlds, within a budget.

A world is what a seat sees with the rest by chance. The net's best proposals are played in all of them until
one is chosen. How worlds are dealt, how the game goes on in them and what it takes to overrule the net is
each family's own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf
from time import perf_counter
from typing import Generic, TypeVar

from lostcities.bots.policy import NetBot, V
from lostcities.bots.search_trial import Floats, Trial
from lostcities.game import View
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.variant import Variant

FIRST_BATCH, BATCH = 16, 32  # worlds between two looks at the clock and at the proposals
LEAST = 8  # fewer worlds tell nothing
MOST_SEED = 0x7FFFFFFF  # what is left of 63 bits beside a round and a ply
FIRST_GUESS = 2e-4  # seconds for a turn in one world
MOST_AT_ONCE = 2048  # rounds that are played side by side


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: whichever limit comes first. By worlds alone, play repeats exactly."""

    worlds: int = 64
    seconds: float = inf


@dataclass(frozen=True, slots=True)
class Doubt:
    """When the net's first choice is in doubt."""

    proposals: int = 4
    least: float = 0.02
    """A chance below which a move is no proposal."""
    sure: float = 0.95
    """A chance of the net's first choice above which it stands."""


W = TypeVar("W")
M = TypeVar("M", bound=Doubt)


class Searching(NetBot[V], Generic[V, W, M]):
    """Thinks in worlds of the kind `W`, by a method `M`."""

    usual: M
    most_worlds = 256
    """Where the clock decides."""

    def __init__(
        self,
        variant: Variant,
        net: Net,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        method: M | None = None,
    ) -> None:
        super().__init__(variant, net, seed=seed)
        self.budget = budget or Budget()
        self.method = method or self.usual
        self.worlds_tried = 0
        """In how many worlds the last decision was tried out."""
        self._seed = seed
        self._pace = FIRST_GUESS

    @abstractmethod
    def length(self, view: V) -> int:
        """How many turns, more or less, a world is played on from here: what it costs."""

    @abstractmethod
    def worlds_of(self, view: V) -> W:
        """The source of worlds that the seat can't tell from the true one."""

    @abstractmethod
    def play_out(self, view: V, worlds: W, moves: Sequence[Move], number: int) -> Floats:
        """What each move is worth in so many new worlds, the same for all: a row for each move."""

    def allow(self, seconds: float) -> None:
        self.budget = Budget(self.most_worlds, seconds)

    def choose(self, view: View) -> Move:
        started = perf_counter()
        view = self.own(view)
        moves, chances = self.proposals(view)
        trial = self.trial_of(chances)
        if self.is_open(view, chances):
            worlds = self.worlds_of(view)
            while not trial.settled:
                begun, turns = perf_counter(), len(trial.alive) * (self.length(view) + 1)
                left = self.most(view) - trial.worlds
                number = self._affordable(trial, left, turns, self.budget.seconds - (begun - started))
                if number == 0:
                    break
                trial.add(self.play_out(view, worlds, [moves[i] for i in trial.alive], number))
                self._pace = (perf_counter() - begun) / (number * turns)
        self.worlds_tried = trial.worlds
        return moves[trial.verdict]

    @abstractmethod
    def trial_of(self, chances: Sequence[float]) -> Trial:
        """What decides between proposals with these chances."""

    def proposals(self, view: V) -> tuple[list[Move], list[float]]:
        """The net's best moves and their chances, best first."""
        logits = self.opinion(view).logits[0]
        worth = {move: float(logits[self._codec.actions[move]]) for move in view.legal_moves}
        best = sorted(worth, key=lambda move: -worth[move])
        total = sum(exp(w - worth[best[0]]) for w in worth.values())
        chances = [exp(worth[move] - worth[best[0]]) / total for move in best[: self.method.proposals]]
        number = max(1, sum(chance >= self.method.least for chance in chances))
        return best[:number], chances[:number]

    def is_open(self, view: V, chances: Sequence[float]) -> bool:
        """Whether there is something to search for."""
        return len(chances) > 1 and chances[0] <= self.method.sure

    def seed_of(self, view: V) -> int:
        """What decides the worlds of a decision."""
        round_number = view.standing.round if view.standing else 0
        return (self._seed & MOST_SEED) << 32 | round_number << 16 | view.ply

    def most(self, view: V) -> int:
        """The worlds that a decision may take."""
        return self.budget.worlds

    def _affordable(self, trial: Trial, left: int, turns: int, seconds: float) -> int:
        """How many worlds come next, if so many and so many seconds are left and a world takes so many
        turns."""
        in_time = seconds / (self._pace * turns)
        if in_time < LEAST:
            if not trial.worlds:  # it may have been one slow moment, so try again before long
                self._pace = max(min(self._pace, FIRST_GUESS), self._pace / 2)
            return 0
        batch = max(BATCH, trial.worlds) if trial.worlds else FIRST_BATCH
        return max(0, int(min(batch, MOST_AT_ONCE // len(trial.alive), left, in_time)))
