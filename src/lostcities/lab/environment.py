"""Thousands of rounds side by side, by the rules kernel itself: on a GPU one thread a game, on a CPU a loop.

Both call the same compiled functions of a `Game` for one slot. A finished round is dealt afresh at once, from
the slot's own stream of chance: slots with equal seeds get equal deals, whatever is played.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from lostcities.kernel import chance
from lostcities.lab.ends import COUNTS, END
from lostcities.lab.families import Game
from lostcities.net.shape import Shape

WORDS = 3


class Observation(NamedTuple):
    """What is seen of every slot; one row a slot."""

    tokens: Tensor
    overview: Tensor
    secret: Tensor
    words: Tensor
    """The legal actions, as three words of bits."""
    sides: Tensor
    """The mover's side."""

    @classmethod
    def empty(cls, *shape: int, net: Shape, colours: int, device: torch.device) -> Observation:
        def zeros(*size: int, dtype: torch.dtype = torch.int16) -> Tensor:
            return torch.zeros(*shape, *size, dtype=dtype, device=device)

        return cls(
            zeros(colours, net.token_scale.size),
            zeros(net.overview_scale.size),
            zeros(colours, net.secret_scale.size),
            zeros(WORDS, dtype=torch.int64),
            zeros(dtype=torch.int64),
        )

    def at(self, index: Any) -> Observation:
        return Observation(*(part[index] for part in self))

    def flat(self) -> Observation:
        """Time and slots as one axis."""
        return Observation(*(part.flatten(0, 1) for part in self))


class Loops(NamedTuple):
    """A game's functions, each for all slots."""

    begin: Any
    look: Any
    play: Any
    allow: Any
    explore: Any
    play_ahead: Any


@cache
def loops(game: Game) -> Loops:
    """What a loop calls is in the cache of compiled code; the loops themselves compile in a second."""
    begin, look, play_on, explorer_choice = game.begin, game.look, game.play_on, game.explorer_choice
    legal = game.legal

    @numba.njit(nogil=True)
    def begin_all(tables: Any, states: Any, decks: Any, randoms: Any, whims: Any, seeds: Any) -> None:
        for i in range(tables.size):
            begin(tables[i], states[i], decks[i], randoms[i], whims[i], int(seeds[i]))

    @numba.njit(nogil=True)
    def look_all(
        tables: Any, states: Any, decks: Any, tokens: Any, overall: Any, secrets: Any, words: Any, sides: Any
    ) -> None:
        for i in range(tables.size):
            for part in range(tokens.shape[1] + 1):
                one = (tokens[i], overall[i], secrets[i], words[i], sides[i : i + 1])
                look(tables[i], states[i], decks[i], part, one)

    @numba.njit(nogil=True)
    def play_all(
        tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, actions: Any, ends: Any
    ) -> None:
        for i in range(tables.size):
            play_on(tables[i], states[i], decks[i], randoms[i], counts[i], int(actions[i]), ends[i])

    @numba.njit(nogil=True)
    def allow_all(tables: Any, states: Any, words: Any) -> None:
        for i in range(tables.size):
            words[i, 0], words[i, 1], words[i, 2] = legal(tables[i], states[i])

    @numba.njit(nogil=True)
    def explore_all(tables: Any, states: Any, whims: Any, habits: Any, actions: Any) -> None:
        first = tables.size - actions.size
        for i in range(first, tables.size):
            actions[i - first] = explorer_choice(tables[i], states[i], habits, whims[i])

    @numba.njit(nogil=True)
    def play_ahead_all(
        tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, whims: Any, habits: Any,
        decisions: Any, ends: Any,
    ) -> None:  # fmt: skip
        for i in range(tables.size):
            for _ in range(decisions[i]):
                action = explorer_choice(tables[i], states[i], habits, whims[i])
                play_on(tables[i], states[i], decks[i], randoms[i], counts[i], action, ends[i])

    return Loops(begin_all, look_all, play_all, allow_all, explore_all, play_ahead_all)


class Environment:
    """Rounds on the CPU; `environment` gives those on a GPU too."""

    device = torch.device("cpu")

    def __init__(self, game: Game, tables: npt.NDArray[Any], seeds: npt.NDArray[np.int64]) -> None:
        slots = tables.size
        self.game = game
        self.slots = slots
        self.colours = int(tables["colours"].max())
        self.tables, self.tables_alone = tables, game.alone(tables)
        self.states = np.zeros(slots, game.state)
        self.decks = np.zeros((slots, game.deck), np.int8)
        self.randoms = np.zeros(slots, chance.RANDOM)
        self.whims = np.zeros(slots, chance.RANDOM)  # how players decide between equals; no deal needs it
        self.counts = np.zeros((slots, COUNTS), np.int16)
        self._begin(seeds)

    def _begin(self, seeds: npt.NDArray[np.int64]) -> None:
        self._loops = loops(self.game)
        self._loops.begin(self.tables, self.states, self.decks, self.randoms, self.whims, seeds)

    def empty_observation(self, *steps: int) -> Observation:
        return Observation.empty(
            *steps, self.slots, net=self.game.shape, colours=self.colours, device=self.device
        )

    def empty_ends(self, *steps: int) -> Tensor:
        return torch.zeros(*steps, self.slots, END, device=self.device)

    def observe(self, into: Observation) -> None:
        """Write what the mover of each slot sees."""
        self._loops.look(self.tables, self.states, self.decks, *(part.numpy() for part in into))

    def play(self, actions: Tensor, ends: Tensor) -> None:
        """Carry out an action in each slot and write what ended."""
        self._loops.play(
            self.tables, self.states, self.decks, self.randoms, self.counts, actions.numpy(), ends.numpy()
        )

    def allow(self, words: Tensor) -> None:
        """Write the legal actions of each slot alone, of all that an observation has."""
        self._loops.allow(self.tables, self.states, words.numpy())

    def play_ahead(self, decisions: npt.NDArray[np.int64]) -> None:
        """Let explorers make so many decisions in each slot."""
        self._loops.play_ahead(
            self.tables, self.states, self.decks, self.randoms, self.counts, self.whims, self.game.habits,
            decisions, self.empty_ends().numpy(),
        )  # fmt: skip

    def explore(self, actions: Tensor, *, alone: bool = False) -> None:
        """Write what the explorer would do in each of the last slots, as many as there are actions; `alone`,
        if everybody played for themselves."""
        tables = self.tables_alone if alone else self.tables
        self._loops.explore(tables, self.states, self.whims, self.game.habits, actions.numpy())


def environment(
    game: Game, tables: npt.NDArray[Any], seeds: npt.NDArray[np.int64], device: torch.device
) -> Environment:
    """Rounds on a device, one for each table."""
    if device.type == "cuda":
        from lostcities.lab.cuda_environment import CudaEnvironment

        return CudaEnvironment(game, tables, seeds)
    return Environment(game, tables, seeds)
