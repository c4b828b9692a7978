"""The strongest play: a network's proposals, tried out in many worlds.

A seat doesn't know the other hands and the order of the draw pile. So worlds are dealt that it can't tell
from the true one, the net's best proposals are played in all of them, and the net plays every round to its
end. Its first choice stands unless another one is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots.policy import PolicyBot
from lostcities.bots.search_reading import Moments, log_likelihood
from lostcities.bots.search_trial import Floats, Gate, Trial
from lostcities.bots.search_worlds import Worlds
from lostcities.game import RowView, View
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.net.known import known_state
from lostcities.net.rollouts import Rollouts
from lostcities.variant import Variant

FIRST_BATCH, BATCH = 16, 32  # worlds between two looks at the clock and at the proposals
MOST_WORLDS = 256  # where the clock decides
LEAST = 8  # fewer worlds tell nothing
MOST_SEED = 0x7FFFFFFF  # what is left of 63 bits beside a round and a ply
FIRST_GUESS = 2e-4  # seconds for a round, for each card in the draw pile


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: whichever limit comes first. By worlds alone, play repeats exactly."""

    worlds: int = 64
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """When to search, for what, and when to believe it."""

    from_pile: int = 30
    """Cards in the draw pile from which on there is a search; before, there is too much chance to come."""
    proposals: int = 4
    least: float = 0.02
    """A chance below which a move is no proposal."""
    sure: float = 0.95
    """A chance of the net's first choice above which it stands."""
    moments: int = 12
    """Decisions of the others from which their hands are read."""
    hands: int = 4
    """Worlds that are dealt for each one that is played."""
    gate: Gate = field(default_factory=Gate)


class SearchBot(PolicyBot):
    def __init__(
        self,
        variant: Variant,
        net: Net,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        method: Method | None = None,
    ) -> None:
        super().__init__(variant, net)
        self.budget = budget or Budget()
        self.method = method or Method()
        self.worlds_tried = 0
        """In how many worlds the last decision was tried out."""
        self._seed = seed
        self._moments = Moments(self._tables, self.method.moments)
        self._rollouts = Rollouts(net, self._tables)
        self._pace = FIRST_GUESS

    def allow(self, seconds: float) -> None:
        self.budget = Budget(MOST_WORLDS, seconds)

    def watch(self, view: View) -> None:
        super().watch(view)
        if isinstance(view, RowView):
            self._moments.watch(view, known_state(view, self._memory.piles))

    def choose(self, view: View) -> Move:
        started = perf_counter()
        if not isinstance(view, RowView):
            raise TypeError("this net plays the row game")
        moves, chances = self.proposals(view)
        self.watch(view)
        trial = Trial(chances, self.method.gate)
        if self.is_open(view, chances):
            worlds = self.worlds_of(view)
            while not trial.settled:
                begun, rounds = perf_counter(), len(trial.alive) * (view.pile + 1)
                number = self._affordable(trial, rounds, begun - started)
                if number == 0:
                    break
                trial.add(self.play_out(view, worlds, [moves[i] for i in trial.alive], number))
                self._pace = (perf_counter() - begun) / (number * rounds)
        self.worlds_tried = trial.worlds
        return moves[trial.verdict]

    def proposals(self, view: RowView) -> tuple[list[Move], list[float]]:
        """The net's best moves and their chances, best first."""
        logits = self.opinion(view).logits[0]
        worth = {move: float(logits[self._codec.actions[move]]) for move in view.legal_moves}
        best = sorted(worth, key=lambda move: -worth[move])
        total = sum(exp(w - worth[best[0]]) for w in worth.values())
        chances = [exp(worth[move] - worth[best[0]]) / total for move in best[: self.method.proposals]]
        number = max(1, sum(chance >= self.method.least for chance in chances))
        return best[:number], chances[:number]

    def is_open(self, view: RowView, chances: Sequence[float]) -> bool:
        """Whether there is something to search for."""
        return len(chances) > 1 and chances[0] <= self.method.sure and view.pile <= self.method.from_pile

    def worlds_of(self, view: RowView) -> Worlds:
        round_number = view.standing.round if view.standing else 0
        seed = (self._seed & MOST_SEED) << 32 | round_number << 16 | view.ply
        return Worlds(self._tables, view, known_state(view, self._memory.piles), seed)

    def play_out(self, view: RowView, worlds: Worlds, moves: Sequence[Move], number: int) -> Floats:
        """What each move is worth in so many new worlds, the same for all: a row for each move."""
        states, decks = self._likely(worlds, number)
        actions = np.array([self._codec.actions[move] for move in moves])
        ends = self._rollouts.worth(
            np.tile(states, len(moves)),
            np.tile(decks, (len(moves), 1)),
            actions.repeat(number),
            view.variant.side_of(view.seat or 0),
        )
        return ends.reshape(len(moves), number)

    def _affordable(self, trial: Trial, rounds: int, spent: float) -> int:
        """How many worlds the budget allows next; `rounds` tells what one costs."""
        number = min(BATCH if trial.worlds else FIRST_BATCH, self.budget.worlds - trial.worlds)
        if self.budget.seconds is not None:
            number = min(number, int((self.budget.seconds - spent) / (self._pace * rounds)))
            if number < LEAST:
                return 0
        return max(0, number)

    def _likely(self, worlds: Worlds, number: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
        """Worlds drawn from more of them by how likely they make what the others did."""
        states, decks = worlds.deal(number * self.method.hands)
        known = log_likelihood(self.net, self._tables, states, self._moments, worlds.randoms)
        ends = np.cumsum(np.exp(known - known.max()))
        drawn = np.searchsorted(ends, (np.arange(number) + 0.5) / number * ends[-1])
        decks = decks[drawn]
        worlds.shuffle(decks)  # one that is drawn twice goes on in two ways
        return states[drawn], decks
