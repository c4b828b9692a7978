"""`lostcities backup` and `lostcities restore`: a database as one file, and back again."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from lostcities.errors import LostCitiesError, reason
from lostcities.server.settings import Settings

OWNER_ALONE = 0o600


class BackupError(LostCitiesError):
    """A backup that can't be made or used."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds."""

    revision: str
    tables: int
    events: int


def back_up(settings: Settings, name: str) -> Contents:
    """Write all of the database to a new file, as it is at one moment. The server may run meanwhile."""
    from lostcities.server.care import postgres_dumps, sqlite_copies

    url = make_url(settings.database)
    with _new_file(Path(name)) as file:
        if url.get_backend_name() == "sqlite":
            return sqlite_copies.back_up(str(url.database), file)
        return postgres_dumps.back_up(url, file)


def restore(settings: Settings, name: str, *, force: bool) -> Contents:
    """Put a backup into the database: all of it, or nothing if it can't be. No server may run meanwhile."""
    from lostcities.server.care import postgres_dumps, sqlite_copies

    url = make_url(settings.database)
    file = Path(name)
    try:
        with file.open("rb") as opened:
            beginning = opened.read(16)
    except OSError as error:
        raise BackupError("cli.unreadable", file=name, reason=reason(error)) from None
    sqlite = beginning == sqlite_copies.BEGINNING
    if not sqlite and not beginning.startswith(postgres_dumps.BEGINNING):
        raise BackupError("backup-none", file=name)
    if sqlite != (url.get_backend_name() == "sqlite"):
        raise BackupError("backup-kind", file=name, kind="SQLite" if sqlite else "PostgreSQL")
    if sqlite:
        return sqlite_copies.restore(file, str(url.database), force=force)
    return postgres_dumps.restore(file, url, force=force)


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """A file that appears under its name once it is complete, for its owner alone to read."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if path.exists():
            raise FileExistsError
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
        yield beside
        with beside.open("rb") as written:
            os.fsync(written.fileno())
        os.link(beside, path)  # unlike a rename, refused if somebody made one of that name meanwhile
    except FileExistsError:
        raise BackupError("backup-exists", file=str(path)) from None
    except OSError as error:
        raise BackupError("cli.unwritable", file=str(path), reason=reason(error)) from None
    finally:
        beside.unlink(missing_ok=True)
