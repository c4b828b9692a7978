"""The opponents that play by the shipped networks: the levels of the ladder, and the characters.

A level is how keenly it chooses among what the net proposes (`Manner`); a character has leanings; `legend`
thinks its moves through. `net`, which takes the net's best move, is a yardstick for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from lostcities.bots import leanings
from lostcities.bots.base import Bot
from lostcities.bots.manner import BEST, Leaning, Manner
from lostcities.bots.policy import PolicyBot, RivalsPolicyBot
from lostcities.bots.rivals_search import RivalsSearchBot
from lostcities.bots.search import SearchBot
from lostcities.net.shipped import quick_net, shipped_net
from lostcities.variant import Family, Variant


@dataclass(frozen=True, slots=True)
class Character:
    """How somebody plays by each of the shipped nets."""

    row: Manner
    rivals: Manner
    cooperation: Manner

    def manner(self, variant: Variant) -> Manner:
        if variant.edition.family is Family.RIVALS:
            return self.rivals
        return self.cooperation if variant.cooperation else self.row


def _level(
    row: tuple[float, float],
    rivals: tuple[float, float],
    cooperation: tuple[float, float],
    *,
    remembers: bool = True,
) -> Character:
    """A level by its temperature and reach in each game."""
    return Character(
        Manner(*row, remembers=remembers, sensible=True),
        Manner(*rivals, sensible=True),
        Manner(*cooperation, remembers=remembers),
    )


def _leaning(leaning: Leaning) -> Character:
    """In cooperation, where time costs nothing, two who follow their leanings too far wait for ever."""
    manner = Manner(temperature=1.0, reach=9.0, leaning=leaning, sensible=True)
    return Character(manner, manner, replace(manner, reach=5.0, sensible=False))


LEVELS: dict[str, Character] = {
    "tourist": _level((8.0, 8.6), (7.5, 8.6), (12.0, 11.0), remembers=False),
    "stroller": _level((8.0, 8.2), (7.0, 8.3), (10.5, 9.4), remembers=False),
    "hiker": _level((7.6, 7.6), (7.0, 8.0), (9.0, 7.6), remembers=False),
    "scout": _level((7.6, 7.8), (7.0, 7.7), (13.5, 12.0)),
    "guide": _level((7.2, 7.4), (6.5, 7.2), (12.5, 11.0)),
    "pathfinder": _level((6.4, 6.9), (6.0, 6.6), (11.5, 10.0)),
    "navigator": _level((5.3, 6.2), (5.0, 5.8), (10.0, 9.0)),
    "geographer": _level((4.9, 5.8), (4.0, 5.0), (8.0, 7.6)),
    "professor": _level((3.3, 4.4), (0.0, inf), (5.0, 4.2)),
}
CHARACTERS: dict[str, Character] = {
    "cautious": _leaning(leanings.cautious),
    "gambler": _leaning(leanings.gambler),
    "hoarder": _leaning(leanings.hoarder),
    "collector": _leaning(leanings.collector),
    "sprinter": _leaning(leanings.sprinter),
}


def _sit(character: Character, variant: Variant, seat: int, seed: int) -> Bot:
    bot = RivalsPolicyBot if variant.edition.family is Family.RIVALS else PolicyBot
    return bot(variant, shipped_net(variant), character.manner(variant), seed=seed)


NET = Character(BEST, BEST, BEST)


def legend(variant: Variant, seat: int, seed: int) -> Bot:
    """Who thinks. In cooperation rounds are too long to be played out in time, and the net alone comes near
    to all that can be reached."""
    if variant.cooperation:
        return _sit(NET, variant, seat, seed)
    net = shipped_net(variant)
    if variant.edition.family is Family.RIVALS:
        return RivalsSearchBot(variant, net, seed=seed)
    return SearchBot(variant, net, quick_net(), seed=seed)


PLAYERS: dict[str, Callable[[Variant, int, int], Bot]] = {
    "net": partial(_sit, NET),
    **{name: partial(_sit, character) for name, character in (LEVELS | CHARACTERS).items()},
    "legend": legend,
}
