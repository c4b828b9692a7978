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
    Listed("stroller", Kind.LEVEL, 1080),
    Listed("hiker", Kind.LEVEL, 1230),
    Listed("scout", Kind.LEVEL, 1300),
    Listed("guide", Kind.LEVEL, 1410),
    Listed("pathfinder", Kind.LEVEL, 1550),
    Listed("navigator", Kind.LEVEL, 1630),
    Listed("geographer", Kind.LEVEL, 1660),
    Listed("professor", Kind.LEVEL, 1760),
    Listed("legend", Kind.LEVEL, 1830),
)
CHARACTERS = (
    Listed("cautious", Kind.CHARACTER, 1670),
    Listed("gambler", Kind.CHARACTER, 1730),
    Listed("hoarder", Kind.CHARACTER, 1790),
    Listed("collector", Kind.CHARACTER, 1670),
    Listed("sprinter", Kind.CHARACTER, 1720),
    Listed("explorer", Kind.CHARACTER, 1600),
)
CATALOGUE = LADDER + CHARACTERS
"""The levels, weakest first, then the characters."""

THINKER = "legend"
"""Who takes its time."""
FIRST = "stroller"
"""The mild one that a newcomer meets first."""
