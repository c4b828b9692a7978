"""Runs the server: warm-up first, then Uvicorn, and an end that lets everybody know."""

from __future__ import annotations

import asyncio
import errno
import math
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from lostcities.errors import reason
from lostcities.game import new_game
from lostcities.server import json_logs
from lostcities.server.garbage import Garbage
from lostcities.server.http.app import create_app
from lostcities.server.http.transport import transport
from lostcities.server.settings import SettingError, Settings
from lostcities.server.store import Database
from lostcities.server.store.database import DatabaseError
from lostcities.server.store.known_keys import agree_on_key, lock_secrets
from lostcities.server.table import names

GRACE = 5


def warm_up() -> None:
    """Compile the rules, or read them from the cache, and read the tables of names, before the first
    request."""
    names.bots()
    for variant in ("classic", "rivals"):
        game = new_game(variant, seed=1)
        while not game.over:
            game.view(game.mover)
            game.play(game.legal_moves[0])


class TableServer(uvicorn.Server):
    """Ends the streams before it waits for the connections to close.

    SIGTERM and SIGHUP ask for an orderly end, with status 0; a second SIGTERM ends the process at once.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        app: FastAPI,
        started: Callable[[str], None],
        garbage: Garbage | None = None,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._said = started
        self._garbage = garbage
        self._terminated = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn's own, and SIGHUP, unless whoever started the process wants it to outlive its terminal."""
        hang_up = getattr(signal, "SIGHUP", None)  # other systems have none
        in_main = threading.current_thread() is threading.main_thread()
        if hang_up is None or not in_main or signal.getsignal(hang_up) is signal.SIG_IGN:
            with super().capture_signals():
                yield
            return
        before = signal.signal(hang_up, self.handle_exit)
        try:
            with super().capture_signals():
                yield
        finally:
            signal.signal(hang_up, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGINT:
            super().handle_exit(sig, frame)
            return
        if sig == signal.SIGTERM:
            if self._terminated:
                signal.signal(sig, signal.SIG_DFL)
                signal.raise_signal(sig)
            self._terminated = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            bound = sockets or list(self.servers[0].sockets)
            host, port = bound[0].getsockname()[:2]
            connections = self._app.state.services.metrics.connections
            connections.set_function(lambda: len(self.server_state.connections))
            self._said(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if self._garbage:
            self._garbage.clear()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services = self._app.state.services
        services.readiness.stopping = True
        await asyncio.sleep(services.settings.drain)
        services.hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, started: Callable[[str], None]) -> None:
    """Serve until told to stop; `started` hears where. What can't work is refused before anything begins."""
    json_logs.set_up(settings.log_level)
    asyncio.run(with_database(settings, lambda database: _prepared(database, settings)))
    with _listening(settings) as listening:
        warm_up()
        app = create_app(settings)
        _allow_many_connections()
        TableServer(configured(app, settings), app, started, Garbage()).run([listening])


def _allow_many_connections() -> None:
    """As many as the system lets us have. Each stream is one, and the usual thousand is soon used up."""
    with suppress(ImportError, ValueError, OSError):  # other systems have other limits
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listening(settings: Settings) -> socket.socket:
    try:
        return socket.create_server(
            (settings.host, settings.port),
            family=socket.AF_INET6 if ":" in settings.host else socket.AF_INET,
            backlog=1024,
        )
    except OSError as error:
        code = {errno.EADDRINUSE: "port-taken", errno.EACCES: "port-forbidden"}.get(error.errno or 0, "host")
        raise SettingError(code, host=settings.host, port=settings.port) from None


async def _prepared(database: Database, settings: Settings) -> None:
    if database.is_sqlite:
        await database.migrate()
    await database.check()
    await lock_secrets(database, await agree_on_key(database, settings))


async def with_database(settings: Settings, work: Callable[[Database], Awaitable[None]]) -> None:
    """Do something with the database; if it can't be reached, say so in a sentence."""
    try:
        database = Database(settings.database)
        try:
            await work(database)
        finally:
            await database.close()
    except sa.exc.DBAPIError as error:
        # SQLAlchemy puts the name of a class before it
        raise _unreachable(settings, str(error.orig).rpartition(">: ")[2]) from None
    except OSError as error:
        raise _unreachable(settings, reason(error)) from None


def _unreachable(settings: Settings, problem: str) -> DatabaseError:
    url = sa.make_url(settings.database).render_as_string(hide_password=True)
    return DatabaseError("database-unreachable", url=url, problem=problem)


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # http/proxies.py reads them
        http=transport(settings),
        ws="none",
        timeout_keep_alive=math.ceil(settings.silent_seconds),
        timeout_graceful_shutdown=GRACE,
    )


def migrate(settings: Settings, *, new_key: bool = False) -> None:
    """Bring the database to this version's form, and agree on the key; `new_key` gives a lost one up."""

    async def work(database: Database) -> None:
        await database.migrate()
        await lock_secrets(database, await agree_on_key(database, settings, new=new_key))

    asyncio.run(with_database(settings, work))
