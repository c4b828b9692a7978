"""Files that a person names: read and written with errors that say which file and why."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from lostcities.cli.options import UsageError
from lostcities.errors import reason

LARGEST_FILE = 8_000_000
STDIN = "-"


def read_text(name: str, *, or_stdin: bool = False) -> str:
    """The text of a file; where it may also be standard input, for `-`."""
    try:
        if or_stdin and name == STDIN:
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError("cli.unreadable", file=name, reason=reason(error)) from None
    if len(data) > LARGEST_FILE:
        raise UsageError("cli.too-large", file=name, most=LARGEST_FILE // 1_000_000)
    try:
        return data.decode("utf-8-sig")  # some editors put a mark before the text
    except UnicodeDecodeError:
        raise UsageError("cli.not-text", file=name) from None


def check_new(name: str) -> None:
    """Refuse a file that holds something already. What is no file, such as a device, may be written to."""
    if os.path.isfile(name) and os.path.getsize(name):
        raise UsageError("cli.file-exists", file=name, typed=shlex.quote(name))


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
        raise UsageError("cli.unwritable", file=name, reason=reason(error)) from None
