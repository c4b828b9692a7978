"""What is wrong with a request's fields, from Pydantic's words into ours: which field, and what it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError

from lostcities.errors import LostCitiesError
from lostcities.server.http.refusals import RequestError

LIMITS = {
    "greater_than_equal": ("least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("most", "le"),
    "string_too_short": ("shortest", "min_length"),
    "string_too_long": ("longest", "max_length"),
    "too_short": ("fewest", "min_length"),
    "too_long": ("most-entries", "max_length"),
    "string_pattern_mismatch": ("pattern", "pattern"),
    "enum": ("choice", "expected"),
    "literal_error": ("choice", "expected"),
    "union_tag_invalid": ("kinds", "expected_tags"),
}
"""For each of Pydantic's errors the sentence, and what of its context is said in it."""
KINDS = {
    "int": "whole",
    "float": "number",
    "finite": "number",
    "string": "text",
    "bool": "boolean",
    "list": "list",
    "model": "object",
    "dict": "object",
}
"""The same by how the name of an error begins, for what is of another kind altogether."""


def wrong(error: RequestValidationError) -> LostCitiesError:
    """The first thing that is wrong with a request."""
    first = error.errors()[0]
    if isinstance(own := first.get("ctx", {}).get("error"), LostCitiesError):
        return own
    field = place(first["loc"][1:], error.body) or "body"
    match first["type"]:
        case "missing":
            return RequestError("field-missing", field=field)
        case "union_tag_not_found":
            return RequestError("field-missing", field=f"{field}.kind")
        case "extra_forbidden":
            return RequestError("field-unknown", field=field)
        case "json_invalid":
            return RequestError("no-json")
    return RequestError("field-wrong", field=field, right=takes("body") if field == "body" else _right(first))


def takes(what: str, limit: object = "") -> RequestError:
    """What a field takes, to be said in a sentence about it."""
    return RequestError(f"field.{what}", limit=limit)


def place(loc: Sequence[str | int], body: Any) -> str:
    """Where a field stands. Pydantic names the kind of a seat or a clock on the way, which is no field."""
    parts: list[str] = []
    here = body
    for i, part in enumerate(loc):
        if isinstance(here, dict) and part == here.get("kind") and i + 1 < len(loc):
            here = None  # only once: a field can be called like its kind
            continue
        parts.append(str(part))
        if isinstance(here, dict):
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            here = here[part]
        else:
            here = None
    return ".".join(parts)


def _right(problem: Mapping[str, Any]) -> RequestError:
    kind = problem["type"]
    if kind in LIMITS:
        what, fact = LIMITS[kind]
        limit = problem["ctx"][fact]
        return takes(what, f"{limit:g}" if isinstance(limit, float) else str(limit).replace(" or ", ", "))
    return takes(KINDS.get(kind.partition("_")[0], "schema"))
