"""Whether this process can serve: what `/readyz` says, and within which time.

A database that answers may still take nothing in, so a small row is written. One such attempt is made a
second at most, however many ask, and one that hangs is waited for by all of them.
"""

from __future__ import annotations

import asyncio
import time

from lostcities.server.background.node import Node
from lostcities.server.background.supervisor import Supervisor
from lostcities.server.store.trouble import trouble

FRESH = 1.0
"""Seconds for which the last attempt speaks for the next one."""
OK = "ok"


class Readiness:
    def __init__(self, node: Node, supervisor: Supervisor, deadline: float) -> None:
        self._node = node
        self._supervisor = supervisor
        self._deadline = deadline
        self._attempt: asyncio.Task[str] | None = None
        self._done = 0.0
        self.stopping = False

    async def parts(self) -> dict[str, str]:
        """How each part is: `ok`, or in a word what is wrong with it."""
        database = await self._database()
        tasks = {name: duty.state for name, duty in self._supervisor.duties.items()}
        return {"server": "stopping" if self.stopping else OK, "database": database} | tasks

    async def _database(self) -> str:
        if self._attempt is None or (self._attempt.done() and time.monotonic() - self._done > FRESH):
            self._attempt = asyncio.create_task(self._write())
        try:
            return await asyncio.wait_for(asyncio.shield(self._attempt), self._deadline)
        except TimeoutError:
            return "slow"

    async def _write(self) -> str:
        try:
            await self._node.show()
        except Exception as error:
            return trouble(error) or "failing"
        else:
            return OK
        finally:
            self._done = time.monotonic()

    async def close(self) -> None:
        if self._attempt is not None:
            self._attempt.cancel()
            await asyncio.gather(self._attempt, return_exceptions=True)
