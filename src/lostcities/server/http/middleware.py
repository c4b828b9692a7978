"""The way that every request passes: whose it is and to whom, security headers, length, counting and the
request log.

Plain ASGI, because a stream must not be held up by anything around it.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lostcities.server.addresses import is_in, read_address
from lostcities.server.http.hosts import HostNames
from lostcities.server.http.problems import problem
from lostcities.server.http.proxies import client_of, is_unnamed_proxy
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.request_ids import id_of
from lostcities.server.json_logs import request_id
from lostcities.server.metrics import Metrics
from lostcities.server.settings import Settings
from lostcities.server.store.trouble import AWAY

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
log = logging.getLogger("lostcities.server")


class Middleware:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._limit = settings.body_bytes
        self._metrics = metrics
        self._hosts = HostNames(settings)
        self._proxies = settings.proxy_networks
        self._told = False
        self._headers = dict(HEADERS)
        if settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500
        asked = id_of(scope, self._by_proxy(scope))
        request_id.set(asked)

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers["X-Request-Id"] = asked
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._measured(scope, receive, send_on)
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    def _by_proxy(self, scope: Scope) -> bool:
        """Whether a named proxy asks for somebody."""
        peer = scope["client"]
        forwarded = any(name == b"x-forwarded-for" for name, _ in scope["headers"])
        return forwarded and peer is not None and is_in(read_address(peer[0]), self._proxies)

    def _addressed(self, scope: Scope) -> dict[bytes, bytes]:
        """The headers, once it is known who asks and that it is us who are asked."""
        headers = dict(scope["headers"])
        if b"x-forwarded-for" in headers and scope["client"]:
            forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            peer = scope["client"][0]
            client = client_of(peer, forwarded, self._proxies)
            if client == peer and not self._told:
                self._told = is_unnamed_proxy(peer, self._proxies)
            scope["client"] = (client, 0)
        here = scope["server"]
        self._hosts.check(headers.get(b"host"), scope["path"], here[0] if here else None)
        return headers

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through that is addressed to us and short enough, as announced or as it comes."""
        try:
            announced = self._addressed(scope).get(b"content-length", b"0")
        except RequestError as refusal:
            await problem(Request(scope), refusal)(scope, receive, send)
            return
        if not announced.isdigit() or int(announced) > self._limit:
            await self._too_large(scope, receive, send)
            return
        read, answering, too_long = 0, False, False

        async def receive_on() -> Message:
            nonlocal read, too_long
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._limit:
                too_long = True
                return {"type": "http.disconnect"}
            return message

        async def send_on(message: Message) -> None:
            nonlocal answering
            if too_long:
                return  # whatever the app makes of half a request
            answering = True
            await send(message)

        try:
            await self._app(scope, receive_on, send_on)
        except ClientDisconnect:
            return  # gone before the request was whole, or cut off for being slow
        except Exception as error:
            if not too_long:  # it is logged, and the client gets a sentence
                log.exception("a request failed", extra={"route": _route(scope)})
                code = "unavailable" if isinstance(error, AWAY) else "defect"
                if not answering:
                    await problem(Request(scope), RequestError(code))(scope, receive, send)
        if too_long and not answering:
            await self._too_large(scope, receive, send)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = problem(Request(scope), RequestError("too-large", most=self._limit))
        answer.headers["Connection"] = "close"
        await answer(scope, receive, send)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        self._metrics.requests.labels(route, str(status)).inc()
        if code := scope.get("state", {}).get("refusal"):
            self._metrics.refusals.labels(code).inc()
        if not route.endswith("/stream"):
            self._metrics.seconds.labels(route).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            facts: dict[str, Any] = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(1000 * seconds, 2),
            }
            if table := scope.get("path_params", {}).get("table"):
                facts["table"] = table
            log.info("request", extra=facts)


def _route(scope: Scope) -> str:
    """The route's pattern: paths themselves can hold the codes of links."""
    return str(getattr(scope.get("route"), "path", "other"))
