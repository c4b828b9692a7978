"""`Logs`: the events of all tables, and what tables are found by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lostcities.server.store.database import Database
from lostcities.server.store.schema import events, guests, players, snapshots, tables
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.events import LANGUAGE, Newer, read_event
from lostcities.server.table.state import REMEMBERED, Logged, Status

CHANNEL = "lostcities"
PAYLOAD_BYTES = 7000
AT_ONCE = 500
"""Tables that one query asks about."""


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
    status: str
    open_seats: int
    found_due: int | None = None
    due: int | None = None


class Standing(NamedTuple):
    """A table as an administrator sees it in a list."""

    id: str
    status: str
    open_seats: int
    listed: bool
    host: str | None
    last: int


class Stored(NamedTuple):
    """What is there of a table: perhaps a snapshot, and rows of the log, to be read by `read_rows`."""

    snapshot: str | None
    rows: list[Any]


def read_rows(rows: Sequence[Any], seq: int, head: str) -> Reading:
    """The events of rows, as far as each is chained to the one before.

    The first of them follows event `seq`, at which the chain's head was `head`.
    """
    log: list[Logged] = []
    for row, found in _chained(rows, seq, head):
        if row.language > LANGUAGE:  # and however it may be chained there
            raise Newer
        if found is None:
            return Reading(log, row.seq)
        log.append(Logged(row.seq, row.at, read_event(row.event, row.language), found))
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


class Place(NamedTuple):
    """Where a table stands in a list."""

    finished: bool
    at: int
    table_id: str


class Unfinished(NamedTuple):
    """Tables that are not finished."""

    of_host: int
    listed_of_host: int
    from_address: int
    listed_from_address: int


_FINISHED = (Status.OVER.value, Status.CLOSED.value)
_IS_LISTED = (tables.c.listed, tables.c.status == Status.WAITING.value, tables.c.open_seats > 0)


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
        rows = await self.database.read(_rows_of(table_id).where(events.c.seq > after))
        return read_rows(rows, after, head or first_head(table_id))

    async def stored(self, table_id: str, with_snapshot: bool = True) -> Stored:
        """What is needed to know a table: beside a snapshot, the beginning and the end of the log will do."""

        def work(connection: sa.Connection) -> Stored:
            found = connection.execute(_snapshot_of(table_id)).first() if with_snapshot else None
            rows = _rows_of(table_id)
            if found is not None:
                rows = rows.where((events.c.seq >= found.seq - REMEMBERED) | (events.c.seq == 1))
            return Stored(None if found is None else found.snapshot, list(connection.execute(rows)))

        return await self.database.look(work)

    async def keep(self, table_id: str, seq: int, snapshot: str) -> None:
        """Write down what a log amounts to up to a number, unless a later one is there."""
        fresh = self._insert(snapshots).values(table_id=table_id, seq=seq, snapshot=snapshot)
        later = {"seq": fresh.excluded.seq, "snapshot": fresh.excluded.snapshot}
        upsert = fresh.on_conflict_do_update(
            index_elements=["table_id"], set_=later, where=snapshots.c.seq < fresh.excluded.seq
        )
        await self.database.write(lambda connection: connection.execute(upsert) and None)

    async def changed(self) -> dict[str, int]:
        """Of all logs those that were changed in the database, each with the first event that shows it."""
        found = {}
        for (table_id,) in await self.database.read(sa.select(events.c.table_id).distinct()):
            rows = await self.database.read(_rows_of(table_id))
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

    async def heads(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each table."""
        heads: dict[str, int] = {}
        for i in range(0, len(table_ids), AT_ONCE):
            some = table_ids[i : i + AT_ONCE]
            rows = await self.database.read(
                sa.select(events.c.table_id, sa.func.max(events.c.seq))
                .where(events.c.table_id.in_(some))
                .group_by(events.c.table_id)
            )
            heads |= {row[0]: row[1] for row in rows}
        return heads

    async def note(self, note: Note) -> None:
        """Write down what a table is found by, and when somebody should look after it."""
        await self.database.write_with_others(_note, note)

    async def due(self, now: int, limit: int, leave: Collection[str] = ()) -> list[Note]:
        """The tables that somebody should look after, the longest overdue first; some are left alone."""
        rows = await self.database.read(
            sa.select(tables.c.id, tables.c.status, tables.c.open_seats, tables.c.due)
            .where(tables.c.due <= now, tables.c.id.not_in(leave))
            .order_by(tables.c.due)
            .limit(limit)
        )
        return [Note(row.id, row.status, row.open_seats, row.due, row.due) for row in rows]

    async def last_seqs(self, ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each."""
        rows = await self.database.read(
            sa.select(events.c.table_id, sa.func.max(events.c.seq).label("seq"))
            .where(events.c.table_id.in_(ids))
            .group_by(events.c.table_id)
        )
        return {row.table_id: row.seq for row in rows}

    async def exists(self, table_id: str) -> bool:
        """Whether the table is kept still."""
        return bool(await self.database.read(sa.select(tables.c.id).where(tables.c.id == table_id)))

    async def listed(self, limit: int, after: Place | None = None) -> list[Place]:
        """The tables that anybody may join, newest first."""
        place = (tables.c.created_at, tables.c.id)
        statement = sa.select(*place).where(*_IS_LISTED)
        if after:
            statement = statement.where(sa.tuple_(*place) < sa.tuple_(after.at, after.table_id))
        rows = await self.database.read(
            statement.order_by(tables.c.created_at.desc(), tables.c.id.desc()).limit(limit)
        )
        return [Place(False, row.created_at, row.id) for row in rows]

    async def of_guest(self, guest_id: str, limit: int, after: Place | None = None) -> list[Place]:
        """The tables at which a guest sat down, unfinished ones first, then newest first."""
        finished = tables.c.status.in_(_FINISHED)
        statement = (
            sa.select(finished.label("finished"), players.c.since, tables.c.id)
            .join(players, players.c.table_id == tables.c.id)
            .where(players.c.guest_id == guest_id)
        )
        if after:
            earlier = sa.tuple_(players.c.since, tables.c.id) < sa.tuple_(after.at, after.table_id)
            statement = statement.where(
                sa.and_(finished, earlier) if after.finished else sa.or_(finished, earlier)
            )
        rows = await self.database.read(
            statement.order_by(finished, players.c.since.desc(), tables.c.id.desc()).limit(limit)
        )
        return [Place(bool(row.finished), row.since, row.id) for row in rows]

    async def all_tables(self, status: Status | None = None) -> list[Standing]:
        """Every table, or those of a status, the one where something happened last first."""
        last = (
            sa.select(events.c.at)
            .where(events.c.table_id == tables.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
            .label("last")
        )
        query = (
            sa.select(
                tables.c.id, tables.c.status, tables.c.open_seats, tables.c.listed, guests.c.nickname, last
            )
            .join(guests, guests.c.id == tables.c.host, isouter=True)
            .order_by(sa.desc("last"), tables.c.id)
        )
        if status is not None:
            query = query.where(tables.c.status == status.value)
        return [Standing(*row) for row in await self.database.read(query)]

    async def unfinished_of_guest(self, guest_id: str) -> list[str]:
        """All tables still in play at which a guest sat down."""
        rows = await self.database.read(
            sa.select(tables.c.id)
            .join(players, players.c.table_id == tables.c.id)
            .where(players.c.guest_id == guest_id, tables.c.status.not_in(_FINISHED))
            .order_by(players.c.since.desc(), tables.c.id)
        )
        return [row.id for row in rows]

    async def unfinished(self, host: str, address: str) -> Unfinished:
        """How many tables that are not finished a guest and an address have set up."""
        counted = []
        for whose in (tables.c.host == host, tables.c.address == address):
            number = sa.select(sa.func.count(), sa.func.count().filter(*_IS_LISTED))
            statement = number.where(whose, tables.c.status.not_in(_FINISHED))
            counted.extend((await self.database.read(statement))[0])
        return Unfinished(*counted)

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
            {
                "table_id": e.table_id,
                "seq": e.seq,
                "at": e.at,
                "event": e.event,
                "language": LANGUAGE,
                "chain": e.chain,
            }
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


def _rows_of(table_id: str) -> sa.Select[Any]:
    return (
        sa.select(events.c.seq, events.c.at, events.c.event, events.c.language, events.c.chain)
        .where(events.c.table_id == table_id)
        .order_by(events.c.seq)
    )


def _snapshot_of(table_id: str) -> sa.Select[Any]:
    return sa.select(snapshots.c.seq, snapshots.c.snapshot).where(snapshots.c.table_id == table_id)


def _note(connection: sa.Connection, notes: list[Note]) -> list[None]:
    facts = [
        {"of": note.table_id, "now_status": str(note.status), "now_open": note.open_seats} for note in notes
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
