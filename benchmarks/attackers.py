"""People who want to use a server up: each does one thing over and over, from addresses of their own.

Refusals are what they should get. All that counts is what becomes of the server and of the others; so every
answer is taken, counted by its status, and forgotten. Everything here is bounded in number and in pace.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

from lostcities import Match, MatchRecord
from lostcities.client import LINE, TROUBLE, Client, Refused

HOST = "127.0.0.1"
PAUSE = 0.2
LONGEST = 60_000
HELD = 90.0
"""Seconds for which a connection is held that nobody uses, if the server lets it be."""


@dataclass
class Load:
    port: int
    answers: Counter[str] = field(default_factory=Counter)
    """How often each attack was answered with which status, or with the end of the connection."""


class From(Client):
    """A client with an address of its own: on Linux the whole of 127.0.0.0/8 is this machine."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(f"http://{HOST}:{port}")
        self._address = address

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, limit=LINE, local_addr=(self._address, 0))


Attack = Callable[[Load, str], Awaitable[None]]


async def raw(load: Load, address: str, pieces: list[bytes], pause: float, wait: float) -> str:
    """Send bytes as they are, one piece after the other; the status of the answer, if there is one."""
    reader, writer = await asyncio.open_connection(HOST, load.port, local_addr=(address, 0))
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)
            if reader.at_eof():
                break
        async with asyncio.timeout(wait):
            line = await reader.readline()
        return line[9:12].decode() if line.startswith(b"HTTP/") else "closed"
    except TimeoutError:
        return "no answer"
    except (OSError, ValueError):
        return "closed"
    finally:
        writer.close()


async def slow_heads(load: Load, address: str) -> None:
    """A head that comes byte by byte."""
    letters = [bytes([letter]) for letter in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "] + [b"a"] * 60
    load.answers[f"slow heads {await raw(load, address, letters, 1.0, 5)}"] += 1


async def silent(load: Load, address: str) -> None:
    """A connection on which nothing is said."""
    load.answers[f"silent {await raw(load, address, [], 0, HELD)}"] += 1


async def endless_heads(load: Load, address: str) -> None:
    """A head of two megabytes."""
    pieces = [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"] + [b"X-More: " + b"a" * 4000 + b"\r\n"] * 500
    load.answers[f"endless heads {await raw(load, address, pieces, 0, 5)}"] += 1
    await asyncio.sleep(1)


async def big_bodies(load: Load, address: str) -> None:
    """A body of two megabytes, announced or in chunks."""
    head = b"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    announced = [head + b"Content-Length: 2000000\r\n\r\n"] + [b"[" * 20_000] * 100
    chunked = [head + b"Transfer-Encoding: chunked\r\n\r\n"] + [b"4e20\r\n" + b"[" * 20_000 + b"\r\n"] * 100
    for pieces in (announced, chunked):
        load.answers[f"big bodies {await raw(load, address, pieces, 0, 5)}"] += 1
    await asyncio.sleep(1)


async def nonsense(load: Load, address: str) -> None:
    """What is no HTTP."""
    load.answers[f"nonsense {await raw(load, address, [random.randbytes(500)], 0, 5)}"] += 1
    await asyncio.sleep(PAUSE)


async def ask(load: Load, name: str, client: Client, method: str, path: str, body: Any = None) -> Any:
    """A request whose refusal is as good as its answer; its JSON if it was granted."""
    try:
        answer = await client.request(method, path, body)
    except TROUBLE:
        load.answers[f"{name} closed"] += 1
        return None
    load.answers[f"{name} {answer.status}"] += 1
    return answer.json if answer.status < 300 else None


async def replays(load: Load, address: str) -> None:
    """Records as long as a body may be, and nobody who reads what comes."""
    text = json.dumps({"record": LONG_RECORD}).encode()
    head = f"POST /api/replays HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    status = await raw(load, address, [f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text], 0, 30)
    load.answers[f"replays {status}"] += 1
    await asyncio.sleep(1)


async def guests(load: Load, address: str) -> None:
    """One guest after the other."""
    client = From(load.port, address)
    await ask(load, "guests", client, "POST", "/api/guests", {"nickname": "Nobody", "bearer": True})
    await client.close()
    await asyncio.sleep(PAUSE)


async def newcomer(load: Load, address: str) -> Client:
    """Somebody with a token; where there is none to be had, one who waits for a minute."""
    client = From(load.port, address)
    while True:
        with suppress(Refused, *TROUBLE):
            await client.become_guest("Nobody")
            return client
        await asyncio.sleep(60)


async def tables(load: Load, address: str) -> None:
    """Table after table, listed, at which nobody will ever sit."""
    client = await newcomer(load, address)
    seats = [{"kind": "me"}, {"kind": "open"}]
    for _ in range(60):
        wish = {"variant": {"edition": "classic", "rounds": 99}, "seats": seats, "listed": True}
        await ask(load, "tables", client, "POST", "/api/tables", wish)
        await asyncio.sleep(PAUSE)
    await client.close()


async def streams(load: Load, address: str) -> None:
    """Streams that are opened and dropped, or held and not read."""
    client = await newcomer(load, address)
    wish = {"variant": {"edition": "classic"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = await ask(load, "streams", client, "POST", "/api/tables", wish)
    if made is None:
        await asyncio.sleep(30)
        return
    table = made["table"]["id"]
    for _ in range(100):
        try:
            async with aclosing(client.follow(table)) as updates:
                async for _ in updates:
                    break
            load.answers["streams 200"] += 1
        except Refused as no:
            load.answers[f"streams {no.status}"] += 1
        except TROUBLE:
            load.answers["streams closed"] += 1
        await asyncio.sleep(PAUSE)
    head = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
    await raw(load, address, [head.encode()], 0, 30)
    await client.close()


async def undos(load: Load, address: str) -> None:
    """A card laid and taken back, without end, where no guard ends the round."""
    host, other = await newcomer(load, address), await newcomer(load, address)
    variant = {"edition": "classic", "rounds": 99, "guard": 0}
    wish = {"variant": variant, "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = await ask(load, "undos", host, "POST", "/api/tables", wish)
    if made is None:
        await asyncio.sleep(30)
        return
    table = f"/api/tables/{made['table']['id']}"
    people = [host, other]
    for person in people:
        await ask(load, "undos", person, "POST", f"{table}/join", {})
    for _ in range(300):
        seen = await ask(load, "undos", host, "GET", table)
        if seen is None or seen["table"]["status"] != "playing":
            await asyncio.sleep(1)
            continue
        mover = people[seen["table"]["game"]["mover"]]
        seen = await ask(load, "undos", mover, "GET", table)
        legal = [] if seen is None else seen["table"]["game"]["legal_moves"]
        if legal:
            move = {"seq": seen["table"]["seq"], "move": legal[0]}
            moved = await ask(load, "undos", mover, "POST", f"{table}/moves", move)
            if moved is not None:
                await ask(load, "undos", mover, "POST", f"{table}/undo", {"seq": moved["table"]["seq"]})
        await asyncio.sleep(PAUSE)
    for person in people:
        await person.close()


async def bots(load: Load, address: str) -> None:
    """The strongest bots against each other over 99 rounds, and the host gone."""
    host = await newcomer(load, address)
    for _ in range(10):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "legend"}]
        wish = {"variant": {"edition": "classic", "rounds": 99}, "seats": seats}
        made = await ask(load, "bots", host, "POST", "/api/tables", wish)
        if made is not None:
            table = f"/api/tables/{made['table']['id']}"
            await ask(load, "bots", host, "POST", f"{table}/join", {})
            await ask(load, "bots", host, "POST", f"{table}/bot", {"seat": 0, "bot": "legend"})
        await asyncio.sleep(PAUSE)
    await asyncio.sleep(HELD)
    await host.close()


ATTACKS: dict[Attack, int] = {
    slow_heads: 20,
    silent: 100,
    endless_heads: 3,
    big_bodies: 3,
    nonsense: 3,
    replays: 3,
    guests: 3,
    tables: 3,
    streams: 3,
    undos: 3,
    bots: 2,
}
"""What is tried, by how many at the same time."""


async def keep_on(attack: Attack, load: Load, address: str) -> None:
    while True:
        try:
            await attack(load, address)
        except (OSError, asyncio.IncompleteReadError):  # nobody answers, or not at this address
            load.answers[f"{attack.__name__} closed"] += 1
            await asyncio.sleep(1)
        except Refused as no:
            load.answers[f"{attack.__name__} {no.status}"] += 1
            await asyncio.sleep(1)


def begin(load: Load) -> list[asyncio.Task[None]]:
    """All attacks, each from addresses of its own, and several from one address."""
    return [
        asyncio.create_task(keep_on(attack, load, f"127.0.{10 + kind}.{1 + one % 5}"))
        for kind, (attack, number) in enumerate(ATTACKS.items())
        for one in range(number)
    ]


def _long_record() -> str:
    """A match of as many rounds as a body holds."""
    rng = random.Random(1)
    text = ""
    for rounds in (20, 40, 60, 80, 99):
        match = Match.random(f"classic rounds={rounds}", seed=1)
        while not match.over:
            if match.between_rounds:
                match.next_round()
            match.play(rng.choice(match.game.legal_moves))
        longer = str(MatchRecord.of(match))
        if len(longer) > LONGEST:
            break
        text = longer
    return text


LONG_RECORD = _long_record()
