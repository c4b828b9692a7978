"""`Hub`: wakes those who listen to a table when something has happened there."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self.closing = False

    def wake(self) -> None:
        self._news.set()

    def close(self) -> None:
        """End the stream."""
        self.closing = True
        self.wake()

    async def wait(self, seconds: float) -> bool:
        """Whether something happened within this time."""
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, self.wake)
        try:
            await self._news.wait()
        finally:
            timer.cancel()
        self._news.clear()
        return loop.time() < timer.when()


class Hub:
    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.closing = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    @property
    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._listeners)

    def open(self, table_id: str) -> Listener:
        listener = Listener()
        listener.closing = self.closing
        self._listeners[table_id].add(listener)
        return listener

    def leave(self, table_id: str, listener: Listener) -> None:
        self._listeners[table_id].discard(listener)
        if not self._listeners[table_id]:
            del self._listeners[table_id]

    def has(self, table_id: str) -> bool:
        return table_id in self._listeners

    def wake(self, table_id: str) -> None:
        for listener in self._listeners.get(table_id, ()):
            listener.wake()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()
