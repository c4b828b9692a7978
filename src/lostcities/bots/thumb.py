"""`thumb`: a plain rule of thumb, the yardstick that many programs for this game are measured against.

In Rivals it gives a coin for each card that it could lay.
"""

from __future__ import annotations

from functools import partial

from lostcities.bots.base import Bot
from lostcities.bots.thumb_row import RowThumb
from lostcities.game import RivalsView, View
from lostcities.game.rivals import takes
from lostcities.moves import Bid, Discover, Lay, Move, Pass
from lostcities.variant import Family, Variant

NEVER = -1000.0


def thumb(variant: Variant, seat: int, seed: int) -> Bot:
    if variant.edition.family is Family.RIVALS:
        return RivalsThumb(variant.side_of(seat))
    return RowThumb(variant)


class RivalsThumb:
    def __init__(self, side: int) -> None:
        self._side = side

    def choose(self, view: View) -> Move:
        assert isinstance(view, RivalsView)
        return max(view.legal_moves, key=partial(self._worth, view))

    def _worth(self, view: RivalsView, move: Move) -> float:
        rows = view.expeditions[self._side]
        fitting = sum(takes(rows[card.colour], card) for card in view.river)
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
