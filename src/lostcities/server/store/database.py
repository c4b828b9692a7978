"""`Database`: one queue of writes over SQLite or PostgreSQL, and the migrations.

Writes go through one queue, and whatever has gathered while the last transaction was being committed shares
the next one. SQLite has one writer anyway; for PostgreSQL it saves a commit for each move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from lostcities.errors import LostCitiesError
from lostcities.server.store.backends import Postgres, Sqlite, Work
from lostcities.server.store.schema import FORM, forms
from lostcities.server.store.trouble import trouble

Item = TypeVar("Item")
T = TypeVar("T")
Bulk = Callable[[sa.Connection, list[Item]], list[T]]
MOST_AT_ONCE = 500
NEWER = "newer"
"""Instead of the name of a form that this version doesn't know, and may work with."""
MIGRATION = 1_286_305_411
"""A number for PostgreSQL's lock on migrations, of which it matters only that others don't take it."""


class _Job(NamedTuple):
    bulk: Bulk[Any, Any]
    item: Any
    result: asyncio.Future[Any]


class DatabaseError(LostCitiesError):
    """A database that can't be used."""


class Database:
    def __init__(self, url: str, patience: float | None = None) -> None:
        """After `patience` seconds without an answer PostgreSQL counts as lost. A migration may take
        longer."""
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._backend: Sqlite | Postgres = (
            Sqlite(self.url) if self.is_sqlite else Postgres(self.url, patience)
        )
        self.on_work: Callable[[str, float], None] = lambda kind, seconds: None
        """Hears how long the database took to read or to write."""
        self._queue: list[_Job] = []
        self._under_way = 0
        self._writing: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Writes that are under way, or wait for the next transaction."""
        return self._under_way + len(self._queue)

    async def read(self, statement: sa.Executable) -> list[Any]:
        reading = self._backend.read(lambda connection: list(connection.execute(statement)))
        return await self._timed("read", reading)

    async def look(self, work: Work[T]) -> T:
        """Have several statements read in one go."""
        return await self._backend.read(work)

    async def write(self, work: Work[T]) -> T:
        """Run `work` in the next transaction; returns once it is committed."""
        return await self.write_with_others(lambda connection, _: [work(connection)], None)

    async def write_with_others(self, bulk: Bulk[Item, T], item: Item) -> T:
        """Have `bulk` write all items that wait for it in one go; returns what it says of this one."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append(_Job(bulk, item, result))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await result

    async def _write_all(self) -> None:
        while self._queue:
            jobs, self._queue = self._queue[:MOST_AT_ONCE], self._queue[MOST_AT_ONCE:]
            self._under_way = len(jobs)
            try:
                await self._transaction(jobs)
            except asyncio.CancelledError:  # nobody may wait for ever, whoever it was that gave up
                _fail(jobs, ConnectionAbortedError())
                if (task := asyncio.current_task()) and task.cancelling():
                    raise
            except Exception:
                await self._write_each(jobs)
            finally:
                self._under_way = 0

    async def _write_each(self, jobs: list[_Job]) -> None:
        """Let each stand for itself, so that none takes others with it, unless the database itself is
        away."""
        for i, job in enumerate(jobs):
            try:
                await self._transaction([job])
            except Exception as error:
                lost = trouble(error) is not None
                _fail(jobs[i:] if lost else [job], error)
                if lost:
                    return

    async def _timed(self, kind: str, work: Awaitable[T]) -> T:
        begun = time.perf_counter()
        try:
            return await work
        finally:
            self.on_work(kind, time.perf_counter() - begun)

    async def _transaction(self, jobs: list[_Job]) -> None:
        """Do all of it or nothing."""
        groups: dict[Bulk[Any, Any], list[_Job]] = {}
        for job in jobs:
            groups.setdefault(job.bulk, []).append(job)

        def work(connection: sa.Connection) -> list[list[Any]]:
            return [bulk(connection, [job.item for job in group]) for bulk, group in groups.items()]

        written = await self._timed("write", self._backend.transaction(work))
        for group, values in zip(groups.values(), written, strict=True):
            for job, value in zip(group, values, strict=True):
                if not job.result.cancelled():
                    job.result.set_result(value)

    async def migrate(self) -> None:
        """Bring the database to this version's form. What a newer version made is left as it is."""
        await self._backend.transaction(_upgrade)

    async def check(self) -> None:
        """Refuse a database that is neither in this version's form nor in a newer one that lets it work."""
        if await self.revision() not in (head(), NEWER):
            raise DatabaseError("not-migrated")

    async def revision(self) -> str | None:
        """The form that the database has; None for an empty one."""
        return await self._backend.read(_revision)

    async def ping(self) -> None:
        await self.read(sa.select(1))

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        await self._backend.close()


def _fail(jobs: list[_Job], error: Exception) -> None:
    for job in jobs:
        if not job.result.done():
            job.result.set_exception(error)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _revision(connection: sa.Connection) -> str | None:
    """The form that the database has, if this version knows it; None for an empty one.

    A newer one says itself what it takes to work on it.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None or is_known(found):
        return found
    if not sa.inspect(connection).has_table(forms.name):
        raise DatabaseError("database-newer")
    least = connection.execute(sa.select(sa.func.max(forms.c.least))).scalar()
    if least is None or least > FORM:
        raise DatabaseError("database-newer")
    return NEWER


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":  # several may start together; SQLite has one writer anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION)))
    if _revision(connection) == NEWER:
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def head() -> str | None:
    """The form that this version gives a database."""
    return _scripts().get_current_head()


def is_known(revision: str) -> bool:
    """Whether this version, or one before it, gave a database this form."""
    return revision in {script.revision for script in _scripts().walk_revisions()}
