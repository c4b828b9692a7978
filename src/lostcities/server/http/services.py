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
from lostcities.server.worker_metrics import WorkerMetrics


class Services:
    def __init__(
        self, settings: Settings, metrics: Metrics, worker_metrics: WorkerMetrics | None = None
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.worker_metrics = worker_metrics
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

    def measured(self) -> bytes:
        """This process's metrics as they are now."""
        self.metrics.streams.set(len(self.hub))
        self.metrics.tables.set(len(self.tables))
        self.metrics.thinking.set(self.bots.thinking)
        return self.metrics.text()

    async def open(self) -> None:
        if self.worker_metrics is not None:
            await self.worker_metrics.open(self.measured)
        self._tasks = [asyncio.create_task(part.run()) for part in (self._sweeper, self._fanout)]

    async def close(self) -> None:
        if self.worker_metrics is not None:
            await self.worker_metrics.close()
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.database.close()
