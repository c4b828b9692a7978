"""Who is connected: how many in all and from one address, and who takes nothing of what is sent.

A server has only so many descriptors, and the database, the log and the files of the page need some of them.
So connections end before descriptors do: where no more can be had, whoever has been silent for longest makes
room.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import time
from collections import Counter
from typing import Protocol

from lostcities.server.addresses import household, is_in, read_address
from lostcities.server.http.refusals import RequestError
from lostcities.server.settings import Settings

SPARE = 100
"""Descriptors that are no connection's; a quarter of them where there are few."""
WITHOUT_LIMIT = 1 << 20
"""Descriptors where the system names no limit."""
LOOK = 5.0
"""Seconds between two looks at all connections: ten thousand of them take some milliseconds."""
TELL = 60.0
"""Seconds for which the log has heard enough of a trouble that goes on."""
RETRY = 10
log = logging.getLogger("lostcities.server")


class Connected(Protocol):
    """A connection, as it is counted here."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    stuck_at: int
    """Bytes that were waiting to be sent at the last look,"""
    stuck_since: float
    """and since when none of them was taken."""


class Connections:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._proxies = settings.proxy_networks
        self._all: dict[Connected, str] = {}
        """With the address that each counts for; empty for a proxy's."""
        self._of_address: Counter[str] = Counter()
        self._silent: dict[Connected, None] = {}
        """Longest silent first."""
        self._next_look: asyncio.TimerHandle | None = None
        self._told: dict[str, float] = {}
        self._most = 0

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, connection: Connected) -> RequestError | None:
        """Count a new connection, or say why there can't be one more."""
        if not self._most:
            self._most = most_connections(self.settings.connections)
        most_here = self.settings.address_connections
        host = connection.client[0] if connection.client else "unknown"
        address = "" if is_in(read_address(host), self._proxies) else household(host)
        if address and most_here and self._of_address[address] >= most_here:
            return RequestError("address-connections", most=most_here, seconds=RETRY)
        if len(self._all) >= self._most:
            self._tell("connections are used up", self._most)
            if not self._silent:
                return RequestError("server-full", seconds=RETRY)
            self._close(next(iter(self._silent)))
        self._all[connection] = address
        if address:
            self._of_address[address] += 1
        if self._next_look is None:
            self._look_later()
        return None

    def leave(self, connection: Connected) -> None:
        self._silent.pop(connection, None)
        address = self._all.pop(connection, "")
        if address:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def rest(self, connection: Connected) -> None:
        """Nothing is under way on it."""
        if connection in self._all:
            self._silent[connection] = None

    def wake(self, connection: Connected) -> None:
        self._silent.pop(connection, None)

    def _close(self, connection: Connected) -> None:
        self.leave(connection)
        connection.transport.abort()

    def _look_later(self) -> None:
        wait = min(LOOK, self.settings.write_seconds / 4)
        self._next_look = asyncio.get_running_loop().call_later(wait, self._look)

    def _look(self) -> None:
        """Cut off who has taken nothing for too long, whether an answer is under way or should be through."""
        self._next_look = None
        now = time.monotonic()
        for connection in list(self._all):
            waiting = connection.transport.get_write_buffer_size()
            if not waiting or waiting < connection.stuck_at or not connection.stuck_at:
                connection.stuck_since = now
            elif now - connection.stuck_since >= self.settings.write_seconds:
                connection.transport.abort()
            connection.stuck_at = waiting
        self._look_at_descriptors()
        if self._all:
            self._look_later()

    def _look_at_descriptors(self) -> None:
        """The event loop says nothing when it has none left for whoever knocks."""
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._tell("descriptors are used up: nobody can connect", len(self._all))

    def _tell(self, message: str, connections: int) -> None:
        """Once in a while: whoever caused it would like to fill the log, too."""
        now = time.monotonic()
        if now - self._told.get(message, -TELL) >= TELL:
            self._told[message] = now
            log.warning(message, extra={"connections": connections})


def most_connections(wished: int) -> int:
    """As many as there are descriptors for, less some to spare, or fewer if that is wished."""
    try:
        import resource
    except ImportError:  # other systems have other limits
        possible = WITHOUT_LIMIT
    else:
        possible = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if possible == resource.RLIM_INFINITY:
            possible = WITHOUT_LIMIT
    possible -= min(SPARE, possible // 4)
    return min(wished, possible) if wished else possible
