"""Raw sockets: what no well-behaved client would send."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds after which something that should have happened counts as not happening."""


@contextmanager
def connected(url: str, receive_buffer: int = 0) -> Iterator[socket.socket]:
    parts = urlsplit(url)
    wire = socket.socket()
    if receive_buffer:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    wire.settimeout(PATIENCE)
    with wire:
        wire.connect((parts.hostname, parts.port))
        yield wire


def to_the_end(wire: socket.socket) -> bytes:
    """Everything until the server closes."""
    heard = b""
    while True:
        try:
            piece = wire.recv(65_536)
        except ConnectionError:
            return heard
        if not piece:
            return heard
        heard += piece


def said(url: str, sent: bytes) -> bytes:
    """What a server that closes afterwards has to say to this."""
    with connected(url) as wire:
        wire.sendall(sent)
        return to_the_end(wire)


def one_answer(wire: socket.socket, sent: bytes) -> bytes:
    """The head and the body of the answer to one request, by its length."""
    wire.sendall(sent)
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += _more(wire)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += _more(wire)
    return head + b"\r\n\r\n" + body


def _more(wire: socket.socket) -> bytes:
    piece = wire.recv(65_536)
    assert piece, "the server closed before its answer was whole"
    return piece


def is_cut_off(wire: socket.socket, piece: bytes = b"\r\n") -> bool:
    """Whether the server closes the connection of somebody who goes on sending and reads nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            wire.send(piece)
        except ConnectionError:
            return True
        except BlockingIOError:
            pass
        time.sleep(0.05)
    return False


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
