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
    """Its strength on the ladder, if it was measured."""


LADDER = (
    Listed("tourist", Kind.LEVEL),
    Listed("stroller", Kind.LEVEL),
    Listed("hiker", Kind.LEVEL),
    Listed("scout", Kind.LEVEL),
    Listed("guide", Kind.LEVEL),
    Listed("pathfinder", Kind.LEVEL),
    Listed("navigator", Kind.LEVEL),
    Listed("geographer", Kind.LEVEL),
    Listed("professor", Kind.LEVEL),
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
