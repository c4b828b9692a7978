"""The opponents that play by the shipped networks: the levels of the ladder, and the characters.

A level is how keenly it chooses among what the net proposes (`Manner`); a character has leanings; `legend`
thinks its moves through. `net`, which takes the net's best move, is a yardstick for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

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
    """How somebody plays each family."""

    row: Manner
    rivals: Manner


def _level(row: tuple[float, float], rivals: tuple[float, float], *, remembers: bool = True) -> Character:
    """A level by its temperature and reach in each family."""
    return Character(Manner(*row, remembers=remembers), Manner(*rivals))


def _leaning(leaning: Leaning) -> Character:
    manner = Manner(temperature=1.0, reach=9.0, leaning=leaning)
    return Character(manner, manner)


LEVELS: dict[str, Character] = {
    "tourist": _level((8.0, 8.6), (7.5, 8.6), remembers=False),
    "stroller": _level((8.0, 8.2), (7.0, 8.3), remembers=False),
    "hiker": _level((7.8, 7.9), (7.0, 8.0), remembers=False),
    "scout": _level((7.6, 7.8), (7.0, 7.7)),
    "guide": _level((7.2, 7.4), (6.5, 7.2)),
    "pathfinder": _level((6.5, 7.1), (6.0, 6.6)),
    "navigator": _level((5.3, 6.2), (5.0, 5.8)),
    "geographer": _level((4.6, 5.5), (4.0, 5.0)),
    "professor": Character(Manner(3.3, 4.4), BEST),
}
CHARACTERS: dict[str, Character] = {
    "cautious": _leaning(leanings.cautious),
    "gambler": _leaning(leanings.gambler),
    "hoarder": _leaning(leanings.hoarder),
    "collector": _leaning(leanings.collector),
    "sprinter": _leaning(leanings.sprinter),
}


def _sit(character: Character, variant: Variant, seat: int, seed: int) -> Bot:
    family = variant.edition.family
    if family is Family.RIVALS:
        return RivalsPolicyBot(variant, shipped_net(family), character.rivals, seed=seed)
    return PolicyBot(variant, shipped_net(family), character.row, seed=seed)


def legend(variant: Variant, seat: int, seed: int) -> Bot:
    family = variant.edition.family
    if family is Family.RIVALS:
        return RivalsSearchBot(variant, shipped_net(family), seed=seed)
    return SearchBot(variant, shipped_net(family), quick_net(), seed=seed)


PLAYERS: dict[str, Callable[[Variant, int, int], Bot]] = {
    "net": partial(_sit, Character(BEST, BEST)),
    **{name: partial(_sit, character) for name, character in (LEVELS | CHARACTERS).items()},
    "legend": legend,
}
