"""How a process hears of what others append: PostgreSQL's LISTEN, or a look at SQLite's change counter."""

from __future__ import annotations

import asyncio
import logging

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa

from lostcities.server.live.tables import Tables
from lostcities.server.store import Database
from lostcities.server.store.logs import CHANNEL

RETRY = 1.0
LOOK = 0.1
log = logging.getLogger("lostcities.server")


class PostgresFanout:
    """Listens on a connection of its own, and catches up after each break of it."""

    def __init__(self, database: Database, tables: Tables) -> None:
        url = database.url.set(drivername="postgresql")
        self._url = url.render_as_string(hide_password=False)
        self._tables = tables

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("lost the database's messages", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self._url)
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        inbox: asyncio.Queue[str] = asyncio.Queue()
        await connection.add_listener(CHANNEL, lambda *message: inbox.put_nowait(str(message[3])))
        reader = asyncio.create_task(self._read(inbox))
        try:
            await self._tables.catch_up()
            await ended.wait()
        finally:
            reader.cancel()
            await connection.close(timeout=1)

    async def _read(self, inbox: asyncio.Queue[str]) -> None:
        while True:
            for line in (await inbox.get()).splitlines():
                table_id, seq = line.split()
                await self._tables.heard(table_id, int(seq))


class SqliteFanout:
    """Sees by a counter whether another connection has written, and reads the new rows' numbers if so."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables

    async def run(self) -> None:
        last = (await self._database.read(_LAST_ROW))[0][0]
        version = -1
        while True:
            await asyncio.sleep(LOOK)
            found = (await self._database.read(_CHANGES))[0][0]
            if found == version:
                continue
            version = found
            for row in await self._database.read(_NEW_ROWS.bindparams(last=last)):
                last = row.rowid
                await self._tables.heard(row.table_id, row.seq)


_CHANGES = sa.text("PRAGMA data_version")
_LAST_ROW = sa.text("SELECT coalesce(max(rowid), 0) FROM events")
_NEW_ROWS = sa.text("SELECT rowid, table_id, seq FROM events WHERE rowid > :last ORDER BY rowid")
