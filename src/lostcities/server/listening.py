"""The address that a server listens on: one socket, or, where workers share the port, one for each.

On Linux each worker has a socket of its own on the same port, and the system deals the connections out by a
hash of who connects. Where all wait at one socket, whoever is awake takes what is there: of streams that
come at once nine in ten went to one of four workers (`python benchmarks/spread.py`). Other systems don't deal
out, so there the workers inherit one socket.
"""

from __future__ import annotations

import errno
import socket
import sys

from lostcities.server.settings import SettingError, Settings

BACKLOG = 1024
DEALT_OUT = sys.platform == "linux"
"""Whether the system deals connections out among several sockets on one port."""


def listen(settings: Settings) -> socket.socket:
    """The only socket on this address."""
    try:
        return socket.create_server((settings.host, settings.port), family=_family(settings), backlog=BACKLOG)
    except OSError as error:
        raise _refusal(settings, error) from None


def reserve(settings: Settings) -> socket.socket:
    """A socket that holds the address for workers. Where each has its own it doesn't listen itself."""
    if not DEALT_OUT:
        return listen(settings)
    listen(settings).close()  # sees a stranger's server there, which sharing the port would hide
    try:
        return _bound(settings, settings.port)
    except OSError as error:
        raise _refusal(settings, error) from None


def join_in(settings: Settings, port: int) -> socket.socket:
    """One more socket on the port that a server holds for its workers."""
    made = _bound(settings, port)
    made.listen(BACKLOG)
    return made


def url_of(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _bound(settings: Settings, port: int) -> socket.socket:
    made = socket.socket(_family(settings), socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if made.family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((settings.host, port))
    except OSError:
        made.close()
        raise
    return made


def _family(settings: Settings) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in settings.host else socket.AF_INET


def _refusal(settings: Settings, error: OSError) -> SettingError:
    code = {errno.EADDRINUSE: "port-taken", errno.EACCES: "port-forbidden"}.get(error.errno or 0, "host")
    return SettingError(code, host=settings.host, port=settings.port)
