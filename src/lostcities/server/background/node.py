"""`Node`: this process as the others see it. It shows signs of life, keeps to the database's time, and tells
of those whose process has died."""

from __future__ import annotations

import asyncio

from lostcities.server.background.supervisor import Beat
from lostcities.server.live.clock import Clock
from lostcities.server.live.presence import Presence
from lostcities.server.settings import Settings
from lostcities.server.store import Nodes

TIDY_UP = 3_600_000
"""Milliseconds between two looks for what nobody needs any more."""
DAY = 86_400_000


class Node:
    def __init__(self, nodes: Nodes, clock: Clock, presence: Presence, settings: Settings) -> None:
        self._nodes = nodes
        self._clock = clock
        self._presence = presence
        self._lease = int(1000 * settings.node_seconds)
        self._grace = int(1000 * settings.away_after)
        self._kept = int(DAY * max(1, settings.abandoned_days))
        self._tidied = 0

    async def run(self, beat: Beat) -> None:
        while True:
            await self._clock.measure()
            await self.show()
            now = self._clock.now()
            await self._presence.heard(await self._nodes.bury(now))
            if now > self._tidied + TIDY_UP:
                await self._nodes.forget(now - self._kept)
                self._tidied = now
            beat()
            await asyncio.sleep(self._lease / 3000)

    async def show(self) -> None:
        """A sign of life. It is written, and so it proves that the database takes what is written."""
        now = self._clock.now()
        if not await self._nodes.beat(now, now + self._lease):
            self._presence.say_again()

    async def leave(self) -> None:
        """This process ends: whoever was here through it has a moment to come back through another one."""
        now = self._clock.now()
        await self._nodes.beat(now, now + self._grace)
