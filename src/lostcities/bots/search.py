"""The strongest play of the row game: a network's proposals, tried out in many worlds.

A seat doesn't know the other hands and the order of the draw pile. So worlds are dealt that it can't tell
from the true one. A quick net, a student of the one that makes the proposals, says which cards the others
may hold, and plays the rounds to their end. For others who have not played as a net does, whoever they
played like goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lostcities.bots.acquaintance import Acquaintance
from lostcities.bots.policy import PolicyBot, Seen
from lostcities.bots.rollouts import Rollouts
from lostcities.bots.search_contest import Belief, Contest
from lostcities.bots.search_trial import Floats
from lostcities.bots.search_worlds import Worlds, odds_for
from lostcities.bots.searching import Budget, Doubt, Searching
from lostcities.game import RowView, View
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.net.known import known_state
from lostcities.variant import Variant

MOST_WORLDS = 4096
OVERTIME = 6  # turns of a round beyond the cards in its draw pile, more or less


@dataclass(frozen=True, slots=True)
class Method(Doubt):
    """When to search, for what, and when to believe it."""

    proposals: int = 8
    least: float = 0.001
    sure: float = 0.997
    belief: Belief = field(default_factory=Belief)
    turns: int = 60_000
    """Turns that a proposal may take, all worlds together."""


class SearchBot(Searching[RowView, Worlds, Method], PolicyBot):
    usual = Method()
    most_worlds = MOST_WORLDS

    def __init__(
        self,
        variant: Variant,
        net: Net,
        quick: Net | None = None,
        *,
        seed: int = 0,
        budget: Budget | None = None,
        method: Method | None = None,
    ) -> None:
        super().__init__(variant, net, seed=seed, budget=budget or Budget(MOST_WORLDS), method=method)
        self._quick = quick or net
        self.others = Acquaintance(variant, self._quick)
        """What it has found out about them."""

    def watch(self, view: View) -> None:
        super().watch(view)
        if isinstance(view, RowView):
            self.others.watch(view, known_state(view, self._memory.piles))

    def observe(self, view: RowView) -> Seen:
        self.watch(view)
        return super().observe(view)

    def length(self, view: RowView) -> int:
        return view.pile + OVERTIME

    def most(self, view: RowView) -> int:
        return min(super().most(view), self.method.turns // self.length(view))

    def trial_of(self, chances: Sequence[float]) -> Contest:
        return Contest(chances, self.method.belief)

    def worlds_of(self, view: RowView) -> Worlds:
        known, seat = known_state(view, self._memory.piles), view.seat or 0
        held = self._quick.hands(*self.observe_state(known, seat))[0] if self._quick.reads_hands else None
        odds = odds_for(self._tables, seat, held)
        return Worlds(self._tables, known, seat, view.hand_sizes, odds, self.seed_of(view), self.others.kinds)

    def play_out(self, view: RowView, worlds: Worlds, moves: Sequence[Move], number: int) -> Floats:
        dealt = worlds.deal(number)
        actions = np.array([self._codec.actions[move] for move in moves])
        ends = Rollouts(self._quick, self._tables).worth(
            np.tile(dealt.states, len(moves)),
            np.tile(dealt.decks, (len(moves), 1)),
            actions.repeat(number),
            view.variant.side_of(view.seat or 0),
            np.tile(dealt.players, (len(moves), 1)),
        )
        return ends.reshape(len(moves), number)
