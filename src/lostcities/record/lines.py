"""The kinds of lines that a record is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from lostcities.errors import LostCitiesError, NotationError
from lostcities.match import Result
from lostcities.variant import Variant

TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]')
ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]{1,6})\}|(.?))", re.ASCII)
POINTS = re.compile(r"(\S+) (-?[0-9]{1,6})", re.ASCII)
RESULT = re.compile(r"(.+); (winner|winners|together) (.+)")


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Say of an error on which line it was found; a record that was never text has no lines (0)."""
    try:
        yield
    except LostCitiesError as error:
        if not number or error.code == "line":
            raise
        raise NotationError("line", line=number, problem=error) from None


def tag_line(name: str, value: str) -> str:
    return f'[{name} "{_escaped(value)}"]'


def parse_tag(line: str) -> tuple[str, str]:
    tag = TAG.fullmatch(line)
    if not tag:
        raise NotationError("tag", text=line)
    return tag[1], ESCAPE.sub(_unescaped, tag[2])


def _escaped(text: str) -> str:
    """A text within quotes: what can't be printed becomes ``\\u{hex}``."""
    return "".join(
        f"\\{char}" if char in '"\\' else char if char.isprintable() else f"\\u{{{ord(char):x}}}"
        for char in text
    )


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1] and int(escape[1], 16) <= 0x10FFFF:
        return chr(int(escape[1], 16))
    if escape[2] not in ('"', "\\"):
        raise NotationError("escape", text=escape[0])
    return escape[2]


def points_text(variant: Variant, points: Sequence[int]) -> str:
    """``A 18, B -3``"""
    return ", ".join(f"{side} {number}" for side, number in zip(variant.side_names, points, strict=True))


def parse_points(variant: Variant, text: str) -> tuple[int, ...]:
    found = [POINTS.fullmatch(part) for part in text.split(", ")]
    points = [(part[1], int(part[2])) for part in found if part]
    if len(points) < len(found) or tuple(side for side, _ in points) != variant.side_names:
        raise NotationError("points", text=text, right=points_text(variant, [0] * variant.sides))
    return tuple(number for _, number in points)


def result_text(variant: Variant, result: Result) -> str:
    """``A 18, B -3; winner A``, ``…; winners A B`` or, in cooperation, ``…; together 15``."""
    points = points_text(variant, result.totals)
    if result.common is not None:
        return f"{points}; together {result.common}"
    word = "winner" if len(result.winners) == 1 else "winners"
    return f"{points}; {word} {' '.join(variant.side_names[side] for side in result.winners)}"


def parse_result(variant: Variant, text: str) -> Result:
    found = RESULT.fullmatch(text)
    if not found:
        raise NotationError("result", text=text)
    totals, word, rest = parse_points(variant, found[1]), found[2], found[3]
    if word == "together":
        if not re.fullmatch(r"-?[0-9]{1,6}", rest, re.ASCII):
            raise NotationError("result", text=text)
        return Result(totals, (), int(rest))
    names = rest.split(" ")
    if not set(names) <= set(variant.side_names):
        raise NotationError("result", text=text)
    return Result(totals, tuple(map(variant.side_names.index, names)), None)
