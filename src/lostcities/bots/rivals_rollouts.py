"""Games of Rivals played on by a network, side by side, to see what becomes of them.

All of them go in step, so that the net is asked about many positions at once. A decision that has only one
answer is made without asking. A game is played to its end, or for some turns and then to the next choice
of the seat in question, where the net's own forecast says what it is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel import rivals
from lostcities.kernel.jit import rule
from lostcities.net.choice import NONE, best, only
from lostcities.net.forward import Net
from lostcities.net.rivals_observation import OVERVIEW, TOKEN, overview, to_come, token
from lostcities.net.rivals_worth import worth, worth_of_margin


class RivalsRollouts:
    """Plays games of one table with one net, every seat by its best moves."""

    def __init__(self, net: Net, tables: npt.NDArray[Any], turns: int) -> None:
        self.net = net
        self._tables = tables
        self._turns = turns
        self._worth_of_bins = np.array([worth_of_margin(float(m)) for m in net.shape.bin_margins])

    def worth(
        self,
        states: npt.NDArray[Any],
        decks: npt.NDArray[np.int8],
        actions: npt.NDArray[np.int64],
        seat: int,
    ) -> npt.NDArray[np.float64]:
        """Play an action in each state and go on: what every game is then worth to a seat."""
        until = states["turned"] + np.int64(self._turns)
        states, games = states.copy(), np.arange(len(states))
        _begin(self._tables, states, decks, actions)
        tokens = np.empty((len(states), rivals.COLOURS, TOKEN), np.int16)
        overall = np.empty((len(states), OVERVIEW), np.int16)
        found = np.zeros(len(states))
        while (running := _go_on(self._tables, states, decks, games, tokens, overall)) > 0:
            games = games[:running]
            opinion = self.net(tokens[:running], overall[:running])
            told = (states["turned"][games] >= until[games]) & (states["mover"][games] == seat)
            found[games[told]] = opinion.margin[told] @ self._worth_of_bins
            games = games[~told]
            _play(self._tables, states, decks, games, opinion.logits[~told])
        _judge(self._tables, states, seat, found)
        return found


@rule
def _begin(tables: Any, states: Any, decks: Any, actions: Any) -> None:
    for i in range(states.size):
        rivals.apply(tables[0], states[i], int(actions[i]), int(decks[i, states[i].turned]))


@rule
def _go_on(tables: Any, states: Any, decks: Any, games: Any, tokens: Any, overall: Any) -> int:
    """Bring each game to its next choice and write what the mover sees. Those that are not over move to the
    front of `games`; returns their number."""
    table, running = tables[0], 0
    for i in games:
        s = states[i]
        while s.phase != rivals.OVER:
            action = only(rivals.legal(table, s))
            if action == NONE:
                break
            rivals.apply(table, s, action, int(decks[i, s.turned]))
        if s.phase != rivals.OVER:
            for colour in range(rivals.COLOURS):
                token(table, s, to_come(s, decks[i], colour), int(s.mover), colour, tokens[running, colour])
            overview(table, s, int(s.mover), overall[running])
            games[running] = i
            running += 1
    return running


@rule
def _play(tables: Any, states: Any, decks: Any, games: Any, logits: Any) -> None:
    for n in range(games.size):
        i = games[n]
        s = states[i]
        action = best(rivals.legal(tables[0], s), logits[n])
        rivals.apply(tables[0], s, action, int(decks[i, s.turned]))


@rule
def _judge(tables: Any, states: Any, seat: int, found: Any) -> None:
    for i in range(states.size):
        if states[i].phase == rivals.OVER:
            found[i] = worth(tables[0], states[i], seat)
