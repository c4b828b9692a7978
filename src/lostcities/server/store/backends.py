"""The two kinds of database. What they run is the same: functions that are handed a connection.

SQLite's own driver does each piece of work in one visit to a thread, one for writing and one for reading; a
hand-over for each statement would cost more than the statements.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from lostcities.server.store.trouble import FileMoved

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000")
CONNECTIONS = 4


def make_private(path: Path) -> None:
    """A new file that its owner alone can read, as can those that SQLite puts beside it: it holds the secrets
    of running games."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # there is one, or SQLite will say itself why there can be none
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


class Sqlite:
    def __init__(self, url: sa.URL) -> None:
        if url.database:
            make_private(Path(url.database))
        self._path = url.database or ""
        self._file: tuple[int, int] | None = None
        self._writer = _Thread(url.set(drivername="sqlite"), "BEGIN IMMEDIATE")
        self._reader = _Thread(url.set(drivername="sqlite"), "BEGIN")

    async def read(self, work: Work[T]) -> T:
        """All reads share one connection, which is how changes made by others show in `data_version`."""
        return await self._reader.run(work)

    async def transaction(self, work: Work[T]) -> T:
        def written(connection: sa.Connection) -> T:
            self._check_file()
            return work(connection)

        return await self._writer.run(written)

    def _check_file(self) -> None:
        """What is written to a file that was moved away or replaced would be lost, however well it went."""
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            raise FileMoved from None
        file = (found.st_dev, found.st_ino)
        self._file = self._file or file
        if file != self._file:
            raise FileMoved

    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


class _Thread:
    """A thread with a connection of its own."""

    def __init__(self, url: sa.URL, begin: str) -> None:
        self._engine = sa.create_engine(url, poolclass=NullPool, hide_parameters=True)
        sa.event.listen(self._engine, "connect", _set_up)
        sa.event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        self._executor = ThreadPoolExecutor(1, "sqlite")
        self._connection: sa.Connection | None = None

    async def run(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._run, work)

    def _run(self, work: Work[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        with self._connection.begin():
            return work(self._connection)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._executor, self._close)
        self._executor.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


class Postgres:
    def __init__(self, url: sa.URL, patience: float | None) -> None:
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=CONNECTIONS,
            pool_pre_ping=True,
            pool_timeout=patience or 30,
            hide_parameters=True,
            connect_args={"timeout": patience or 60, "command_timeout": patience},
        )
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, work: Work[T]) -> T:
        async with self._reader.connect() as connection:
            return await connection.run_sync(work)

    async def transaction(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()
