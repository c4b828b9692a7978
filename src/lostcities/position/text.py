"""The parts that a position's line is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from lostcities.cards import Card, Colour
from lostcities.errors import NotationError
from lostcities.game.view import Phase
from lostcities.rows import NONE
from lostcities.variant import Variant

Known: TypeAlias = Card | None
"""A card, or None for one that is not known."""
Cards: TypeAlias = tuple[Known, ...]
T = TypeVar("T")

SEGMENT = " | "
SEAT = " / "
UNKNOWN = re.compile(r"\?([1-9][0-9]?)", re.ASCII)


def split_segments(text: str, names: tuple[str, ...]) -> dict[str, str]:
    """What stands in each part after the name that it begins with; every name exactly once."""
    found: dict[str, str] = {}
    for part in text.split("|"):
        name, _, body = part.strip().partition(" ")
        if name not in names:
            raise NotationError("part-unknown", part=name, parts=names)
        if name in found:
            raise NotationError("part-twice", part=name)
        found[name] = body.strip()
    for name in names:
        if name not in found:
            raise NotationError("part-missing", part=name)
    return found


def split_seats(part: str, text: str, number: int) -> list[str]:
    texts = text.split("/")
    if len(texts) != number:
        raise NotationError("part-seats", part=part, number=len(texts), right=number)
    return [text.strip() for text in texts]


def parse_cards(words: Iterable[str], read: Callable[[str], Card] = Card.parse) -> Cards:
    """Read cards, among them ``?3`` for three unknown ones."""
    cards: list[Known] = []
    for word in words:
        if unknown := UNKNOWN.fullmatch(word):
            cards.extend([None] * int(unknown[1]))
        else:
            cards.append(read(word))
    return tuple(cards)


def card_words(cards: Cards, write: Callable[[Card], str] = str) -> list[str]:
    """Cards as `parse_cards` reads them, unknown neighbours as one word."""
    words: list[str] = []
    unknown = 0
    for card in (*cards, ...):
        if card is None:
            unknown += 1
            continue
        if unknown:
            words.append(f"?{unknown}")
            unknown = 0
        if card is not ...:
            words.append(write(card))
    return words


def in_order(variant: Variant, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by the variant's colours, wagers first; those of a colour that it lacks come last."""
    order = [*variant.colours, *Colour]
    return tuple(sorted(cards, key=lambda card: (order.index(card.colour), card.value)))


def split_words(text: str) -> list[str]:
    return [] if text == NONE else text.split()


def join_words(words: Iterable[str]) -> str:
    return " ".join(words) or NONE


def parse_turn(
    variant: Variant, text: str, keys: tuple[str, ...]
) -> tuple[int | None, Phase, dict[str, str]]:
    """Read ``A draw closed=Y``: the mover, the phase and its facts; or ``over``."""
    words = text.split()
    seat = None if words[:1] == [Phase.OVER] else parse_seat(variant, words.pop(0) if words else "")
    phase = words.pop(0) if words else ""
    if phase not in tuple(Phase) or (phase == Phase.OVER) != (seat is None):
        raise NotationError("turn", text=text)
    facts: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in keys or key in facts:
            raise NotationError("turn-fact", text=word, keys=tuple(f"{key}=" for key in keys))
        facts[key] = value
    return seat, Phase(phase), facts


def check_turn_facts(
    phase: Phase, facts: Mapping[str, object], phases: Mapping[str, tuple[Phase, ...]]
) -> None:
    for key, value in facts.items():
        if value and phase not in phases[key]:
            raise NotationError("turn-fact-phase", key=key, phase=phase, phases=phases[key])


def turn_text(variant: Variant, mover: int | None, phase: Phase, facts: Mapping[str, object]) -> str:
    """The mover, the phase and the facts that are anything."""
    words = [] if mover is None else [variant.seat_names[mover]]
    return " ".join([*words, phase, *(f"{key}={value}" for key, value in facts.items() if value)])


def parse_seat(variant: Variant, text: str) -> int:
    if text.upper() not in variant.seat_names:
        raise NotationError("seat-name", text=text, seats=variant.seat_names)
    return variant.seat_names.index(text.upper())


def parse_number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= most):
        raise NotationError("number", text=text, most=most)
    return int(text)


def parse_optional(facts: dict[str, str], key: str, read: Callable[[str], T]) -> T | None:
    return read(facts[key]) if key in facts else None
