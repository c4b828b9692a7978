"""The machine that a server runs on: what was installed, files, disk, and how many may come."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from lostcities import __version__
from lostcities.server.care.findings import Finding, fine, trouble, warning
from lostcities.server.http.page import page_folder
from lostcities.server.keys import OTHERS_MAY, key_path
from lostcities.server.settings import Settings
from lostcities.variant import Family
from lostcities.warm import is_ready

FEW_DESCRIPTORS = 4_096
LITTLE_SPACE, NO_SPACE = 1 << 30, 100 << 20
"""Bytes."""
OTHERS = 0o077


def package() -> Iterator[Finding]:
    yield fine("versions", version=__version__, python=platform.python_version())
    if (page_folder() / "index.html").exists():
        yield fine("page")
    else:
        yield trouble("page", "none")
    if all(is_ready(f"{part}-{family}") for family in Family for part in ("rules", "players", "search")):
        yield fine("rules")
    else:
        yield warning("rules", "cold")


def descriptors() -> Iterator[Finding]:
    with suppress(ImportError):  # other systems have other limits
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if 0 <= most < FEW_DESCRIPTORS:
            yield warning("descriptors", "few", most=most, right=FEW_DESCRIPTORS)
        else:
            yield fine("descriptors", most="∞" if most < 0 else most)


def disk(settings: Settings) -> Iterator[Finding]:
    """Where SQLite's file is; PostgreSQL's disk is for PostgreSQL's machine to watch."""
    if (file := _sqlite_file(settings)) is None:
        return
    folder = next(place for place in (*file.absolute().parents, Path("/")) if place.exists())
    free = shutil.disk_usage(folder).free
    facts: dict[str, Any] = {"folder": str(folder), "mb": free >> 20}
    if free < NO_SPACE:
        yield trouble("disk", "full", **facts)
    elif free < LITTLE_SPACE:
        yield warning("disk", "little", **facts)
    else:
        yield fine("disk", **facts)


def files(settings: Settings, fix: bool) -> Iterator[Finding]:
    """Whoever reads the database knows the cards, and whoever reads the key, too."""
    if os.name != "posix":
        return
    if (file := _sqlite_file(settings)) is not None and file.exists():
        beside = [file.with_name(file.name + ending) for ending in ("", "-wal", "-shm", ".lock")]
        yield from _private("files", [path for path in beside if path.exists()], OTHERS, fix)
    key = key_path(settings)
    if key.exists():
        yield from _private("key", [key], OTHERS_MAY, fix)
    else:
        yield warning("key", "none", file=str(key))


def exists(settings: Settings) -> bool:
    file = _sqlite_file(settings)
    return file is None or file.exists()


def _sqlite_file(settings: Settings) -> Path | None:
    url = make_url(settings.database)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def _private(about: str, paths: list[Path], forbidden: int, fix: bool) -> Iterator[Finding]:
    open_ones = [path for path in paths if path.stat().st_mode & forbidden]
    if fix:
        for path in open_ones:
            path.chmod(path.stat().st_mode & 0o777 & ~forbidden)
    named = ", ".join(map(str, open_ones or paths))
    if not open_ones:
        yield fine(about, file=named)
    elif fix:
        yield fine(about, "mended", file=named)
    else:
        yield trouble(about, "open", file=named)
