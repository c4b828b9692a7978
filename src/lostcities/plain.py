"""Views, sheets and results as plain data, ready for JSON. Cards, moves and variants take their text form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from lostcities.cards import Card
from lostcities.moves import Move
from lostcities.variant import Variant


def plain(thing: Any) -> Any:
    """Turn a value of the library into dicts, lists, texts and numbers."""
    match thing:
        case bool() | int() | float() | None:
            return thing
        case str() | Card() | Move() | Variant():
            return str(thing)
        case Mapping():
            return {str(key): plain(value) for key, value in thing.items()}
        case list() | tuple():
            return [plain(item) for item in thing]
    if is_dataclass(thing):
        return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)}
    raise TypeError(f"no plain form for {type(thing).__name__}")
