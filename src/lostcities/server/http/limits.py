"""Limits on how fast anybody may ask: buckets that fill up again with time."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from typing import Self

from lostcities.server.http.refusals import RequestError

REMEMBERED = 50_000
DAY = 86_400
IN_LINE = 3
"""How many of an address may wait for their turn,"""
WAIT = 5
"""and for how many seconds."""


class Buckets:
    """One bucket for each key.

    So many keys are remembered, and who is forgotten gets a full bucket. To be forgotten one must ask nothing
    while that many others ask, and a bucket fills up by itself in less time than that takes.
    """

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @classmethod
    def of_a_day(cls, most: int) -> Self:
        """A bucket that holds what is enough for a day, and fills up in one."""
        return cls(most / DAY, most)

    def take(self, key: str, cost: float = 1.0) -> None:
        """Take something out, or refuse. What costs more than a bucket holds takes a full one."""
        if self.rate == 0:
            return
        cost = min(cost, self.burst)
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


class Turns:
    """What is so much work that one address has it done once at a time, and the process a few times."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._busy: set[str] = set()
        self._waiting: Counter[str] = Counter()
        self._free = asyncio.Condition()

    async def take(self, key: str) -> None:
        """Wait for one's turn for a while, or refuse."""
        if self._waiting[key] >= IN_LINE:
            raise RequestError("one-replay", seconds=WAIT)
        self._waiting[key] += 1
        try:
            async with asyncio.timeout(WAIT), self._free:
                await self._free.wait_for(lambda: key not in self._busy and len(self._busy) < self.most)
                self._busy.add(key)
        except TimeoutError:
            code = "one-replay" if key in self._busy else "replays-busy"
            raise RequestError(code, seconds=WAIT) from None
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]

    def give_back(self, key: str) -> None:
        self._busy.discard(key)
        self._tell = asyncio.ensure_future(self._tell_those_who_wait())

    async def _tell_those_who_wait(self) -> None:
        async with self._free:
            self._free.notify_all()
