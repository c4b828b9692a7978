"""Worlds that a seat of the row game can't tell from the true one: what it knows, the rest by chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.game import RowView
from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, add, colour_of, count, value_of
from lostcities.kernel.jit import one_record, rule
from lostcities.net.observation import unseen
from lostcities.net.table import Table
from lostcities.net.worth import MAX_DECK


class Worlds:
    """Deals worlds to one view; equal seeds deal equally."""

    def __init__(self, tables: npt.NDArray[Any], view: RowView, known: npt.NDArray[Any], seed: int) -> None:
        self._tables, self._known, self._seat = tables, known, view.seat or 0
        self._sizes = np.array(view.hand_sizes)
        self.randoms = one_record(chance.RANDOM)
        _seed(self.randoms, seed)

    def deal(self, number: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
        """So many new worlds: their states and their decks."""
        states, decks = np.zeros(number, row.STATE), np.zeros((number, MAX_DECK), np.int8)
        _deal(self._tables, self._known, self._seat, self._sizes, states, decks, self.randoms)
        return states, decks

    def shuffle(self, decks: npt.NDArray[np.int8]) -> None:
        """Shuffle the draw piles anew."""
        size, pile = int(self._tables["colours"][0]) * row.CARDS_OF_A_COLOUR, int(self._known["pile"][0])
        _shuffle(decks[:, size - pile : size], self.randoms)


@rule
def _seed(randoms: Any, seed: int) -> None:
    chance.seed(randoms[0], seed)


@rule
def _shuffle(piles: Any, randoms: Any) -> None:
    for i in range(piles.shape[0]):
        chance.shuffle(randoms[0], piles[i], piles.shape[1])


@rule
def _deal(tables: Any, known: Any, seat: int, sizes: Any, states: Any, decks: Any, randoms: Any) -> None:
    """Fill the other hands up to their sizes, then the draw pile. Cards that are left over lie in discard
    piles whose depths the seat has not seen."""
    table, s = tables[0], known[0]
    cards = np.zeros(MAX_DECK, np.int8)
    number = _unseen_cards(table, s, seat, cards)
    front = row.deck_size(table) - s.pile
    for i in range(states.size):
        states[i] = s
        chance.shuffle(randoms[0], cards, number)
        dealt = 0
        for other in range(table.seats):
            if other != seat:
                hand = states[i].hands[other]
                held = 0
                for colour in range(table.colours):
                    hand[colour] = s.shown[other, colour]
                    held += count(int(hand[colour]))
                for _ in range(sizes[other] - held):
                    card = int(cards[dealt])
                    hand[colour_of(card)] = add(int(hand[colour_of(card)]), value_of(card))
                    dealt += 1
        for place in range(s.pile):
            decks[i, front + place] = cards[dealt + place]


@rule
def _unseen_cards(table: Table, s: row.State, seat: int, cards: Any) -> int:
    """List what the seat has not seen; returns the number of cards."""
    number = 0
    for colour in range(table.colours):
        hidden = unseen(table, s, seat, colour)
        for place in range(row.CARDS_OF_A_COLOUR):
            if hidden >> place & 1:
                cards[number] = colour * VALUES + max(0, place - 2)
                number += 1
    return number
