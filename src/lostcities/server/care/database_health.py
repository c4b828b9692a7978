"""The database as a whole: its form, its own check of itself, its clock, and its promises."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import AsyncIterator

import sqlalchemy as sa

from lostcities.errors import LostCitiesError
from lostcities.server.care import postgres_programs
from lostcities.server.care.backups import BackupError
from lostcities.server.care.findings import Finding, fine, trouble, warning
from lostcities.server.settings import Settings
from lostcities.server.store import Database
from lostcities.server.store.database import head

CLOCK_MATTERS, CLOCK_WRONG = 1_000, 15_000
"""Milliseconds between this machine's clock and the database's."""
OF_A_PROCESS = 15
"""Connections that one process or worker opens at most."""


async def findings(database: Database, settings: Settings) -> AsyncIterator[Finding]:
    yield await _form(database)
    if database.is_sqlite:
        yield fine("versions", "sqlite", version=sqlite3.sqlite_version)
        yield await _integrity(database)
        return
    ((version,),) = await database.read(sa.text("SHOW server_version_num"))
    yield fine("versions", "postgresql", version=int(version) // 10_000)
    yield _programs(int(version) // 10_000)
    yield await _clock(database)
    yield await _connections(database, settings)
    yield await _promises(database)


async def _form(database: Database) -> Finding:
    try:
        found = await database.revision()
    except LostCitiesError:
        return trouble("form", "newer")
    if found == head():
        return fine("form", revision=found)
    if database.is_sqlite:
        return warning("form", "older-file", found=found or "–", right=head())
    return trouble("form", "older", found=found or "–", right=head())


async def _integrity(database: Database) -> Finding:
    try:
        rows = await database.read(sa.text("PRAGMA integrity_check(5)"))
        problems = [str(row[0]) for row in rows]
    except sa.exc.DatabaseError as error:  # too bad to be looked through
        problems = [str(error.orig)]
    if problems == ["ok"]:
        return fine("integrity")
    return trouble("integrity", "damaged", problem="; ".join(problems))


async def _clock(database: Database) -> Finding:
    before = time.time()
    ((there,),) = await database.read(sa.text("SELECT extract(epoch FROM clock_timestamp())"))
    after = time.time()
    apart = round(1000 * abs(float(there) - (before + after) / 2))
    if apart <= CLOCK_MATTERS + 500 * (after - before):
        return fine("clock", ms=apart)
    return (trouble if apart > CLOCK_WRONG else warning)("clock", "apart", seconds=round(apart / 1000, 1))


async def _connections(database: Database, settings: Settings) -> Finding:
    ((most,),) = await database.read(sa.text("SHOW max_connections"))
    wanted = OF_A_PROCESS * settings.workers
    if wanted > int(most):
        return warning("connections", "few", most=most, workers=settings.workers, wanted=wanted)
    return fine("connections", most=most, wanted=wanted)


async def _promises(database: Database) -> Finding:
    """What was answered must be on the disk."""
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        ((value,),) = await database.read(sa.text(f"SHOW {name}"))
        if value == "off":
            return trouble("promises", "off", name=name)
    return fine("promises")


def _programs(server: int) -> Finding:
    """Without them there would be no backup on the day when somebody wants one."""
    for program in ("pg_dump", "pg_restore", "psql"):
        try:
            postgres_programs.find(program, server)
        except BackupError as error:
            return warning("programs", "lacking", problem=error)
    return fine("programs", folder=str(shutil.which("pg_dump")))
