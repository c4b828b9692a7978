"""A line to PostgreSQL that can be cut, or go dead without a word, as between machines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa


class Line:
    """Listens on a port of this machine and passes everything on to the database's own socket."""

    def __init__(self, database: str) -> None:
        direct = sa.make_url(database)
        self._socket = f"{direct.query['host']}/.s.PGSQL.5432"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._ends: list[asyncio.StreamWriter] = []
        self._passing = asyncio.Event()
        self._passing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._port = 0
        self.mend()
        self.url = direct.set(host="127.0.0.1", port=self._port, query={}).render_as_string()

    def cut(self) -> None:
        """Everything that is connected breaks off, and nothing can connect."""
        self._do(self._cut())

    def mend(self) -> None:
        self._do(self._listen())

    def go_dead(self) -> None:
        """Connections stay, and nothing comes through any more; whoever connects anew is passed on."""
        self._do(self._go_dead())

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(30)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for end in self._ends:
            end.transport.abort()
        self._ends = []
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_dead(self) -> None:
        self._passing.clear()  # for those who have this one
        self._passing = asyncio.Event()
        self._passing.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self._socket)
        self._ends += [writer, there[1]]
        for source, target in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(_pass_on(source, target, self._passing))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _pass_on(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, passing: asyncio.Event
) -> None:
    try:
        while data := await source.read(65_536):
            await passing.wait()
            target.write(data)
            await target.drain()
    except OSError:
        pass
    finally:
        target.close()
