"""What is wrong with a database, in a word that says nothing about where it is."""

from __future__ import annotations

import sqlite3

import asyncpg  # type: ignore[import-untyped]
import sqlalchemy as sa

AWAY = (sa.exc.SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
"""What is raised where the database, and not what was asked of it, may be the trouble."""
SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_CANTOPEN: "away",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
POSTGRESQL = {
    "08": "away",  # connection exceptions
    "25006": "read-only",
    "28": "away",  # it doesn't let us in
    "3D": "away",  # there is none of this name
    "53100": "full",
    "53": "away",  # no memory, too many connections
    "57014": "slow",
    "57P": "away",  # it shuts down, or starts up
    "58": "failing",  # the system's own errors
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By the beginning of the SQLSTATE, the longest first."""


class FileMoved(OSError):  # noqa: N818 - what it is
    """The database's file is no longer where it was: what is written now would be lost."""


def trouble(error: BaseException) -> str | None:
    """What is wrong with the database as a whole; None if it was only this statement."""
    if isinstance(error, FileMoved):
        return "moved"
    if isinstance(error, TimeoutError | sa.exc.TimeoutError):
        return "slow"
    if isinstance(error, OSError | asyncpg.InterfaceError):
        return "away"
    if isinstance(error, asyncpg.PostgresError):
        return _by_state(error.sqlstate)
    if isinstance(error, sa.exc.DBAPIError):
        if isinstance(error.orig, sqlite3.Error):
            return SQLITE.get(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF)
        if error.connection_invalidated or isinstance(error, sa.exc.InterfaceError):
            return "away"
        return _by_state(getattr(error.orig, "sqlstate", None))
    return None


def _by_state(state: str | None) -> str | None:
    return next(
        (POSTGRESQL[known] for length in (5, 3, 2) if (known := (state or "")[:length]) in POSTGRESQL), None
    )
