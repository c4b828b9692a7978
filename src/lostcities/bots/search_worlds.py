"""Worlds that a seat of the row game can't tell from the true one: what it knows, the rest by chance.

A hand is no random one. Whoever plays well keeps what suits, so against hands dealt at random a seat does
better than it will. Each other hand therefore has odds for every card, by which worlds are more or less
likely. Nor is it known how the others choose: from world to world they may be of other kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.bots.kinds import KINDS, NET
from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, add, colour_of, count, value_of
from lostcities.kernel.jit import one_record, rule
from lostcities.net.observation import next_seat, partner, previous_seat, unseen
from lostcities.net.table import Table
from lostcities.net.worth import MAX_DECK

EXCHANGES = 30  # tried for each unseen card of a world, until the hands follow their odds
FINE = 1 << 32
NETS = np.eye(KINDS)[[NET] * row.MAX_SEATS]

Odds = npt.NDArray[np.float64]
"""For each seat and card the logarithm of the odds that the seat holds it, if it was not seen. The row after
the last seat's, all 0, is the draw pile's."""


def odds_for(tables: npt.NDArray[Any], seat: int, held: npt.NDArray[np.float32] | None) -> Odds:
    """What a net says of the others' hands (`Net.hands`), seat by seat; without it all are as likely."""
    odds = np.zeros((row.MAX_SEATS + 1, row.MAX_COLOURS * VALUES))
    if held is not None:
        for place, other in enumerate(_others(tables, seat)):
            if other != row.NONE:
                odds[other, : held[place].size] = held[place].ravel()
    return odds


class Dealt(NamedTuple):
    """Worlds."""

    states: npt.NDArray[Any]
    decks: npt.NDArray[np.int8]
    players: npt.NDArray[np.int8]
    """For each world and seat the kind of its player."""


class Worlds:
    """Deals worlds to what one seat knows; equal seeds deal equally."""

    def __init__(
        self,
        tables: npt.NDArray[Any],
        known: npt.NDArray[Any],
        seat: int,
        hand_sizes: Sequence[int],
        odds: Odds,
        seed: int,
        kinds: npt.NDArray[np.float64] = NETS,
    ) -> None:
        """`kinds` has for each seat the chances of the kinds that its player may be of."""
        self._tables, self._known, self._seat, self._odds = tables, known, seat, odds
        self._sizes, self._kinds = np.array(hand_sizes), kinds
        self._randoms = one_record(chance.RANDOM)
        _seed(self._randoms, seed)

    def deal(self, number: int) -> Dealt:
        """So many new worlds."""
        dealt = Dealt(
            np.zeros(number, row.STATE),
            np.zeros((number, MAX_DECK), np.int8),
            np.full((number, row.MAX_SEATS), NET, np.int8),
        )
        _deal(self._tables, self._known, self._seat, self._sizes, self._odds, dealt, self._randoms)
        _invite(self._kinds, self._seat, dealt, self._randoms)
        return dealt


@rule
def _others(tables: Any, seat: int) -> tuple[int, int, int]:
    return next_seat(tables[0], seat), previous_seat(tables[0], seat), partner(tables[0], seat)


@rule
def _seed(randoms: Any, seed: int) -> None:
    chance.seed(randoms[0], seed)


@rule
def _invite(kinds: Any, seat: int, dealt: Dealt, randoms: Any) -> None:
    """Seat players of these kinds, in each world by chance, beside the seat itself."""
    for i in range(dealt.players.shape[0]):
        for other in range(kinds.shape[0]):
            left = chance.below(randoms[0], FINE) / FINE
            for kind in range(kinds.shape[1]):
                if other != seat and 0 <= left < kinds[other, kind]:
                    dealt.players[i, other] = kind
                left -= kinds[other, kind]


@rule
def _deal(tables: Any, known: Any, seat: int, sizes: Any, odds: Any, worlds: Dealt, randoms: Any) -> None:
    """Fill the other hands up to their sizes, then the draw pile. Cards that are left over lie in discard
    piles whose depths the seat has not seen."""
    table, s, states = tables[0], known[0], worlds.states
    cards, owners = np.zeros(MAX_DECK, np.int64), np.full(MAX_DECK, row.MAX_SEATS)
    number = unseen_cards(table, s, seat, cards)
    dealt = 0
    for other in range(table.seats):
        if other != seat:
            size = sizes[other]
            for colour in range(table.colours):
                size -= count(int(s.shown[other, colour]))
            owners[dealt : dealt + size] = other
            dealt += size
    front = row.deck_size(table) - s.pile
    for i in range(states.size):
        chance.shuffle(randoms[0], cards, number)
        follow_odds(cards, owners, number, odds, randoms[0])
        states[i] = s
        for other in range(table.seats):
            if other != seat:
                states[i].hands[other] = s.shown[other]
        for place in range(dealt):
            hand, colour = states[i].hands[owners[place]], colour_of(cards[place])
            hand[colour] = add(int(hand[colour]), value_of(cards[place]))
        for place in range(s.pile):
            worlds.decks[i, front + place] = cards[dealt + place]


@rule
def follow_odds(cards: Any, owners: Any, number: int, odds: Any, r: Any) -> None:
    """Exchange cards between owners: always if that makes the world likelier, else by how likely it stays
    (Metropolis's rule)."""
    for _ in range(EXCHANGES * number):
        i, j = chance.below(r, number), chance.below(r, number)
        mine, theirs = owners[i], owners[j]
        if mine != theirs:
            gain = (
                odds[mine, cards[j]] + odds[theirs, cards[i]] - odds[mine, cards[i]] - odds[theirs, cards[j]]
            )
            if gain >= 0 or chance.below(r, FINE) < exp(gain) * FINE:
                cards[i], cards[j] = cards[j], cards[i]


@rule
def unseen_cards(table: Table, s: row.State, seat: int, cards: Any) -> int:
    """List what the seat has not seen; returns the number of cards."""
    number = 0
    for colour in range(table.colours):
        hidden = unseen(table, s, seat, colour)
        for place in range(row.CARDS_OF_A_COLOUR):
            if hidden >> place & 1:
                cards[number] = colour * VALUES + max(0, place - 2)
                number += 1
    return number
