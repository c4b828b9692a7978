"""`Desk`: the parts of a running server, and who may ask them for what."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from lostcities.server.bot_seats import BotSeats
from lostcities.server.fanout import PostgresFanout, SqliteFanout
from lostcities.server.hub import Hub
from lostcities.server.identity import check_origin, who
from lostcities.server.limits import Buckets, Counts
from lostcities.server.metrics import Metrics
from lostcities.server.present import Presenter
from lostcities.server.refusals import RequestError
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Guests, Logs
from lostcities.server.sweeper import Sweeper
from lostcities.server.tables import Tables


class Desk:
    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
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
        await self.database.close()


@dataclass(frozen=True, slots=True)
class Visit:
    """A request at the desk: who asks, within the limits."""

    desk: Desk
    address: str
    guest: str | None

    @property
    def tables(self) -> Tables:
        return self.desk.tables


@dataclass(frozen=True, slots=True)
class GuestVisit(Visit):
    guest: str


async def anyone(request: Request) -> Visit:
    """A guest, or a passer-by."""
    desk: Desk = request.app.state.desk
    address = request.client.host if request.client else "unknown"
    desk.by_address.take(address)
    check_origin(request, desk.settings)
    guest = await who(request, desk.guests, desk.settings)
    if guest is not None:
        desk.by_guest.take(guest)
    request.state.guest = guest
    return Visit(desk, address, guest)


async def a_guest(request: Request) -> GuestVisit:
    """Nobody but a guest."""
    visit = await anyone(request)
    if visit.guest is None:
        raise RequestError("no-guest")
    return GuestVisit(visit.desk, visit.address, visit.guest)


Anyone = Annotated[Visit, Depends(anyone)]
AGuest = Annotated[GuestVisit, Depends(a_guest)]
