"""The bot protocol: one JSON object a line, to a program's standard input and from its standard output.

    hello  →  ready        once, before the match
    decide →  move         for each decision of the program's seat
    end                    once; then the input is closed

docs/bots.md describes every field.
"""

from __future__ import annotations

import json
from typing import Any

from lostcities.errors import LostCitiesError
from lostcities.match import Result
from lostcities.plain import plain, variant_facts
from lostcities.variant import Family, Variant

VERSION = 1
LONGEST_ANSWER = 65_536
LONGEST_NAME = 40
Json = Any


class AnswerError(LostCitiesError):
    """A line that is not an answer."""


def hello(variant: Variant, seat: int, seed: int, time_limit: float) -> bytes:
    return _line(
        "hello",
        protocol=VERSION,
        variant=variant_facts(variant),
        rules=_rules(variant),
        seat=seat,
        seed=seed,
        time_limit=time_limit,
    )


def decide(view: Json) -> bytes:
    return _line("decide", view=view)


def end(result: Result | Json) -> bytes:
    """How the match ended, also in plain form; without a result it was broken off."""
    return _line("end", result=plain(result))


def read_ready(line: bytes) -> str:
    """The name that a program gives itself, made fit to be shown."""
    answer = _read(line)
    if answer.get("type") != "ready" or not isinstance(answer.get("name"), str):
        raise AnswerError("exec.not-ready", text=quoted(line))
    return "".join(c for c in answer["name"] if c.isprintable()).strip()[:LONGEST_NAME].rstrip()


def read_move(line: bytes) -> str:
    answer = _read(line)
    if not isinstance(answer.get("move"), str):
        raise AnswerError("exec.no-move", text=quoted(line))
    return str(answer["move"])


def quoted(line: bytes | str) -> str:
    """The beginning of what a program said, on one line, with a mark for whatever can't be shown."""
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.rstrip("\r\n"))
    return text if len(text) <= 60 else text[:59] + "…"


def _rules(variant: Variant) -> dict[str, int]:
    """The numbers that tell one row game from another."""
    edition = variant.edition
    if edition.family is Family.RIVALS:
        return {}
    names = ("hand_size", "cost", "bonus_from", "extra_cards")
    return {name: getattr(edition, name) for name in names}


def _line(kind: str, **fields: Json) -> bytes:
    return json.dumps({"type": kind, **fields}, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes) -> dict[str, Json]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise AnswerError("exec.garbage", text=quoted(line))
    return answer
