"""What a player remembers of the discard piles: every card was once on top, for all to see."""

from __future__ import annotations

from lostcities.cards import Card, Colour
from lostcities.game import Phase, RowView
from lostcities.moves import Discard, Draw, Move
from lostcities.variant import Variant


class DiscardMemory:
    """Follows the discard piles of a round from the turns that a seat sees.

    Show it the view of each decision of the seat. A seat that sat down late knows the top of a pile that it
    has not seen grow, and nothing under it.
    """

    def __init__(self, variant: Variant) -> None:
        self.piles: dict[Colour, list[Card]] = {colour: [] for colour in variant.colours}
        """From the bottom to the top."""
        self._ply = 0

    def watch(self, view: RowView) -> None:
        """Take in what happened since the last view."""
        if view.ply < self._ply:  # a new round
            self._ply = 0
            for pile in self.piles.values():
                pile.clear()
        for move in self._news(view):
            if isinstance(move, Discard):
                self.piles[move.card.colour].append(move.card)
            elif isinstance(move, Draw) and move.colour and self.piles[move.colour]:
                self.piles[move.colour].pop()
        self._ply = view.ply
        for colour, pile in self.piles.items():
            top = view.discard_tops[colour]
            if len(pile) != view.discard_heights[colour] or (pile and pile[-1] != top):
                self.piles[colour] = [top] if top else []

    def _news(self, view: RowView) -> list[Move]:
        """The moves since the last view, in their order, as far as they touch a discard pile."""
        if view.ply == self._ply:
            return []
        seat, seats = view.seat or 0, len(view.last_turns)
        decided = list(view.last_turns[seat][-1:])
        if decided and not isinstance(decided[0], Draw):
            return decided  # its turn is still under way
        # In the extra phase those who come after this seat drew since; the others laid cards.
        others = range(1, 1 + (view.extra_seats_left if view.phase is Phase.EXTRA else seats - 1))
        return decided + [move for i in others for move in view.last_turns[(seat + i) % seats]]
