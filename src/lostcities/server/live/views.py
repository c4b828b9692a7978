"""A view as the API sends it: the library's plain form, made small.

While a round is played, nobody reads the lines of its score sheets, so only the points are sent.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

import orjson

from lostcities.game import RivalsView, RowView, Sheet, View
from lostcities.plain import plain

OF_ONE_SEAT = ("seat", "legal_moves", "hands")
"""What one viewer sees differently from another."""
AS_PLAIN = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_NON_STR_KEYS


def seen(view: View) -> dict[str, Any]:
    """A `RowView` or a `RivalsView` of the API."""
    return seen_by_all(view) | seen_by_one(view)


def seen_by_all(view: View) -> dict[str, Any]:
    """The part that is the same for all who look."""
    facts = {name: getattr(view, name) for name in _names_of[type(view)][0]}
    facts["points"] = [_points(sheet) for sheet in view.sheets]
    facts["sheets"] = view.sheets if view.over else None
    return facts


def seen_by_one(view: View) -> dict[str, Any]:
    """The rest."""
    return {name: getattr(view, name) for name in _names_of[type(view)][1]}


def as_json(facts: Any) -> bytes:
    """The same bytes as of the library's plain form, which is asked only for what JSON doesn't know."""
    return orjson.dumps(facts, _plain, AS_PLAIN)


_plain = lru_cache(1000)(plain)  # mostly of cards and moves, of which there are few


def _names(kind: type[View]) -> tuple[list[str], list[str]]:
    """What all see, and what one sees."""
    names = [field.name for field in fields(kind) if field.name != "sheets"]
    return [n for n in names if n not in OF_ONE_SEAT], [n for n in names if n in OF_ONE_SEAT]


_names_of = {kind: _names(kind) for kind in (RowView, RivalsView)}


def _points(sheet: Sheet) -> dict[str, Any]:
    """A `SidePoints`."""
    return {
        "expeditions": {lines.colour.value: lines.total for lines in sheet.expeditions},
        "total": sheet.total,
    }
