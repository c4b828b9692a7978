"""Lost Cities, every edition: rules, play, opponents and analysis.

>>> from lostcities import new_game
>>> game = new_game("classic", seed=7)
>>> len(game.view(0).hand)
8

Names are imported when they are first used, so that a command which needs no rules starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lostcities.cards import Card, Colour, Exploit
    from lostcities.deal import Deal
    from lostcities.errors import IllegalMove, LostCitiesError
    from lostcities.fair import FairDeal
    from lostcities.game import Game, Phase, View, new_game
    from lostcities.match import Match
    from lostcities.moves import Move
    from lostcities.position import Position
    from lostcities.record import MatchRecord
    from lostcities.variant import EDITIONS, Edition, Variant

__version__ = "0.1.0"

_HOME = {
    "Card": "cards",
    "Colour": "cards",
    "Deal": "deal",
    "EDITIONS": "variant",
    "Edition": "variant",
    "Exploit": "cards",
    "FairDeal": "fair",
    "Game": "game",
    "IllegalMove": "errors",
    "LostCitiesError": "errors",
    "Match": "match",
    "MatchRecord": "record",
    "Move": "moves",
    "Phase": "game",
    "Position": "position",
    "Variant": "variant",
    "View": "game",
    "new_game": "game",
}

__all__ = [
    "EDITIONS",
    "Card",
    "Colour",
    "Deal",
    "Edition",
    "Exploit",
    "FairDeal",
    "Game",
    "IllegalMove",
    "LostCitiesError",
    "Match",
    "MatchRecord",
    "Move",
    "Phase",
    "Position",
    "Variant",
    "View",
    "new_game",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"lostcities.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(globals() | _HOME)
