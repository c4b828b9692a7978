"""`Tables`: reads tables, and appends to their logs.

There is no lock. Whoever loses the race for a number in the log looks at the table again and decides anew,
or, where a client said what it had seen, tells the client what is so now. Two bots without a pause could win
every such race against a person, so bots let those go first who have lost one.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from lostcities.server.live.clock import Clock
from lostcities.server.live.hub import Hub
from lostcities.server.settings import Settings
from lostcities.server.store import Entry, Logs, Note
from lostcities.server.store.trouble import AWAY
from lostcities.server.table import decisions
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import Carried, Created, Event, Joined, Moved, Undone, write_event
from lostcities.server.table.state import Logged, Table, fold

ATTEMPTS = 100
BACK_OFF = 0.01
"""Seconds that a loser waits at most before the next attempt. Bots of another process can't be asked to."""
log = logging.getLogger("lostcities.server")
Decide = Callable[[Table], Event | None]
IsSame = Callable[[Table, Event], bool]


async def _nothing(_: Table) -> None:
    pass


class Stale(TableError):  # noqa: N818 - what it is
    """A request that was made looking at an older state."""

    def __init__(self, table: Table) -> None:
        super().__init__("stale", seq=table.seq)
        self.table = table


class Tables:
    def __init__(self, logs: Logs, hub: Hub, clock: Clock, settings: Settings) -> None:
        self.logs = logs
        self.hub = hub
        self.settings = settings
        self.now = clock.now
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_append: Callable[[Event], None] = lambda _: None
        self.on_read: Callable[[Table], Awaitable[None]] = _nothing
        """Called with a table that has come into memory, before anybody sees it."""
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Those of the cache, and those put out of it that somebody holds on to, as each open stream does."""
        self._looked_after: dict[str, int] = {}
        self._beaten: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._known)

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
        """The table as the log has it now. A log that can't be read is its table's own trouble."""
        try:
            return await self._read(table_id)
        except (*AWAY, TableError):
            raise
        except Exception as error:
            log.exception("a table can't be read", extra={"table": table_id})
            raise TableError("unreadable") from error

    async def _read(self, table_id: str) -> Table:
        known = self._known.get(table_id)
        news = await self.logs.read(table_id, known.seq if known else 0)
        table = self._known.get(table_id)
        if table is None:
            if not news:
                raise TableError("no-table")
            table = self._known[table_id] = fold(table_id, news)
            await self.on_read(table)
            self.hub.wake(table_id)  # who listens has seen an older state
        elif self._extend(table, news):
            self._tell(table)
        self._keep(table)
        return table

    async def recall(self, table_id: str) -> Table:
        """The table as it was last seen here, without asking the database if it can be helped."""
        return self._known.get(table_id) or await self.get(table_id)

    async def write(self, table_id: str, decide: Decide) -> Table:
        """Append what `decide` makes of the table, looking again as often as others are faster."""
        table = await self.recall(table_id)
        losses = 0
        try:
            while losses < ATTEMPTS:
                event = decisions.overdue(table, self.now()) or decide(table)
                if event is None:
                    return table
                if written := await self.append(table, event):
                    return written
                losses += 1
                self._beaten[table_id] += 1
                await asyncio.sleep(random.uniform(0, BACK_OFF) if losses > 1 else 0)
                table = await self.get(table_id)
        finally:
            self._beaten[table_id] -= losses
            if not self._beaten[table_id]:
                del self._beaten[table_id]
        raise TableError("busy")

    def somebody_was_beaten(self, table_id: str) -> bool:
        """Whether somebody lost a race for the table's next event and tries again."""
        return table_id in self._beaten

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
            Entry(table_id, seq, at, write_event(event), self._due(table, at, event), guests=guests)
        ):
            self._looked_after.pop(table_id, None)
            return None
        self.on_append(event)
        if self._known.get(table_id) is table and table.seq == seq - 1:
            table.apply(seq, at, event)
            self._tell(table)
        else:  # it was put out of memory, or read on, while the event was being written
            table = await self.get(table_id)
        if table.status is not status or not isinstance(event, Moved | Undone):
            await self.logs.note(Note(table_id, table.status, table.open_seats))
        return table

    def concerns_us(self, table_id: str, seq: int) -> bool:
        """Whether somebody listens here who has not heard of this event."""
        table = self._known.get(table_id)
        return self.hub.has(table_id) and (table is None or table.seq < seq)

    async def behind(self) -> list[str]:
        """The tables that somebody listens to, and of which something has been missed."""
        heads = await self.logs.heads(self.hub.tables)
        return [table_id for table_id, seq in heads.items() if self.concerns_us(table_id, seq)]

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

    def _due(self, table: Table, at: int, event: Event) -> int | None:
        """When the table must be looked after, or None if such a time is set already.

        Where people move without a clock nothing is due before a finished round has waited long enough.
        """
        among_people = table.created.clock is None and all(seat.bot is None for seat in table.seats)
        wait = self._recheck
        if among_people and isinstance(event, Moved | Undone):
            wait = max(wait, int(1000 * self.settings.next_round_after))
        if at + wait // 2 < self._looked_after.get(table.id, 0) <= at + wait:
            return None
        self._looked_after[table.id] = at + wait
        return at + wait

    def _keep(self, table: Table) -> None:
        """In memory, as one of those that were asked for last."""
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > self.settings.tables_in_memory:
            table_id, _ = self._cache.popitem(last=False)
            self._looked_after.pop(table_id, None)
