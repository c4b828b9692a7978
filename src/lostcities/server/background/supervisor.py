"""`Supervisor`: keeps the tasks going that must never end.

A task that fails, or ends, is started again after a while that grows from failure to failure. Each gives
signs of life; one that has failed and not yet got anywhere since, or has been silent for too long, isn't
well. Whether all are well shows in `/readyz`, and how often they failed in the metrics.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from lostcities.server.background.backoff import Backoff

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
STEADY = 10.0
"""Seconds of good work after which a failure is taken for a first one."""
SAY_AGAIN = 60.0
"""Seconds after which the same failure is written down once more."""
Beat = Callable[[], None]
Work = Callable[[Beat], Awaitable[None]]
log = logging.getLogger("lostcities.server")


class Ended(Exception):  # noqa: N818 - what it is
    """A task that should go on for ever has returned."""


class Duty:
    """A task that must not end, and how it is."""

    def __init__(self, name: str, work: Work, silence: float) -> None:
        self.name = name
        self.work = work
        self.failures = 0
        self._silence = silence
        self._failing = False
        self._alive = time.monotonic()
        self._said = ""
        self._said_at = 0.0
        self._unsaid = 0

    @property
    def state(self) -> str:
        """`ok`, `failing`, or `silent`."""
        if self._failing:
            return "failing"
        return "ok" if time.monotonic() - self._alive < self._silence else "silent"

    def beat(self) -> None:
        """A sign of life: the task has got somewhere."""
        self._alive = time.monotonic()
        self._failing = False

    def fail(self, error: BaseException) -> None:
        """Count a failure, and write it down unless the same was said a moment ago."""
        self.failures += 1
        self._failing = True
        what, now = type(error).__name__, time.monotonic()
        self._unsaid += 1
        if what == self._said and now - self._said_at < SAY_AGAIN:
            return
        facts = {"task": self.name, "times": self._unsaid}
        log.error("a background task failed", exc_info=error, extra=facts)
        self._said, self._said_at, self._unsaid = what, now, 0


class Supervisor:
    def __init__(self) -> None:
        self.duties: dict[str, Duty] = {}
        self._backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, name: str, work: Work, silence: float) -> None:
        """A task to look after. It calls what it is handed at least every `silence` seconds while all is
        well."""
        self.duties[name] = Duty(name, work, silence)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_going(duty)) for duty in self.duties.values()]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_going(self, duty: Duty) -> None:
        task = asyncio.current_task()
        assert task is not None
        while True:
            begun = time.monotonic()
            try:
                await duty.work(duty.beat)
                raise Ended(duty.name)
            except asyncio.CancelledError as error:
                if task.cancelling():
                    raise
                duty.fail(error)  # a library's own, which nobody meant for us
            except Exception as error:
                duty.fail(error)
            if time.monotonic() - begun > STEADY:
                self._backoff.went_well(duty.name)
            await asyncio.sleep(self._backoff.failed(duty.name))
