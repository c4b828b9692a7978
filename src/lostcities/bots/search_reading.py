"""Reads the others' hands from their play: how likely what they did would have been in each of many worlds.

A hand is no random one. Whoever plays well keeps what suits, so in worlds dealt at random the others do worse
than they will. A bot therefore keeps the others' latest decisions as `Moments` and asks the net how likely
they were with the cards that a world gives them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.game import RowView
from lostcities.game.codec import codec
from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, WAGER, WAGERS, add, colour_of, count, remove, value_of
from lostcities.kernel.jit import rule
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.net.rollouts import look

ANY_CARD = 0  # drawn unseen by another; a world says later which one it was


class Moments:
    """The others' latest decisions in a round: the state before each, as this seat knows it, and the deed."""

    def __init__(self, tables: npt.NDArray[Any], most: int) -> None:
        self.states = np.zeros(0, row.STATE)
        self.actions = np.zeros(0, np.int64)
        self._tables = tables
        self._most = most
        self._last: npt.NDArray[Any] | None = None
        self._ply = 0

    def watch(self, view: RowView, known: npt.NDArray[Any]) -> None:
        """Take in what was done since this seat's last decision. Show it all of them, in order."""
        if view.ply < self._ply:  # a new round
            self.states, self.actions, self._last = self.states[:0], self.actions[:0], None
        if self._last is not None:
            self._follow(view, self._last.copy())
        self._last, self._ply = known.copy(), view.ply

    def _follow(self, view: RowView, state: npt.NDArray[Any]) -> None:
        seat, seats = view.seat or 0, len(view.last_turns)
        actions = codec(view.variant.edition.family, view.variant.colours).actions
        others = [(seat + i) % seats for i in range(1, seats)]
        turns = [(other, actions[move]) for other in others for move in view.last_turns[other]]
        if view.ply - self._ply != 1 + len(turns):
            return  # this seat's turn goes on, or in the extra phase somebody was passed over
        _apply(self._tables, state, actions[view.last_turns[seat][-1]])
        before, done = [], []
        for other, action in turns:
            if state["phase"][0] == row.OVER or state["mover"][0] != other:
                break  # who is passed over in the extra phase depends on hands that are not known
            before.append(state.copy())
            done.append(action)
            _apply(self._tables, state, action)
        self.states = np.concatenate([self.states, *before])[-self._most :]
        self.actions = np.concatenate([self.actions, np.array(done, np.int64)])[-self._most :]


def log_likelihood(
    net: Net, tables: npt.NDArray[Any], worlds: npt.NDArray[Any], moments: Moments, randoms: npt.NDArray[Any]
) -> npt.NDArray[np.float64]:
    """For each world, the logarithm of the chance of all that was done."""
    number = len(worlds) * len(moments.states)
    tokens = np.empty((number, int(tables["colours"][0]), TOKEN), np.int16)
    overall = np.empty((number, OVERVIEW), np.int16)
    then = np.empty(number, row.STATE)
    _go_back(tables, worlds, moments.states, moments.actions, randoms, then)
    _look_at_all(tables, then, tokens, overall)
    found = np.zeros(len(worlds))
    if number:
        _add_log_chances(tables, then, moments.actions, net(tokens, overall).logits, found)
    return found


@rule
def _apply(tables: Any, states: Any, action: int) -> None:
    row.apply(tables[0], states[0], action, ANY_CARD)


@rule
def _go_back(tables: Any, worlds: Any, moments: Any, actions: Any, randoms: Any, then: Any) -> None:
    """Take back move after move in each world. Which of the hidden cards was drawn last, chance decides."""
    colours = int(tables[0].colours)
    for w in range(worlds.size):
        hands, shown = worlds[w].hands.copy(), worlds[w].shown.copy()
        for m in range(moments.size - 1, -1, -1):
            before, action = moments[m], int(actions[m])
            seat = int(before.mover)
            if action < row.TAKE:
                _change(hands[seat], action % row.DISCARD, True)
            elif action < row.DRAW:
                colour = action - row.TAKE
                _change(hands[seat], colour * VALUES + int(before.discards[colour] & 15) - 1, False)
            elif action == row.DRAW:
                drawn = _a_hidden_card(hands[seat], shown[seat], colours, randoms[0])
                if drawn != row.NONE:
                    _change(hands[seat], drawn, False)
            shown[seat] = before.shown[seat]
            i = w * moments.size + m
            then[i] = before
            then[i].hands[seat] = hands[seat]


@rule
def _change(hand: Any, card: int, adds: bool) -> None:
    colour, value = colour_of(card), value_of(card)
    hand[colour] = add(int(hand[colour]), value) if adds else remove(int(hand[colour]), value)


@rule
def _a_hidden_card(hand: Any, shown: Any, colours: int, r: Any) -> int:
    """One of the cards in a hand that were not taken openly, or `row.NONE`."""
    hidden = 0
    for colour in range(colours):
        hidden += count(int(hand[colour])) - count(int(shown[colour]))
    if hidden <= 0:
        return row.NONE
    n = chance.below(r, hidden)
    for colour in range(colours):
        wagers = count(int(hand[colour]) & WAGERS) - count(int(shown[colour]) & WAGERS)
        numbers = int(hand[colour]) & ~int(shown[colour]) & ~WAGERS
        if n < wagers:
            return colour * VALUES + WAGER - 1
        if n < wagers + count(numbers):
            return colour * VALUES + chance.nth_bit(numbers, n - wagers) - 2
        n -= wagers + count(numbers)
    return row.NONE


@rule
def _look_at_all(tables: Any, states: Any, tokens: Any, overall: Any) -> None:
    for i in range(states.size):
        look(tables[0], states[i], tokens[i], overall[i])


@rule
def _add_log_chances(tables: Any, then: Any, actions: Any, logits: Any, found: Any) -> None:
    """Add up over the moments; those of a world lie side by side."""
    for i in range(then.size):
        words, done = row.legal(tables[0], then[i]), int(actions[i % actions.size])
        others = 0.0
        for k in range(3):
            bits = words[k]
            while bits != 0:
                others += np.exp(float(logits[i, 64 * k + chance.nth_bit(bits, 0)] - logits[i, done]))
                bits &= bits - 1
        found[i // actions.size] -= np.log(max(1.0, others))
