"""Views, sheets and results as plain data, ready for JSON. Cards, moves and variants take their text form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from lostcities.cards import Card
from lostcities.moves import Move
from lostcities.variant import Variant


def plain(thing: Any) -> Any:
    """Turn a value of the library into dicts, lists, texts and numbers."""
    kind: Any = type(thing)
    return _way(kind)(thing)


@cache
def _way(kind: type) -> Callable[[Any], Any]:
    """How things of a kind are turned: found out once, because a server does this for every move."""
    if issubclass(kind, bool | int | float | type(None)):
        return lambda thing: thing
    if issubclass(kind, Card | Move):
        return _text  # there are few of them, and they come again and again
    if issubclass(kind, str | Variant):
        return str
    if issubclass(kind, Mapping):
        return lambda thing: {str(key): plain(value) for key, value in thing.items()}
    if issubclass(kind, list | tuple):
        return lambda thing: [plain(item) for item in thing]
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda thing: {name: plain(getattr(thing, name)) for name in names}
    raise TypeError(f"no plain form for {kind.__name__}")


@cache
def _text(thing: Card | Move) -> str:
    return str(thing)


@cache
def variant_facts(variant: Variant) -> dict[str, Any]:
    """A variant spelt out, for those who can't parse its text."""
    return {
        "text": str(variant),
        "edition": variant.edition.id,
        "family": variant.edition.family.value,
        "players": variant.players,
        "sides": variant.sides,
        "rounds": variant.rounds,
        "nothing_in_hand": variant.nothing_in_hand,
        "cooperation": variant.cooperation,
        "exploits": variant.exploits.value,
        "guard": variant.guard,
        "colours": variant.colours,
        "seat_names": variant.seat_names,
        "side_names": variant.side_names,
    }
