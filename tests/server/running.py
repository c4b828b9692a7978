"""Real servers for tests: in a thread of this process, or as processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import IO, Any

from lostcities.server.http.app import create_app
from lostcities.server.limits import Quotas
from lostcities.server.serve import TableServer, configured, migrate
from lostcities.server.settings import Settings

NO_QUOTA: dict[str, Any] = {item.name: 0 for item in fields(Quotas) if item.name != "tables_per_guest"}
QUICK = Settings(
    port=0,
    bot_pause=0,
    recheck=0.4,
    rate=0,
    address_rate=0,
    streams=0,
    tables_per_guest=100_000,
    **NO_QUOTA,
    next_round_after=60,
    log_level="warning",
)
"""Bots that answer at once, and no limits: what most tests want."""
PROGRAM = ("-m", "lostcities.cli.main")
TESTS = Path(__file__).parents[1]
"""Where a program of the tests is found."""


@contextmanager
def serving(settings: Settings, page: Path | None = None) -> Iterator[str]:
    """A server in a thread; gives its address."""
    migrate(settings)
    app = create_app(settings, page)
    started, address = threading.Event(), []

    def tell(url: str) -> None:
        address.append(url)
        started.set()

    server = TableServer(configured(app, settings), app, tell)
    thread = threading.Thread(target=asyncio.run, args=(server.serve(),))
    thread.start()
    assert started.wait(60)
    try:
        yield address[0]
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


class Process:
    """`lostcities serve` as people run it, on any free port or on the one given."""

    def __init__(self, settings: Settings, log: Path, program: Sequence[str] = PROGRAM) -> None:
        self.settings = settings
        self.log = log
        self.program = program
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start, or start again where it was."""
        changed = {
            name: getattr(self.settings, name)
            for name in Settings.__dataclass_fields__
            if getattr(self.settings, name) != getattr(Settings(), name)
        }
        environ = os.environ | {f"LOSTCITIES_{name.upper()}": str(value) for name, value in changed.items()}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, *self.program, "serve", "--json"],
                env=environ,
                cwd=TESTS,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.url = _said(self._process.stdout)["url"]
        self.settings = replace(self.settings, port=int(self.url.rpartition(":")[2]))

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would end it."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator would end it."""
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """The status with which it ends."""
        return self._end(None)

    def _end(self, how: signal.Signals | None) -> int:
        if self._process is None:
            return 0
        if how is not None:
            self._process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Wait for the end, however it was told; the exit status."""
        assert self._process is not None
        status = self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return status


def _said(output: IO[str] | None) -> Any:
    """The JSON document that a process prints when it is ready."""
    assert output is not None
    text = ""
    while not text.rstrip().endswith("}"):
        line = output.readline()
        assert line, "the server ended before it was ready"
        text += line
    return json.loads(text)
