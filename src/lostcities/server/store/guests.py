"""`Guests`: who is who. Tokens and link codes are kept as hashes only."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

import sqlalchemy as sa

from lostcities.server.store.database import Database
from lostcities.server.store.schema import guests, links

DAY = 86_400_000
TOKEN_BYTES = 32
KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    nickname: str
    created_at: int


class Guests:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """By the hash of the token: whose it is, and the day on which they were last seen."""

    async def create(self, nickname: str, now: int) -> tuple[Guest, str]:
        """A new guest, and the token that proves it, which is told only once."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        guest = Guest(secrets.token_hex(8), nickname, now)

        def work(connection: sa.Connection) -> None:
            connection.execute(
                guests.insert().values(
                    id=guest.id, token_hash=_hash(token), nickname=nickname, created_at=now, seen_at=now
                )
            )

        await self._database.write(work)
        return guest, token

    async def id_of(self, token: str) -> str | None:
        """Whose token it is. That they were seen is noted once a day."""
        digest, now = _hash(token), time.time_ns() // 1_000_000
        known = self._known.get(digest)
        if known is None:
            rows = await self._database.read(
                sa.select(guests.c.id, guests.c.seen_at).where(guests.c.token_hash == digest)
            )
            if not rows:
                return None
            known = (str(rows[0].id), (rows[0].seen_at or 0) // DAY)
        guest_id, seen_on = known
        if seen_on != now // DAY and not await self._saw(guest_id, now):
            self._known.pop(digest, None)
            return None
        self._known[digest] = (guest_id, now // DAY)
        self._known.move_to_end(digest)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return guest_id

    async def _saw(self, guest_id: str, now: int) -> bool:
        """Whether there is such a guest still: who has stayed away for long is deleted."""

        def work(connection: sa.Connection) -> bool:
            statement = guests.update().where(guests.c.id == guest_id).values(seen_at=now)
            return connection.execute(statement).rowcount > 0

        return await self._database.write(work)

    async def get(self, guest_id: str) -> Guest:
        rows = await self._database.read(
            sa.select(guests.c.id, guests.c.nickname, guests.c.created_at).where(guests.c.id == guest_id)
        )
        return Guest(*rows[0])

    async def rename(self, guest_id: str, nickname: str) -> None:
        def work(connection: sa.Connection) -> None:
            connection.execute(guests.update().where(guests.c.id == guest_id).values(nickname=nickname))

        await self._database.write(work)

    async def new_link(self, table_id: str, seat: int, expires_at: int) -> str:
        """The code of a link that works once."""
        code = secrets.token_urlsafe(TOKEN_BYTES)

        def work(connection: sa.Connection) -> None:
            connection.execute(
                links.insert().values(
                    code_hash=_hash(code), table_id=table_id, seat=seat, expires_at=expires_at, used=False
                )
            )

        await self._database.write(work)
        return code

    async def use_link(self, code: str, now: int) -> tuple[str, int] | None:
        """The table and the seat that a link leads to, the first time it is used."""

        def work(connection: sa.Connection) -> tuple[str, int] | None:
            found = connection.execute(
                links.update()
                .where(links.c.code_hash == _hash(code), ~links.c.used, links.c.expires_at > now)
                .values(used=True)
                .returning(links.c.table_id, links.c.seat)
            )
            row = found.first()
            return None if row is None else (row.table_id, row.seat)

        return await self._database.write(work)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
