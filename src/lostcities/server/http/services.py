"""`Services`: the parts of a running server, put together."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from lostcities.server.background.bots import BotSeats
from lostcities.server.background.expiry import Expiry
from lostcities.server.background.lag import LoopLag
from lostcities.server.background.node import Node
from lostcities.server.background.supervisor import Supervisor
from lostcities.server.background.sweeper import Sweeper
from lostcities.server.http.limits import Buckets, Counts, Turns
from lostcities.server.http.readiness import Readiness
from lostcities.server.keys import load_keys
from lostcities.server.live.clock import Clock
from lostcities.server.live.fanout import PostgresFanout, SqliteFanout
from lostcities.server.live.hub import Hub
from lostcities.server.live.presence import Presence
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.metrics import Metrics
from lostcities.server.settings import Settings
from lostcities.server.store import Blocks, Database, Guests, Leftovers, Links, Logs, Nodes, Quotas
from lostcities.server.store.trouble import AWAY
from lostcities.server.worker_metrics import WorkerMetrics

SILENCE = 15.0
"""Seconds without a sign of life after which a background task counts as stuck."""
log = logging.getLogger("lostcities.server")


class Services:
    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        page_build: str = "",
        worker_metrics: WorkerMetrics | None = None,
    ) -> None:
        self.settings = settings
        self.page_build = page_build
        self.metrics = metrics
        self.worker_metrics = worker_metrics
        self.database = Database(settings.database, settings.database_seconds)
        self.keys = load_keys(settings)
        self.guests = Guests(self.database)
        self.links = Links(self.database)
        self.blocks = Blocks(self.database)
        self.quotas = Quotas(self.database)
        self.hub = Hub()
        self.clock = Clock(self.database)
        nodes = Nodes(self.database)
        self.presence = Presence(nodes, self.hub, self.clock, settings.away_after)
        self.tables = Tables(Logs(self.database), self.hub, self.clock, settings, self.keys)
        self.presenter = Presenter(settings, self.presence)
        self.bots = BotSeats(self.tables, self.presence, settings)
        self.tables.on_read = self.presence.load
        self.tables.on_change = self.bots.look
        self.by_guest = Buckets(settings.rate, settings.burst)
        self.by_address = Buckets(settings.address_rate, settings.address_burst)
        self.writes_by_guest = Buckets.of_a_day(settings.writes_per_day)
        self.writes_by_address = Buckets.of_a_day(settings.address_writes_per_day)
        self.streams = Counts(settings.streams)
        self.replays = Turns(settings.replays)
        self._node = Node(nodes, self.clock, self.presence, settings)
        fanout = SqliteFanout if self.database.is_sqlite else PostgresFanout
        self._fanout = fanout(self.database, self.tables, self.presence, nodes.id)
        self._sweeper = Sweeper(self.tables, self.bots, settings)
        self._expiry = Expiry(self.tables, Leftovers(self.database), settings)
        self.supervisor = Supervisor()
        self.supervisor.add("fanout", self._fanout.run, SILENCE)
        self.supervisor.add("node", self._node.run, SILENCE + settings.node_seconds)
        self.supervisor.add("presence", self.presence.run, SILENCE)
        self.supervisor.add("sweeper", self._sweeper.run, SILENCE)
        self.supervisor.add("bots", self.bots.run, SILENCE)
        self.supervisor.add("expiry", self._expiry.run, SILENCE + settings.expiry_seconds)
        self.supervisor.add("loop", LoopLag(metrics.loop_lag.observe).run, SILENCE)
        self.readiness = Readiness(self._node, self.supervisor, settings.ready_seconds)
        self._count()

    def _count(self) -> None:
        """Have the metrics hear of what happens, or ask for it when somebody looks at them."""
        metrics = self.metrics
        self.tables.on_append = lambda event: metrics.events.labels(event.kind).inc()
        self.database.on_work = lambda kind, seconds: metrics.database.labels(kind).observe(seconds)
        self._fanout.on_lag = metrics.fanout_lag.observe
        metrics.streams.set_function(lambda: len(self.hub))
        metrics.tables.set_function(lambda: len(self.tables))
        metrics.writes_waiting.set_function(lambda: self.database.waiting)
        metrics.bots_thinking.set_function(lambda: self.bots.thinking)
        metrics.bots_waiting.set_function(lambda: self.bots.waiting)
        metrics.presence.set_function(lambda: len(self.presence))
        duties = self.supervisor.duties
        metrics.watch(lambda: [(name, duty.state, duty.failures) for name, duty in duties.items()])

    def measured(self) -> bytes:
        """This process's metrics as they are now."""
        return self.metrics.text()

    async def open(self) -> None:
        if self.worker_metrics is not None:
            await self.worker_metrics.open(self.measured)
        with suppress(*AWAY):  # it is asked again as soon as there is a database
            await self.clock.measure()
        self.supervisor.start()

    async def close(self) -> None:
        if self.worker_metrics is not None:
            await self.worker_metrics.close()
        self.hub.close()
        await self.readiness.close()
        await self.supervisor.stop()
        await self.bots.close()
        await self.tables.close()
        try:
            async with asyncio.timeout(self.settings.ready_seconds):
                await self._node.leave()
        except AWAY as error:
            log.warning("left without saying so", extra={"error": type(error).__name__})
        await self.database.close()
