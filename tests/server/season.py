"""Several matches of a variant at once, and every byte that anybody was sent in them."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from lostcities.client import Client, play
from server.people import Town, at_random, look, players_of, table_of


@dataclass
class Listener:
    """Somebody at a match, or beside it, and what they were sent: pieces of bytes in the order they came."""

    client: Client
    seat: int | None
    received: list[bytes] = field(default_factory=list)


@dataclass
class Played:
    variant: dict[str, Any]
    table: str
    listeners: list[Listener]
    end: Any
    record: str
    tokens: list[str]

    @property
    def secret(self) -> str:
        return str(self.end["fair"]["secret"])


def name(variant: dict[str, Any]) -> str:
    return re.sub(r"[^\w-]+", " ", " ".join(f"{value}" for value in variant.values()))


async def play_matches(town: Town, variant: dict[str, Any], number: int) -> list[Played]:
    """So many at once: half of them among people, half with bots on the last seats."""
    return await asyncio.gather(*(_match(town, variant, i) for i in range(number)))


async def _match(town: Town, variant: dict[str, Any], number: int) -> Played:
    rng = random.Random(f"{name(variant)} {number}")
    seats = players_of(variant)
    bots = ["explorer"] * (rng.randrange(1, seats) * (number % 2))
    people = await town.guests(seats - len(bots))
    table = await table_of(people, variant, bots)
    watcher = town.passer_by()
    listeners = [Listener(person, i) for i, person in enumerate(people)] + [Listener(watcher, None)]
    for listener in listeners:
        listener.client.on_bytes = listener.received.append
    watching = asyncio.create_task(_watch(watcher, table))
    await asyncio.gather(
        *(_play(person, table, rng.randrange(1 << 30)) for person in people), _pry(watcher, people, table)
    )
    await watching
    for listener in listeners:
        listener.client.on_bytes = lambda _: None
    end = await look(people[0], table)
    record = (await watcher.request("GET", f"/api/tables/{table}/record")).body.decode()
    return Played(variant, table, listeners, end, record, [str(person.token) for person in people])


async def _play(person: Client, table: str, seed: int) -> None:
    """Play, and now and then try what is not allowed, or take a card back."""
    rng = random.Random(seed)
    usual = at_random(seed)

    async def choose(view: Any) -> str:
        if rng.random() < 0.03:
            card = rng.choice("YBWGRP") + rng.choice(["X", "2", "7", "10"])
            for wish in (f"+{card}", f"-{card}", f"@{card[0]}", "claim:five-cards", "bid:36", "."):
                if wish not in view["legal_moves"]:
                    await person.request("POST", f"/api/tables/{table}/moves", {"seq": 1, "move": wish})
                    state = (await person.request("GET", f"/api/tables/{table}")).json["table"]
                    answer = await person.request(
                        "POST", f"/api/tables/{table}/moves", {"seq": state["seq"], "move": wish}
                    )
                    assert answer.status in (409, 422)
        return usual(view)

    await play(person, table, choose)


async def _pry(watcher: Client, people: list[Client], table: str) -> None:
    """Ask for what is not to be had while the match is played."""
    for path in ("/rounds/1", "/record", "?seat=0", "/stream?seat=0", "?seat=3"):
        await watcher.request("GET", f"/api/tables/{table}{path}")
        await people[0].request("GET", f"/api/tables/{table}{path.replace('seat=0', 'seat=1')}")
    for path in ("join", "ready", "undo", "moves", "leave", "bot", "links", "rematch"):
        await watcher.request("POST", f"/api/tables/{table}/{path}", {})


async def _watch(watcher: Client, table: str) -> None:
    async with aclosing(watcher.follow(table)) as updates:
        async for update in updates:
            if update["table"]["status"] == "over":
                return
