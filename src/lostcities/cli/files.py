"""Files that a person names: read and written with errors that say which file and why."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from lostcities.cli.options import UsageError

LARGEST_FILE = 8_000_000
STDIN = "-"


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError("cli.unreadable", file=name, reason=_reason(error)) from None
    if len(data) > LARGEST_FILE:
        raise UsageError("cli.too-large", file=name, most=LARGEST_FILE // 1_000_000)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("cli.not-text", file=name) from None


def write_text(name: str, text: str) -> None:
    """Write a file whole or not at all; what a link leads to, and what is no file, as it is."""
    try:
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            path.write_text(text, "utf-8")
            return
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(text, "utf-8")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError("cli.unwritable", file=name, reason=_reason(error)) from None


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
