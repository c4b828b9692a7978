"""Long answers: made and sent piece by piece, no faster than they are read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PIECE = 32_768
CUT = "lostcities.cut"
"""The extension by which the transport lets a connection be cut."""


class Pieces(Response):
    """JSON whose pieces are made off the event loop, each when the one before it has left.

    Whoever has not fetched it in time is cut off. `done` is called at the end, however it comes.
    """

    media_type = "application/json"

    def __init__(self, pieces: Iterator[bytes], seconds: float, done: Callable[[], None]) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.init_headers()
        del self.headers["content-length"]
        self._pieces = _gathered(pieces)
        self._seconds = seconds
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_until_gone(receive))
        try:
            async with asyncio.timeout(self._seconds):
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                while piece := await run_in_threadpool(next, self._pieces, b""):
                    if gone.done():
                        return
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            scope["extensions"][CUT]()
            await gone
        finally:
            gone.cancel()
            self._done()


def _gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same in pieces that are worth sending."""
    gathered = bytearray()
    for piece in pieces:
        gathered += piece
        if len(gathered) >= PIECE:
            yield bytes(gathered)
            gathered.clear()
    if gathered:
        yield bytes(gathered)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
