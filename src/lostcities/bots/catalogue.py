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
    Listed("stroller", Kind.LEVEL, 1160),
    Listed("hiker", Kind.LEVEL, 1210),
    Listed("scout", Kind.LEVEL, 1350),
    Listed("guide", Kind.LEVEL, 1450),
    Listed("pathfinder", Kind.LEVEL, 1630),
    Listed("navigator", Kind.LEVEL, 1730),
    Listed("geographer", Kind.LEVEL, 1870),
    Listed("professor", Kind.LEVEL, 1970),
    Listed("legend", Kind.LEVEL),
)
CHARACTERS = tuple(
    Listed(name, Kind.CHARACTER)
    for name in ("cautious", "gambler", "hoarder", "collector", "sprinter", "explorer")
)
CATALOGUE = LADDER + CHARACTERS
"""The levels, weakest first, then the characters."""

FIRST = "stroller"
"""The mild one that a newcomer meets first."""
