"""`Tables`: reads tables, and appends to their logs.

There is no lock. Whoever loses the race for a number in the log looks at the table again and decides anew,
or, where a client said what it had seen, tells the client what is so now. Two bots without a pause could win
every such race against a person, so bots let those go first who have lost one.

A table that is not in memory is read and folded in a thread, once for all who ask for it meanwhile. One that
a newer version has written to is left alone.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from lostcities.server.live.hub import Hub
from lostcities.server.settings import Settings
from lostcities.server.store import Entry, Logs, Note, Stored
from lostcities.server.store.logs import read_row
from lostcities.server.table import decisions, limits
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import Carried, Created, Event, Joined, Moved, Newer, Undone, write_event
from lostcities.server.table.snapshot import Unusable, fold_from, picture
from lostcities.server.table.state import Logged, Status, Table, fold

ATTEMPTS = 100
SOONER = 5
"""At the end of a round a snapshot is written after so many times fewer events."""
LEFT_ALONE = 10_000
"""Tables of newer versions that are remembered as such."""
SAY_AGAIN = 60
"""Seconds in which one of them is told of in the log, and not each."""
BACK_OFF = 0.01
"""Seconds that a loser waits at most before the next attempt. Bots of another process can't be asked to."""
Decide = Callable[[Table], Event | None]
IsSame = Callable[[Table, Event], bool]
log = logging.getLogger("lostcities.server")


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
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._folding = ThreadPoolExecutor(1, "fold")
        self._newer: OrderedDict[str, None] = OrderedDict()
        self._say_again = 0.0
        self._kept: dict[str, int] = {}
        self._keeping: set[asyncio.Task[None]] = set()
        self._looked_after: dict[str, int] = {}
        self._beaten: Counter[str] = Counter()

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
        self._pass_over(table_id)
        table = self._cache.get(table_id)
        if table is None:
            if (loading := self._loading.get(table_id)) is None:
                return await self._load(table_id)
            table = await asyncio.shield(loading)  # and what was appended since that began
        news = await self._read_on(table)
        if self._cache.get(table_id) is not table:  # it was put out of memory meanwhile
            return await self.get(table_id)
        if self._extend(table, news):
            self._tell(table)
        self._cache.move_to_end(table_id)
        return table

    async def recall(self, table_id: str) -> Table:
        """The table as it was last seen here, without asking the database if it can be helped."""
        self._pass_over(table_id)
        return self._cache.get(table_id) or await self.get(table_id)

    async def known(self, table_ids: Iterable[str]) -> list[Table]:
        """Those of the tables that this version understands."""
        found = []
        for table_id in table_ids:
            with suppress(Newer):
                found.append(await self.get(table_id))
        return found

    @property
    def left_alone(self) -> tuple[str, ...]:
        """Tables that a newer version has written to."""
        return tuple(self._newer)

    async def close(self) -> None:
        """Leave the rest of the snapshots to whoever reads those tables next."""
        for task in (*self._loading.values(), *self._keeping):
            task.cancel()
        await asyncio.gather(*self._loading.values(), *self._keeping, return_exceptions=True)
        self._folding.shutdown(wait=False, cancel_futures=True)

    def _pass_over(self, table_id: str) -> None:
        if table_id in self._newer:
            raise Newer

    def _leave_alone(self, table_id: str) -> None:
        """For good: what was written stays, and this process learns nothing more."""
        if table_id not in self._newer and time.monotonic() >= self._say_again:
            log.warning("a newer version has written to a table: it is left alone", extra={"table": table_id})
            self._say_again = time.monotonic() + SAY_AGAIN
        self._newer[table_id] = None
        if len(self._newer) > LEFT_ALONE:
            self._newer.popitem(last=False)
        self._forget(table_id)
        self.hub.wake(table_id)

    async def _read_on(self, table: Table) -> list[Logged]:
        try:
            return await self.logs.read(table.id, table.seq)
        except Newer:
            self._leave_alone(table.id)
            raise

    async def _load(self, table_id: str) -> Table:
        """Read a table into memory. Whoever began it may be gone before it is done."""
        task = self._loading[table_id] = asyncio.create_task(self._fold(table_id))

        def loaded(task: asyncio.Task[Table]) -> None:
            del self._loading[table_id]
            _ = task.cancelled() or task.exception()  # those who wait for it are told

        task.add_done_callback(loaded)
        return await asyncio.shield(task)

    async def _fold(self, table_id: str) -> Table:
        stored = await self.logs.stored(table_id)
        if not stored.rows:
            raise TableError("no-table")
        work, kept = asyncio.get_running_loop(), 0
        try:
            try:
                table, kept = await work.run_in_executor(self._folding, _folded, table_id, stored)
            except Unusable:
                log.warning("a snapshot is of no use", extra={"table": table_id})
                stored = await self.logs.stored(table_id, with_snapshot=False)
                table, _ = await work.run_in_executor(self._folding, _folded, table_id, stored)
        except Newer:
            self._leave_alone(table_id)
            raise
        self._cache[table_id] = table
        self._kept[table_id] = kept
        self._evict()
        self._keep(table)
        return table

    async def write(self, table_id: str, decide: Decide) -> Table:
        """Append what `decide` makes of the table, looking again as often as others are faster."""
        table = await self.recall(table_id)
        losses = 0
        try:
            while losses < ATTEMPTS:
                event = self._next(table, decide)
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
            event = self._next(table, decide)
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

    def _next(self, table: Table, decide: Decide) -> Event | None:
        """What is due by now, or else what somebody wants, within limits."""
        event = decisions.overdue(table, self.now()) or limits.too_long(table, self.settings) or decide(table)
        if event is not None:
            limits.check(table, event, self.settings)
        return event

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
        if self._cache.get(table_id) is table and table.seq == seq - 1:
            table.apply(seq, at, event)
            self._tell(table)
        else:  # it was put out of memory, or read on, while the event was being written
            table = await self.get(table_id)
        if table.status is not status or not isinstance(event, Moved | Undone):
            await self.logs.note(Note(table_id, table.status, table.open_seats))
        self._keep(table, round_over=table.status is not status and table.status is not Status.PLAYING)
        if closing := limits.too_long(table, self.settings):
            return await self.append(table, closing) or await self.get(table_id)
        return table

    def _keep(self, table: Table, round_over: bool = False) -> None:
        """Have a snapshot of the table written now and then."""
        enough = self.settings.snapshot_every // (SOONER if round_over else 1)
        if table.seq - self._kept.get(table.id, 0) < enough:
            return
        self._kept[table.id] = table.seq
        task = asyncio.create_task(self._write_snapshot(table))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _write_snapshot(self, table: Table) -> None:
        taken = picture(table)
        try:
            text = await asyncio.get_running_loop().run_in_executor(self._folding, str, taken)
            await self.logs.keep(table.id, taken.seq, text)
        except Exception:
            log.warning("a snapshot was not written", extra={"table": table.id}, exc_info=True)

    async def heard(self, table_id: str, seq: int) -> None:
        """Another process, or this one, has appended."""
        table = self._cache.get(table_id)
        if table is None or table.seq >= seq:
            return
        if self.hub.has(table_id):
            with suppress(Newer):
                await self.get(table_id)

    async def catch_up(self) -> None:
        """Read whatever may have been missed of the tables that somebody listens to."""
        for table_id in self.hub.tables:
            with suppress(Newer):
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

    def _evict(self) -> None:
        while len(self._cache) > self.settings.tables_in_memory:
            self._forget(next(iter(self._cache)))

    def _forget(self, table_id: str) -> None:
        self._cache.pop(table_id, None)
        self._looked_after.pop(table_id, None)
        self._kept.pop(table_id, None)


def _folded(table_id: str, stored: Stored) -> tuple[Table, int]:
    """The table, and up to which event a snapshot has it."""
    events = [*map(read_row, stored.rows)]
    if stored.snapshot is None:
        return fold(table_id, events), 0
    table, kept = fold_from(table_id, stored.snapshot, events)
    return table, kept
