"""Runs the server: warm-up first, then Uvicorn, and an end that lets everybody know."""

from __future__ import annotations

import asyncio
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
from lostcities.server.listening import listen, url_of
from lostcities.server.settings import Settings
from lostcities.server.store import Database
from lostcities.server.store.database import DatabaseError
from lostcities.server.store.known_keys import agree_on_key, lock_secrets
from lostcities.server.store.sharing import Claim
from lostcities.server.table import names
from lostcities.server.worker_metrics import WorkerMetrics
from lostcities.server.workers import serve_by_workers

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
            connections = self._app.state.services.metrics.connections
            connections.set_function(lambda: len(self.server_state.connections))
            self._said(url_of(bound[0]))

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


def serve(settings: Settings, started: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Serve until told to stop; `started` hears where. What can't work is refused before anything begins, and
    `warn` hears the name of what can, but may not be meant."""
    json_logs.set_up(settings.log_level)
    asyncio.run(with_database(settings, lambda database: _prepared(database, settings)))
    if settings.workers > 1:
        serve_by_workers(settings, started)
        return
    with listen(settings) as listening, Claim(settings.database) as claim:
        if claim.others:
            warn("shared-file")
        warm_up()
        serve_here(settings, listening, started)


def serve_here(
    settings: Settings,
    listening: socket.socket,
    started: Callable[[str], None],
    watch: Callable[[Callable[[], None]], None] = lambda end: None,
    worker_metrics: WorkerMetrics | None = None,
) -> None:
    """Serve in this process. `watch` is handed a way to end it, which any thread may take."""
    app = create_app(settings, worker_metrics=worker_metrics)
    _allow_many_connections()
    server = TableServer(configured(app, settings), app, started, Garbage())
    watch(lambda: setattr(server, "should_exit", True))
    server.run([listening])


def _allow_many_connections() -> None:
    """As many as the system lets us have. Each stream is one, and the usual thousand is soon used up."""
    with suppress(ImportError, ValueError, OSError):  # other systems have other limits
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


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
