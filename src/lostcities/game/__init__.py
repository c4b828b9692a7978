"""A round in play, what each seat sees of it, and what it is worth."""

from __future__ import annotations

import random

from lostcities.deal import Deal
from lostcities.game.base import Game
from lostcities.game.rivals import RivalsGame
from lostcities.game.row import RowGame
from lostcities.game.sheet import RivalsSheet, RowSheet, Sheet
from lostcities.game.view import Phase, RivalsView, RowView, Standing, View
from lostcities.variant import Family, Variant

__all__ = [
    "Game",
    "Phase",
    "RivalsGame",
    "RivalsSheet",
    "RivalsView",
    "RowGame",
    "RowSheet",
    "RowView",
    "Sheet",
    "Standing",
    "View",
    "new_game",
]


def new_game(
    variant: Variant | str,
    deal: Deal | None = None,
    *,
    starter: int = 0,
    seed: int | None = None,
) -> Game:
    """Deal a round: a given deal, or a random one, the same for the same seed."""
    if isinstance(variant, str):
        variant = Variant.parse(variant)
    if deal is None:
        deal = Deal.random(variant, None if seed is None else random.Random(seed))
    kind = RowGame if variant.edition.family is Family.ROW else RivalsGame
    return kind(variant, deal, starter)
