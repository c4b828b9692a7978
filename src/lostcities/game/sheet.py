"""Score sheets, with the lines that the printed ones have. The kernel computes them; nobody else does."""

from __future__ import annotations

from dataclasses import dataclass

from lostcities.cards import Card, Colour, Exploit


@dataclass(frozen=True, slots=True)
class ExpeditionLines:
    """One expedition of the row game."""

    colour: Colour
    cards: tuple[Card, ...]
    sum: int
    cost: int
    result: int
    factor: int
    multiplied: int
    bonus: int
    total: int


@dataclass(frozen=True, slots=True)
class RivalsLines:
    """One expedition of Rivals."""

    colour: Colour
    cards: tuple[Card, ...]
    footprints: int
    factor: int
    multiplied: int
    bonus: int
    total: int


@dataclass(frozen=True, slots=True)
class RowSheet:
    """A side's round in the row game. The hand counts, as a negative number, once the round is over."""

    expeditions: tuple[ExpeditionLines, ...]
    exploits: tuple[Exploit, ...]
    exploit_points: int
    hand: int
    total: int


@dataclass(frozen=True, slots=True)
class RivalsSheet:
    """A player's game of Rivals."""

    expeditions: tuple[RivalsLines, ...]
    coins: int
    total: int


Sheet = RowSheet | RivalsSheet
