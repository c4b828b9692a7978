"""Who sits there: whether the others at a row game choose as a net does, or like somebody else.

Somebody must play for the others where a move is thought through. A net that has learnt from itself expects
them to be like it, and against those who aren't it then finds little. So each decision of another seat is
looked at once it is made: in worlds as they may have been before it, would the net have chosen this, would an
explorer, would a rule of thumb? What they do makes one or another of these kinds more likely.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots.kinds import KINDS, NET, choice_by_hand
from lostcities.bots.rollouts import look
from lostcities.bots.search_worlds import Odds, Worlds, odds_for
from lostcities.game import Phase, RowView
from lostcities.game.codec import codec
from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, add, count, kinds, value_of
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Claim
from lostcities.net.choice import best, chance_of
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.net.table import TABLE, table_of
from lostcities.variant import Variant

WORLDS = 32
WHIM = 0.1  # the share of decisions for which there is no telling
STRANGER = (0.0, -1.0, -1.5)  # the logarithms of how likely each kind is at first, but for a constant
SURE = 6.0  # they never differ by more: another person may have sat down


class Acquaintance:
    """What one seat has found out about the others; it lasts for the whole match."""

    def __init__(self, variant: Variant, net: Net) -> None:
        self._net = net
        self._actions = codec(variant.edition.family, variant.colours).actions
        self._tables, self._randoms = one_record(TABLE), one_record(chance.RANDOM)
        self._tables[0] = table_of(variant)
        self._likely = np.tile(STRANGER, (variant.players, 1))
        self._before: tuple[RowView, npt.NDArray[Any]] | None = None
        colours = len(variant.colours)
        self._tokens = np.zeros((WORLDS, colours, TOKEN), np.int16)
        self._overviews = np.zeros((WORLDS, OVERVIEW), np.int16)

    @property
    def kinds(self) -> npt.NDArray[np.float64]:
        """For each seat the chance of each kind that its player may be of."""
        odds = np.exp(self._likely)
        chances: npt.NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
        return chances

    def watch(self, view: RowView, known: npt.NDArray[Any]) -> None:
        """Look at what the others did since the last view. `known` is what the seat knows, as a state."""
        if self._before is not None and view.phase is Phase.PLAY:
            self._follow(*self._before, view, known)
        self._before = view, known.copy()

    def _follow(
        self, before: RowView, states: npt.NDArray[Any], view: RowView, known: npt.NDArray[Any]
    ) -> None:
        """Go on from the own draw, if the view tells all that came after it."""
        seat, seats = view.seat or 0, len(view.last_turns)
        others = [(seat + i) % seats for i in range(1, seats)]
        drawn, turns = view.last_turns[seat][-1:], [view.last_turns[other] for other in others]
        news = len(drawn) + sum(map(len, turns))
        if before.phase is not Phase.DRAW or view.ply - before.ply != news:
            return
        odds = self._odds_of_cards(known, seat)
        _carry_out(self._tables, states, self._actions[drawn[0]])
        states[0]["hands"][seat] = known[0]["hands"][seat]
        for other, turn in zip(others, turns, strict=True):
            for move in turn:
                action = self._actions[move]
                if not isinstance(move, Claim):
                    self._learn(states, view, other, action, odds)
                _carry_out(self._tables, states, action)

    def _odds_of_cards(self, known: npt.NDArray[Any], seat: int) -> Odds:
        seen = self._tokens[:1], self._overviews[:1]
        _observe(self._tables, known, *seen)
        return odds_for(self._tables, seat, self._net.hands(*seen)[0] if self._net.reads_hands else None)

    def _learn(self, states: npt.NDArray[Any], view: RowView, other: int, action: int, odds: Odds) -> None:
        """Take into account that somebody chose an action in a state of which the seat knows its part."""
        known, sizes = states.copy(), list(view.hand_sizes)
        if action < row.TAKE:
            _reveal(known, other, action % row.DISCARD)
        else:
            sizes[other] -= 1
        dealt = Worlds(self._tables, known, view.seat or 0, sizes, odds, view.ply).deal(WORLDS).states
        _observe(self._tables, dealt, self._tokens, self._overviews)
        logits = self._net.logits(self._tokens, self._overviews)
        # Hands are guessed as if nets held them, so none may explain another kind: one more world does.
        times, worlds = np.ones(KINDS), np.full(KINDS, WORLDS + 1)
        times[NET], worlds[NET] = 0, WORLDS
        choices = _count(self._tables, dealt, logits, action, self._randoms, times)
        self._likely[other] += np.log((1 - WHIM) * times / worlds + WHIM * WORLDS / choices)
        self._likely[other] = np.maximum(self._likely[other] - self._likely[other].max(), -SURE)


@rule
def _carry_out(tables: Any, states: Any, action: int) -> None:
    """Follow the round. A card from the draw pile is hidden, so that any will do: hands are dealt anew."""
    row.apply(tables[0], states[0], action, 0)


@rule
def _reveal(states: Any, seat: int, card: int) -> None:
    """Whoever plays a card had it."""
    shown, colour, value = states[0].shown[seat], card // VALUES, value_of(card)
    if not kinds(int(shown[colour])) >> (value - 1) & 1:
        shown[colour] = add(int(shown[colour]), value)


@rule
def _observe(tables: Any, states: Any, tokens: Any, overviews: Any) -> None:
    for i in range(states.size):
        look(tables[0], states[i], tokens[i], overviews[i])


@rule
def _count(tables: Any, states: Any, logits: Any, action: int, randoms: Any, times: Any) -> int:
    """Count for each kind in how many states it takes the action; returns the choices that there are in all
    of them. For a net, whose weaker kin take other moves as well, half of it is the chance that it gives."""
    choices = 0
    chance.seed(randoms[0], 1)
    for i in range(states.size):
        legal = row.legal(tables[0], states[i])
        times[NET] += ((best(legal, logits[i]) == action) + chance_of(action, legal, logits[i])) / 2
        for kind in range(NET + 1, KINDS):
            times[kind] += choice_by_hand(kind, tables[0], states[i], randoms[0]) == action
        for word in legal:
            choices += count(word)
    return choices
