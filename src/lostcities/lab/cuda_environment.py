"""The environment on a GPU. States stay there; observations and ends go into PyTorch's own memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from lostcities.lab.environment import Environment, Observation, begin, look, play_on
from lostcities.lab.gpu import BLOCK, blocks, cuda, kernel
from lostcities.lab.yardstick import plain_choice


@kernel
def _begin_one(tables: Any, states: Any, decks: Any, randoms: Any, seeds: Any) -> None:
    i = cuda.grid(1)
    if i < tables.size:
        begin(tables[i], states[i], decks[i], randoms[i], seeds[i])


@kernel
def _look_at_part(
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
def _play_one(
    tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, actions: Any, ends: Any
) -> None:
    i = cuda.grid(1)
    if i < tables.size:
        play_on(tables[i], states[i], decks[i], randoms[i], counts[i], actions[i], ends[i])


@kernel
def _choose_one(tables: Any, states: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < tables.size:
        actions[i] = plain_choice(tables[i], states[i])


class CudaEnvironment(Environment):
    device = torch.device("cuda")

    def _begin(self, seeds: npt.NDArray[np.int64]) -> None:
        self.tables = cuda.to_device(self.tables)
        self.states = cuda.to_device(self.states)
        self.decks = cuda.to_device(self.decks)
        self.randoms = cuda.to_device(self.randoms)
        self.counts = cuda.to_device(self.counts)
        self._slots = blocks(self.slots), BLOCK
        self._parts = blocks(self.slots * (self.colours + 1)), BLOCK
        _begin_one[self._slots](self.tables, self.states, self.decks, self.randoms, cuda.to_device(seeds))

    def observe(self, into: Observation) -> None:
        _look_at_part[self._parts](self.tables, self.states, self.decks, *map(cuda.as_cuda_array, into))

    def play(self, actions: Tensor, ends: Tensor) -> None:
        into = cuda.as_cuda_array(ends)
        chosen = cuda.as_cuda_array(actions)
        _play_one[self._slots](self.tables, self.states, self.decks, self.randoms, self.counts, chosen, into)

    def choose_plainly(self, actions: Tensor) -> None:
        _choose_one[self._slots](self.tables, self.states, cuda.as_cuda_array(actions))
