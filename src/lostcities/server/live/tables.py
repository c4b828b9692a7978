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
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary, WeakValueDictionary

from lostcities.fair import FairDeal
from lostcities.server.keys import Keys
from lostcities.server.live.clock import Clock
from lostcities.server.live.hub import Hub
from lostcities.server.settings import Settings
from lostcities.server.store import Entry, Logs, Note, Reading, Stored
from lostcities.server.store.logs import read_rows
from lostcities.server.store.trouble import AWAY
from lostcities.server.table import decisions
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import (
    Carried,
    Created,
    Event,
    Joined,
    Moved,
    Newer,
    SecretTold,
    Undone,
    write_event,
)
from lostcities.server.table.snapshot import Unusable, fold_from, picture
from lostcities.server.table.state import Status, Table, Trouble, fold

ATTEMPTS = 100
SOONER = 5
"""At the end of a round a snapshot is written after so many times fewer events."""
LEFT_ALONE = 10_000
"""Tables of newer versions that are remembered as such."""
SAY_AGAIN = 60
"""Seconds in which one of them is told of in the log, and not each."""
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
    def __init__(self, logs: Logs, hub: Hub, clock: Clock, settings: Settings, keys: Keys) -> None:
        self.logs = logs
        self.keys = keys
        self.hub = hub
        self.settings = settings
        self.now = clock.now
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_append: Callable[[Event], None] = lambda _: None
        self.on_read: Callable[[Table], Awaitable[None]] = _nothing
        """Called with a table that has come into memory, before anybody sees it."""
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._folding = ThreadPoolExecutor(1, "fold")
        self._newer: OrderedDict[str, None] = OrderedDict()
        self._say_again = 0.0
        self._kept: WeakKeyDictionary[Table, int] = WeakKeyDictionary()
        """Up to which event a snapshot has them."""
        self._keeping: set[asyncio.Task[None]] = set()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Those of the cache, and those put out of it that somebody holds on to, as each open stream does."""
        self._looked_after: dict[str, int] = {}
        self._beaten: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._known)

    async def create(self, table_id: str, created: Created, address: str | None = None) -> bool:
        """Open a log, with the secret locked. False if there is one of this id. `address` is a hash, for its
        quota."""
        at = self.now()
        assert created.secret is not None
        created = created.model_copy(
            update={
                "secret": None,
                "commitment": FairDeal(created.secret).commitment,
                "locked": self.keys.lock(table_id, created.secret),
            }
        )
        table = Table(table_id, created, at, self.keys.unlock)
        event = write_event(created)
        guests = tuple({guest for seat in table.seats for guest in seat.guests})
        entry = Entry(
            table_id,
            1,
            at,
            event,
            new={
                "id": table_id,
                "created_at": at,
                "host": created.host,
                "listed": created.listed,
                "status": table.status.value,
                "open_seats": table.open_seats,
                "due": at + self._recheck,
                "address": address,
            },
            guests=guests,
            chain=next_head(first_head(table_id), 1, at, event),
        )
        return await self.logs.append(entry)

    async def get(self, table_id: str) -> Table:
        """The table as the log has it now. A log that can't be read is its table's own trouble."""
        self._pass_over(table_id)
        try:
            return await self._read(table_id)
        except (*AWAY, TableError, Newer):
            raise
        except Exception as error:
            log.exception("a table can't be read", extra={"table": table_id})
            raise TableError("unreadable") from error

    async def _read(self, table_id: str) -> Table:
        table = self._known.get(table_id)
        if table is None:
            if (loading := self._loading.get(table_id)) is None:
                return await self._load(table_id)
            table = await asyncio.shield(loading)  # and what was appended since that began
        if table.trouble is Trouble.LOG_CHANGED:
            return table
        if self._extend(table, await self._read_on(table)):
            self._tell(table)
        self._remember(table)
        return table

    async def get_all(self, ids: Sequence[str]) -> list[Table]:
        """The tables of a list, with one look at all that are known here.

        What has gone, or can't be read by this version, is left out.
        """
        seqs = await self.logs.last_seqs(ids)
        found = []
        for table_id in ids:
            known = self._known.get(table_id)
            if known is None or known.seq < seqs.get(table_id, 0):
                try:
                    known = await self.get(table_id)
                except (TableError, Newer):
                    continue
            found.append(known)
        return found

    async def recall(self, table_id: str) -> Table:
        """The table as it was last seen here, without asking the database if it can be helped."""
        self._pass_over(table_id)
        return self._known.get(table_id) or await self.get(table_id)

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
        self.forget(table_id)
        self.hub.wake(table_id)

    async def _read_on(self, table: Table) -> Reading:
        try:
            return await self.logs.read(table.id, table.seq, table.head)
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
                table, kept = await work.run_in_executor(self._folding, _folded, table_id, stored, self.keys)
            except Unusable:
                log.warning("a snapshot is of no use", extra={"table": table_id})
                stored = await self.logs.stored(table_id, with_snapshot=False)
                table, _ = await work.run_in_executor(self._folding, _folded, table_id, stored, self.keys)
        except Newer:
            self._leave_alone(table_id)
            raise
        if table.trouble is Trouble.LOG_CHANGED:
            _say_changed(table)
        self._known[table_id] = table
        self._kept[table] = kept
        await self.on_read(table)
        self._remember(table)
        self.hub.wake(table_id)  # who listens has seen an older state
        self._keep_snapshot(table)
        return table

    async def write(self, table_id: str, decide: Decide) -> Table:
        """Append what `decide` makes of the table, looking again as often as others are faster."""
        table = await self.recall(table_id)
        losses = 0
        try:
            while losses < ATTEMPTS:
                seq = table.seq
                try:
                    event = self._next(table, decide)
                except TableError:  # perhaps another process has appended what makes it right
                    table = await self.get(table_id)
                    if table.seq == seq:
                        raise
                    continue
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
        if seq == table.seq - 1 and isinstance(table.recent[-1].event, SecretTold):
            decide(table)  # they have seen the end; that it was followed by the secret changes nothing
        raise Stale(table)

    def _next(self, table: Table, decide: Decide) -> Event | None:
        """What is due by now, or else what somebody wants, within limits."""
        event = decisions.overdue(table, self.now()) or decisions.too_long(table, self.settings)
        return event or decide(table)

    async def append(self, table: Table, event: Event) -> Table | None:
        """Try to make `event` the table's next one. None if somebody else was faster."""
        if table.trouble:
            raise TableError(table.trouble.value)
        table_id, status = table.id, table.status
        at, seq = max(self.now(), table.at), table.seq + 1
        text = write_event(event)
        head = next_head(table.head, seq, at, text)
        guests = (event.guest,) if isinstance(event, Joined | Carried) else ()
        if not await self.logs.append(
            Entry(table_id, seq, at, text, self._due(table, at, event), guests=guests, chain=head)
        ):
            self._looked_after.pop(table_id, None)
            return None
        self.on_append(event)
        if self._known.get(table_id) is table and table.seq == seq - 1:
            table.apply(seq, at, event, head)
            self._tell(table)
        else:  # it was put out of memory, or read on, while the event was being written
            table = await self.get(table_id)
        if table.status is not status or not isinstance(event, Moved | Undone):
            await self.logs.note(Note(table_id, table.status, table.open_seats))
        self._keep_snapshot(
            table, round_over=table.status is not status and table.status is not Status.PLAYING
        )
        following = decisions.tell_secret(table) or decisions.too_long(table, self.settings)
        if following is not None:
            return await self.append(table, following) or await self.get(table_id)
        return table

    def _keep_snapshot(self, table: Table, round_over: bool = False) -> None:
        """Have a snapshot of the table written now and then."""
        enough = self.settings.snapshot_every // (SOONER if round_over else 1)
        if table.trouble or table.seq - self._kept.get(table, 0) < enough:
            return
        self._kept[table] = table.seq
        task = asyncio.create_task(self._write_snapshot(table))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _write_snapshot(self, table: Table) -> None:
        taken = picture(table)
        try:
            text = await asyncio.get_running_loop().run_in_executor(self._folding, str, taken)
            await self.logs.keep(table.id, taken.seq, self.keys.vouched(table.id, text))
        except Exception:
            log.warning("a snapshot was not written", extra={"table": table.id}, exc_info=True)

    def concerns_us(self, table_id: str, seq: int) -> bool:
        """Whether somebody listens here who has not heard of this event."""
        table = self._known.get(table_id)
        return self.hub.has(table_id) and (table is None or table.seq < seq)

    async def behind(self) -> list[str]:
        """The tables that somebody listens to, and of which something has been missed."""
        heads = await self.logs.heads(self.hub.tables)
        return [table_id for table_id, seq in heads.items() if self.concerns_us(table_id, seq)]

    def _extend(self, table: Table, reading: Reading) -> bool:
        news = False
        for logged in reading.log:
            if logged.seq == table.seq + 1:
                table.apply(*logged)
                news = True
        if reading.changed_at is not None and reading.changed_at > table.seq:
            table.stop(Trouble.LOG_CHANGED)
            _say_changed(table)
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

    def _remember(self, table: Table) -> None:
        """In memory, as one of those that were asked for last."""
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > self.settings.tables_in_memory:
            table_id, _ = self._cache.popitem(last=False)
            self._looked_after.pop(table_id, None)

    def forget(self, table_id: str) -> None:
        """Know nothing of a table any more."""
        self._cache.pop(table_id, None)
        self._known.pop(table_id, None)
        self._looked_after.pop(table_id, None)


def _say_changed(table: Table) -> None:
    """Tell the operator of an event that was changed in the database. It is left as it is."""
    log.error("a log was changed in the database", extra={"table": table.id, "seq": table.seq + 1})


def _folded(table_id: str, stored: Stored, keys: Keys) -> tuple[Table, int]:
    """The table, and up to which event a snapshot has it."""
    rows, beginning = stored.rows, first_head(table_id)
    if stored.snapshot is None:
        reading = read_rows(rows, 0, beginning)
        if not reading.log:
            raise TableError("log-changed")
        table, kept = fold(table_id, reading.log, keys.unlock), 0
    else:
        snapshot = keys.checked(table_id, stored.snapshot)
        if snapshot is None:
            raise Unusable
        if rows[1].seq == 2:
            reading = read_rows(rows, 0, beginning)
            log = reading.log
        else:  # the end of the log is chained to the snapshot, which knows its head
            before = rows[1]
            reading = read_rows(rows[2:], before.seq, before.chain or "")
            log = [*read_rows(rows[:1], 0, beginning).log, *reading.log]
        table, kept = fold_from(table_id, snapshot, log, keys.unlock)
    if reading.changed_at is not None:
        if reading.changed_at <= kept:
            raise Unusable
        table.stop(Trouble.LOG_CHANGED)
    return table, kept
