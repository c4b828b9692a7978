"""`Services`: the parts of a running server, put together."""

from __future__ import annotations

import asyncio

from lostcities.server.background.bots import BotSeats
from lostcities.server.background.sweeper import Sweeper
from lostcities.server.http.limits import Buckets, Counts
from lostcities.server.live.fanout import PostgresFanout, SqliteFanout
from lostcities.server.live.hub import Hub
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.metrics import Metrics
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Guests, Logs


class Services:
    def __init__(self, settings: Settings, metrics: Metrics, page_build: str = "") -> None:
        self.settings = settings
        self.page_build = page_build
        self.metrics = metrics
        self.database = Database(settings.database)
        self.guests = Guests(self.database)
        self.hub = Hub()
        self.tables = Tables(Logs(self.database), self.hub, settings)
        self.presenter = Presenter(settings)
        self.bots = BotSeats(self.tables, settings)
        self.tables.on_change = self.bots.look
        self.tables.on_append = lambda event: metrics.events.labels(event.kind).inc()
        self.by_guest = Buckets(settings.rate, settings.burst)
        self.by_address = Buckets(settings.address_rate, settings.address_burst)
        self.streams = Counts(settings.streams)
        self._sweeper = Sweeper(self.tables, self.bots, settings)
        fanout = SqliteFanout if self.database.is_sqlite else PostgresFanout
        self._fanout = fanout(self.database, self.tables)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(part.run()) for part in (self._sweeper, self._fanout)]

    async def close(self) -> None:
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.tables.close()
        await self.database.close()
