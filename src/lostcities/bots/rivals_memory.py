"""What a player of Rivals remembers: the cards that were put out of the game, and so those that may come."""

from __future__ import annotations

from collections import Counter

from lostcities.cards import Card
from lostcities.deal import full_deck
from lostcities.game import RivalsView
from lostcities.kernel.rivals import STARTING_WAGERS
from lostcities.moves import Discard, Lay, Move
from lostcities.variant import Variant


class RivalsMemory:
    """Follows the cards of a game. Show it the view of each decision of the seat.

    A seat without gold can be passed over for some turns, so that a card may come and go without its
    knowledge. One that sat down late knows what lies on the table and nothing of what has gone.
    """

    def __init__(self, variant: Variant) -> None:
        self._cards = Counter(full_deck(variant))
        """Those of the deck and the starting wagers in play, less those that were put out."""
        self._lying: Counter[Card] | None = None
        self._turns: tuple[tuple[Move, ...], ...] = ((),) * variant.players

    def watch(self, view: RivalsView) -> None:
        """Take in what happened since the last view."""
        lying = Counter(view.river)
        for rows in view.expeditions:
            for cards in rows.values():
                lying.update(cards)
        if self._lying is None:
            self._cards.update(_starting_wagers(view))
            self._lying = lying
        put_out = Counter(
            turn[-1].card
            for turn, before in zip(view.last_turns, self._turns, strict=True)
            if turn != before and turn and isinstance(turn[-1], Discard)
        )
        self._cards.subtract(put_out | self._lying - lying)
        self._lying, self._turns = lying, view.last_turns

    @property
    def may_come(self) -> Counter[Card]:
        """The cards of the piles, and those that were useless to all when they were turned over."""
        return self._cards - (self._lying or Counter())


def _starting_wagers(view: RivalsView) -> Counter[Card]:
    """Two wagers of each player that were there before the latest turn; at first sight no others are."""
    wagers: Counter[Card] = Counter()
    for rows, turn in zip(view.expeditions, view.last_turns, strict=True):
        laid = Counter(move.card for move in turn if isinstance(move, Lay))
        before = [cards[0] for cards in rows.values() if cards and cards.count(cards[0]) > laid[cards[0]]]
        wagers.update([card for card in before if card.is_wager][:STARTING_WAGERS])
    return wagers
