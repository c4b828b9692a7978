"""`Leftovers`: deletes what nobody needs any more, a few at a time.

Any process may do this at any time: what another one has deleted meanwhile isn't found, and each piece of
work is one short transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from lostcities.server.store.database import Database
from lostcities.server.store.schema import (
    address_keys,
    counts,
    events,
    guests,
    links,
    metadata,
    players,
    tables,
)
from lostcities.server.table.state import Status

FEW = 500
"""Rows that are short."""
TABLES = 10
"""Logs can be long: some thousand rows go with each table."""
ENDED = (Status.OVER.value, Status.CLOSED.value)


class Leftovers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark_ended(self, now: int) -> int:
        """Note when tables ended, and forget from which address they were set up. The same for guests of whom
        it isn't known when they were seen."""
        last = sa.select(sa.func.max(events.c.at)).where(events.c.table_id == tables.c.id)

        def work(connection: sa.Connection) -> int:
            unmarked = self._some(tables.c.id, FEW, tables.c.status.in_(ENDED), tables.c.ended_at.is_(None))
            marked = connection.execute(
                tables.update()
                .where(tables.c.id.in_(unmarked))
                .values(ended_at=sa.func.coalesce(last.scalar_subquery(), now), address=None)
            )
            connection.execute(
                guests.update()
                .where(guests.c.id.in_(self._some(guests.c.id, FEW, guests.c.seen_at.is_(None))))
                .values(seen_at=now)
            )
            return marked.rowcount

        return await self._database.write(work)

    async def delete_counts(self, now: int) -> int:
        """Counts whose hour or day is over, and the keys of days gone by."""

        def work(connection: sa.Connection) -> int:
            connection.execute(address_keys.delete().where(address_keys.c.ends_at <= now))
            over = sa.select(counts.c.name, counts.c.ends_at).where(counts.c.ends_at <= now).limit(FEW)
            deleted = connection.execute(
                counts.delete().where(sa.tuple_(counts.c.name, counts.c.ends_at).in_(over))
            )
            return deleted.rowcount

        return await self._database.write(work)

    async def delete_links(self, before: int) -> int:
        """Links that expired before this."""

        def work(connection: sa.Connection) -> int:
            some = self._some(links.c.code_hash, FEW, links.c.expires_at <= before)
            return connection.execute(links.delete().where(links.c.code_hash.in_(some))).rowcount

        return await self._database.write(work)

    async def delete_tables(self, status: Status, before: int) -> list[str]:
        """Tables that ended in this way before this, with everything that is kept about them."""

        def work(connection: sa.Connection) -> list[str]:
            some = self._some(
                tables.c.id, TABLES, tables.c.status == status.value, tables.c.ended_at <= before
            )
            ids = [str(row.id) for row in connection.execute(some)]
            _delete(connection, "table_id", ids)
            connection.execute(tables.delete().where(tables.c.id.in_(ids)))
            return ids

        return await self._database.write(work)

    async def delete_guests(self, unseen_since: int) -> int:
        """Guests who have not been seen since and have a seat at no table that is kept."""
        sits = sa.exists().where(players.c.guest_id == guests.c.id)
        gone = [guests.c.seen_at <= unseen_since, ~sits]

        def work(connection: sa.Connection) -> int:
            ids = [str(row.id) for row in connection.execute(self._some(guests.c.id, FEW, *gone))]
            # asked once more, because somebody may have come back just now
            deleted = connection.execute(
                guests.delete().where(guests.c.id.in_(ids), *gone).returning(guests.c.id)
            )
            found = [str(row.id) for row in deleted]
            _delete(connection, "guest_id", found)
            return len(found)

        return await self._database.write(work)

    def _some(
        self, column: sa.Column[str], number: int, *conditions: sa.ColumnElement[bool]
    ) -> sa.Select[Any]:
        """Rows that nobody else is deleting."""
        return (
            sa.select(column)
            .where(*conditions)
            .order_by(column)
            .limit(number)
            .with_for_update(skip_locked=True)
        )


def _delete(connection: sa.Connection, name: str, ids: Sequence[str]) -> None:
    """Whatever belongs to these, in every table of the database that knows them by this column."""
    for table in metadata.sorted_tables:
        if ids and name in table.c:
            connection.execute(table.delete().where(table.c[name].in_(ids)))
