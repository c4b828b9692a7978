"""The key that a database is used with: every node must have it, and no secret lies there without it."""

from __future__ import annotations

import time

import sqlalchemy as sa

from lostcities.fair import FairDeal
from lostcities.server.keys import KeyFileError, Keys, key_path, load_keys
from lostcities.server.settings import Settings
from lostcities.server.store.database import Database
from lostcities.server.store.schema import events, keys, tables
from lostcities.server.table.events import Created, read_event, write_event
from lostcities.server.table.state import Status
from lostcities.signature import fingerprint


async def known_keys(database: Database) -> list[str]:
    """The public keys that the database was used with, the one in use last."""
    rows = await database.read(sa.select(keys.c.public).order_by(keys.c.number))
    return [row.public for row in rows]


async def agree_on_key(database: Database, settings: Settings, *, new: bool = False) -> Keys:
    """The keys of this node, if they are those of the database. A new database takes them as its own, and
    `new` says that the old key is lost and this one takes its place."""
    known = await known_keys(database)
    if known and not new and not key_path(settings).exists():
        raise KeyFileError("key-gone", file=str(key_path(settings)), fingerprint=fingerprint(known[-1]))
    own = load_keys(settings, make=True)
    if not known or (new and known[-1] != own.public):
        row = {"number": len(known) + 1, "public": own.public, "since": time.time_ns() // 1_000_000}
        await database.write(lambda connection: _add(connection, row))
        known = await known_keys(database)
    if known[-1] != own.public:
        raise KeyFileError(
            "key-other",
            file=str(key_path(settings)),
            fingerprint=own.fingerprint,
            right=fingerprint(known[-1]),
        )
    return own


async def lock_secrets(database: Database, own: Keys) -> int:
    """Lock the secrets of unfinished tables that an older version left as they are; answers how many.

    It is the one time that a row of a log is rewritten, and done before its first event is chained.
    """

    def work(connection: sa.Connection) -> int:
        if database.is_sqlite:
            connection.exec_driver_sql("PRAGMA secure_delete=ON")  # else the old text stays in the file
        rows = list(connection.execute(_PLAIN))
        for row in rows:
            created = read_event(row.event)
            assert isinstance(created, Created)
            assert created.secret is not None
            locked = created.model_copy(
                update={
                    "secret": None,
                    "commitment": FairDeal(created.secret).commitment,
                    "locked": own.lock(row.table_id, created.secret),
                }
            )
            connection.execute(
                events.update()
                .where(events.c.table_id == row.table_id, events.c.seq == 1)
                .values(event=write_event(locked))
            )
        return len(rows)

    return await database.write(work)


def _add(connection: sa.Connection, row: dict[str, object]) -> None:
    """Of several nodes that are the first, one is."""
    if not list(connection.execute(sa.select(keys.c.number).where(keys.c.number == row["number"]))):
        connection.execute(keys.insert().values(row))


_later = events.alias()
_PLAIN = (
    sa.select(events.c.table_id, events.c.event)
    .join(tables, tables.c.id == events.c.table_id)
    .where(
        events.c.seq == 1,
        events.c.event.like('%"secret":"%'),
        tables.c.status.not_in([Status.OVER.value, Status.CLOSED.value]),
        ~sa.exists().where(_later.c.table_id == events.c.table_id, _later.c.chain.is_not(None)),
    )
)
