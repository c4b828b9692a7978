"""The stream of a table as server-sent events. The id of a message is `seq`, so a reconnect goes on there."""

from __future__ import annotations

from collections.abc import AsyncIterator

from lostcities.server.hub import Hub
from lostcities.server.present import Presenter
from lostcities.server.table import last_turns
from lostcities.server.tables import Tables

RETRY_MS = 1000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def stream(
    tables: Tables,
    hub: Hub,
    presenter: Presenter,
    heartbeat: float,
    table_id: str,
    guest: str | None,
    seat: int | None,
    seen: int | None,
) -> AsyncIterator[bytes]:
    """Messages for one listener: the table as it is, then each change. `seen` is where they left off."""
    listener = hub.open(table_id)
    try:
        yield b"retry: %d\n\n" % RETRY_MS
        table = await tables.get(table_id)
        if seen is None or seen > table.seq:
            seen = table.seq
        while not listener.closing:
            table = await tables.recall(table_id)
            news = [logged for logged in last_turns(table) if logged.seq > seen]
            update = presenter.update(table, guest, seat, news, tables.now())
            seen = table.seq
            yield b"id: %d\nevent: update\ndata: %b\n\n" % (seen, update)
            while not listener.closing and (await tables.recall(table_id)).seq == seen:
                if not await listener.wait(heartbeat):
                    yield b": still here\n\n"
        yield b"retry: %d\nevent: goodbye\ndata: {}\n\n" % RETRY_MS
    finally:
        hub.leave(table_id, listener)
