"""Who is at the table: seen by the others, from whichever process, and nothing else about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from lostcities.client import Client
from lostcities.server.serve import migrate
from lostcities.server.settings import Settings
from lostcities.server.store import Database
from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving

BRIEF = replace(QUICK, away_after=0.3, node_seconds=2)
PATIENCE = 60


def of(update: Any, seat: int) -> Any:
    return update["table"]["seats"][seat]["presence"]


async def comes(updates: AsyncGenerator[Any, None], so: Callable[[Any], bool]) -> Any:
    """The first update of a stream of which it is so."""
    async with asyncio.timeout(PATIENCE):
        async for update in updates:
            if so(update):
                return update
    raise AssertionError("the stream ended")


async def state_is(updates: AsyncGenerator[Any, None], seat: int, state: str) -> Any:
    return await comes(updates, lambda update: of(update, seat)["state"] == state)


async def coming_and_going(town: Town, here: str, there: str) -> None:
    """Ann sees through one process what Bob does at another."""
    ann, bob = await town.guest("Ann", here), await town.guest("Bob", there)
    table = await table_of([ann, bob], {"edition": "classic"})
    async with aclosing(ann.follow(table)) as updates:
        first = await anext(updates)
        assert (of(first, 0), of(first, 1)) == (
            {"state": "here", "since": None},
            {"state": "away", "since": None},
        )
        async with aclosing(bob.follow(table)) as his:
            await anext(his)
            seen = await state_is(updates, 1, "here")
            assert (seen["events"], seen["table"]["seq"]) == ([], first["table"]["seq"])
            await state_is(his, 0, "here")
        gone = await state_is(updates, 1, "away")
        assert first["now"] <= of(gone, 1)["since"] <= gone["now"]
        assert gone["table"]["seq"] == first["table"]["seq"], "it is no event of the log"

        spectator = await town.passer_by(there).call("GET", f"/api/tables/{table}")
        assert of(spectator, 0)["state"] == "here"

        async with aclosing(bob.follow(table)) as his:
            await anext(his)
            await state_is(updates, 1, "here")
            await bob.call("POST", f"/api/tables/{table}/leave")
            left = await state_is(updates, 1, "left")
            assert of(left, 1)["since"] is None


def test_people_see_each_other_come_and_go_through_two_processes(database: str) -> None:
    settings = replace(BRIEF, database=database)
    with serving(settings) as here, serving(settings) as there:
        in_town(here, lambda town: coming_and_going(town, here, there))


def test_who_was_there_through_a_process_that_died_is_away(database: str, new_process: NewProcess) -> None:
    mortal = new_process(replace(BRIEF, database=database))

    async def story(town: Town) -> None:
        ann, bob = await town.guest("Ann"), await town.guest("Bob", mortal.url)
        table = await table_of([ann, bob], {"edition": "classic"})
        async with aclosing(ann.follow(table)) as updates:
            his = bob.follow(table)
            await anext(his)
            await state_is(updates, 1, "here")
            mortal.kill()
            gone = await state_is(updates, 1, "away")
            assert of(gone, 1)["since"] <= gone["now"]
            await his.aclose()
            async with aclosing(town.passer_by(token=bob.token).follow(table)) as again:
                await anext(again)
                await state_is(updates, 1, "here")

    with serving(replace(BRIEF, database=database)) as url:
        in_town(url, story)


async def rows(settings: Settings, query: str) -> list[Any]:
    store = Database(settings.database)
    try:
        return await store.read(sa.text(query))
    finally:
        await store.close()


def test_nothing_is_written_while_nobody_comes_or_goes(database: str) -> None:
    """However many are there: only each process's own sign of life."""
    settings = replace(BRIEF, database=database, node_seconds=0.3)

    async def story(town: Town) -> None:
        people = await town.guests(6)
        tables = [await table_of(people[i : i + 2], {"edition": "classic"}) for i in (0, 2, 4)]
        async with AsyncExitStack() as streams:
            for i, person in enumerate(people):
                updates = await streams.enter_async_context(aclosing(person.follow(tables[i // 2])))
                await anext(updates)
            known = "SELECT table_id, guest_id, node, changed FROM presence ORDER BY changed, guest_id"
            async with asyncio.timeout(PATIENCE):
                while len(before := await rows(settings, known)) < 6:
                    await asyncio.sleep(0.02)
                alive = await rows(settings, "SELECT seen_at FROM nodes")
                for _ in range(3):
                    while (now := await rows(settings, "SELECT seen_at FROM nodes")) == alive:
                        await asyncio.sleep(0.02)
                    alive = now
            assert await rows(settings, known) == before

    with serving(settings) as url:
        in_town(url, story)


def test_coming_back_at_once_and_spectators_in_numbers_write_nothing(database: str) -> None:
    settings = replace(BRIEF, database=database, away_after=3600)

    async def story(town: Town) -> None:
        ann, bob, *crowd = await town.guests(6)
        table = await table_of([ann, bob], {"edition": "classic"})
        for _ in range(5):
            for person in (ann, *crowd, town.passer_by()):
                async with aclosing(person.follow(table)) as updates:
                    await anext(updates)
        async with aclosing(bob.follow(table)) as updates:  # what comes last is written last
            await anext(updates)
            async with asyncio.timeout(PATIENCE):
                while len(written := await rows(settings, "SELECT guest_id, changed FROM presence")) < 3:
                    await asyncio.sleep(0.02)
            bob_id = (await bob.call("GET", "/api/me"))["id"]
        changed = {row.guest_id: row.changed for row in written}
        assert changed[bob_id] == max(changed.values())
        assert len(written) == 3, "Ann, Bob, and the crowd"

    with serving(settings) as url:
        in_town(url, story)


def test_lists_and_bots_and_open_seats_tell_nothing(server: str) -> None:
    async def story(town: Town) -> None:
        host, other = await town.guests(2)
        wish = {
            "variant": {"edition": "three-players"},
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}],
            "listed": True,
        }
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.call("POST", f"/api/tables/{table}/join", {})
        async with aclosing(host.follow(table)) as updates:
            update = await anext(updates)
        assert [of(update, seat) for seat in range(3)] == [{"state": "here", "since": None}, None, None]
        for client, path in ((other, "/api/tables"), (host, "/api/me/tables")):
            lists = (await client.call("GET", path))["tables"]
            assert {seat["presence"] for found in lists for seat in found["seats"]} == {None}

    in_town(server, story)


def test_who_watches_before_sitting_down_is_there(server: str) -> None:
    """The stream was opened by a spectator, and it stays the same one."""

    async def story(town: Town) -> None:
        host, other = await town.guests(2)
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"variant": {"edition": "classic"}, "seats": seats}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        async with aclosing(other.follow(table)) as updates:
            assert of(await anext(updates), 1) is None
            await other.call("POST", f"/api/tables/{table}/join", {})
            await comes(updates, lambda update: (of(update, 1) or {}).get("state") == "here")

    in_town(server, story)


# Time

AHEAD = ("-m", "server.ahead")


def test_a_node_whose_clock_is_ahead_goes_by_the_databases(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    """Ninety seconds ahead, it would let the flag of a one-minute game fall at once."""
    settings = replace(QUICK, database=new_database("postgresql"), recheck=0.2)
    migrate(settings)
    ahead = new_process(settings, AHEAD)

    async def story(town: Town) -> None:
        people = await town.guests(2)
        clock = {"kind": "minutes", "minutes": 1}
        table = await table_of(people, {"edition": "classic"}, clock=clock, oldest=0)
        far = [town.passer_by(ahead.url, person.token) for person in people]
        near = await people[0].call("GET", f"/api/tables/{table}")
        now = (await far[0].call("GET", f"/api/tables/{table}"))["now"]
        assert near["now"] - 1000 <= now <= near["now"] + 45_000
        for _ in range(4):  # a move there, a move here
            for devices in (far, people):
                await move_once(devices, table)
        seen = await look(people[0], table)
        assert (seen["status"], seen["seq"]) == ("playing", 13)

    with serving(settings) as url:
        in_town(url, story)


async def move_once(devices: list[Client], table: str) -> None:
    for device in devices:
        seen = await look(device, table)
        if "move" in seen["you"]["can"]:
            wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
            await device.call("POST", f"/api/tables/{table}/moves", wish)
            return
    raise AssertionError("nobody is to move")
