"""Copies of a SQLite file by SQLite itself.

`cp` is not enough: what was written last stands in a second file, and both change while they are read.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from lostcities.server.care.backups import BackupError, Contents
from lostcities.server.store.backends import make_private
from lostcities.server.store.database import head, is_known
from lostcities.server.store.sharing import Claim

BEGINNING = b"SQLite format 3\0"
PATIENCE = 30.0


def back_up(database: str, file: Path) -> Contents:
    """In one step, which sees the database at one moment and holds no writer up."""
    if not Path(database).exists():
        raise BackupError("backup-of-nothing", database=database)
    try:
        with (
            closing(sqlite3.connect(database, timeout=PATIENCE)) as source,
            closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # all in one file
    except sqlite3.Error as error:
        raise BackupError("backup-failed", problem=str(error)) from None
    return verified(file)


def verified(file: Path) -> Contents:
    """What is in a backup, if it is whole."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            ((size,),) = copy.execute(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            )
            if size != file.stat().st_size:  # SQLite takes what is missing at the end for zeros
                raise BackupError("backup-damaged", file=str(file), problem=f"{file.stat().st_size} ≠ {size}")
            problems = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
            if problems != ["ok"]:
                raise BackupError("backup-damaged", file=str(file), problem=problems[0])
            ((revision,),) = copy.execute("SELECT version_num FROM alembic_version")
            ((events, tables),) = copy.execute("SELECT count(*), count(DISTINCT table_id) FROM events")
    except (sqlite3.Error, ValueError) as error:
        raise BackupError("backup-damaged", file=str(file), problem=str(error)) from None
    if not is_known(revision):
        raise BackupError("backup-newer", file=str(file), revision=revision, known=head())
    return Contents(revision, tables, events)


def restore(file: Path, database: str, *, force: bool) -> Contents:
    """One transaction of SQLite: cut off at any moment, the database is what it was before."""
    contents = verified(file)
    make_private(Path(database))
    with Claim(f"sqlite:///{database}") as claim:
        if claim.others:
            raise BackupError("restore-served")
        try:
            with (
                closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as copy,
                closing(sqlite3.connect(database, timeout=PATIENCE)) as target,
            ):
                if target.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] and not force:
                    raise BackupError("restore-not-empty")
                copy.backup(target)
        except sqlite3.Error as error:
            raise BackupError("restore-failed", problem=str(error)) from None
    return contents
