"""What went wrong, as a code with facts, so that it can be said in the user's language.

The sentences themselves stand in `words/`, one file for each language.
"""

from __future__ import annotations

import errno
import os


class LostCitiesError(ValueError):
    """Bad input. `str()` says in English what was wrong and what would be right."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def say(self, language: str) -> str:
        from lostcities.words import speaker

        return speaker(language).say(f"errors.{self.code}", **self.facts)

    def __str__(self) -> str:
        return self.say("en")


def reason(error: Exception) -> str:
    """Why the system could not do something, in its own short words."""
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, EOFError):
        code = errno.ECONNRESET
    elif isinstance(error, TimeoutError):
        code = errno.ETIMEDOUT
    if code and code > 0:  # those who look for addresses have numbers of their own
        return os.strerror(code)
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class NotationError(LostCitiesError):
    """A text that is not a card, a move, a position, a variant or a record."""


class VariantError(LostCitiesError):
    """Switches that do not go together."""


class IllegalMove(LostCitiesError):  # noqa: N818 - the game's word for it
    """A move that the rules do not allow now."""


class DealError(LostCitiesError):
    """Cards that no deal can have given."""


class MatchError(LostCitiesError):
    """Something that the match does not allow now."""


class LabError(LostCitiesError):
    """A training run that can't be started as it is asked for."""
