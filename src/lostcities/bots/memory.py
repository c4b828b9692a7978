"""What a player remembers of the discard piles: every card was once on top, for all to see."""

from __future__ import annotations

from collections import Counter

from lostcities.cards import Card, Colour
from lostcities.deal import full_deck
from lostcities.game import RowView
from lostcities.moves import Discard, Draw
from lostcities.variant import Variant


class DiscardMemory:
    """Follows the discard piles of a round from the turns that a seat sees.

    Show it each view in which its seat is to play a card. A seat that sat down late does not know what lay
    there before.
    """

    def __init__(self, variant: Variant) -> None:
        self.deck = Counter(full_deck(variant))
        self.piles: dict[Colour, list[Card]] = {colour: [] for colour in variant.colours}
        self._ply = -1

    def watch(self, view: RowView) -> None:
        if view.ply < self._ply:
            for pile in self.piles.values():
                pile.clear()
        if view.ply == self._ply:
            return
        self._ply = view.ply
        seats = len(view.last_turns)
        for i in range(seats):
            for move in view.last_turns[((view.seat or 0) + i) % seats]:
                if isinstance(move, Discard):
                    self.piles[move.card.colour].append(move.card)
                elif isinstance(move, Draw) and move.colour and self.piles[move.colour]:
                    self.piles[move.colour].pop()

    def unseen(self, view: RowView) -> dict[Colour, list[int]]:
        """The values that are in the draw pile or in a hidden part of another hand, by colour."""
        left = self.deck.copy()
        left.subtract(view.hand)
        for expeditions in view.expeditions:
            for cards in expeditions.values():
                left.subtract(cards)
        for pile in self.piles.values():
            left.subtract(pile)
        for seat, cards in enumerate(view.shown):
            if seat != view.seat:
                left.subtract(cards)
        unseen: dict[Colour, list[int]] = {colour: [] for colour in self.piles}
        for card, number in left.items():
            unseen[card.colour].extend([card.value] * number)
        return unseen
