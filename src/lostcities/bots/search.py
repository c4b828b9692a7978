"""The strongest play of the row game: a network's proposals, tried out in many worlds.

A seat doesn't know the other hands and the order of the draw pile. So worlds are dealt that it can't tell
from the true one: hands by how well they explain what the others did, then the draw pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots.policy import PolicyBot
from lostcities.bots.search_reading import Moments, log_likelihood
from lostcities.bots.search_trial import Floats
from lostcities.bots.search_worlds import Worlds
from lostcities.bots.searching import Doubt, Searching
from lostcities.game import RowView, View
from lostcities.moves import Move
from lostcities.net.known import known_state
from lostcities.net.rollouts import Rollouts


@dataclass(frozen=True, slots=True)
class Method(Doubt):
    """When to search, for what, and when to believe it."""

    from_pile: int = 30
    """Cards in the draw pile from which on there is a search; before, there is too much chance to come."""
    moments: int = 12
    """Decisions of the others from which their hands are read."""
    hands: int = 4
    """Worlds that are dealt for each one that is played."""


class SearchBot(Searching[RowView, Worlds, Method], PolicyBot):
    usual = Method()

    @cached_property
    def _moments(self) -> Moments:
        return Moments(self._tables, self.method.moments)

    def watch(self, view: View) -> None:
        super().watch(view)
        if isinstance(view, RowView):
            self._moments.watch(view, known_state(view, self._memory.piles))

    def length(self, view: RowView) -> int:
        return view.pile

    def is_open(self, view: RowView, chances: Sequence[float]) -> bool:
        return super().is_open(view, chances) and view.pile <= self.method.from_pile

    def worlds_of(self, view: RowView) -> Worlds:
        return Worlds(self._tables, view, known_state(view, self._memory.piles), self.seed_of(view))

    def play_out(self, view: RowView, worlds: Worlds, moves: Sequence[Move], number: int) -> Floats:
        states, decks = self._likely(worlds, number)
        actions = np.array([self._codec.actions[move] for move in moves])
        ends = Rollouts(self.net, self._tables).worth(
            np.tile(states, len(moves)),
            np.tile(decks, (len(moves), 1)),
            actions.repeat(number),
            view.variant.side_of(view.seat or 0),
        )
        return ends.reshape(len(moves), number)

    def _likely(self, worlds: Worlds, number: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
        """Worlds drawn from more of them by how likely they make what the others did."""
        states, decks = worlds.deal(number * self.method.hands)
        known = log_likelihood(self.net, self._tables, states, self._moments, worlds.randoms)
        ends = np.cumsum(np.exp(known - known.max()))
        drawn = np.searchsorted(ends, (np.arange(number) + 0.5) / number * ends[-1])
        decks = decks[drawn]
        worlds.shuffle(decks)  # one that is drawn twice goes on in two ways
        return states[drawn], decks
