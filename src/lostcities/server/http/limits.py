"""Limits on how fast anybody may ask: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

from lostcities.server.http.refusals import RequestError

REMEMBERED = 50_000


class Buckets:
    """One bucket for each key. Keys that have not been seen for long are forgotten, full as they are."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> None:
        """Take something out, or refuse."""
        if self.rate == 0:
            return
        now = time.monotonic()
        left, at = self._buckets.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - at) * self.rate)
        enough = left >= cost
        self._buckets[key] = (left - cost if enough else left, now)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        if not enough:
            raise RequestError("too-fast", seconds=max(1, round((cost - left) / self.rate)))


class Counts:
    """How many things somebody has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: dict[str, int] = {}

    def open(self, key: str) -> None:
        count = self._counts.get(key, 0)
        if self.most and count >= self.most:
            raise RequestError("too-many-streams", most=self.most, seconds=10)
        self._counts[key] = count + 1

    def close(self, key: str) -> None:
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]
