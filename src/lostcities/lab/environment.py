"""Thousands of rounds side by side, by the rules kernel itself: on a GPU one thread a game, on a CPU a loop.

Both call the same compiled functions, `look` and `play_on`, for one slot. A finished round is dealt afresh at
once, from the slot's own stream of chance: slots with equal seeds get equal deals, whatever is played.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, WAGER
from lostcities.kernel.jit import rule
from lostcities.lab.rounds import MAX_DECK, coming, new_round, utility
from lostcities.lab.yardstick import plain_choice
from lostcities.net.observation import OVERVIEW, SECRET, TOKEN, overview, secret, token
from lostcities.net.table import Table

WORDS = 3

# What a slot counts during a round.
TURNS, TAKES, STRIKES, OPENED, WAGERED = range(5)
COUNTS = 5

# What is written when a round ends: a mark, then what it was worth to each side, then its score, then the
# totals of its expeditions, then the counts.
DONE = 0
UTILITY = 1
SCORE = UTILITY + row.MAX_SIDES
TOTALS = SCORE + row.MAX_SIDES
COUNTED = TOTALS + row.MAX_SIDES * row.MAX_COLOURS
END = COUNTED + COUNTS


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
    def empty(cls, *shape: int, colours: int, device: torch.device) -> Observation:
        def zeros(*size: int, dtype: torch.dtype = torch.int16) -> Tensor:
            return torch.zeros(*shape, *size, dtype=dtype, device=device)

        return cls(
            zeros(colours, TOKEN),
            zeros(OVERVIEW),
            zeros(colours, SECRET),
            zeros(WORDS, dtype=torch.int64),
            zeros(dtype=torch.int64),
        )

    def at(self, index: Any) -> Observation:
        return Observation(*(part[index] for part in self))

    def flat(self) -> Observation:
        """Time and slots as one axis."""
        return Observation(*(part.flatten(0, 1) for part in self))


@rule
def look(table: Table, s: row.State, deck: Any, part: int, observation: Any) -> None:
    """Write one part of what the mover sees: a colour, or, past the last one, the rest."""
    tokens, overall, secrets, words, sides = observation
    seat = int(s.mover)
    if part < table.colours:
        token(table, s, seat, part, tokens[part])
        secret(table, s, deck, seat, part, secrets[part])
    elif part == tokens.shape[0]:
        overview(table, s, seat, overall)
        words[0], words[1], words[2] = row.legal(table, s)
        sides[0] = row.side_of(table, seat)


@rule
def play_on(table: Table, s: row.State, deck: Any, r: Any, counts: Any, action: int, end: Any) -> None:
    """Carry out an action, and deal afresh if it ends the round."""
    if action < row.TAKE:
        counts[TURNS] += s.phase == row.PLAY
        if action < row.DISCARD:
            colour = action // VALUES
            counts[OPENED] += s.expeditions[row.side_of(table, s.mover), colour] == 0
            counts[WAGERED] += action % VALUES + 1 == WAGER
    elif action < row.DRAW:
        counts[TAKES] += 1
    elif action == row.DRAW:
        counts[STRIKES] += table.guard > 0 and s.dry >= table.guard
    row.apply(table, s, action, coming(table, s, deck))
    end[DONE] = 0
    if s.phase != row.OVER:
        return
    end[DONE] = 1
    for side in range(table.sides):
        end[UTILITY + side] = utility(table, s, side)
        end[SCORE + side] = row.score(table, s, side)
        for colour in range(table.colours):
            lines = row.expedition_lines(table, int(s.expeditions[side, colour]))
            end[TOTALS + side * row.MAX_COLOURS + colour] = lines.total
    for i in range(COUNTS):
        end[COUNTED + i] = counts[i]
        counts[i] = 0
    new_round(table, s, deck, r)


@rule
def begin(table: Table, s: row.State, deck: Any, r: Any, seed: int) -> None:
    chance.seed(r, seed)
    new_round(table, s, deck, r)


@rule
def _begin_all(tables: Any, states: Any, decks: Any, randoms: Any, seeds: Any) -> None:
    for i in range(tables.size):
        begin(tables[i], states[i], decks[i], randoms[i], int(seeds[i]))


@rule
def _look_all(
    tables: Any, states: Any, decks: Any, tokens: Any, overall: Any, secrets: Any, words: Any, sides: Any
) -> None:
    for i in range(tables.size):
        for part in range(tokens.shape[1] + 1):
            one = (tokens[i], overall[i], secrets[i], words[i], sides[i : i + 1])
            look(tables[i], states[i], decks[i], part, one)


@rule
def _play_all(
    tables: Any, states: Any, decks: Any, randoms: Any, counts: Any, actions: Any, ends: Any
) -> None:
    for i in range(tables.size):
        play_on(tables[i], states[i], decks[i], randoms[i], counts[i], int(actions[i]), ends[i])


@rule
def _choose_all(tables: Any, states: Any, actions: Any) -> None:
    for i in range(tables.size):
        actions[i] = plain_choice(tables[i], states[i])


class Environment:
    """Rounds on the CPU; `environment` gives those on a GPU too."""

    device = torch.device("cpu")

    def __init__(self, tables: npt.NDArray[Any], seeds: npt.NDArray[np.int64]) -> None:
        slots = tables.size
        self.slots = slots
        self.colours = int(tables["colours"].max())
        self.tables = tables
        self.states = np.zeros(slots, row.STATE)
        self.decks = np.zeros((slots, MAX_DECK), np.int8)
        self.randoms = np.zeros(slots, chance.RANDOM)
        self.counts = np.zeros((slots, COUNTS), np.int16)
        self._begin(seeds)

    def _begin(self, seeds: npt.NDArray[np.int64]) -> None:
        _begin_all(self.tables, self.states, self.decks, self.randoms, seeds)

    def empty_observation(self, *steps: int) -> Observation:
        return Observation.empty(*steps, self.slots, colours=self.colours, device=self.device)

    def empty_ends(self, *steps: int) -> Tensor:
        return torch.zeros(*steps, self.slots, END, device=self.device)

    def observe(self, into: Observation) -> None:
        """Write what the mover of each slot sees."""
        _look_all(self.tables, self.states, self.decks, *(part.numpy() for part in into))

    def play(self, actions: Tensor, ends: Tensor) -> None:
        """Carry out an action in each slot and write what ended."""
        _play_all(
            self.tables, self.states, self.decks, self.randoms, self.counts, actions.numpy(), ends.numpy()
        )

    def choose_plainly(self, actions: Tensor) -> None:
        """Write what the plain player would do in each slot."""
        _choose_all(self.tables, self.states, actions.numpy())


def environment(tables: npt.NDArray[Any], seeds: npt.NDArray[np.int64], device: torch.device) -> Environment:
    """Rounds on a device, one for each table."""
    if device.type == "cuda":
        from lostcities.lab.cuda_environment import CudaEnvironment

        return CudaEnvironment(tables, seeds)
    return Environment(tables, seeds)
