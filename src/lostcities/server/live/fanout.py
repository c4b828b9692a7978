"""How a process hears of what others append: PostgreSQL's LISTEN, or a look at SQLite's change counter.

Whatever breaks here is raised: a supervisor begins again, and each beginning catches up with what was missed.
What can't be read of one table keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa

from lostcities.server.live.presence import Presence
from lostcities.server.live.tables import Tables
from lostcities.server.store import Database
from lostcities.server.store.logs import CHANNEL
from lostcities.server.store.nodes import NEWS
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import Newer

LOOK = 0.1
ECHO = 2.0
"""Seconds between two calls to oneself through the database."""
PATIENCE = 5.0
"""Seconds that the database may take to connect, or to bring such a call back."""
Beat = Callable[[], None]


class _Fanout:
    def __init__(self, database: Database, tables: Tables, presence: Presence) -> None:
        self._database = database
        self._tables = tables
        self._presence = presence
        self.on_lag: Callable[[float], None] = lambda seconds: None
        """Hears how long news takes from the database to here."""

    async def _catch_up(self) -> None:
        await self._read(await self._tables.behind())
        await self._presence.catch_up()

    async def _read(self, table_ids: Iterable[str]) -> None:
        """Read the tables, which wakes whoever listens to them."""
        for table_id in table_ids:
            with suppress(TableError, Newer):  # it is written down already
                await self._tables.get(table_id)


class PostgresFanout(_Fanout):
    """Listens on a connection of its own, and calls itself now and then: a line that is dead does not say
    so."""

    def __init__(self, database: Database, tables: Tables, presence: Presence, name: str) -> None:
        super().__init__(database, tables, presence)
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = f".{name}"  # no table is called like this
        self._events: dict[str, int] = {}
        self._people: set[str] = set()
        self._news = asyncio.Event()
        self._called = 0.0
        self._echoed = True

    async def run(self, beat: Beat) -> None:
        connection = await asyncpg.connect(self._url, timeout=PATIENCE)
        try:
            connection.add_termination_listener(self._ended)
            await asyncio.wait_for(connection.add_listener(CHANNEL, self._heard), PATIENCE)
            await self._catch_up()
            self._echoed = True
            next_call = time.monotonic()
            while not connection.is_closed():
                if (now := time.monotonic()) >= next_call:
                    if not self._echoed:
                        raise TimeoutError
                    self._echoed, self._called, next_call = False, now, now + ECHO
                    await connection.execute(
                        "SELECT pg_notify($1, $2)", CHANNEL, f"{self._name} {NEWS}", timeout=PATIENCE
                    )
                    next_call = now + (ECHO if self._echoed else PATIENCE)
                try:
                    await asyncio.wait_for(self._news.wait(), max(0.0, next_call - time.monotonic()))
                except TimeoutError:
                    continue
                self._news.clear()
                if self._echoed:
                    next_call = min(next_call, self._called + ECHO)
                    beat()
                await self._read_news()
            raise ConnectionResetError("the database has closed the line")
        finally:
            connection.terminate()

    def _ended(self, _: object) -> None:
        self._news.set()

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        for line in str(payload).splitlines():
            name, _, number = line.partition(" ")
            if name == self._name:
                self._echoed = True
                self.on_lag(time.monotonic() - self._called)
            elif number == str(NEWS):
                self._people.add(name)
            elif number.isdigit() and self._tables.concerns_us(name, int(number)):
                self._events[name] = int(number)
        self._news.set()

    async def _read_news(self) -> None:
        events, self._events = self._events, {}
        people, self._people = self._people, set()
        await self._read(name for name, seq in events.items() if self._tables.concerns_us(name, seq))
        await self._presence.heard(people)


class SqliteFanout(_Fanout):
    """Sees by a counter whether another connection has written, and reads the new rows' numbers if so."""

    def __init__(self, database: Database, tables: Tables, presence: Presence, name: str) -> None:
        super().__init__(database, tables, presence)
        self._begun = False
        self._last_event = 0
        self._last_change = 0

    async def run(self, beat: Beat) -> None:
        if not self._begun:
            ((self._last_event, self._last_change),) = await self._database.read(_LAST)
            self._begun = True
        await self._catch_up()
        version = -1
        while True:
            ((found,),) = await self._database.read(_CHANGES)
            if found != version:
                looked = time.monotonic()
                await self._look()
                self.on_lag(time.monotonic() - looked)
                version = found
            beat()
            await asyncio.sleep(LOOK)

    async def _look(self) -> None:
        news = _NEWS.bindparams(event=self._last_event, change=self._last_change)
        rows = await self._database.read(news)
        last = next(row.number for row in rows if row.kind == "last")
        if last < self._last_event:  # rows were taken out, and their numbers are given again
            await self._catch_up()
        heads = {row.table_id: row.seq for row in rows if row.kind == "event"}
        await self._read(
            table_id for table_id, seq in heads.items() if self._tables.concerns_us(table_id, seq)
        )
        people = {row.table_id: row.number for row in rows if row.kind == "people"}
        await self._presence.heard(people)
        self._last_event = last
        self._last_change = max([self._last_change, *people.values()])


_CHANGES = sa.text("PRAGMA data_version")
_LAST = sa.text(
    "SELECT (SELECT coalesce(max(rowid), 0) FROM events), (SELECT coalesce(max(changed), 0) FROM presence)"
)
_NEWS = sa.text(
    "SELECT 'last' AS kind, coalesce(max(rowid), 0) AS number, '' AS table_id, 0 AS seq FROM events "
    "UNION ALL SELECT 'event', rowid, table_id, seq FROM events WHERE rowid > :event "
    "UNION ALL SELECT 'people', changed, table_id, 0 FROM presence WHERE changed > :change ORDER BY number"
)
"""What is new, and the highest number there is, all as it was at one moment."""
