"""PostgreSQL's own programs, which this machine needs for backups: are they there, and new enough?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import IO

import sqlalchemy as sa

from lostcities.server.care.backups import BackupError

IN_ENVIRONMENT = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "username", "PGPASSWORD": "password"}


def find(program: str, server: int) -> str:
    """Where a program is that can speak to a server of this version."""
    path = shutil.which(program)
    if path is None:
        raise BackupError("pg-missing", program=program, version=server)
    version = version_of(path)
    if version < server:
        raise BackupError("pg-old", program=program, found=version, version=server)
    return path


def version_of(path: str) -> int:
    """The first number of a program's version; 0 if it doesn't tell."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\) (\d+)", said)
    return int(found[1]) if found else 0


def surroundings(url: sa.URL) -> dict[str, str]:
    """How a program finds the database: not by its arguments, which everybody on the machine can read."""
    told = {name: str(value) for name, part in IN_ENVIRONMENT.items() if (value := getattr(url, part))}
    host = url.query.get("host")
    if host:
        told["PGHOST"] = host if isinstance(host, str) else ",".join(host)
    for name, variable in (("ssl", "PGSSLMODE"), ("sslmode", "PGSSLMODE"), ("port", "PGPORT")):
        value = url.query.get(name)
        if isinstance(value, str):
            told[variable] = {"true": "require", "false": "disable"}.get(value.lower(), value)
    return os.environ | told | {"PGDATABASE": url.database or "", "LC_MESSAGES": "C"}


def run(arguments: list[str], url: sa.URL | None = None, output: IO[bytes] | None = None) -> str:
    """What a program prints. Its own words are handed on if it fails."""
    done = subprocess.run(
        arguments,
        env=surroundings(url) if url else None,
        stdin=subprocess.DEVNULL,
        stdout=output or subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise failed(arguments[0], done.stderr)
    return (done.stdout or b"").decode("utf-8", "replace")


def failed(program: str, said: bytes) -> BackupError:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return BackupError("pg-failed", program=os.path.basename(program), problem=lines[0] if lines else "?")
