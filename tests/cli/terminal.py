"""A real terminal for the tests: the command runs on a pseudo-terminal, and a script reads and types."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from types import TracebackType
from typing import Self

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 120.0
"""Seconds to wait for a prompt before the test fails; the first start may have to compile."""


class Terminal:
    """`lostcities` with these arguments, in a terminal of this size."""

    def __init__(self, *arguments: str, columns: int = 80, term: str = "xterm", **environment: str) -> None:
        command = [sys.executable, "-m", "lostcities.cli.main", *arguments]
        env = (
            os.environ
            | {"COLUMNS": str(columns), "LINES": "24", "TERM": term, "LC_ALL": "C.UTF-8"}
            | environment
        )
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it
            os.execve(sys.executable, command, env)
        self.status: int | None = None
        self.all = ""
        self.orders: list[str] = []
        """What the latest text told the terminal to do."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)

    def read(self) -> str | None:
        """What the command wrote until it waits for input, or None once it has ended."""
        seen = b""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self.master], [], [], 1.0)
            if not ready:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:  # how Linux says that the other end is closed
                data = b""
            if not data:
                _, status = os.waitpid(self.pid, 0)
                self.status = os.waitstatus_to_exitcode(status)
                self.all += _plain(seen)
                return None
            seen += data
            text = _plain(seen)
            if text.endswith("> "):
                self.all += text
                self.orders = ESCAPE.findall(seen.decode("utf-8", "replace"))
                return text
        raise AssertionError(f"no prompt after {PATIENCE} s: {_plain(seen)!r}")

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        os.write(self.master, key)

    def rest(self) -> str:
        """All that comes to the end of the command."""
        before = len(self.all)
        while self.read() is not None:
            pass
        return self.all[before:]


def _plain(data: bytes) -> str:
    return ESCAPE.sub("", data.decode("utf-8", "replace")).replace("\r\n", "\n")


def tokens(screen: str, *labels: str) -> list[str]:
    """The moves that a screen offers after these labels."""
    found = []
    for line in screen.splitlines():
        for label in labels:
            if line.startswith(label + " "):
                found += re.findall(r"(?:[+-]|@|bid:|claim:|discover|pass|\.)\S*", line[len(label) :])
    return found
