"""The bots that people are offered: the levels of the ladder, and characters.

What each is called and how it plays, the words say: `bots.<id>.name` and `bots.<id>.about`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    LEVEL = "level"  # a step of the ladder
    CHARACTER = "character"  # somebody with a manner of their own


@dataclass(frozen=True, slots=True)
class Listed:
    id: str
    kind: Kind
    rating: int | None = None
    """Its strength in classic matches, if it was measured: 400 points more are odds of ten to one."""


LADDER = (
    Listed("tourist", Kind.LEVEL, 1000),
    Listed("stroller", Kind.LEVEL, 1110),
    Listed("hiker", Kind.LEVEL, 1180),
    Listed("scout", Kind.LEVEL, 1380),
    Listed("guide", Kind.LEVEL, 1510),
    Listed("pathfinder", Kind.LEVEL, 1650),
    Listed("navigator", Kind.LEVEL, 1790),
    Listed("geographer", Kind.LEVEL, 1860),
    Listed("professor", Kind.LEVEL, 1910),
    Listed("legend", Kind.LEVEL, 2010),
)
CHARACTERS = (
    Listed("cautious", Kind.CHARACTER, 1820),
    Listed("gambler", Kind.CHARACTER, 1880),
    Listed("hoarder", Kind.CHARACTER, 1880),
    Listed("collector", Kind.CHARACTER, 1770),
    Listed("sprinter", Kind.CHARACTER, 1840),
    Listed("explorer", Kind.CHARACTER, 1770),
)
CATALOGUE = LADDER + CHARACTERS
"""The levels, weakest first, then the characters."""

THINKER = "legend"
"""Who takes its time."""
FIRST = "stroller"
"""The mild one that a newcomer meets first."""
