"""People at tables, as a load: each has a stream and a connection for moves, and knows the API alone.

They are made to cost little, because they share the machine with the server that is measured: answers are
not parsed but searched for the few things that are needed.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from typing import cast

HOST = "127.0.0.1"
MOVES = re.compile(rb'"legal_moves":\[([^\]]*)\]')
SEQ = re.compile(rb'"table":\{"id":"[^"]*","seq":(\d+)')
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
AT_ONCE = 20
"""Tables that are set up at the same time."""
TICK = 0.01
WISH = {"variant": {"edition": "classic", "rounds": 99}, "seats": [{"kind": "me"}, {"kind": "open"}]}


class Line(asyncio.Protocol):
    """A connection that hands over whole messages with the time of their arrival."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    async def open(self, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self.take_messages()

    def take_messages(self) -> None:
        raise NotImplementedError

    def send(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Answers(Line):
    """The bodies of answers."""

    def take_messages(self) -> None:
        head, blank, rest = self._buffer.partition(b"\r\n\r\n")
        found = LENGTH.search(head)
        if not blank or found is None or len(rest) < int(found[1]):
            return
        assert head[9:10] == b"2", self._buffer
        self._buffer = rest[int(found[1]) :]
        self.received.put_nowait((time.perf_counter(), rest[: int(found[1])]))


class Updates(Line):
    """The updates of a stream."""

    def take_messages(self) -> None:
        *messages, self._buffer = self._buffer.split(b"\n\n")
        for message in messages:
            if b"event: update" in message[:80]:
                self.received.put_nowait((time.perf_counter(), message))


@dataclass
class Person:
    port: int
    token: str = ""
    answers: Answers = field(default_factory=Answers)
    updates: Updates = field(default_factory=Updates)

    async def arrive(self) -> None:
        await self.answers.open(self.port)
        guest = await self.post("/guests", {"nickname": "P", "bearer": True})
        self.token = json.loads(guest)["token"]

    def ask(self, path: str, body: object) -> None:
        text = json.dumps(body).encode()
        who = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        how = "Prefer: return=minimal\r\n" if path.endswith("/moves") else ""  # the stream tells the rest
        head = f"POST /api{path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{who}{how}"
        head += "Content-Type: application/json\r\n"
        self.answers.send(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)

    async def answer(self) -> bytes:
        return (await self.answers.received.get())[1]

    async def post(self, path: str, body: object) -> bytes:
        self.ask(path, body)
        return await self.answer()

    async def follow(self, table: str) -> bytes:
        """Open a stream; the first update."""
        await self.updates.open(self.port)
        head = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n"
        head += f"Authorization: Bearer {self.token}"
        self.updates.send(f"{head}\r\n\r\n".encode())
        return (await self.updates.received.get())[1]

    async def until(self, seq: int) -> tuple[float, bytes]:
        """The update that holds event `seq`, and when it came."""
        while True:
            at, message = await self.updates.received.get()
            if _seq(message) >= seq:
                return at, message


@dataclass
class Table:
    id: str
    people: list[Person]
    seen: list[bytes]


@dataclass
class Load:
    """What was measured."""

    wanted: float
    """Moves that the people were to make."""
    arrivals: list[float] = field(default_factory=list)
    """For each move the seconds from its POST to its arrival at the other seat."""
    lags: list[float] = field(default_factory=list)
    """How late the people's own clock ticked: what they add to every arrival by being slow themselves."""
    measuring: bool = False


async def set_up(port: int, number: int) -> list[Table]:
    """So many tables with two people each, all of whom follow the stream."""
    door = asyncio.Semaphore(AT_ONCE)

    async def one() -> Table:
        async with door:
            people = [Person(port), Person(port)]
            for person in people:
                await person.arrive()
            table = str(json.loads(await people[0].post("/tables", WISH))["table"]["id"])
            for person in people:
                await person.post(f"/tables/{table}/join", {})
            return Table(table, people, [await person.follow(table) for person in people])

    return await asyncio.gather(*(one() for _ in range(number)))


async def set_up_idle(port: int, number: int) -> list[Updates]:
    """The same without anybody who moves: the streams of so many tables."""
    door = asyncio.Semaphore(AT_ONCE)
    couples = [[Person(port), Person(port)] for _ in range(AT_ONCE)]
    for person in (person for couple in couples for person in couple):
        await person.arrive()

    async def one() -> list[Updates]:
        async with door:
            couple = couples.pop()
            table = str(json.loads(await couple[0].post("/tables", WISH))["table"]["id"])
            streams = []
            for person in couple:
                await person.post(f"/tables/{table}/join", {})
                person.updates = Updates()
                await person.follow(table)
                streams.append(person.updates)
            couples.append(couple)
            return streams

    return [stream for streams in await asyncio.gather(*(one() for _ in range(number))) for stream in streams]


async def keep_moving(table: Table, pause: float, load: Load) -> None:
    """Move at random moments, `pause` seconds apart on average however long the moves themselves take."""
    rng = random.Random(table.id)
    due = time.perf_counter()
    while True:
        due += rng.expovariate(1 / pause)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        while (mover := _mover(table)) is None:
            await _next_round(table)
        await _move(table, mover, rng, load)


async def _move(table: Table, mover: int, rng: random.Random, load: Load) -> None:
    mine, theirs = table.people[mover], table.people[1 - mover]
    found = MOVES.search(table.seen[mover])
    assert found is not None
    moves = found[1].replace(b'"', b"").decode().split(",")
    wish = {"seq": (seq := _seq(table.seen[mover])), "move": "@" if "@" in moves else rng.choice(moves)}
    counts, begun = load.measuring, time.perf_counter()
    mine.ask(f"/tables/{table.id}/moves", wish)
    arrived, table.seen[1 - mover] = await theirs.until(seq + 1)
    _, table.seen[mover] = await mine.until(seq + 1)
    await mine.answer()
    if counts:
        load.arrivals.append(arrived - begun)


async def _next_round(table: Table) -> None:
    for person in table.people:
        await person.post(f"/tables/{table.id}/ready", {})
    for i, person in enumerate(table.people):
        while b'"status":"playing"' not in table.seen[i]:
            table.seen[i] = (await person.updates.received.get())[1]


def _mover(table: Table) -> int | None:
    """Who is to move; nobody between two rounds."""
    legal = [MOVES.search(message) for message in table.seen]
    return next((i for i, found in enumerate(legal) if found and found[1]), None)


async def watch_the_clock(load: Load) -> None:
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK)
        if load.measuring:
            load.lags.append(max(0.0, time.perf_counter() - begun - TICK))


def _seq(message: bytes) -> int:
    found = SEQ.search(message)
    assert found is not None
    return int(found[1])
