"""`Nodes`: the server processes on this database, and who is at which table through them.

A process keeps its row alive. Whoever finds one whose time is up tells that everybody has gone who was there
through it. Rows of presence are written when somebody comes or goes and at no other time.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lostcities.server.store.database import Database
from lostcities.server.store.logs import CHANNEL, PAYLOAD_BYTES
from lostcities.server.store.schema import nodes, presence

SPECTATORS = ""
"""Stands for everybody without a seat: that somebody watches is all there is to know."""
NEWS = 0
"""What is told in place of an event's number: who is at the table has changed."""


class Sighting(NamedTuple):
    """Somebody at a table, as one process saw it."""

    table_id: str
    guest_id: str
    node: str
    here: bool
    at: int


class Nodes:
    def __init__(self, database: Database) -> None:
        self.id = secrets.token_hex(6)
        self._database = database
        self._upsert = sqlite.insert if database.is_sqlite else postgresql.insert

    async def beat(self, now: int, until: int) -> bool:
        """Show a sign of life. False if this process was unknown: it is new, or was taken for dead."""

        def work(connection: sa.Connection) -> bool:
            found = connection.execute(
                nodes.update().where(nodes.c.id == self.id).values(seen_at=now, until=until)
            )
            if found.rowcount:
                return True
            connection.execute(nodes.insert().values(id=self.id, seen_at=now, until=until))
            return False

        return await self._database.write(work)

    async def bury(self, now: int) -> set[str]:
        """Tell that whoever was there through a dead process has gone; the tables that this is news for."""
        dead = await self._database.read(sa.select(nodes.c.id, nodes.c.seen_at).where(nodes.c.until < now))
        if not dead:
            return set()

        def work(connection: sa.Connection) -> set[str]:
            changed: set[str] = set()
            for node in dead:
                gone = nodes.delete().where(nodes.c.id == node.id, nodes.c.until < now)
                if not connection.execute(gone).rowcount:
                    continue  # it has come back to life, or another process was faster
                theirs = presence.c.node == node.id
                changed |= set(
                    connection.scalars(sa.select(presence.c.table_id).where(theirs, presence.c.here))
                )
                left = presence.update().where(theirs, presence.c.here)
                connection.execute(left.values(here=False, at=node.seen_at, changed=_next(connection, now)))
            self._notify(connection, changed)
            return changed

        return await self._database.write(work)

    async def tell(self, sightings: Collection[Sighting], now: int) -> None:
        """Write down who came and who went."""
        by_table = sorted(sightings)  # every process in the same order, so that no two wait for each other

        def work(connection: sa.Connection) -> None:
            changed = _next(connection, now)
            for seen in by_table:
                self._write(connection, seen, changed)
            self._notify(connection, {seen.table_id for seen in by_table})

        await self._database.write(work)

    async def at_tables(self, table_ids: Collection[str]) -> list[Sighting]:
        """Everybody of whom anything is known."""
        columns = [presence.c[name] for name in Sighting._fields]
        found = await self._database.read(sa.select(*columns).where(presence.c.table_id.in_(table_ids)))
        return [Sighting(*row) for row in found]

    async def forget(self, before: int) -> None:
        """Leave out who has been away for very long."""
        old = presence.delete().where(~presence.c.here, presence.c.at < before)
        await self._database.write(lambda connection: connection.execute(old) and None)

    def _write(self, connection: sa.Connection, seen: Sighting, changed: int) -> None:
        here = (presence.c.table_id == seen.table_id) & (presence.c.guest_id == seen.guest_id)
        if seen.here:  # where they were before is of no interest any more
            connection.execute(presence.delete().where(here, ~presence.c.here))
        row: dict[str, Any] = {**seen._asdict(), "changed": changed}
        new = {name: row[name] for name in ("here", "at", "changed")}
        key = [presence.c.table_id, presence.c.guest_id, presence.c.node]
        insert = self._upsert(presence).values(row)
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=new))

    def _notify(self, connection: sa.Connection, tables: Iterable[str]) -> None:
        if self._database.is_sqlite:
            return  # the others see it by `changed`
        lines = [f"{table_id} {NEWS}\n" for table_id in sorted(tables)]
        at_once = PAYLOAD_BYTES // max(map(len, lines), default=1)
        for i in range(0, len(lines), at_once):
            payload = "".join(lines[i : i + at_once])
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))


def _next(connection: sa.Connection, now: int) -> int:
    """A number above all that were given before, also if rows with high ones are gone since."""
    highest = connection.scalar(sa.select(sa.func.max(presence.c.changed)))
    return max(now, (highest or 0) + 1)
