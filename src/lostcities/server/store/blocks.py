"""`Blocks`: who wants to meet whom at no table."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa

from lostcities.server.store.database import Database
from lostcities.server.store.schema import blocks


class Block(NamedTuple):
    id: str
    nickname: str
    at: int


class Blocks:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guest: str, others: Collection[str], nickname: str, now: int, most: int) -> bool:
        """Block a person by all their devices. False if that would be one person too many."""

        def work(connection: sa.Connection) -> bool:
            mine = connection.execute(
                sa.select(blocks.c.id, blocks.c.blocked_id).where(blocks.c.guest_id == guest)
            ).all()
            known = {row.blocked_id: row.id for row in mine}
            block = next((known[other] for other in others if other in known), None)
            if block is None and len(set(known.values())) >= most:
                return False
            block = block or secrets.token_hex(8)
            rows = [
                {"guest_id": guest, "blocked_id": other, "id": block, "nickname": nickname[:40], "at": now}
                for other in others
                if other not in known
            ]
            if rows:
                connection.execute(blocks.insert(), rows)
            return True

        return await self._database.write(work)

    async def of(self, guest: str) -> list[Block]:
        """Whom somebody has blocked, the latest first."""
        rows = await self._database.read(
            sa.select(blocks.c.id, blocks.c.nickname, sa.func.min(blocks.c.at).label("since"))
            .where(blocks.c.guest_id == guest)
            .group_by(blocks.c.id, blocks.c.nickname)
            .order_by(sa.desc("since"), blocks.c.id)
        )
        return [Block(*row) for row in rows]

    async def end(self, guest: str, block: str) -> bool:
        """Whether there was such a block of theirs."""

        def work(connection: sa.Connection) -> bool:
            ended = connection.execute(
                blocks.delete().where(blocks.c.guest_id == guest, blocks.c.id == block)
            )
            return bool(ended.rowcount)

        return await self._database.write(work)

    async def blocked_by(self, guest: str, others: Collection[str]) -> set[str]:
        """Which of the others somebody has blocked."""
        return await self._among(blocks.c.guest_id == guest, blocks.c.blocked_id, others)

    async def blocking(self, guest: str, others: Collection[str]) -> set[str]:
        """Which of the others have blocked somebody."""
        return await self._among(blocks.c.blocked_id == guest, blocks.c.guest_id, others)

    async def _among(
        self, theirs: sa.ColumnElement[bool], column: sa.Column[str], others: Collection[str]
    ) -> set[str]:
        if not others:
            return set()
        rows = await self._database.read(sa.select(column).where(theirs, column.in_(others)))
        return {row[0] for row in rows}
