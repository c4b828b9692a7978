"""`Tables`: reads tables, and appends to their logs.

There is no lock. Whoever loses the race for a number in the log looks at the table again and decides anew,
or, where a client said what it had seen, tells the client what is so now. Two bots without a pause could win
every such race against a person, so bots let those go first who have lost one.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress

from lostcities.fair import FairDeal
from lostcities.server.keys import Keys
from lostcities.server.live.hub import Hub
from lostcities.server.settings import Settings
from lostcities.server.store import Entry, Logs, Note
from lostcities.server.table import decisions
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import (
    Carried,
    Created,
    Event,
    Joined,
    Moved,
    SecretTold,
    Undone,
    write_event,
)
from lostcities.server.table.state import Logged, Table, Trouble, fold

ATTEMPTS = 100
log = logging.getLogger("lostcities.server")
BACK_OFF = 0.01
"""Seconds that a loser waits at most before the next attempt. Bots of another process can't be asked to."""
Decide = Callable[[Table], Event | None]
IsSame = Callable[[Table, Event], bool]


class Stale(TableError):  # noqa: N818 - what it is
    """A request that was made looking at an older state."""

    def __init__(self, table: Table) -> None:
        super().__init__("stale", seq=table.seq)
        self.table = table


class Tables:
    def __init__(self, logs: Logs, hub: Hub, settings: Settings, keys: Keys) -> None:
        self.logs = logs
        self.keys = keys
        self.hub = hub
        self.settings = settings
        self.on_change: Callable[[Table], None] = lambda _: None
        self.on_append: Callable[[Event], None] = lambda _: None
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._looked_after: dict[str, int] = {}
        self._beaten: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._cache)

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def create(self, table_id: str, created: Created) -> bool:
        """Open a log, with the secret locked. False if there is one of this id."""
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
            },
            guests=guests,
            chain=next_head(first_head(table_id), 1, at, event),
        )
        return await self.logs.append(entry)

    async def get(self, table_id: str) -> Table:
        """The table as the log has it now."""
        known = self._cache.get(table_id)
        if known and known.trouble is Trouble.LOG_CHANGED:
            return known
        seq, head = (known.seq, known.head) if known else (0, "")
        events, changed_at = await self.logs.read(table_id, seq, head)
        table = self._cache.get(table_id)
        if table is None and known is not None:  # it was put out of memory meanwhile
            return await self.get(table_id)
        if table is None:
            if changed_at == 1:
                raise self._changed(table_id, 1)
            if not events:
                raise TableError("no-table")
            table = self._cache[table_id] = fold(table_id, events, self.keys.unlock)
            self._evict()
        elif self._extend(table, events):
            self._tell(table)
        if changed_at is not None and changed_at > table.seq:
            self._changed(table_id, changed_at)
            table.trouble = Trouble.LOG_CHANGED
            self._tell(table)
        if table_id in self._cache:
            self._cache.move_to_end(table_id)
        return table

    def _changed(self, table_id: str, seq: int) -> TableError:
        """Tell the operator of an event that was changed in the database. It is left as it is."""
        log.error("a log was changed in the database", extra={"table": table_id, "seq": seq})
        return TableError("log-changed")

    async def readable(self, table_ids: Iterable[str]) -> list[Table]:
        """Of these tables those whose log can be read."""
        found = []
        for table_id in table_ids:
            with suppress(TableError):
                found.append(await self.get(table_id))
        return found

    async def recall(self, table_id: str) -> Table:
        """The table as it was last seen here, without asking the database if it can be helped."""
        return self._cache.get(table_id) or await self.get(table_id)

    async def write(self, table_id: str, decide: Decide) -> Table:
        """Append what `decide` makes of the table, looking again as often as others are faster."""
        table = await self.recall(table_id)
        losses = 0
        try:
            while losses < ATTEMPTS:
                seq = table.seq
                try:
                    event = decisions.overdue(table, self.now()) or decide(table)
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
        if seq == table.seq - 1 and isinstance(table.recent[-1].event, SecretTold):
            decide(table)  # they have seen the end; that it was followed by the secret changes nothing
        raise Stale(table)

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
        if self._cache.get(table_id) is table and table.seq == seq - 1:
            table.apply(seq, at, event, head)
            self._tell(table)
        else:  # it was put out of memory, or read on, while the event was being written
            table = await self.get(table_id)
        if table.status is not status or not isinstance(event, Moved | Undone):
            await self.logs.note(Note(table_id, table.status, table.open_seats))
        if (secret := decisions.tell_secret(table)) is not None:
            return await self.append(table, secret) or await self.get(table_id)
        return table

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
            table_id, _ = self._cache.popitem(last=False)
            self._looked_after.pop(table_id, None)
