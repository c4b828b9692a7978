"""Expiry: what nobody needs any more is deleted, by rules that docs/server.md tells.

Every process may run it. It works in small steps with pauses between them, so that nobody who plays has to
wait.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial

from lostcities.server.background.supervisor import Beat
from lostcities.server.live.tables import Tables
from lostcities.server.settings import Settings
from lostcities.server.store import Leftovers
from lostcities.server.table.state import Status

DAY = 86_400_000
PAUSE = 0.5
"""Seconds between two steps, at most."""
log = logging.getLogger("lostcities.server")


class Expiry:
    def __init__(self, tables: Tables, leftovers: Leftovers, settings: Settings) -> None:
        self._tables = tables
        self._leftovers = leftovers
        self._settings = settings
        self._pause = min(PAUSE, settings.expiry_seconds / 10)

    async def run(self, beat: Beat) -> None:
        """Look now and then, each process at times of its own."""
        while True:
            beat()
            await asyncio.sleep(self._settings.expiry_seconds * random.uniform(0.5, 1))
            try:
                await self.clear()
            except Exception:
                log.exception("what has expired could not be deleted")

    async def clear(self) -> None:
        """Delete everything that has expired by now."""
        kept, leftovers = self._settings, self._leftovers
        now = self._tables.now()
        await self._until_done(lambda: leftovers.mark_ended(now))
        await self._until_done(lambda: leftovers.delete_counts(now))
        if kept.link_days:
            await self._until_done(lambda: leftovers.delete_links(_before(now, kept.link_days)))
        for status, days in ((Status.CLOSED, kept.closed_days), (Status.OVER, kept.finished_days)):
            if days:
                await self._until_done(partial(self._delete_tables, status, _before(now, days)))
        if kept.guest_days:
            await self._until_done(lambda: leftovers.delete_guests(_before(now, kept.guest_days)))

    async def _delete_tables(self, status: Status, before: int) -> int:
        gone = await self._leftovers.delete_tables(status, before)
        for table_id in gone:
            self._tables.forget(table_id)
        if gone:
            log.info("tables were deleted", extra={"tables": len(gone)})
        return len(gone)

    async def _until_done(self, step: Callable[[], Awaitable[int]]) -> None:
        while await step():
            await asyncio.sleep(self._pause)


def _before(now: int, days: float) -> int:
    return now - int(days * DAY)
