"""`Services`: the parts of a running server, put together."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from lostcities.server.background.bots import BotSeats
from lostcities.server.background.lag import LoopLag
from lostcities.server.background.node import Node
from lostcities.server.background.supervisor import Supervisor
from lostcities.server.background.sweeper import Sweeper
from lostcities.server.http.limits import Buckets, Counts
from lostcities.server.http.readiness import Readiness
from lostcities.server.live.clock import Clock
from lostcities.server.live.fanout import PostgresFanout, SqliteFanout
from lostcities.server.live.hub import Hub
from lostcities.server.live.presence import Presence
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.metrics import Metrics
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Guests, Logs, Nodes
from lostcities.server.store.trouble import AWAY

SILENCE = 15.0
"""Seconds without a sign of life after which a background task counts as stuck."""
log = logging.getLogger("lostcities.server")


class Services:
    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.database = Database(settings.database, settings.database_seconds)
        self.guests = Guests(self.database)
        self.hub = Hub()
        self.clock = Clock(self.database)
        nodes = Nodes(self.database)
        self.presence = Presence(nodes, self.hub, self.clock, settings.away_after)
        self.tables = Tables(Logs(self.database), self.hub, self.clock, settings)
        self.presenter = Presenter(settings, self.presence)
        self.bots = BotSeats(self.tables, self.presence, settings)
        self.tables.on_read = self.presence.load
        self.tables.on_change = self.bots.look
        self.by_guest = Buckets(settings.rate, settings.burst)
        self.by_address = Buckets(settings.address_rate, settings.address_burst)
        self.streams = Counts(settings.streams)
        self._node = Node(nodes, self.clock, self.presence, settings)
        fanout = SqliteFanout if self.database.is_sqlite else PostgresFanout
        self._fanout = fanout(self.database, self.tables, self.presence, nodes.id)
        self._sweeper = Sweeper(self.tables, self.bots, settings)
        self.supervisor = Supervisor()
        self.supervisor.add("fanout", self._fanout.run, SILENCE)
        self.supervisor.add("node", self._node.run, SILENCE + settings.node_seconds)
        self.supervisor.add("presence", self.presence.run, SILENCE)
        self.supervisor.add("sweeper", self._sweeper.run, SILENCE)
        self.supervisor.add("bots", self.bots.run, SILENCE)
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

    async def open(self) -> None:
        with suppress(*AWAY):  # it is asked again as soon as there is a database
            await self.clock.measure()
        self.supervisor.start()

    async def close(self) -> None:
        self.hub.close()
        await self.readiness.close()
        await self.supervisor.stop()
        await self.bots.close()
        try:
            async with asyncio.timeout(self.settings.ready_seconds):
                await self._node.leave()
        except AWAY as error:
            log.warning("left without saying so", extra={"error": type(error).__name__})
        await self.database.close()
