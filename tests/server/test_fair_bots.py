"""No host has the bots to himself, and they don't play where there is nobody to play for."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from lostcities.bots.base import allow
from lostcities.client import Client
from lostcities.server.background.fair_queue import FairQueue
from lostcities.server.settings import Settings
from lostcities.server.store import Database
from server.conftest import NewDatabase
from server.people import Town, in_town, look
from server.running import QUICK, serving

# The queue by itself


def test_hosts_take_turns_and_so_do_the_tables_of_each() -> None:
    queue = FairQueue(quota=1)
    for i in range(50):
        queue.put("greedy", f"g{i}")
    queue.put("modest", "m0")
    order = []
    for _ in range(6):
        found = queue.take()
        assert found is not None
        host, table = found
        order.append(table)
        queue.done(host)
        queue.put(host, table)
    assert order == ["g0", "m0", "g1", "m0", "g2", "m0"]


def test_of_one_hosts_tables_no_more_are_out_than_the_quota() -> None:
    queue = FairQueue(quota=2)
    for i in range(5):
        queue.put("greedy", f"g{i}")
    assert [queue.take() for _ in range(3)] == [("greedy", "g0"), ("greedy", "g1"), None]
    queue.put("modest", "m0")
    assert queue.take() == ("modest", "m0")
    assert queue.take() is None
    queue.done("greedy")
    assert queue.take() == ("greedy", "g2")
    assert len(queue) == 2


def test_a_table_waits_once() -> None:
    queue = FairQueue(quota=9)
    for _ in range(3):
        queue.put("host", "table")
    assert len(queue) == 1
    assert (queue.take(), queue.take()) == (("host", "table"), None)


# On a server


async def bots_alone(host: Client, bot: str = "random") -> str:
    """A table at which the host lets a bot play for him against another one."""
    wish = {
        "variant": {"edition": "long", "rounds": 99},
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}],
    }
    table = str((await host.call("POST", "/api/tables", wish))["table"]["id"])
    await host.call("POST", f"/api/tables/{table}/join", {})
    await host.call("POST", f"/api/tables/{table}/bot", {"seat": 0, "bot": bot})
    return table


async def rows(settings: Settings, query: str, **facts: Any) -> list[Any]:
    store = Database(settings.database)
    try:
        return await store.read(sa.text(query).bindparams(**facts))
    finally:
        await store.close()


def test_one_host_with_many_tables_does_not_hold_up_another(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight tables to each one: whoever looks at the log sees the hosts take turns."""
    settings = replace(QUICK, database=new_database("sqlite"), bot_threads=1)
    monkeypatch.setattr("lostcities.server.background.bots.allow", lambda bot: allow(bot, 0.05))
    modest: list[str] = []

    async def watch(host: Client, table: str, until: int) -> None:
        async with aclosing(host.follow(table)) as updates:
            async for update in updates:
                if update["table"]["seq"] >= until:
                    return

    async def story(town: Town) -> None:
        greedy, other = await town.guests(2)
        many = [await bots_alone(greedy, "legend") for _ in range(24)]
        modest.extend([await bots_alone(other, "legend") for _ in range(3)])
        watching = [asyncio.create_task(watch(greedy, table, 10_000)) for table in many]
        async with asyncio.timeout(60):
            await asyncio.gather(*(watch(other, table, 14) for table in modest))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    with serving(settings) as url:
        in_town(url, story)
    query = "SELECT table_id FROM events WHERE event LIKE '%\"moved\"%' ORDER BY rowid"
    ours = [row.table_id in modest for row in asyncio.run(rows(settings, query))]
    window = ours[ours.index(True) : len(ours) - ours[::-1].index(True)]
    assert sum(window) >= 20
    assert sum(window) >= len(window) / 4, "a ninth of the tables got their host's share"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_bots_stand_still_until_somebody_looks(kind: str, new_database: NewDatabase) -> None:
    """Nobody thinks meanwhile, and the sweeper comes back when it is time to close the table."""
    settings = replace(QUICK, database=new_database(kind), away_after=0.1, recheck=0.2)

    async def story(town: Town) -> None:
        host = await town.guest()
        table = await bots_alone(host)

        async def put_off() -> int:
            """Wait until no sweeper will look for days; the number of the last event."""
            async with asyncio.timeout(60):
                while True:
                    ((due, at, seq),) = await rows(
                        settings,
                        "SELECT due, at, seq FROM tables JOIN events ON table_id = id WHERE id = :id "
                        "ORDER BY seq DESC LIMIT 1",
                        id=table,
                    )
                    if due > at + 86_400_000:
                        return int(seq)
                    await asyncio.sleep(0.05)

        stood_still = await put_off()
        assert (await look(host, table))["seq"] == stood_still
        async with aclosing(host.follow(table)) as updates:
            async for update in updates:
                if update["table"]["seq"] > stood_still + 20:
                    break
        await put_off()
        assert (await look(host, table))["status"] == "playing"

    with serving(settings) as url:
        in_town(url, story)


def test_a_bot_plays_on_for_a_person_who_looks_away(server: str) -> None:
    """Without a stream of anybody, as a program does that asks now and then."""

    async def story(town: Town) -> None:
        host = await town.guest()
        wish = {
            "variant": {"edition": "classic", "rounds": 1},
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
            "oldest": 1,
        }
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.call("POST", f"/api/tables/{table}/join", {})
        async with asyncio.timeout(60):
            while "move" not in (await look(host, table))["you"]["can"]:
                await asyncio.sleep(0.02)

    in_town(server, story)
