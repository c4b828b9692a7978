"""`LoopLag`: how late the event loop gets round to what is due. All requests of a process wait for it
alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from lostcities.server.background.supervisor import Beat

EVERY = 0.5


class LoopLag:
    def __init__(self, observe: Callable[[float], None]) -> None:
        self._observe = observe

    async def run(self, beat: Beat) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self._observe(max(0.0, loop.time() - due))
            beat()
