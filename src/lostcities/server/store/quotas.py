"""`Quotas`: how much was made in an hour or a day, counted for all processes together.

No address is stored. What is counted has a name made of who and what with a key that is drawn anew each day;
with the key, which goes a day later, goes the last that could lead from a name to an address.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lostcities.server.store.database import Database
from lostcities.server.store.schema import address_keys, counts

HOUR = 3_600_000
DAY = 24 * HOUR
DIGITS = 32
OF_TABLES = "tables"
"""The key for the address from which an unfinished table was set up. It must last as long as they do."""


class Quota(NamedTuple):
    what: str
    who: str
    milliseconds: int
    most: int
    """0 for no limit."""


class UsedUp(NamedTuple):
    quota: Quota
    ends_in: int
    """Milliseconds until there is more."""


class _Count(NamedTuple):
    name: str
    ends_at: int
    most: int


class Quotas:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = sqlite.insert if database.is_sqlite else postgresql.insert
        self._keys: dict[str, bytes] = {}

    async def take(self, quotas: Sequence[Quota], now: int) -> UsedUp | None:
        """Count one more of each, or say which is used up. Who is refused writes nothing."""
        quotas = [quota for quota in quotas if quota.most]
        if not quotas:
            return None
        key = await self._key(f"day {now // DAY}", now // DAY * DAY + 2 * DAY)
        wanted = {
            _Count(
                _hash(key, f"{quota.what} {quota.milliseconds} {quota.who}"),
                (now // quota.milliseconds + 1) * quota.milliseconds,
                quota.most,
            ): quota
            for quota in quotas
        }
        rows = await self._database.read(
            sa.select(counts.c.name, counts.c.ends_at, counts.c.count).where(
                counts.c.name.in_([count.name for count in wanted]), counts.c.ends_at > now
            )
        )
        so_far = {(row.name, row.ends_at): row.count for row in rows}
        full = [count for count in wanted if so_far.get(count[:2], 0) >= count.most]
        if not full:
            full = await self._database.write_with_others(self._count, sorted(wanted))
        if not full:
            return None
        last = max(full, key=lambda count: count.ends_at)
        return UsedUp(wanted[last], last.ends_at - now)

    async def hash_for_tables(self, address: str) -> str:
        """What is noted of the address from which a table is set up, until the table ends."""
        return _hash(await self._key(OF_TABLES, None), address)

    def _count(self, connection: sa.Connection, items: list[list[_Count]]) -> list[list[_Count]]:
        """Count for several at once, in the same order everywhere; for each what was full by then."""
        full: list[list[_Count]] = [[] for _ in items]
        for count, i in sorted((count, i) for i, item in enumerate(items) for count in item):
            statement = self._insert(counts).values(name=count.name, ends_at=count.ends_at, count=1)
            counted = connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[counts.c.name, counts.c.ends_at],
                    set_={"count": counts.c.count + 1},
                    where=counts.c.count < count.most,
                ).returning(counts.c.count)
            )
            if counted.first() is None:
                full[i].append(count)
        return full

    async def _key(self, name: str, ends_at: int | None) -> bytes:
        """The key of this name, which whoever needs it first draws."""
        if name not in self._keys:
            drawn = secrets.token_hex(32)

            def work(connection: sa.Connection) -> str:
                statement = self._insert(address_keys).values(name=name, key=drawn, ends_at=ends_at)
                connection.execute(statement.on_conflict_do_nothing())
                found = connection.execute(sa.select(address_keys.c.key).where(address_keys.c.name == name))
                return str(found.scalar_one())

            key = bytes.fromhex(await self._database.write(work))
            self._keys = {known: k for known, k in self._keys.items() if known == OF_TABLES} | {name: key}
            return key
        return self._keys[name]


def _hash(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode(), "sha256").hexdigest()[:DIGITS]
