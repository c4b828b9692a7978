"""A small client for tables on a server: what a program needs to sit down, watch and play.

    client = Client("http://127.0.0.1:8000")
    await client.become_guest("Ada")
    await client.sit_down(table_id)
    await play(client, table_id, lambda view: view["legal_moves"][0])

It needs nothing but the standard library, and knows nothing of the server but its API (docs/api.md).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

Json = Any
Choose = Callable[[Json], str | Awaitable[str]]
LINE = 1 << 20
RETRY_SECONDS = 0.2
ANSWER_SECONDS = 30
LONGEST_PROBLEM = 200
GATEWAY_TROUBLE = (502, 503, 504)
"""What a proxy says while the server behind it restarts."""

TROUBLE = (OSError, asyncio.IncompleteReadError)
PASSING = (429, 503)
"""What is refused for now, and not for good: too much at once, or the server's database is away."""


class Refused(Exception):  # noqa: N818 - what it is
    """The server said no. `code` and `detail` say why."""

    def __init__(self, status: int, problem: Json) -> None:
        self.status = status
        self.problem = problem
        self.code = problem.get("code", "") if isinstance(problem, dict) else ""
        self.detail = problem.get("detail", "") if isinstance(problem, dict) else str(problem)
        super().__init__(f"{status} {self.code}: {self.detail}")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        """`ConnectionError` if there is none: then it is no server of ours."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise ConnectionError(f"HTTP {self.status}, no JSON") from None

    def check(self) -> None:
        """`Refused` if the server says no, `ConnectionError` if it has moved, or a proxy says that it is not
        there."""
        if self.status < 300:
            return
        if self.status < 400:
            raise ConnectionError(f"HTTP {self.status}: {self.headers.get('location', '')}")
        try:
            problem = self.json
        except ConnectionError:
            problem = None
        if not isinstance(problem, dict):
            if self.status in GATEWAY_TROUBLE:
                raise ConnectionError(f"HTTP {self.status}")
            problem = self.body.decode("utf-8", "replace")[:LONGEST_PROBLEM]
        raise Refused(self.status, problem)


@dataclass(slots=True)
class Kept:
    """What is kept of a table's deal, to see at the end that nobody has changed it."""

    commitment: str
    cut: str
    seals: dict[int, str] | None = None
    """Everybody's, as they were before the own cut was shown."""

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.cut.encode()).hexdigest()

    def differences(self, table: Json) -> list[str]:
        """What of a finished table's deal is not as it was agreed: the commitment, the secret, the own cut,
        the others' seals. `withheld`: the match was dealt without the own cut."""
        fair, found = table["fair"], []
        if fair["commitment"] != self.commitment:
            found.append("commitment")
        secret = fair["secret"]
        if secret and not found and hashlib.sha256(bytes.fromhex(secret)).hexdigest() != self.commitment:
            found.append("secret")
        own = [seal["by"] for seal in fair["seals"] if seal["seal"] == self.seal]
        if own == ["withheld"]:
            found.append("withheld")
        elif table["game"] and (own != ["sealed"] or self.cut not in fair["cuts"]):
            found.append("cut")
        if self.seals is not None and self.seals != seals_of(table):
            found.append("seals")
        return found


def seals_of(table: Json) -> dict[int, str]:
    return {seal["seat"]: seal["seal"] for seal in table["fair"]["seals"]}


class Client:
    """One guest's connection. Requests go one after the other; each stream has a connection of its own."""

    def __init__(self, url: str, token: str | None = None, language: str = "en") -> None:
        parts = urlsplit(url)
        self.host = parts.hostname or "127.0.0.1"
        self.tls = ssl.create_default_context() if parts.scheme == "https" else None
        self.port = parts.port or (443 if self.tls else 80)
        self.token = token
        self.language = language
        self.on_bytes: Callable[[bytes], None] = lambda _: None
        """Called with everything that the server sends."""
        self.kept: dict[str, Kept] = {}
        """Of the tables where this guest sat down with a sealed cut."""
        self._line = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def become_guest(self, nickname: str) -> Json:
        guest = await self.call("POST", "/api/guests", {"nickname": nickname, "bearer": True})
        if not isinstance(guest, dict) or "token" not in guest:
            raise ConnectionError("no token")
        self.token = guest["token"]
        return guest

    async def sit_down(self, table: str, seat: int | None = None) -> Json:
        """Sit down with the seal of a cut, which is shown once everybody has; the table after it. The
        commitment is kept from before, and whoever asks twice asks with the same cut."""
        path = f"/api/tables/{table}"
        if table not in self.kept:
            fair = (await self.call("GET", path))["table"]["fair"]
            self.kept[table] = Kept(fair["commitment"], secrets.token_hex(16))
        wish = {"seal": self.kept[table].seal} | ({} if seat is None else {"seat": seat})
        joined = (await self.call("POST", f"{path}/join", wish))["table"]
        return await self.show_cut(joined)

    async def show_cut(self, table: Json) -> Json:
        """Show the own cut if it is awaited, keeping the others' seals; the table after it."""
        kept = self.kept.get(table["id"])
        if kept is None or "cut" not in table["you"]["can"] or table["fair"]["commitment"] != kept.commitment:
            return table
        kept.seals = kept.seals or seals_of(table)
        try:
            return (await self.call("POST", f"/api/tables/{table['id']}/cut", {"cut": kept.cut}))["table"]
        except Refused as no:
            if no.code not in ("cut-late", "busy"):
                raise
            return table

    async def call(self, method: str, path: str, body: Json = None) -> Json:
        """A request and its JSON; `Refused` if the server says no."""
        answer = await self.request(method, path, body)
        answer.check()
        return answer.json

    async def request(
        self, method: str, path: str, body: Json = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """A request and whatever comes back. Bodies that are bytes are sent as they are."""
        payload = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        async with self._line:
            fresh = self._streams is None
            try:
                return await self._exchange(method, path, payload, headers)
            except asyncio.CancelledError:
                await self.close()  # else the next request would be given this one's answer
                raise
            except TROUBLE as error:
                await self.close()
                if fresh or isinstance(error, TimeoutError):
                    raise
                # the server may close a connection that was idle; it did not take the request then
                return await self._exchange(method, path, payload, headers)

    async def follow(
        self, table: str, *, seat: int | None = None, after: int | None = None
    ) -> AsyncGenerator[Json, None]:
        """The updates of a table, until the server ends the stream."""
        query = "&".join(f"{k}={v}" for k, v in (("seat", seat), ("after", after)) if v is not None)
        reader, writer = await self._connect()
        try:
            writer.write(self._head("GET", f"/api/tables/{table}/stream?{query}", b"", None))
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await self._read_head(reader)
            if answer.status != 200:
                Answer(answer.status, answer.headers, await self._read_body(reader, answer.headers)).check()
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                raise ConnectionError("no stream")
            text = b""
            async for chunk in self._chunks(reader):
                text += chunk
                *messages, text = text.split(b"\n\n")
                for message in messages:
                    if message.startswith(b"id:"):
                        yield json.loads(message.partition(b"\ndata: ")[2])
        finally:
            await _close(writer)

    async def close(self) -> None:
        if self._streams is not None:
            await _close(self._streams[1])
            self._streams = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _exchange(
        self, method: str, path: str, payload: bytes, headers: dict[str, str] | None
    ) -> Answer:
        if self._streams is None:
            self._streams = await self._connect()
        reader, writer = self._streams
        writer.write(self._head(method, path, payload, headers) + payload)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await self._read_head(reader)
            body = await self._read_body(reader, answer.headers)
        if answer.headers.get("connection") == "close":
            await self.close()
        return Answer(answer.status, answer.headers, body)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.open_connection(self.host, self.port, ssl=self.tls, limit=LINE)
        except ssl.SSLError as error:  # its number is none of the system's
            raise ConnectionError(error.strerror or str(error)) from None

    def _head(self, method: str, path: str, payload: bytes, headers: dict[str, str] | None) -> bytes:
        fields = {
            "Host": f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}",
            "Accept-Language": self.language,
            "Content-Length": str(len(payload)),
            "Content-Type": "application/json",
        }
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        fields |= headers or {}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1")

    async def _read_head(self, reader: asyncio.StreamReader) -> Answer:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.on_bytes(head)
            first, *lines = head.decode("latin-1").rstrip().split("\r\n")
            headers = {}
            for line in lines:
                name, _, value = line.partition(":")
                headers[name.lower()] = value.strip()
            int(headers.get("content-length", 0))
            return Answer(int(first.split()[1]), headers, b"")
        except (ValueError, IndexError, asyncio.LimitOverrunError):
            raise ConnectionError("no HTTP") from None

    async def _read_body(self, reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") == "chunked":
            return b"".join([chunk async for chunk in self._chunks(reader)])
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.on_bytes(body)
        return body

    async def _chunks(self, reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
        while chunk := await _chunk(reader):
            self.on_bytes(chunk)
            yield chunk


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """The next piece, empty at the end. Streams carry a sign of life more often than we would wait for it."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            size = int(await reader.readuntil(b"\r\n"), 16)
            return (await reader.readexactly(size + 2))[:-2]
    except (ValueError, asyncio.LimitOverrunError):
        raise ConnectionError("no HTTP") from None


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def play(
    client: Client,
    table: str,
    choose: Choose,
    seat: int | None = None,
    missing: Callable[[Exception], None] = lambda _: None,
) -> Json:
    """Play a seat until the match is over, also across restarts of the server; returns the last table. Each
    time that the server is not there, `missing` is told why."""
    seen = 0
    while True:
        answered = 0  # after a break it is not known whether an answer arrived; sent twice, it counts once
        try:
            async with aclosing(client.follow(table, seat=seat, after=seen or None)) as updates:
                async for update in updates:
                    now = update["table"]
                    while now["seq"] > answered:
                        seen = answered = now["seq"]
                        now = await _answer(client, now, choose, seat) or now
                    if now["status"] in ("over", "closed"):
                        return now
        except TROUBLE as error:
            missing(error)
        except Refused as no:
            if no.status not in PASSING:
                raise
            missing(no)
        await asyncio.sleep(RETRY_SECONDS)


async def _answer(client: Client, table: Json, choose: Choose, seat: int | None) -> Json | None:
    """What the seat does now, if it is to do anything: the table after it."""
    path = f"/api/tables/{table['id']}"
    can = table["you"]["can"]
    try:
        if "cut" in can and table["id"] in client.kept:
            return await client.show_cut(table)
        if "move" in can and table["you"]["seat"] == table["game"]["mover"]:
            chosen = choose(table["game"])
            move = chosen if isinstance(chosen, str) else await chosen
            wish = {"seq": table["seq"], "move": move} | ({} if seat is None else {"seat": seat})
            return await _ask(client, f"{path}/moves", wish)
        if "ready" in can:
            return await _ask(client, f"{path}/ready", {"round": len(table["rounds"])})
    except Refused as no:
        if no.code not in ("stale", "busy", "not-between-rounds"):
            raise
    return None


async def _ask(client: Client, path: str, wish: Json) -> Json:
    """The table after a wish was granted. A program can be faster than the server likes: then it waits. The
    same move sent twice counts once."""
    while True:
        try:
            return (await client.call("POST", path, wish))["table"]
        except Refused as no:
            if no.status not in PASSING:
                raise
        await asyncio.sleep(RETRY_SECONDS)
