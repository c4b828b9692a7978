"""Backups of PostgreSQL, by `pg_dump` in its custom format."""

from __future__ import annotations

import asyncio
import re
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from lostcities.server.care import postgres_programs as programs
from lostcities.server.care.backups import BackupError, Contents
from lostcities.server.store.database import Database, head, is_known
from lostcities.server.store.schema import metadata

BEGINNING = b"PGDMP"
REVISIONS = "alembic_version"
NEWEST_SETTING = b"SET transaction_timeout = 0;"
"""What programs from 17 on write into a script, and servers before 17 refuse."""


def back_up(url: sa.URL, file: Path) -> Contents:
    """`pg_dump` sees the database at one moment and holds no writer up."""
    facts = _ask(url)
    if not facts["there"]:
        raise BackupError("backup-of-nothing", database=url.render_as_string(hide_password=True))
    program = programs.find("pg_dump", facts["version"])
    programs.run([program, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}"], url)
    return verified(file, facts["version"])


def verified(file: Path, server: int) -> Contents:
    """What is in a backup, if all of it can be read."""
    with tempfile.TemporaryFile() as script:
        try:
            programs.run([programs.find("pg_restore", server), "--file=-", str(file)], output=script)
        except BackupError as error:
            if error.code != "pg-failed":
                raise
            raise BackupError("backup-damaged", file=str(file), problem=error.facts["problem"]) from None
        script.seek(0)
        revision, tables, events = "", set(), 0
        copied = b""
        for line in script:
            if not copied:
                begins = re.match(rb"COPY \S*?\.?(\w+) \(.*\) FROM stdin;", line)
                copied = begins[1] if begins else b""
            elif line == b"\\.\n":
                copied = b""
            elif copied == REVISIONS.encode():
                revision = line.decode().strip()
            elif copied == b"events":
                tables.add(line.partition(b"\t")[0])
                events += 1
    if not revision:
        raise BackupError("backup-none", file=str(file))
    if not is_known(revision):
        raise BackupError("backup-newer", file=str(file), revision=revision, known=head())
    return Contents(revision, len(tables), events)


def restore(file: Path, url: sa.URL, *, force: bool) -> Contents:
    """One transaction: what stops it leaves the database as it was."""
    facts = _ask(url)
    contents = verified(file, facts["version"])
    if facts["others"]:
        raise BackupError("restore-connected", number=facts["others"])
    if facts["there"] and not force:
        raise BackupError("restore-not-empty")
    reader = programs.find("pg_restore", facts["version"])
    writer = programs.find("psql", facts["version"])
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            [reader, "--file=-", "--no-owner", "--no-privileges", str(file)], stdout=subprocess.PIPE
        ) as reading,
        subprocess.Popen(
            [writer, "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--file=-"],
            env=programs.surroundings(url),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
        ) as writing,
    ):
        assert reading.stdout is not None
        assert writing.stdin is not None
        with suppress(BrokenPipeError):  # it has ended, and says why
            writing.stdin.write(b"BEGIN;\n")
            writing.stdin.writelines(f"DROP TABLE {name} CASCADE;\n".encode() for name in facts["there"])
            for line in reading.stdout:
                if facts["version"] >= 17 or line.rstrip() != NEWEST_SETTING:
                    writing.stdin.write(line)
            if not reading.wait():
                writing.stdin.write(b"COMMIT;\n")  # without it nothing has happened
            writing.stdin.close()
        reading.kill()
        if writing.wait() or reading.returncode:
            said.seek(0)
            raise programs.failed(writer, said.read())
    return contents


def _ask(url: sa.URL) -> dict[str, Any]:
    """The server's version, which of our tables are in the database, and how many others use it."""

    async def ask() -> dict[str, Any]:
        database = Database(url.render_as_string(hide_password=False))
        try:
            ((version,),) = await database.read(sa.text("SHOW server_version_num"))
            names = [*(table.name for table in metadata.sorted_tables), REVISIONS]
            found = await database.read(
                sa.text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            )
            ((others,),) = await database.read(_OTHERS)
        finally:
            await database.close()
        there = [name for name in names if name in {row[0] for row in found}]
        return {"version": int(version) // 10_000, "there": there, "others": others}

    return asyncio.run(ask())


_OTHERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
