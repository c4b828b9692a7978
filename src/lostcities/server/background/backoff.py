"""`Backoff`: how long to wait before the next attempt at something that keeps failing."""

from __future__ import annotations

import random
from collections import OrderedDict

REMEMBERED = 10_000
"""Whatever failed longest ago is forgotten beyond so many, and begins anew."""


class Backoff:
    """Twice as long after each failure of the same thing, up to a limit."""

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._failures: OrderedDict[str, int] = OrderedDict()

    def failed(self, what: str) -> float:
        """Count a failure; the seconds to wait, spread a little so that not all come back at once."""
        failures = self._failures.pop(what, 0) + 1
        self._failures[what] = failures
        if len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)
        seconds = min(self._longest, self._first * 2.0 ** min(failures - 1, 60))
        return seconds * random.uniform(0.75, 1)

    def went_well(self, what: str) -> None:
        self._failures.pop(what, None)
