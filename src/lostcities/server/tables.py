"""`Tables`: reads tables, and appends to their logs.

There is no lock. Whoever loses the race for a number in the log looks at the table again and decides anew,
or, where a client said what it had seen, tells the client what is so now.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from lostcities.server import decisions
from lostcities.server.decisions import TableError
from lostcities.server.events import Carried, Created, Event, Joined, Moved, Undone, write_event
from lostcities.server.hub import Hub
from lostcities.server.settings import Settings
from lostcities.server.store import Entry, Logs, Note
from lostcities.server.table import Logged, Table, fold

ATTEMPTS = 200
Decide = Callable[[Table], Event | None]
IsSame = Callable[[Table, Event], bool]


class Stale(TableError):  # noqa: N818 - what it is
    """A request that was made looking at an older state."""

    def __init__(self, table: Table) -> None:
        super().__init__("stale", seq=table.seq)
        self.table = table


class Tables:
    def __init__(self, logs: Logs, hub: Hub, settings: Settings) -> None:
        self.logs = logs
        self.hub = hub
        self.settings = settings
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_append: Callable[[Event], None] = lambda _: None
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._looked_after: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._cache)

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def create(self, table_id: str, created: Created) -> bool:
        """Open a log. False if there is one of this id."""
        at = self.now()
        table = Table(table_id, created, at)
        guests = tuple({guest for seat in table.seats for guest in seat.guests})
        entry = Entry(
            table_id,
            1,
            at,
            write_event(created),
            new={
                "id": table_id,
                "created_at": at,
                "host": created.host,
                "listed": created.listed,
                "status": table.status.value,
                "open_seats": table.open_seats,
                "due": at + self._recheck,
            },
            guests=guests,
        )
        return await self.logs.append(entry)

    async def get(self, table_id: str) -> Table:
        """The table as the log has it now."""
        known = self._cache.get(table_id)
        log = await self.logs.read(table_id, known.seq if known else 0)
        table = self._cache.get(table_id)
        if table is None and known is not None:  # it was put out of memory meanwhile
            return await self.get(table_id)
        if table is None:
            if not log:
                raise TableError("no-table")
            table = self._cache[table_id] = fold(table_id, log)
            self._evict()
        elif self._extend(table, log):
            self._tell(table)
        if table_id in self._cache:
            self._cache.move_to_end(table_id)
        return table

    async def recall(self, table_id: str) -> Table:
        """The table as it was last seen here, without asking the database if it can be helped."""
        return self._cache.get(table_id) or await self.get(table_id)

    async def write(self, table_id: str, decide: Decide) -> Table:
        """Append what `decide` makes of the table, looking again as often as others are faster."""
        table = await self.recall(table_id)
        for _ in range(ATTEMPTS):
            event = decisions.overdue(table, self.now()) or decide(table)
            if event is None:
                return table
            if written := await self.append(table, event):
                return written
            table = await self._after_a_loss(table)
        raise TableError("busy")

    async def write_after(self, table_id: str, seq: int, decide: Decide, is_same: IsSame) -> Table:
        """The same for someone who has seen the table up to `seq`, and might decide otherwise after more.

        A request that is sent twice counts once: `is_same` tells its event from others.
        """
        table = await self.recall(table_id)
        if seq == table.seq:
            event = decisions.overdue(table, self.now()) or decide(table)
            if event is None:
                return table
            if written := await self.append(table, event):
                return written
        table = await self.get(table_id)
        if seq == table.seq:
            return await self.write_after(table_id, seq, decide, is_same)
        if any(logged.seq == seq + 1 and is_same(table, logged.event) for logged in table.recent):
            return table
        raise Stale(table)

    async def append(self, table: Table, event: Event) -> Table | None:
        """Try to make `event` the table's next one. None if somebody else was faster."""
        table_id, status = table.id, table.status
        at, seq = max(self.now(), table.at), table.seq + 1
        guests = (event.guest,) if isinstance(event, Joined | Carried) else ()
        if not await self.logs.append(
            Entry(table_id, seq, at, write_event(event), self._due(table_id, at), guests=guests)
        ):
            self._looked_after.pop(table_id, None)
            return None
        self.on_append(event)
        if self._cache.get(table_id) is table and table.seq == seq - 1:
            table.apply(seq, at, event)
            self._tell(table)
        else:  # it was put out of memory, or read on, while the event was being written
            table = await self.get(table_id)
        if table.status is not status or not isinstance(event, Moved | Undone):
            await self.logs.note(Note(table_id, table.status, table.open_seats))
        return table

    async def _after_a_loss(self, table: Table) -> Table:
        """The table with what was faster: if it came from this process, that is known at once."""
        seq = table.seq
        await asyncio.sleep(0)
        return table if table.seq > seq else await self.get(table.id)

    async def heard(self, table_id: str, seq: int) -> None:
        """Another process, or this one, has appended."""
        table = self._cache.get(table_id)
        if table is None or table.seq >= seq:
            return
        if self.hub.has(table_id):
            await self.get(table_id)

    async def catch_up(self) -> None:
        """Read whatever may have been missed of the tables that somebody listens to."""
        for table_id in self.hub.tables:
            await self.get(table_id)

    def _extend(self, table: Table, log: list[Logged]) -> bool:
        news = False
        for logged in log:
            if logged.seq == table.seq + 1:
                table.apply(*logged)
                news = True
        return news

    def _tell(self, table: Table) -> None:
        self.hub.wake(table.id)
        self.on_change(table)

    @property
    def _recheck(self) -> int:
        return int(1000 * self.settings.recheck)

    def _due(self, table_id: str, at: int) -> int | None:
        """When the table must be looked after, or None if such a time is set already."""
        if self._looked_after.get(table_id, 0) > at:
            return None
        self._looked_after[table_id] = at + self._recheck
        return at + self._recheck

    def _evict(self) -> None:
        while len(self._cache) > self.settings.tables_in_memory:
            table_id, _ = self._cache.popitem(last=False)
            self._looked_after.pop(table_id, None)
