"""Rounds played on, side by side, to see how they end: by a network, and by whoever else sits there.

All of them go in step, so that the net is asked about many positions at once. A decision that has only one
answer is made without asking.

In a shuffled draw pile every place is as good as another. So the side in question draws from the top and the
others from the bottom: each meets the same cards in the same order, however often another takes a discard
instead, and moves that are tried out with equal decks differ by less chance.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.bots.kinds import NET, choice_by_hand
from lostcities.kernel import chance, row
from lostcities.kernel.jit import rule
from lostcities.net.choice import NONE, best, only
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN, overview, token
from lostcities.net.table import Table
from lostcities.net.worth import prospect

MOST_PASSES = 400  # where nobody draws from the pile any more, a round counts as it stands


class Rounds(NamedTuple):
    """Rounds of one table, played on side by side."""

    tables: npt.NDArray[Any]
    """That one."""
    states: npt.NDArray[Any]
    decks: npt.NDArray[np.int8]
    tops: npt.NDArray[np.int64]
    """Where each draw pile begins."""
    side: int
    """The side in question."""
    players: npt.NDArray[np.int8]
    """For each round and seat the kind of its player."""
    randoms: npt.NDArray[Any]
    """What decides in each round where two moves are equal to a player that is no net."""


class Rollouts:
    """Plays rounds of one table: by the net's best moves, or as the other kinds of players do. A net that
    draws ahead makes a turn in one pass."""

    def __init__(self, net: Net, tables: npt.NDArray[Any]) -> None:
        self.net, self._tables = net, tables

    def worth(
        self,
        states: npt.NDArray[Any],
        decks: npt.NDArray[np.int8],
        actions: npt.NDArray[np.int64],
        side: int,
        players: npt.NDArray[np.int8] | None = None,
    ) -> npt.NDArray[np.float64]:
        """Play an action in each state and go on to the end: what every round is then worth to a side."""
        number = len(states)
        rounds = Rounds(
            self._tables,
            states.copy(),
            decks,
            tops=np.zeros(number, np.int64),
            side=side,
            players=np.full((number, row.MAX_SEATS), NET, np.int8) if players is None else players,
            randoms=np.zeros(number, chance.RANDOM),
        )
        _begin(rounds, actions)
        self._play_on(rounds)
        worth = np.zeros(len(states))
        _judge(rounds, worth)
        return worth

    def _play_on(self, rounds: Rounds) -> None:
        net, running, colours = self.net, np.arange(len(rounds.states)), int(self._tables["colours"][0])
        tokens = np.empty((running.size, colours, TOKEN), np.int16)
        overall = np.empty((running.size, OVERVIEW), np.int16)
        thought = net.room(running.size, colours) if net.draws_ahead else None
        for _ in range(MOST_PASSES):
            number = _go_on(rounds, running, tokens, overall)
            if number == 0:
                break
            running = running[:number]
            actions = _play(rounds, running, net.logits(tokens[:number], overall[:number], thought))
            if thought is not None:
                due = np.flatnonzero(_draw_is_due(rounds, running, actions))
                _draw(rounds, running[due], net.draws(thought, due, actions[due]))


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
def look(table: Table, s: row.State, tokens: Any, overall: Any) -> None:
    """Write what the mover sees."""
    for colour in range(table.colours):
        token(table, s, int(s.mover), colour, tokens[colour])
    overview(table, s, int(s.mover), overall)


@rule
def _carry_out(rounds: Rounds, i: int, action: int) -> None:
    carry_out(rounds.tables[0], rounds.states[i], rounds.decks[i], rounds.tops, i, rounds.side, action)


@rule
def _begin(rounds: Rounds, actions: Any) -> None:
    for i in range(actions.size):
        rounds.tops[i] = row.deck_size(rounds.tables[0]) - rounds.states[i].pile
        chance.seed(rounds.randoms[i], 1)
        _carry_out(rounds, i, int(actions[i]))


@rule
def _go_on(rounds: Rounds, running: Any, tokens: Any, overall: Any) -> int:
    """Bring each round to the net's next choice and write what the mover sees. Those that are not over move
    to the front of `running`; returns their number."""
    table, number = rounds.tables[0], 0
    for i in running:
        s = rounds.states[i]
        to_next_choice(table, s, rounds.decks[i], rounds.tops, i, rounds.side)
        while s.phase != row.OVER and rounds.players[i, s.mover] != NET:
            kind = rounds.players[i, s.mover]
            _carry_out(rounds, i, choice_by_hand(kind, table, s, rounds.randoms[i]))
            to_next_choice(table, s, rounds.decks[i], rounds.tops, i, rounds.side)
        if s.phase != row.OVER:
            look(table, s, tokens[number], overall[number])
            running[number] = i
            number += 1
    return number


@rule
def _play(rounds: Rounds, running: Any, logits: Any) -> Any:
    """Make the choice that the net likes best in each round; returns them."""
    actions = np.empty_like(running)
    for n in range(running.size):
        i = running[n]
        actions[n] = best(row.legal(rounds.tables[0], rounds.states[i]), logits[n])
        _carry_out(rounds, i, int(actions[n]))
    return actions


@rule
def _draw_is_due(rounds: Rounds, running: Any, actions: Any) -> Any:
    """Whether each round has come by a play to a choice, and one between draws alone."""
    table, due = rounds.tables[0], np.zeros(running.size, np.bool_)
    for n in range(running.size):
        i = running[n]
        s = rounds.states[i]
        if actions[n] < row.TAKE and s.phase == row.DRAW_CARD:
            due[n] = row.legal_claims(table, s) == 0 and only(row.legal(table, s)) == NONE
    return due


@rule
def _draw(rounds: Rounds, running: Any, sources: Any) -> None:
    """Draw in each round from the source that the net likes best."""
    for n in range(running.size):
        i = running[n]
        draws = row.legal_draws(rounds.tables[0], rounds.states[i])
        _carry_out(rounds, i, row.TAKE + best((draws, 0, 0), sources[n]))


@rule
def _judge(rounds: Rounds, worth: Any) -> None:
    for i in range(worth.size):
        worth[i] = prospect(rounds.tables[0], rounds.states[i], rounds.side)
