"""Rounds played to their end in worlds of many positions, side by side: to see what each proposal is worth.

As in `environment`, a CPU loops over the slots and a GPU has a thread for each. The positions are those that
an environment stands at; it must not play on before the playouts are begun. All proposals of a position meet
the same worlds, and in them each side the same cards in the same order (`bots.rollouts`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import torch
from torch import Tensor

from lostcities.bots.rollouts import MOST_PASSES
from lostcities.kernel import chance, row
from lostcities.lab.environment import Environment, Observation
from lostcities.lab.matches import LOOK_EVERY
from lostcities.lab.network import Policy
from lostcities.lab.rollout import autocast
from lostcities.lab.worlds import begin_in_world, choose_on, see_part
from lostcities.net.worth import MAX_DECK, prospect

LEAST_WIDTH = 1024  # fewer rounds at a time take no less


class Begun(NamedTuple):
    """What each of some slots begins with."""

    roots: Tensor
    """The slot of the environment that stands at the position."""
    which: Tensor
    """The row of the odds."""
    seeds: Tensor
    """Equal seeds deal equal worlds."""
    true_hands: Tensor
    actions: Tensor


class Playouts:
    """Playouts on the CPU, `slots` at a time at most; `playouts` gives those on a GPU too."""

    def __init__(self, rounds: Environment, slots: int) -> None:
        self.rounds, self.slots, self.device = rounds, slots, rounds.device
        self._roots = torch.zeros(slots, dtype=torch.int64, device=self.device)
        self._over = torch.zeros(slots, dtype=torch.int8, device=self.device)
        seen = Observation.empty(slots, net=rounds.game.shape, colours=rounds.colours, device=self.device)
        self._tokens, self._overview = seen.tokens, seen.overview
        self._arrays()

    def _arrays(self) -> None:
        self._states = np.zeros(self.slots, row.STATE)
        self._decks = np.zeros((self.slots, MAX_DECK), np.int8)
        self._owners = np.zeros((self.slots, MAX_DECK), np.int8)
        self._randoms = np.zeros(self.slots, chance.RANDOM)
        self._tops = np.zeros(self.slots, np.int16)
        self._sides = np.zeros(self.slots, np.int16)

    @torch.no_grad()
    def worth(self, begun: Begun, odds: Tensor, net: Policy, temperature: float = 0.0) -> Tensor:
        """Begin as said, let a net play every seat, and say what each round was worth to the root's mover.
        Nobody asks the device for an answer but once in a while, whether rounds are still going on."""
        number = begun.roots.numel()
        self._roots[:number] = begun.roots
        self._begin(begun, odds)
        running = torch.arange(number, device=self.device)
        for step in range(MOST_PASSES):
            if step % LOOK_EVERY == 0:
                running = self._still(running)
                if not running.numel():
                    break
            width = running.numel()
            tokens, overview = self._tokens[:width], self._overview[:width]
            self._look(running, tokens, overview)
            with autocast(self.device):
                logits = net(tokens, overview).logits
            if temperature > 0:
                logits = logits / temperature - torch.empty_like(logits).exponential_().log_()
            self._choose(running, logits)
        worth = torch.zeros(number, device=self.device)
        self._judge(worth)
        return worth

    def _still(self, running: Tensor) -> Tensor:
        """The slots of rounds that go on, filled up by −1 to a power of two: nets are fused for few sizes."""
        going = running[(running >= 0) & (self._over[running.clamp(min=0)] == 0)]
        if not going.numel():
            return going
        width = max(LEAST_WIDTH, 1 << (going.numel() - 1).bit_length())
        filled = going.new_full((min(width, self.slots),), -1)
        filled[: going.numel()] = going
        return filled

    def _begin(self, begun: Begun, odds: Tensor) -> None:
        rounds = self.rounds
        root, which, seeds, true_hands, actions = (part.numpy() for part in begun)
        _begin_all(
            rounds.tables, rounds.states, rounds.decks, root, which, seeds, true_hands, actions, odds.numpy(),
            self._states, self._decks, self._owners, self._randoms, self._tops, self._sides,
            self._over.numpy(),
        )  # fmt: skip

    def _look(self, running: Tensor, tokens: Tensor, overview: Tensor) -> None:
        _look_all(
            self.rounds.tables, self._roots.numpy(), self._states, running.numpy(), tokens.numpy(),
            overview.numpy(),
        )  # fmt: skip

    def _choose(self, running: Tensor, logits: Tensor) -> None:
        _choose_all(
            self.rounds.tables, self._roots.numpy(), self._states, self._decks, self._tops, self._sides,
            self._over.numpy(), running.numpy(), logits.numpy(),
        )  # fmt: skip

    def _judge(self, worth: Tensor) -> None:
        _judge_all(self.rounds.tables, self._roots.numpy(), self._states, self._sides, worth.numpy())


@numba.njit(nogil=True)
def _begin_all(
    tables: Any, roots: Any, root_decks: Any, root: Any, which: Any, seeds: Any, true_hands: Any,
    actions: Any, odds: Any, states: Any, decks: Any, owners: Any, randoms: Any, tops: Any, sides: Any,
    over: Any,
) -> None:  # fmt: skip
    for i in range(root.size):
        at = root[i]
        begin_in_world(
            tables[at], roots[at], root_decks[at], true_hands[i], odds[which[i]], int(seeds[i]),
            int(actions[i]), states[i], decks[i], owners[i], randoms[i], tops, sides, i,
        )  # fmt: skip
        over[i] = states[i].phase == row.OVER


@numba.njit(nogil=True)
def _look_all(tables: Any, root: Any, states: Any, running: Any, tokens: Any, overall: Any) -> None:
    for n in range(running.size):
        i = running[n]
        if i >= 0:
            for part in range(tokens.shape[1] + 1):
                see_part(tables[root[i]], states[i], part, tokens[n], overall[n])


@numba.njit(nogil=True)
def _choose_all(
    tables: Any, root: Any, states: Any, decks: Any, tops: Any, sides: Any, over: Any, running: Any,
    logits: Any,
) -> None:  # fmt: skip
    for n in range(running.size):
        i = running[n]
        if i >= 0:
            choose_on(tables[root[i]], states[i], decks[i], tops, sides, i, logits[n])
            over[i] = states[i].phase == row.OVER


@numba.njit(nogil=True)
def _judge_all(tables: Any, root: Any, states: Any, sides: Any, worth: Any) -> None:
    for i in range(worth.size):
        worth[i] = prospect(tables[root[i]], states[i], int(sides[i]))


def playouts(rounds: Environment, slots: int) -> Playouts:
    """Playouts where an environment is."""
    if rounds.device.type == "cuda":
        from lostcities.lab.cuda_playouts import CudaPlayouts

        return CudaPlayouts(rounds, slots)
    return Playouts(rounds, slots)
