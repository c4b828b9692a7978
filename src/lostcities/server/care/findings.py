"""What `lostcities doctor` finds: one line each, with what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lostcities.words import Speaker


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Finding:
    """`about` and `code` name a sentence of `words`: doctor.ABOUT.CODE."""

    about: str
    level: Level
    code: str
    facts: dict[str, object]

    def say(self, say: Speaker) -> str:
        return say.say(f"doctor.{self.about}.{self.code}", **self.facts)


def fine(about: str, code: str = "ok", **facts: object) -> Finding:
    return Finding(about, Level.OK, code, facts)


def warning(about: str, code: str, **facts: object) -> Finding:
    return Finding(about, Level.WARNING, code, facts)


def trouble(about: str, code: str, **facts: object) -> Finding:
    return Finding(about, Level.TROUBLE, code, facts)
