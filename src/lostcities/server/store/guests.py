"""`Guests`: who is who. Tokens are kept as hashes only."""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from lostcities.server.store.database import Database
from lostcities.server.store.schema import guests, replaced_tokens

DAY = 86_400_000
TOKEN_BYTES = 32
KNOWN = 20_000
FORGET_SECONDS = 1.0
"""How long another process may still know a token that was replaced."""
SEEN_LATE = 100
KEPT = 10_000


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
        self._look_again = 0.0
        self._last_replaced = 0

    async def create(self, nickname: str, now: int) -> tuple[Guest, str]:
        """A new guest, and the token that proves it, which is told only once."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        guest = Guest(secrets.token_hex(8), nickname, now)

        def work(connection: sa.Connection) -> None:
            connection.execute(
                guests.insert().values(
                    id=guest.id,
                    token_hash=digest_of(token),
                    nickname=nickname,
                    created_at=now,
                    seen_at=now,
                )
            )

        await self._database.write(work)
        return guest, token

    async def id_of(self, token: str) -> str | None:
        """Whose token it is. That they were seen is noted once a day."""
        digest, now = digest_of(token), time.time_ns() // 1_000_000
        await self._forget_replaced()
        known = self._known.get(digest)
        if known is None:
            rows = await self._database.read(
                sa.select(guests.c.id, guests.c.token_hash, guests.c.seen_at).where(
                    sa.or_(guests.c.token_hash == digest, guests.c.next_token_hash == digest)
                )
            )
            if not rows:
                return None
            if rows[0].token_hash != digest:
                await self._replace(rows[0].id, rows[0].token_hash, digest)
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

    async def names(self, guest_ids: Collection[str]) -> dict[str, str]:
        """What these guests call themselves."""
        rows = await self._database.read(
            sa.select(guests.c.id, guests.c.nickname).where(guests.c.id.in_(guest_ids))
        )
        return {row.id: row.nickname for row in rows}

    async def new_token(self, guest_id: str) -> str:
        """A token that takes the place of the present one when it is used for the first time: whoever was cut
        off before it arrived is still known by the old one."""
        token = secrets.token_urlsafe(TOKEN_BYTES)

        def work(connection: sa.Connection) -> None:
            connection.execute(
                guests.update().where(guests.c.id == guest_id).values(next_token_hash=digest_of(token))
            )

        await self._database.write(work)
        return token

    async def _replace(self, guest_id: str, old: str, new: str) -> None:
        def work(connection: sa.Connection) -> None:
            changed = connection.execute(
                guests.update()
                .where(guests.c.id == guest_id, guests.c.next_token_hash == new)
                .values(token_hash=new, next_token_hash=None)
            )
            if changed.rowcount:
                added = connection.execute(replaced_tokens.insert().values(token_hash=old))
                last = added.inserted_primary_key
                assert last is not None
                connection.execute(replaced_tokens.delete().where(replaced_tokens.c.number <= last[0] - KEPT))

        await self._database.write(work)
        self._known.pop(old, None)

    async def _forget_replaced(self) -> None:
        """Once a second, whatever process replaced them. Some are read again: a number can be seen late."""
        if time.monotonic() < self._look_again:
            return
        self._look_again = math.inf  # one look at a time, and all others go on
        try:
            rows = await self._database.read(
                sa.select(replaced_tokens.c.number, replaced_tokens.c.token_hash)
                .where(replaced_tokens.c.number > self._last_replaced - SEEN_LATE)
                .order_by(replaced_tokens.c.number)
            )
        except (sa.exc.DBAPIError, OSError):
            return  # while the database is away nobody can replace a token: streams go on
        finally:
            self._look_again = time.monotonic() + FORGET_SECONDS
        if rows and rows[0].number > self._last_replaced + 1:  # so long ago that some are gone
            self._known.clear()
        for row in rows:
            self._known.pop(row.token_hash, None)
            self._last_replaced = row.number


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
