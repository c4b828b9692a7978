"""`Clock`: the time that all server processes on a database agree on, in milliseconds since 1970.

Processes on a file of SQLite run on one machine, and share its clock. Those on PostgreSQL may run on machines
whose clocks differ by minutes: they go by the database's, which is asked now and then.
"""

from __future__ import annotations

import time

import sqlalchemy as sa

from lostcities.server.store import Database

CLOSE = 0.05
"""Seconds that the database takes to say the time, at most, for it to be believed at once."""


class Clock:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._ahead: float | None = None
        """Milliseconds from this process's steady clock to the database's time."""
        self._took = 0.0

    def now(self) -> int:
        if self._ahead is None:
            return time.time_ns() // 1_000_000
        return int(time.monotonic_ns() / 1e6 + self._ahead)

    async def measure(self) -> None:
        """Ask the database. Half of what the answer took is the way back; an answer that took much longer
        than the last one tells less."""
        if self._database.is_sqlite:
            return
        begun = time.monotonic_ns()
        ((told,),) = await self._database.read(_TIME)
        took = time.monotonic_ns() - begun
        seconds = took / 1e9
        if self._ahead is None or seconds <= max(CLOSE, 2 * self._took):
            self._ahead = float(told) - (begun + took / 2) / 1e6
            self._took = seconds
        else:
            self._took *= 2  # at some time it is believed, if the database has become slow


_TIME = sa.text("SELECT extract(epoch FROM clock_timestamp()) * 1000")
