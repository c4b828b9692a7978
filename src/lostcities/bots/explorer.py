"""`explorer`: sound play written by hand, one player for each family."""

from __future__ import annotations

from lostcities.bots.base import Bot
from lostcities.bots.explorer_rivals import RivalsExplorer
from lostcities.bots.explorer_row import RowExplorer
from lostcities.variant import Family, Variant


def explorer(variant: Variant, seat: int, seed: int) -> Bot:
    if variant.edition.family is Family.RIVALS:
        return RivalsExplorer(variant, seat, seed)
    return RowExplorer(variant, seat, seed)
