"""The stream of a table as server-sent events. The id of a message is `seq`, so a reconnect goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lostcities.server.live.hub import Listener
from lostcities.server.live.presence import Presence, Stay
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.table.events import Newer
from lostcities.server.table.state import last_turns

RETRY_MS = 1000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class Feed:
    """What one listener is sent of a table."""

    tables: Tables
    presenter: Presenter
    presence: Presence
    stay: Stay
    table_id: str
    guest: str | None
    seat: int | None
    seen: int | None
    """Where they left off."""
    is_known: Callable[[], Awaitable[bool]]
    page_build: str = ""

    async def messages(self, listener: Listener) -> AsyncIterator[bytes]:
        """Which build of the page is served here, the table as it is, then each change there or among those
        who are there, and signs of life in between."""
        yield b"retry: %d\n\n" % RETRY_MS
        yield b'event: hello\ndata: {"page":"%b"}\n\n' % self.page_build.encode()
        why = b"{}"
        try:
            async for message in self._updates(listener):
                yield message
        except Newer:
            why = b'{"code":"newer"}'
        yield b"retry: %d\nevent: goodbye\ndata: %b\n\n" % (RETRY_MS, why)

    async def _updates(self, listener: Listener) -> AsyncIterator[bytes]:
        table = await self.tables.get(self.table_id)
        seen = table.seq if self.seen is None or self.seen > table.seq else self.seen
        shown = (0, 0)
        while not listener.closing:
            table = await self.tables.recall(self.table_id)
            if not await self.is_known() or not (
                self.seat is None or self.seat in table.seats_of(self.guest)
            ):
                break  # they were signed out, or have given up the seat: what they come back as is seen then
            self.stay.look(table)
            if (now := (table.seq, self.presence.version(table))) != shown:
                news = last_turns(table, seen)
                shown, seen = now, table.seq
                update = self.presenter.update(table, self.guest, self.seat, news, self.tables.now())
                yield b"id: %d\nevent: update\ndata: %b\n\n" % (seen, update)
            if not await listener.wait(self.tables.settings.heartbeat):
                yield b": still here\n\n"


class EventStream(Response):
    """Sends messages until they end, or until nobody listens any more.

    It does what Starlette's own streams do with one task instead of three: a server holds thousands of them.
    """

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, closed: Callable[[], None]) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self._feed = feed
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._feed.tables.hub.open(self._feed.table_id)
        going = asyncio.create_task(_until_gone(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for message in self._feed.messages(listener):
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            going.cancel()
            self._feed.tables.hub.leave(self._feed.table_id, listener)
            self._closed()


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()
