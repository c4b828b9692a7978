"""People at tables: clients that know the API and nothing else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lostcities.client import Client, play
from lostcities.fair import seal_of

VARIANTS: list[dict[str, Any]] = [
    {"edition": "classic", "rounds": 1},
    {"edition": "classic"},
    {"edition": "classic", "rounds": 2, "nothing_in_hand": True},
    {"edition": "classic", "rounds": 1, "cooperation": True},
    {"edition": "classic", "rounds": 1, "guard": 3},
    {"edition": "rio-grande", "rounds": 2},
    {"edition": "long", "rounds": 1},
    {"edition": "three-players", "rounds": 2},
    {"edition": "three-players", "rounds": 1, "nothing_in_hand": True},
    {"edition": "teams", "rounds": 2},
    {"edition": "teams", "rounds": 1, "nothing_in_hand": True},
    {"edition": "duel-2026"},
    {"edition": "duel-2026", "exploits": "awarded"},
    {"edition": "duel-2026", "exploits": "announced", "rounds": 2},
    {"edition": "rivals", "players": 2},
    {"edition": "rivals", "players": 3},
    {"edition": "rivals", "players": 4},
]
"""Every edition, every switch and every number of players."""


def players_of(variant: dict[str, Any]) -> int:
    alone = {"three-players": 3, "teams": 4}
    return int(variant.get("players") or alone.get(variant["edition"], 2))


class Town:
    """The people of one test. `url` is where they go unless something else is said."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._clients: list[Client] = []

    def passer_by(self, url: str | None = None, token: str | None = None) -> Client:
        """Somebody without a token, or with one that was found somewhere."""
        self._clients.append(Client(url or self.url, token))
        return self._clients[-1]

    async def guest(self, nickname: str = "Ada", url: str | None = None) -> Client:
        client = self.passer_by(url)
        await client.become_guest(nickname)
        return client

    async def guests(self, number: int) -> list[Client]:
        return [await self.guest(f"Guest {i}") for i in range(number)]

    async def go_home(self) -> None:
        for client in self._clients:
            await client.close()


def in_town(url: str, story: Callable[[Town], Awaitable[None]], within: float = 120) -> None:
    """Run a story of people, and see them home. One that doesn't end fails after so many seconds."""

    async def whole() -> None:
        town = Town(url)
        try:
            async with asyncio.timeout(within) as limit:
                await story(town)
        except TimeoutError:
            if limit.expired():
                raise AssertionError(f"the story did not end within {within} seconds") from None
            raise
        finally:
            await town.go_home()

    asyncio.run(whole())


async def table_of(
    people: Sequence[Client], variant: dict[str, Any], bots: Sequence[str] = (), **more: Any
) -> str:
    """A table at which these people, and then these bots, have sat down."""
    host, *others = people
    seats = [{"kind": "me"}] + [{"kind": "open"}] * len(others)
    seats += [{"kind": "bot", "bot": bot} for bot in bots]
    update = await host.call("POST", "/api/tables", {"variant": variant, "seats": seats} | more)
    table = str(update["table"]["id"])
    for i, person in enumerate(people):
        await person.call("POST", f"/api/tables/{table}/join", {"seal": seal_of(f"cut-{i}")})
    for i, person in enumerate(people):
        await person.call("POST", f"/api/tables/{table}/cut", {"cut": f"cut-{i}"})
    return table


def at_random(seed: int) -> Callable[[Any], str]:
    """A way to play that ends games soon: draws from the pile, if that is allowed."""
    rng = random.Random(seed)

    def choose(view: Any) -> str:
        moves = view["legal_moves"]
        if "@" in moves and rng.random() < 0.9:
            return "@"
        return str(rng.choice(moves))

    return choose


async def play_out(people: Sequence[Client], table: str, seed: int = 0) -> list[Any]:
    """Everybody plays to the end; the table as each sees it then."""
    return await asyncio.gather(
        *(play(person, table, at_random(seed + i)) for i, person in enumerate(people))
    )


async def look(client: Client, table: str) -> Any:
    return (await client.call("GET", f"/api/tables/{table}"))["table"]
