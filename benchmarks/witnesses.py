"""People who play through whatever happens, and write down what they were promised.

They know the API and nothing else. A move counts as promised once its answer has come; then it has to be in
the log under its number. A stream that breaks is opened again, and the time until it speaks is kept.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from lostcities.client import PASSING, TROUBLE, Client, Refused

RETRY = 0.2
PASSES_BY = ("stale", "busy", "not-between-rounds", "not-your-turn", "between-rounds")
WISH = {"variant": {"edition": "classic", "rounds": 99}, "seats": [{"kind": "me"}, {"kind": "open"}]}


@dataclass
class Notes:
    """What all witnesses have seen."""

    promised: dict[tuple[str, int], str] = field(default_factory=dict)
    """Each acknowledged move by its table and its number in the log."""
    broken: list[tuple[float, float]] = field(default_factory=list)
    """When each stream broke, and how long it took until it spoke again."""
    slow: list[tuple[float, float]] = field(default_factory=list)
    """When each move was first asked for, and how long it took until it was acknowledged."""
    strange: list[str] = field(default_factory=list)
    """Answers that nobody should get, whatever happens."""


class Witness:
    """One person at one table."""

    def __init__(self, client: Client, number: int, pace: float, notes: Notes) -> None:
        self.client = client
        self.name = f"Witness {number}"
        self.seen = 0
        self.ending = False
        self._pace = pace
        self._notes = notes
        self._rng = random.Random(number)
        self._newest: Any = None
        self._news = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until there is an answer, however often the server is away."""
        while True:
            try:
                return await self.client.call(method, path, body)
            except TROUBLE:
                pass
            except Refused as no:
                if no.status not in PASSING:
                    raise
            await asyncio.sleep(RETRY)

    async def follow(self, table: str) -> None:
        """Keep a stream open."""
        broke: float | None = None
        while not self.ending:
            try:
                async with aclosing(self.client.follow(table, after=self.seen or None)) as updates:
                    async for update in updates:
                        if broke is not None:
                            self._notes.broken.append((broke, time.monotonic() - broke))
                            broke = None
                        self._look(update["table"])
            except TROUBLE:
                pass
            except Refused as no:
                if no.status not in PASSING:
                    self._notes.strange.append(f"stream: {no}")
            broke = broke or time.monotonic()
            await asyncio.sleep(RETRY)

    def _look(self, table: Any) -> None:
        if table["seq"] >= self.seen:
            self.seen, self._newest = table["seq"], table
            self._news.set()

    async def play(self, table: str) -> None:
        """Move whenever it is one's turn, as the stream tells it."""
        done = 0
        while not self.ending:
            await self._news.wait()
            self._news.clear()
            now = self._newest
            if now["seq"] <= done:
                continue
            can = now["you"]["can"]
            if "move" in can and now["game"]["mover"] == now["you"]["seat"]:
                await asyncio.sleep(self._rng.expovariate(1 / self._pace))
                await self._move(table, now)
                done = now["seq"]
            elif "ready" in can:
                await self._try(f"/api/tables/{table}/ready", {"round": len(now["rounds"])})
                done = now["seq"]

    async def _move(self, table: str, now: Any) -> None:
        legal = now["game"]["legal_moves"]
        move = "@" if "@" in legal else str(self._rng.choice(legal))
        begun = time.monotonic()
        if await self._try(f"/api/tables/{table}/moves", {"seq": now["seq"], "move": move}):
            self._notes.promised[table, now["seq"] + 1] = move
            self._notes.slow.append((begun, time.monotonic() - begun))

    async def _try(self, path: str, wish: Any) -> bool:
        try:
            answer = await self.ask("POST", path, wish)
        except Refused as no:
            if no.code not in PASSES_BY:
                self._notes.strange.append(f"{path.rpartition('/')[2]}: {no}")
            return False
        self._look(answer["table"])
        return True


async def seat(
    clients: Sequence[Client], number: int, pace: float, notes: Notes
) -> tuple[str, list[Witness]]:
    """Two witnesses at a table of their own."""
    couple = [Witness(client, 2 * number + i, pace, notes) for i, client in enumerate(clients)]
    for one in couple:
        guest = await one.ask("POST", "/api/guests", {"nickname": one.name, "bearer": True})
        one.client.token = guest["token"]
    made = await couple[0].ask("POST", "/api/tables", WISH)
    table = str(made["table"]["id"])
    for one in couple:
        await one.ask("POST", f"/api/tables/{table}/join", {})
    return table, couple
