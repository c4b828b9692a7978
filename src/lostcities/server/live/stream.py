"""The stream of a table as server-sent events. The id of a message is `seq`, so a reconnect goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lostcities.server.live.hub import Listener
from lostcities.server.live.presence import Presence, Stay
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.table.state import last_turns

RETRY_MS = 1000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
Messages = Callable[[Listener], AsyncIterator[bytes]]


async def messages(
    tables: Tables,
    presenter: Presenter,
    presence: Presence,
    stay: Stay,
    listener: Listener,
    table_id: str,
    guest: str | None,
    seat: int | None,
    seen: int | None,
) -> AsyncIterator[bytes]:
    """What one listener is sent: the table as it is, then each change there or among those who are there, and
    signs of life in between.

    `seen` is where they left off.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    table = await tables.get(table_id)
    if seen is None or seen > table.seq:
        seen = table.seq
    shown = (0, 0)
    while not listener.closing:
        table = await tables.recall(table_id)
        stay.look(table)
        if (now := (table.seq, presence.version(table))) != shown:
            news = last_turns(table, seen)
            shown, seen = now, table.seq
            update = presenter.update(table, guest, seat, news, tables.now())
            yield b"id: %d\nevent: update\ndata: %b\n\n" % (seen, update)
        if not await listener.wait(tables.settings.heartbeat):
            yield b": still here\n\n"
    yield b"retry: %d\nevent: goodbye\ndata: {}\n\n" % RETRY_MS


class EventStream(Response):
    """Sends messages until they end, or until nobody listens any more.

    It does what Starlette's own streams do with one task instead of three: a server holds thousands of them.
    """

    media_type = "text/event-stream"

    def __init__(self, tables: Tables, table_id: str, messages: Messages, closed: Callable[[], None]) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self._hub = tables.hub
        self._table_id = table_id
        self._messages = messages
        self._closed = closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._hub.open(self._table_id)
        going = asyncio.create_task(_until_gone(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for message in self._messages(listener):
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            going.cancel()
            self._hub.leave(self._table_id, listener)
            self._closed()


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()
