"""One connection, from its first byte to its last, within limits of length and time.

Uvicorn's own protocol trusts whoever connects: a head may have any length and take any time, requests without
answers pile up, and so do answers that nobody reads. This one counts what comes in as it comes, and says what
is wrong where that can still be said. It builds on what Uvicorn calls internal, so pyproject.toml names the
versions that it is known to fit; tests/server/test_transport.py tries all of it over sockets.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import Any, Literal

import httptools
from fastapi import Request
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from lostcities.server.http.connections import Connections
from lostcities.server.http.pieces import CUT
from lostcities.server.http.problems import problem
from lostcities.server.http.refusals import RequestError
from lostcities.server.settings import Settings

PIECE = 2048
"""Bytes that are read in one go: no more than these come in before somebody counts."""
PIPELINED = 8
"""Requests of one connection that may wait for their turn; what follows is not read before."""
DIGITS = 18
"""Of a Content-Length. Longer ones, be they all zeros, are read differently by different programs."""
ONCE = frozenset((b"host", b"content-length", b"transfer-encoding", b"authorization", b"origin"))
"""Fields that can mean one thing here and another to a proxy if they come twice."""
OVERHEAD = 8
"""How many times as long as what it holds a body may be, in chunks and with what follows them."""
WRITE_BUFFER = 65_536
SEND_BUFFER = 131_072
"""What is kept, here and in the system, for somebody who doesn't read."""
LINGER = 2.0
"""Seconds in which whoever was refused can read why, while the rest of what they send is thrown away,"""
THROWN_AWAY = 262_144
"""and how much of it."""


class Flow(FlowControl):
    """Doesn't go on reading before requests that have come in are through."""

    held = False

    def resume_reading(self) -> None:
        if not self.held:
            super().resume_reading()


class Connection(HttpToolsProtocol):
    everybody: Connections
    settings: Settings
    flow: Flow

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.timeout_keep_alive = self.settings.silent_seconds  # type: ignore[assignment]  # it may have parts
        self.stuck_at = 0
        self.stuck_since = 0.0
        self._reading: Literal["", "head", "body"] = ""
        self._come = 0
        self._fields: set[bytes] = set()
        self._held = b""
        self._refused = False
        self._wrong: RequestError | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed = ""

    # From its first byte to its last

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(transport)
        if refusal := self.everybody.admit(self):
            self._refused = True
            self._answer(refusal)
            transport.close()
            return
        transport.set_write_buffer_limits(WRITE_BUFFER)
        if (wire := transport.get_extra_info("socket")) is not None:
            with suppress(OSError):
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )
        self.everybody.rest(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._stop_timer()
        self._held = b""
        self.pipeline.clear()
        self.everybody.leave(self)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._come += len(data)
            if self._come > THROWN_AWAY:
                self.transport.abort()
            return
        if self.flow.held:  # it was on its way when reading stopped
            self._held += data
        else:
            self._feed(data)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.flow.held:
            self.loop.call_soon(self._go_on)
        elif not self._is_answering and not self._reading:
            self.everybody.rest(self)

    # What comes in

    def _feed(self, data: bytes) -> None:
        while data:
            if len(self.pipeline) >= PIPELINED:
                self._held = data
                self.flow.held = True
                self.flow.pause_reading()
                self._stop_timer()
                return
            piece, data = (data, b"") if len(data) <= PIECE else (data[:PIECE], data[PIECE:])
            try:
                self.parser.feed_data(piece)
            except httptools.HttpParserUpgrade as upgrade:  # we stay with HTTP/1.1
                data = piece[upgrade.args[0] :] + data
            except httptools.HttpParserError:
                self._refuse(self._wrong or RequestError("no-http"))
                return
            if refusal := self._counted(len(piece)):
                self._refuse(refusal)
                return
        self._watch()

    def _counted(self, more: int) -> RequestError | None:
        """Count what belongs to a head, or to a body of which it isn't known how long it is."""
        if not self._reading:
            return None
        self._come += more
        if self._reading == "head":
            return self._too_large if self._come >= self.settings.head_bytes else None
        if b"transfer-encoding" in self._fields and self._come > OVERHEAD * self.settings.body_bytes:
            return RequestError("too-large", most=self.settings.body_bytes)
        return None

    def _go_on(self) -> None:
        """Read what was held back, now that there is room."""
        if self._refused or self.transport.is_closing() or len(self.pipeline) >= PIPELINED:
            return
        data, self._held = self._held, b""
        self.flow.held = False
        self._feed(data)
        if not self._refused:
            self.flow.resume_reading()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._unset_keepalive_if_required()
        self.everybody.wake(self)
        self.scope["extensions"] = {CUT: self.transport.abort}  # type: ignore[dict-item]
        self._reading, self._come = "head", 0
        self._fields.clear()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._reading != "head":
            return  # what comes after the last chunk is nothing that a proxy has looked at
        super().on_header(name, value)
        if len(self.headers) > self.settings.head_fields:
            raise self._about(self._too_large)
        name = self.headers[-1][0]
        if name in ONCE:
            if (
                name in self._fields
                or (name == b"content-length" and len(value) > DIGITS)
                or (name == b"transfer-encoding" and value.lower() != b"chunked")
            ):
                raise self._about(RequestError("no-http"))
            self._fields.add(name)

    def on_headers_complete(self) -> None:
        version = self.parser.get_http_version()
        chunked = b"transfer-encoding" in self._fields
        if (
            version not in ("1.0", "1.1")
            or (version == "1.1" and b"host" not in self._fields)
            or (chunked and (version == "1.0" or b"content-length" in self._fields))
        ):
            raise self._about(RequestError("no-http"))
        self._reading, self._come = "body", 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._reading = ""
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Nobody needs to read of it."""

    # How long it takes

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _watch(self) -> None:
        """Set the time for what has begun to come in."""
        if self._reading == self._timed:
            return
        self._stop_timer()
        if self._reading:
            head = self._reading == "head"
            seconds = self.settings.head_seconds if head else self.settings.body_seconds
            self._timed = self._reading
            self._timer = self.loop.call_later(seconds, self._too_slow, seconds)

    def _stop_timer(self) -> None:
        self._timed = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self, seconds: float) -> None:
        self._timer = None
        self._refuse(RequestError("too-slow", seconds=round(seconds)))

    # What is refused

    @property
    def _too_large(self) -> RequestError:
        return RequestError("head-too-large", most=self.settings.head_bytes, fields=self.settings.head_fields)

    def _about(self, refusal: RequestError) -> RequestError:
        """Remember what to say: the parser passes on no error of its callbacks."""
        self._wrong = refusal
        return refusal

    def _refuse(self, refusal: RequestError) -> None:
        """Say what is wrong, where no answer is in the way, and read nothing more."""
        self._refused, self._come = True, 0
        self._stop_timer()
        self._unset_keepalive_if_required()
        self.everybody.wake(self)
        if self.transport.is_closing():
            return
        if self._is_answering:
            if self._reading != "body":
                self.cycle.keep_alive = False  # what was asked before it is answered first
                return
            if self.pipeline or self.cycle.response_started:
                self.transport.abort()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._answer(refusal)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.held = False
        self.flow.resume_reading()
        self._timer = self.loop.call_later(LINGER, self.transport.abort)

    def _answer(self, refusal: RequestError) -> None:
        headers = self.headers if self.headers is not None else []
        answer = problem(Request({"type": "http", "headers": headers}), refusal)
        lines = [name + b": " + value + b"\r\n" for name, value in answer.raw_headers]
        self.transport.write(
            STATUS_LINE[answer.status_code]
            + b"".join(lines)
            + b"connection: close\r\n\r\n"
            + bytes(answer.body)
        )


def transport(settings: Settings) -> type[Connection]:
    """The protocol for one server: whoever connects is counted with all others there."""

    class Bound(Connection):
        pass

    Bound.everybody = Connections(settings)
    Bound.settings = settings
    return Bound
