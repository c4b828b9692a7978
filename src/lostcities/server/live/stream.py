"""The stream of a table as server-sent events. The id of a message is `seq`, so a reconnect goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lostcities.server.live.hub import Listener
from lostcities.server.live.presenter import Presenter
from lostcities.server.live.tables import Tables
from lostcities.server.table.events import Newer
from lostcities.server.table.state import last_turns

RETRY_MS = 1000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
Messages = Callable[[Listener], AsyncIterator[bytes]]


async def messages(
    tables: Tables,
    presenter: Presenter,
    listener: Listener,
    table_id: str,
    guest: str | None,
    seat: int | None,
    seen: int | None,
    page_build: str = "",
) -> AsyncIterator[bytes]:
    """What one listener is sent: the table as it is, then each change, and signs of life in between.

    `seen` is where they left off. First they are told which build of the page is served here.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    yield b'event: hello\ndata: {"page":"%b"}\n\n' % page_build.encode()
    why = b"{}"
    try:
        async for message in _updates(tables, presenter, listener, table_id, guest, seat, seen):
            yield message
    except Newer:
        why = b'{"code":"newer"}'
    yield b"retry: %d\nevent: goodbye\ndata: %b\n\n" % (RETRY_MS, why)


async def _updates(
    tables: Tables,
    presenter: Presenter,
    listener: Listener,
    table_id: str,
    guest: str | None,
    seat: int | None,
    seen: int | None,
) -> AsyncIterator[bytes]:
    table = await tables.get(table_id)
    if seen is None or seen > table.seq:
        seen = table.seq
    shown = 0
    while not listener.closing:
        table = await tables.recall(table_id)
        if table.seq > shown:
            news = last_turns(table, seen)
            seen = shown = table.seq
            update = presenter.update(table, guest, seat, news, tables.now())
            yield b"id: %d\nevent: update\ndata: %b\n\n" % (seen, update)
        if not await listener.wait(tables.settings.heartbeat):
            yield b": still here\n\n"


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
