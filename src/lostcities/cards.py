"""Colours, cards and exploits, with their text forms: `R10`, `WX`, `run-of-three`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from lostcities.errors import NotationError

WAGER = 1


class Colour(StrEnum):
    YELLOW = "Y"
    BLUE = "B"
    WHITE = "W"
    GREEN = "G"
    RED = "R"
    PURPLE = "P"

    __hash__ = str.__hash__  # an enumeration's own is ten times slower

    @classmethod
    def parse(cls, text: str) -> Colour:
        try:
            return cls(text.upper())
        except ValueError:
            raise NotationError("colour", text=text) from None


class Card(NamedTuple):
    """A card by its colour and its value, which is 2 to 10 or `WAGER`."""

    colour: Colour
    value: int

    @property
    def is_wager(self) -> bool:
        return self.value == WAGER

    def __str__(self) -> str:
        return f"{self.colour}{'X' if self.is_wager else self.value}"

    @classmethod
    def parse(cls, text: str) -> Card:
        letter, value = text[:1].upper(), text[1:].upper()
        if letter not in tuple(Colour) or value not in _VALUES:
            raise NotationError("card", text=text)
        return cls(Colour(letter), _VALUES[value])


_VALUES = {"X": WAGER} | {str(number): number for number in range(2, 11)}


class Exploit(StrEnum):
    """In the kernel's order: first the three-card exploits by the edition's colours."""

    THREE_YELLOW = "three-yellow"
    THREE_RED = "three-red"
    THREE_BLUE = "three-blue"
    THREE_PURPLE = "three-purple"
    THREE_GREEN = "three-green"
    FIVE_CARDS = "five-cards"
    THREE_EXPEDITIONS = "three-expeditions"
    RUN_OF_THREE = "run-of-three"
    MOST_EXPEDITIONS = "most-expeditions"
    BEST_EXPEDITION = "best-expedition"
    LOWEST_HAND = "lowest-hand"

    @classmethod
    def parse(cls, text: str) -> Exploit:
        try:
            return cls(text.lower())
        except ValueError:
            raise NotationError("exploit", text=text, exploits=[one.value for one in cls]) from None
