"""`Links`: those that carry a seat to a second device. Their codes are kept as hashes only."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from lostcities.server.store.database import Database
from lostcities.server.store.guests import TOKEN_BYTES, digest_of
from lostcities.server.store.schema import links
from lostcities.server.table.decisions import Link


class Links:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, table_id: str, link: Link, expires_at: int) -> str:
        """The code of a link that works once."""
        code = secrets.token_urlsafe(TOKEN_BYTES)

        def work(connection: sa.Connection) -> None:
            connection.execute(
                links.insert().values(
                    code_hash=digest_of(code),
                    table_id=table_id,
                    expires_at=expires_at,
                    used=False,
                    **link._asdict(),
                )
            )

        await self._database.write(work)
        return code

    async def find(self, code: str, now: int) -> tuple[str, Link] | None:
        """The table and what the link says, if nobody has used it. Those of a time when links named no issuer
        lead nowhere."""
        rows = await self._database.read(
            sa.select(links.c.table_id, links.c.seat, links.c.issuer, links.c.made).where(
                _good(code, now), links.c.issuer.is_not(None)
            )
        )
        return (rows[0].table_id, Link(rows[0].seat, rows[0].issuer, rows[0].made)) if rows else None

    async def use(self, code: str, now: int) -> bool:
        """Whether this is its first use."""

        def work(connection: sa.Connection) -> bool:
            used = connection.execute(links.update().where(_good(code, now)).values(used=True))
            return bool(used.rowcount)

        return await self._database.write(work)

    async def end_all_of(self, issuer: str) -> None:
        """Whatever links somebody made."""

        def work(connection: sa.Connection) -> None:
            connection.execute(links.update().where(links.c.issuer == issuer).values(used=True))

        await self._database.write(work)


def _good(code: str, now: int) -> sa.ColumnElement[bool]:
    return sa.and_(links.c.code_hash == digest_of(code), ~links.c.used, links.c.expires_at > now)
