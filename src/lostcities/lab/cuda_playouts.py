"""Playouts on a GPU: a thread for each slot, or for each part of what is seen of it."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from lostcities.kernel import row
from lostcities.lab.gpu import BLOCK, blocks, cuda, kernel
from lostcities.lab.playouts import Begun, Playouts
from lostcities.lab.worlds import begin_in_world, choose_on, see_part
from lostcities.net.worth import prospect


@kernel
def begin_one(
    tables: Any, roots: Any, root_decks: Any, root: Any, which: Any, seeds: Any, true_hands: Any,
    actions: Any, odds: Any, states: Any, decks: Any, owners: Any, randoms: Any, tops: Any, sides: Any,
    over: Any,
) -> None:  # fmt: skip
    i = cuda.grid(1)
    if i < root.size:
        at = root[i]
        begin_in_world(
            tables[at], roots[at], root_decks[at], true_hands[i], odds[which[i]], seeds[i], actions[i],
            states[i], decks[i], owners[i], randoms[i], tops, sides, i,
        )  # fmt: skip
        over[i] = states[i].phase == row.OVER


@kernel
def look_at_part(tables: Any, root: Any, states: Any, running: Any, tokens: Any, overall: Any) -> None:
    thread = cuda.grid(1)
    parts = tokens.shape[1] + 1
    n = thread // parts
    if n < running.size:
        i = running[n]
        if i >= 0:
            see_part(tables[root[i]], states[i], thread % parts, tokens[n], overall[n])


@kernel
def choose_one(
    tables: Any, root: Any, states: Any, decks: Any, tops: Any, sides: Any, over: Any, running: Any,
    logits: Any,
) -> None:  # fmt: skip
    n = cuda.grid(1)
    if n < running.size:
        i = running[n]
        if i >= 0:
            choose_on(tables[root[i]], states[i], decks[i], tops, sides, i, logits[n])
            over[i] = states[i].phase == row.OVER


@kernel
def judge_one(tables: Any, root: Any, states: Any, sides: Any, worth: Any) -> None:
    i = cuda.grid(1)
    if i < worth.size:
        worth[i] = prospect(tables[root[i]], states[i], int(sides[i]))


def _threads(number: int) -> tuple[int, int]:
    return blocks(number), BLOCK


class CudaPlayouts(Playouts):
    def _arrays(self) -> None:
        super()._arrays()
        self._states = cuda.to_device(self._states)
        self._decks = cuda.to_device(self._decks)
        self._owners = cuda.to_device(self._owners)
        self._randoms = cuda.to_device(self._randoms)
        self._tops = cuda.to_device(self._tops)
        self._sides = cuda.to_device(self._sides)
        # The same memory as its PyTorch namesake: made once, since making it takes as long as a launch.
        self._root, self._ended = cuda.as_cuda_array(self._roots), cuda.as_cuda_array(self._over)

    def _begin(self, begun: Begun, odds: Tensor) -> None:
        rounds = self.rounds
        begin_one[_threads(begun.roots.numel())](
            rounds.tables, rounds.states, rounds.decks, *map(cuda.as_cuda_array, begun),
            cuda.as_cuda_array(odds), self._states, self._decks, self._owners, self._randoms, self._tops,
            self._sides, self._ended,
        )  # fmt: skip

    def _look(self, running: Tensor, tokens: Tensor, overview: Tensor) -> None:
        look_at_part[_threads(running.numel() * (tokens.shape[1] + 1))](
            self.rounds.tables, self._root, self._states,
            *map(cuda.as_cuda_array, (running, tokens, overview)),
        )  # fmt: skip

    def _choose(self, running: Tensor, logits: Tensor) -> None:
        choose_one[_threads(running.numel())](
            self.rounds.tables, self._root, self._states, self._decks, self._tops,
            self._sides, self._ended, *map(cuda.as_cuda_array, (running, logits)),
        )  # fmt: skip

    def _judge(self, worth: Tensor) -> None:
        judge_one[_threads(worth.numel())](
            self.rounds.tables, self._root, self._states, self._sides,
            cuda.as_cuda_array(worth),
        )  # fmt: skip
