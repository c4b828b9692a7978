"""The environment on a GPU. States stay there; observations and ends go into PyTorch's own memory."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from lostcities.lab.environment import Environment, Loops, Observation
from lostcities.lab.families import Game
from lostcities.lab.gpu import BLOCK, blocks, cuda, kernel


@cache
def kernels(game: Game) -> Loops:
    """A game's functions, each as a kernel with a thread for every slot."""
    begin, look, play_on, explorer_choice = game.begin, game.look, game.play_on, game.explorer_choice
    legal = game.legal

    @kernel
    def begin_one(tables: Any, states: Any, decks: Any, randoms: Any, whims: Any, seeds: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            begin(tables[i], states[i], decks[i], randoms[i], whims[i], seeds[i])

    @kernel
    def look_at_part(
        tables: Any, states: Any, decks: Any, tokens: Any, overall: Any, secrets: Any, words: Any, sides: Any
    ) -> None:
        """A thread for each colour of each slot and one for the rest."""
        thread = cuda.grid(1)
        parts = tokens.shape[1] + 1
        i = thread // parts
        if i < tables.size:
            one = (tokens[i], overall[i], secrets[i], words[i], sides[i : i + 1])
            look(tables[i], states[i], decks[i], thread % parts, one)

    @kernel
    def play_one(
        tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, actions: Any, ends: Any
    ) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            play_on(tables[i], states[i], decks[i], randoms[i], counts[i], actions[i], ends[i])

    @kernel
    def allow_one(tables: Any, states: Any, words: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            words[i, 0], words[i, 1], words[i, 2] = legal(tables[i], states[i])

    @kernel
    def explore_one(tables: Any, states: Any, whims: Any, habits: Any, actions: Any) -> None:
        thread = cuda.grid(1)
        if thread < actions.size:
            i = tables.size - actions.size + thread
            actions[thread] = explorer_choice(tables[i], states[i], habits, whims[i])

    @kernel
    def play_ahead_one(
        tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, whims: Any, habits: Any,
        decisions: Any, ends: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < tables.size:
            for _ in range(decisions[i]):
                action = explorer_choice(tables[i], states[i], habits, whims[i])
                play_on(tables[i], states[i], decks[i], randoms[i], counts[i], action, ends[i])

    return Loops(begin_one, look_at_part, play_one, allow_one, explore_one, play_ahead_one)


class CudaEnvironment(Environment):
    device = torch.device("cuda")

    def _begin(self, seeds: npt.NDArray[np.int64]) -> None:
        self._kernels = kernels(self.game)
        self.tables, self.tables_alone = cuda.to_device(self.tables), cuda.to_device(self.tables_alone)
        self.states = cuda.to_device(self.states)
        self.decks = cuda.to_device(self.decks)
        self.randoms = cuda.to_device(self.randoms)
        self.whims = cuda.to_device(self.whims)
        self.counts = cuda.to_device(self.counts)
        self._slots = blocks(self.slots), BLOCK
        self._parts = blocks(self.slots * (self.colours + 1)), BLOCK
        self._kernels.begin[self._slots](
            self.tables, self.states, self.decks, self.randoms, self.whims, cuda.to_device(seeds)
        )

    def observe(self, into: Observation) -> None:
        self._kernels.look[self._parts](self.tables, self.states, self.decks, *map(cuda.as_cuda_array, into))

    def play(self, actions: Tensor, ends: Tensor) -> None:
        into = cuda.as_cuda_array(ends)
        chosen = cuda.as_cuda_array(actions)
        self._kernels.play[self._slots](
            self.tables, self.states, self.decks, self.randoms, self.counts, chosen, into
        )

    def allow(self, words: Tensor) -> None:
        self._kernels.allow[self._slots](self.tables, self.states, cuda.as_cuda_array(words))

    def play_ahead(self, decisions: npt.NDArray[np.int64]) -> None:
        self._kernels.play_ahead[self._slots](
            self.tables, self.states, self.decks, self.randoms, self.counts, self.whims, self.game.habits,
            cuda.to_device(decisions), cuda.as_cuda_array(self.empty_ends()),
        )  # fmt: skip

    def explore(self, actions: Tensor, *, alone: bool = False) -> None:
        tables, chosen = self.tables_alone if alone else self.tables, cuda.as_cuda_array(actions)
        self._kernels.explore[self._slots](tables, self.states, self.whims, self.game.habits, chosen)
