"""Packs what is worth it: the page's files and replays, never a stream or the answer to a move."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

WORTH_IT = 2_000
LEVEL = 5


class Compression:
    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packed = GZipMiddleware(app, minimum_size=WORTH_IT, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        worth_it = not path.startswith("/api/") or "/rounds/" in path or path.endswith(("/replays", ".json"))
        await (self._packed if worth_it else self._plain)(scope, receive, send)
