"""Bots by name. A new one joins by being listed in `BOTS`."""

from __future__ import annotations

from collections.abc import Callable

from lostcities.bots.base import Bot
from lostcities.bots.explorer import explorer
from lostcities.bots.ladder import PLAYERS
from lostcities.bots.random_bot import RandomBot
from lostcities.bots.thumb import thumb
from lostcities.errors import LostCitiesError
from lostcities.variant import Variant

__all__ = ["BOTS", "Bot", "UnknownBot", "make_bot"]

BOTS: dict[str, Callable[[Variant, int, int], Bot]] = {
    "random": RandomBot,
    "thumb": thumb,
    "explorer": explorer,
    **PLAYERS,
}


class UnknownBot(LostCitiesError):  # noqa: N818 - as `IllegalMove`
    """A name that no bot has."""


def make_bot(name: str, variant: Variant, seat: int, seed: int = 0) -> Bot:
    """The bot of this name for one seat of a match. Equal seeds play equally."""
    if name not in BOTS:
        raise UnknownBot("bots.unknown", name=name, bots=tuple(BOTS))
    return BOTS[name](variant, seat, seed)
