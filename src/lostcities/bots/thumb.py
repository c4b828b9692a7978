"""`thumb`: a plain rule of thumb, the yardstick that many programs for this game are measured against.

It starts an expedition with 16 points in hand, climbs in small steps, discards what helps nobody, and takes a
discard that fits. In Rivals it gives a coin for each card that it could lay.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from lostcities.cards import WAGER, Card, Colour
from lostcities.game import Phase, RivalsView, RowView, View
from lostcities.game.rivals import takes as takes_in_rivals
from lostcities.game.row import takes
from lostcities.moves import Bid, Claim, Discard, Discover, Draw, Lay, Move, Pass
from lostcities.variant import Variant

ENOUGH = 16
"""Points of a colour in hand that are worth an expedition; a wager asks for six more."""
FIRST = 1000.0
NEVER = -1000.0


class RuleOfThumb:
    def __init__(self, variant: Variant, seat: int, seed: int) -> None:
        self._side = variant.side_of(seat)
        self._others = [side for side in range(variant.sides) if side != self._side]

    def choose(self, view: View) -> Move:
        if isinstance(view, RivalsView):
            return max(view.legal_moves, key=partial(self._in_rivals, view))
        return max(view.legal_moves, key=partial(self._in_a_row_game, view))

    def _in_a_row_game(self, view: RowView, move: Move) -> float:
        match move:
            case Claim():
                return FIRST
            case Lay(card):
                return self._of_a_lay(view, card)
            case Discard(card):
                return -self._harm(view, card)
            case Draw(Colour() as colour):
                top = view.discard_tops[colour]
                return top.value if top and self._welcome(view, top) else NEVER
        return 0.0  # the draw pile, or laying no more

    def _of_a_lay(self, view: RowView, card: Card) -> float:
        row = view.expeditions[self._side][card.colour]
        if view.phase is Phase.EXTRA:
            return card.value if row and not card.is_wager else NEVER
        if not self._wants(view, card.colour):
            return -40.0
        waiting = [other for other in view.hand if other.colour is card.colour and takes(row, other)]
        if min(other.value for other in waiting) < card.value:
            return NEVER
        if card.is_wager:
            return 6.0 if _points(waiting) >= ENOUGH + 6 else -10.0
        gap = card.value - (row[-1].value if row else WAGER) - 1
        late = max(0, 2 + len(waiting) - _turns_left(view))
        return 6.0 - 2.0 * gap + 4.0 * late + (2.0 if row and row[0].is_wager else 0.0)

    def _harm(self, view: RowView, card: Card) -> float:
        """What a discard gives away."""
        harm = 0.1 * _points(other for other in view.hand if other.colour is card.colour)
        if takes(view.expeditions[self._side][card.colour], card):
            harm += card.value * (1.5 if self._wants(view, card.colour) else 0.3)
        if view.variant.cooperation:
            return harm
        for side in self._others:
            row = view.expeditions[side][card.colour]
            if takes(row, card):
                harm += card.value * (1.0 if row else 0.3)
        return harm

    def _welcome(self, view: RowView, card: Card) -> bool:
        row = view.expeditions[self._side][card.colour]
        return not card.is_wager and self._wants(view, card.colour) and takes(row, card)

    def _wants(self, view: RowView, colour: Colour) -> bool:
        """The colour is under way, or worth starting."""
        held = [card for card in view.hand if card.colour is colour]
        under_way = bool(view.expeditions[self._side][colour])
        return under_way or (_points(held) >= ENOUGH and _turns_left(view) >= len(held))

    def _in_rivals(self, view: RivalsView, move: Move) -> float:
        rows = view.expeditions[self._side]
        fitting = sum(takes_in_rivals(rows[card.colour], card) for card in view.river)
        match move:
            case Discover():
                return 1.5
            case Bid(amount):
                return 2.0 - amount / 100 if amount <= fitting and fitting > 1 else NEVER
            case Pass():
                return 1.0
            case Lay(card):
                return 20.0 - card.value
        return 0.0  # put out nothing


def _points(cards: Iterable[Card]) -> int:
    return sum(card.value for card in cards if not card.is_wager)


def _turns_left(view: RowView) -> int:
    return -(-view.pile // view.variant.players)
