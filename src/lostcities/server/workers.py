"""`serve --workers N`: a parent that serves nothing itself, but sees to it that N processes do.

Workers are started afresh, never forked, so that no thread or lock of the parent lives on in them. The parent
speaks to a worker by its standard input, on which the settings go in and whose end says that the parent is
gone, and hears of it by its standard output, on which the worker says that it is ready.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from lostcities.errors import LostCitiesError
from lostcities.server.listening import DEALT_OUT, reserve, url_of
from lostcities.server.settings import Settings
from lostcities.variant import Family
from lostcities.warm import prepare_rules

PROGRAM = (sys.executable, "-m", "lostcities.server.worker")
READY = b"ready\n"
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds before a worker that ended is started again: twice as long each time, if it doesn't last."""
LASTED = 60.0
"""Seconds after which a worker's end is counted as its first again."""
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()
log = logging.getLogger("lostcities.server")


class WorkerError(LostCitiesError):
    """Workers that can't be started."""


def serve_by_workers(
    settings: Settings, started: Callable[[str], None], program: Sequence[str] = PROGRAM
) -> None:
    """Serve by as many processes as the settings say, until told to stop: by SIGTERM or SIGHUP, or by Ctrl-C,
    which is handed on once all have ended."""
    for family in Family:
        prepare_rules(family, lambda: None)  # once, and not by each worker for itself
    with reserve(settings) as held, tempfile.TemporaryDirectory(prefix="lostcities-") as folder:
        workers = Workers(settings, held, folder, program)
        told = asyncio.run(workers.run(lambda: started(url_of(held))))
    if told is signal.SIGINT:
        raise KeyboardInterrupt


class Workers:
    def __init__(self, settings: Settings, held: socket.socket, folder: str, program: Sequence[str]) -> None:
        self._settings = settings
        self._held = held
        self._folder = folder
        self._program = program
        self._running: dict[int, asyncio.subprocess.Process] = {}
        self._ready: set[int] = set()
        self._all_ready = asyncio.Event()
        self._told: asyncio.Future[signal.Signals] | None = None

    async def run(self, started: Callable[[], None]) -> signal.Signals:
        """Keep all workers running. The signal that told to end, once all have ended."""
        loop = asyncio.get_running_loop()
        self._told = loop.create_future()
        for number in ENDS:
            loop.add_signal_handler(number, self._end, number)
        keeping: list[asyncio.Future[Any]] = [
            asyncio.create_task(self._keep(number)) for number in range(self._settings.workers)
        ]
        ready = asyncio.create_task(self._all_ready.wait())
        ends: list[asyncio.Future[Any]] = [*keeping, self._told]
        try:
            await asyncio.wait([*ends, ready], return_when=asyncio.FIRST_COMPLETED)
            if not self._told.done() and ready.done():
                started()
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for kept in keeping:
                if kept.done():
                    kept.result()  # a worker that can't be started ends it all
            return await self._told
        finally:
            for task in (*keeping, ready):
                task.cancel()
            await asyncio.gather(*keeping, ready, return_exceptions=True)
            await self._end_all()

    def _end(self, number: signal.Signals) -> None:
        assert self._told is not None
        if not self._told.done():
            self._told.set_result(number)
        elif (
            number is self._told.result() and number is not signal.SIGHUP
        ):  # said twice: not to wait any longer
            for process in self._running.values():
                _tell(process, signal.SIGKILL)

    async def _keep(self, number: int) -> None:
        """Start a worker, and again whenever it ends."""
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            process = await self._start(number)
            status = await process.wait()
            self._running.pop(number)
            if not self._all_ready.is_set():
                raise WorkerError("worker-failed")
            if time.monotonic() - begun > LASTED:
                pause = FIRST_PAUSE
            log.error("a worker ended", extra={"worker": number, "status": status, "again_in": pause})
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *self._program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=() if DEALT_OUT else (self._held.fileno(),),
            process_group=0,  # Ctrl-C in the terminal is for the parent, which tells the others
        )
        self._running[number] = process
        assert process.stdin is not None
        assert process.stdout is not None
        orders = {
            "settings": asdict(self._settings),
            "port": self._held.getsockname()[1],
            "socket": None if DEALT_OUT else self._held.fileno(),
            "number": number,
            "folder": self._folder,
        }
        with suppress(OSError):  # it has ended already
            process.stdin.write(json.dumps(orders).encode() + b"\n")
            await process.stdin.drain()
        if await process.stdout.readline() == READY:
            log.info("a worker is ready", extra={"worker": number})
            self._ready.add(number)
            if len(self._ready) == self._settings.workers:
                self._all_ready.set()
        return process

    async def _end_all(self) -> None:
        """Let all drain, and wait until they have: for how long is for whoever ends them to say."""
        running = list(self._running.values())
        for process in running:
            _tell(process, signal.SIGTERM)
        await asyncio.gather(*(process.wait() for process in running))


def _tell(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(number)
