"""Rounds played on by networks, side by side, to see how they end.

All of them go in step, so that the net is asked about many positions at once. A decision that has only one
answer is made without asking.

In a shuffled draw pile every place is as good as another. So the side in question draws from the top and the
others from the bottom: each meets the same cards in the same order, however often another takes a discard
instead, and moves that are tried out with equal decks differ by less chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel import row
from lostcities.kernel.jit import rule
from lostcities.net.choice import NONE, best, only
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN, overview, token
from lostcities.net.table import Table
from lostcities.net.worth import prospect

MOST_CHOICES = 400  # where nobody draws from the pile any more, a round counts as it stands


class Rollouts:
    """Plays rounds of one table, every seat by its best moves: as many choices as asked for by a careful net,
    what comes after them by a quick one."""

    def __init__(self, quick: Net, tables: npt.NDArray[Any], careful: Net | None = None) -> None:
        self.quick, self.careful = quick, careful or quick
        self._tables = tables

    def worth(
        self,
        states: npt.NDArray[Any],
        decks: npt.NDArray[np.int8],
        actions: npt.NDArray[np.int64],
        side: int,
        care: int = 0,
    ) -> npt.NDArray[np.float64]:
        """Play an action in each state and go on to the end, with care for so many choices: what every round
        is then worth to a side."""
        states = states.copy()
        rounds, tops = np.arange(len(states)), np.zeros(len(states), np.int64)
        _begin(self._tables, states, decks, tops, side, actions)
        tokens = np.empty((len(states), int(self._tables["colours"][0]), TOKEN), np.int16)
        overall = np.empty((len(states), OVERVIEW), np.int16)
        for choice in range(MOST_CHOICES):
            rounds = rounds[: _go_on(self._tables, states, decks, tops, side, rounds, tokens, overall)]
            if not rounds.size:
                break
            net = self.careful if choice < care else self.quick
            logits = net.logits(tokens[: rounds.size], overall[: rounds.size])
            _play(self._tables, states, decks, tops, side, rounds, logits)
        worth = np.zeros(len(states))
        _judge(self._tables, states, side, worth)
        return worth


@rule
def carry_out(table: Table, s: row.State, deck: Any, tops: Any, i: int, side: int, action: int) -> None:
    """Carry out an action in round `i`, whose draw pile begins at its place in `tops`."""
    own, pile, top = row.side_of(table, s.mover) == side, int(s.pile), int(tops[i])
    card = row.NONE
    if pile > 0:
        card = int(deck[top] if own else deck[top + pile - 1])
    row.apply(table, s, action, card)
    if own and s.pile < pile:
        tops[i] += 1


@rule
def to_next_choice(table: Table, s: row.State, deck: Any, tops: Any, i: int, side: int) -> None:
    """Carry out what has no alternative, up to a choice or to the end of the round."""
    while s.phase != row.OVER:
        action = only(row.legal(table, s))
        if action == NONE:
            return
        carry_out(table, s, deck, tops, i, side, action)


@rule
def _begin(tables: Any, states: Any, decks: Any, tops: Any, side: int, actions: Any) -> None:
    table = tables[0]
    for i in range(states.size):
        tops[i] = row.deck_size(table) - states[i].pile
        carry_out(table, states[i], decks[i], tops, i, side, int(actions[i]))


@rule
def look(table: Table, s: row.State, tokens: Any, overall: Any) -> None:
    """Write what the mover sees."""
    for colour in range(table.colours):
        token(table, s, int(s.mover), colour, tokens[colour])
    overview(table, s, int(s.mover), overall)


@rule
def _go_on(
    tables: Any, states: Any, decks: Any, tops: Any, side: int, rounds: Any, tokens: Any, overall: Any
) -> int:
    """Bring each round to its next choice and write what the mover sees. Those that are not over move to the
    front of `rounds`; returns their number."""
    table, running = tables[0], 0
    for i in rounds:
        s = states[i]
        to_next_choice(table, s, decks[i], tops, i, side)
        if s.phase != row.OVER:
            look(table, s, tokens[running], overall[running])
            rounds[running] = i
            running += 1
    return running


@rule
def _play(tables: Any, states: Any, decks: Any, tops: Any, side: int, rounds: Any, logits: Any) -> None:
    for n in range(rounds.size):
        i = rounds[n]
        action = best(row.legal(tables[0], states[i]), logits[n])
        carry_out(tables[0], states[i], decks[i], tops, i, side, action)


@rule
def _judge(tables: Any, states: Any, side: int, worth: Any) -> None:
    for i in range(states.size):
        worth[i] = prospect(tables[0], states[i], side)
