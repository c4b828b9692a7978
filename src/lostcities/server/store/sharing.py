"""Whether other processes serve the same file of SQLite: they may, but perhaps nobody meant them to."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from types import TracebackType
from typing import Self

from sqlalchemy.engine import make_url

if sys.platform != "win32":
    import fcntl


class Claim:
    """Held while a process serves; `others` says whether somebody else held one before.

    The lock is on a file beside the database: locks on the database itself are SQLite's own.
    """

    def __init__(self, database: str) -> None:
        url = make_url(database)
        self._path = f"{url.database}.lock" if url.get_backend_name() == "sqlite" else None
        self._file: int | None = None
        self.others = False

    def __enter__(self) -> Self:
        if sys.platform != "win32" and self._path is not None:
            with suppress(OSError):  # a folder in which nothing can be made says so at the database itself
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
                try:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    self.others = True
                fcntl.flock(self._file, fcntl.LOCK_SH)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
