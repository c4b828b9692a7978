"""Translates between the kernels' numbers and the moves and cards of the friendly layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from lostcities.cards import Card, Colour, Exploit
from lostcities.kernel import rivals, row
from lostcities.kernel.cards import VALUES, add
from lostcities.moves import MOST_GOLD, Bid, Claim, Discard, Discover, Draw, Lay, Move, Pass, Stop
from lostcities.variant import Family


class Codec:
    """The actions of one family, for one order of colours."""

    def __init__(self, family: Family, colours: tuple[Colour, ...]) -> None:
        self.colours = colours
        self.index = {colour: i for i, colour in enumerate(colours)}
        self.cards = [Card(colour, value) for colour in colours for value in range(1, VALUES + 1)]
        self.moves = _row_moves(self.cards, colours) if family is Family.ROW else _rivals_moves(self.cards)
        self.actions = {move: action for action, move in self.moves.items()}

    def card_number(self, card: Card) -> int:
        return self.index[card.colour] * VALUES + card.value - 1

    def moves_in(self, words: list[int]) -> tuple[Move, ...]:
        """The moves of the actions in words of bits."""
        moves = self.moves
        found = []
        base = -1
        for word in words:
            while word:
                low = word & -word
                found.append(moves[base + low.bit_length()])
                word ^= low
            base += 64
        return tuple(found)


@cache
def codec(family: Family, colours: tuple[Colour, ...]) -> Codec:
    return Codec(family, colours)


def _row_moves(cards: list[Card], colours: tuple[Colour, ...]) -> dict[int, Move]:
    moves: dict[int, Move] = {row.LAY + i: Lay(card) for i, card in enumerate(cards)}
    moves |= {row.DISCARD + i: Discard(card) for i, card in enumerate(cards)}
    moves |= {row.TAKE + i: Draw(colour) for i, colour in enumerate(colours)}
    moves |= {row.DRAW: Draw(), row.STOP: Stop()}
    moves |= {row.CLAIM + i: Claim(exploit) for i, exploit in enumerate(Exploit)}
    return moves


def _rivals_moves(cards: list[Card]) -> dict[int, Move]:
    moves: dict[int, Move] = {rivals.LAY + i: Lay(card) for i, card in enumerate(cards)}
    moves |= {rivals.PUT_OUT + i: Discard(card) for i, card in enumerate(cards)}
    moves |= {rivals.DISCOVER: Discover(), rivals.PASS: Pass(), rivals.DONE: Stop()}
    moves |= {rivals.BID + amount: Bid(amount) for amount in range(1, MOST_GOLD + 1)}
    return moves


@cache
def row_cards(colour: Colour, mask: int) -> tuple[Card, ...]:
    """The cards of a row game's set, wagers first."""
    wagers = (Card(colour, 1),) * (mask & 0b111).bit_count()
    return wagers + tuple(Card(colour, value) for value in range(2, 11) if mask >> (value + 1) & 1)


def row_set(cards: Iterable[Card]) -> int:
    """The row game's set of these cards of one colour."""
    mask = 0
    for card in cards:
        mask = add(mask, card.value)
    return mask


@cache
def rivals_cards(colour: Colour, mask: int) -> tuple[Card, ...]:
    """The cards of a Rivals set, wagers first."""
    return tuple(
        Card(colour, value)
        for value in range(1, 11)
        for _ in range(int(rivals.held(mask, value)).bit_count())
    )


def rivals_set(cards: Iterable[Card]) -> int:
    """The Rivals set of these cards of one colour."""
    return sum((1 << number) - 1 << rivals.place(card.value) for card, number in Counter(cards).items())
