"""`Logs`: the events of all tables, and what tables are found by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lostcities.server.store.database import Database
from lostcities.server.store.schema import events, players, tables
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.events import read_event
from lostcities.server.table.state import Logged, Status

CHANNEL = "lostcities"
PAYLOAD_BYTES = 7000


@dataclass(frozen=True, slots=True)
class Entry:
    """A row to append, with what must be known of it in the same transaction."""

    table_id: str
    seq: int
    at: int
    event: str
    due: int | None = None
    """When somebody should look after the table at the latest; None leaves the time that is set."""
    new: dict[str, Any] | None = None
    """The facts of a table that begins with this event."""
    guests: tuple[str, ...] = ()
    """Who has a seat from this event on."""
    chain: str | None = None
    """The head of the log's chain with this event."""


class Reading(NamedTuple):
    """What was read of a log. What follows an event that was changed after it was written is left out."""

    log: list[Logged]
    changed_at: int | None = None
    """The number of that event."""


class Note(NamedTuple):
    """What a table is found by, and, for whoever looked after it, the next time to do so.

    `found_due` is the time that was set; if somebody has set another one meanwhile, that one stays.
    """

    table_id: str
    status: Status
    open_seats: int
    found_due: int | None = None
    due: int | None = None


class Logs:
    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert
        self._insert_or_not = (
            self._insert(events).on_conflict_do_nothing().returning(events.c.table_id, events.c.seq)
        )

    async def append(self, entry: Entry) -> bool:
        """Add an event. False if there is one with its number already."""
        return await self.database.write_with_others(self._append, entry)

    async def read(self, table_id: str, after: int = 0, head: str = "") -> Reading:
        """The log, or what follows the event number `after`, at which the chain's head was `head`."""
        return _checked(await self._rows(table_id, after), after, head or first_head(table_id))

    async def _rows(self, table_id: str, after: int) -> list[Any]:
        return await self.database.read(
            sa.select(events.c.seq, events.c.at, events.c.event, events.c.chain)
            .where(events.c.table_id == table_id, events.c.seq > after)
            .order_by(events.c.seq)
        )

    async def changed(self) -> dict[str, int]:
        """Of all logs those that were changed in the database, each with the first event that shows it."""
        found = {}
        for (table_id,) in await self.database.read(sa.select(events.c.table_id).distinct()):
            rows = await self._rows(table_id, 0)
            for row, head in _chained(rows, 0, first_head(table_id)):
                if head is None:
                    found[table_id] = row.seq
        return found

    async def head(self, table_id: str, seq: int) -> str | None:
        """The chain's head at an event."""
        rows = await self.database.read(
            sa.select(events.c.chain).where(events.c.table_id == table_id, events.c.seq == seq)
        )
        return rows[0].chain if rows else None

    async def note(self, note: Note) -> None:
        """Write down what a table is found by, and when somebody should look after it."""
        await self.database.write_with_others(_note, note)

    async def due(self, now: int, limit: int) -> list[Note]:
        """The tables that somebody should look after, the longest overdue first."""
        rows = await self.database.read(
            sa.select(tables.c.id, tables.c.status, tables.c.open_seats, tables.c.due)
            .where(tables.c.due <= now)
            .order_by(tables.c.due)
            .limit(limit)
        )
        return [Note(row.id, Status(row.status), row.open_seats, row.due, row.due) for row in rows]

    async def listed(self, limit: int) -> list[str]:
        """The tables that anybody may join, newest first."""
        rows = await self.database.read(
            sa.select(tables.c.id)
            .where(tables.c.listed, tables.c.status == Status.WAITING.value, tables.c.open_seats > 0)
            .order_by(tables.c.created_at.desc())
            .limit(limit)
        )
        return [row.id for row in rows]

    async def of_guest(self, guest_id: str, limit: int) -> list[str]:
        """The tables at which a guest sat down, unfinished ones first, then newest first."""
        finished = tables.c.status.in_([Status.OVER.value, Status.CLOSED.value])
        rows = await self.database.read(
            sa.select(tables.c.id)
            .join(players, players.c.table_id == tables.c.id)
            .where(players.c.guest_id == guest_id)
            .order_by(finished, players.c.since.desc())
            .limit(limit)
        )
        return [row.id for row in rows]

    async def unfinished_of_host(self, guest_id: str) -> int:
        rows = await self.database.read(
            sa.select(sa.func.count())
            .select_from(tables)
            .where(
                tables.c.host == guest_id,
                tables.c.status.not_in([Status.OVER.value, Status.CLOSED.value]),
            )
        )
        return int(rows[0][0])

    def _append(self, connection: sa.Connection, entries: list[Entry]) -> list[bool]:
        """Add events in one go; for each whether it was the first with its number.

        Every process takes the tables in the same order, so that no two wait for each other's rows.
        """
        first_here = {(entry.table_id, entry.seq): entry for entry in reversed(entries)}
        in_order = [first_here[key] for key in sorted(first_here)]
        written = self._insert_events(connection, in_order)
        won = [entry for entry in in_order if (entry.table_id, entry.seq) in written]
        self._insert_facts(connection, won)
        if not self.database.is_sqlite:
            _notify(connection, won)
        winners = set(map(id, won))
        return [id(entry) in winners for entry in entries]

    def _insert_events(self, connection: sa.Connection, entries: list[Entry]) -> set[tuple[str, int]]:
        rows = [
            {"table_id": e.table_id, "seq": e.seq, "at": e.at, "event": e.event, "chain": e.chain}
            for e in entries
        ]
        inserted = connection.execute(self._insert_or_not, rows)
        return {(row.table_id, row.seq) for row in inserted}

    def _insert_facts(self, connection: sa.Connection, entries: list[Entry]) -> None:
        if new := [entry.new for entry in entries if entry.new]:
            connection.execute(tables.insert(), new)
        if seated := [
            {"guest_id": guest, "table_id": e.table_id, "since": e.at} for e in entries for guest in e.guests
        ]:
            connection.execute(self._insert(players).on_conflict_do_nothing(), seated)
        if due := [{"of": e.table_id, "then": e.due} for e in entries if e.due is not None and not e.new]:
            connection.execute(_SET_DUE, due)


def _checked(rows: Sequence[Any], seq: int, head: str) -> Reading:
    """The events of rows, as far as each is chained to the one before."""
    log: list[Logged] = []
    for row, found in _chained(rows, seq, head):
        if found is None:
            return Reading(log, row.seq)
        log.append(Logged(row.seq, row.at, read_event(row.event), found))
    return Reading(log)


def _chained(rows: Iterable[Any], seq: int, head: str) -> Iterator[tuple[Any, str | None]]:
    """Each row with the chain's head there; None, and no further row, where the chain is broken.

    Logs of older versions begin without a chain; its first head stands for all that came before.
    """
    chained = seq > 0
    for row in rows:
        seq += 1
        head = next_head(head, row.seq, row.at, row.event)
        chained = chained or row.chain is not None
        if row.seq != seq or (chained and row.chain != head):
            yield row, None
            return
        yield row, head


def _note(connection: sa.Connection, notes: list[Note]) -> list[None]:
    facts = [
        {"of": note.table_id, "now_status": note.status.value, "now_open": note.open_seats} for note in notes
    ]
    connection.execute(_SET_FACTS, facts)
    put_off = [
        {"of": note.table_id, "found": note.found_due, "then": note.due}
        for note in notes
        if note.found_due is not None
    ]
    if put_off:
        connection.execute(_PUT_OFF, put_off)
    return [None] * len(notes)


_SET_FACTS = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of"))
    .values(status=sa.bindparam("now_status"), open_seats=sa.bindparam("now_open"))
)
_PUT_OFF = (
    tables.update()
    .where(tables.c.id == sa.bindparam("of"), tables.c.due == sa.bindparam("found"))
    .values(due=sa.bindparam("then"))
)
_SET_DUE = tables.update().where(tables.c.id == sa.bindparam("of")).values(due=sa.bindparam("then"))


def _notify(connection: sa.Connection, entries: Sequence[Entry]) -> None:
    """Tell the other processes, once this is committed."""
    payload = ""
    for entry in entries:
        payload += f"{entry.table_id} {entry.seq}\n"
        if len(payload) > PAYLOAD_BYTES:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))
            payload = ""
    if payload:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))
