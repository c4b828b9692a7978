"""The stream: the table at once, then every change, and going on where it stopped."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

from lostcities.client import Client
from server.conftest import NewDatabase
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving


async def turn(people: list[Client], table: str, play: str = "-") -> None:
    """One turn: play a card, draw from the pile."""
    for person in people:
        seen = await look(person, table)
        if "move" not in seen["you"]["can"]:
            continue
        move = next(move for move in seen["game"]["legal_moves"] if move[0] == play)
        path = f"/api/tables/{table}/moves"
        seen = (await person.call("POST", path, {"seq": seen["seq"], "move": move}))["table"]
        await person.call("POST", path, {"seq": seen["seq"], "move": "@"})
        return


def test_a_reconnect_goes_on_where_it_stopped(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        async with aclosing(people[0].follow(table)) as updates:
            first = await anext(updates)
        assert first["events"] == []
        await turn(people, table)
        async with aclosing(people[0].follow(table, after=first["table"]["seq"])) as updates:
            missed = await anext(updates)
        assert [event["kind"] for event in missed["events"]] == ["moved", "moved"]
        began = first["table"]["seq"]
        assert [event["seq"] for event in missed["events"]] == [began + 1, began + 2]
        assert missed["events"][0]["move"][0] == "-"
        assert missed["events"][1]["move"] == "@"

    in_town(server, story)


def test_who_was_away_for_long_learns_no_covered_discards(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        for _ in range(8):
            await turn(people, table)
        async with aclosing(town.passer_by().follow(table, after=0)) as updates:
            update = await anext(updates)
        moves = [event["move"] for event in update["events"] if event["kind"] == "moved"]
        assert len(moves) == 4
        assert moves == [move for seat in (0, 1) for move in _last(update, seat)] or moves == [
            move for seat in (1, 0) for move in _last(update, seat)
        ]

    in_town(server, story)


def _last(update: dict[str, dict[str, dict[str, list[list[str]]]]], seat: int) -> list[str]:
    return update["table"]["game"]["last_turns"][seat]


def test_every_change_arrives_once_and_in_order(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        began = (await look(people[0], table))["seq"]
        seen: list[int] = []
        there = asyncio.Event()

        async def watch() -> None:
            async with aclosing(town.passer_by().follow(table)) as updates:
                async for update in updates:
                    there.set()
                    seen.extend(event["seq"] for event in update["events"])
                    if update["table"]["seq"] >= began + 20:
                        return

        watching = asyncio.create_task(watch())
        await there.wait()
        for _ in range(10):
            await turn(people, table)
        await watching
        assert seen == list(range(began + 1, began + 21))

    in_town(server, story)


def test_the_raw_stream_has_ids_and_signs_of_life(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), heartbeat=0.05)

    async def story(town: Town) -> None:
        host = await town.guest()
        table = await table_of([host], {"edition": "classic"}, ["explorer"])
        pieces: list[bytes] = []
        watcher = town.passer_by()
        watcher.on_bytes = pieces.append
        async with aclosing(watcher.follow(table)) as updates:

            async def listen() -> None:
                async for _ in updates:
                    pass

            listening = asyncio.create_task(listen())
            async with asyncio.timeout(60):
                while b": still here\n\n" not in b"".join(pieces):
                    await asyncio.sleep(0.01)
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        text = b"".join(pieces).decode()
        assert "content-type: text/event-stream" in text
        assert "retry: " in text
        assert "\nevent: update\ndata: {" in text

    with serving(settings) as url:
        in_town(url, story)


def test_a_server_that_stops_says_goodbye(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"))
    pieces: list[bytes] = []

    async def follow_to_the_end(url: str, ready: asyncio.Event) -> None:
        async with Client(url) as host:
            await host.become_guest("Ada")
            table = await table_of([host], {"edition": "classic"}, ["explorer"])
            host.on_bytes = pieces.append
            async with aclosing(host.follow(table)) as updates:
                async for _ in updates:
                    ready.set()

    async def story() -> None:
        ready = asyncio.Event()
        server = serving(settings)
        url = await asyncio.to_thread(server.__enter__)
        following = asyncio.create_task(follow_to_the_end(url, ready))
        await asyncio.wait_for(ready.wait(), 20)
        await asyncio.to_thread(server.__exit__, None, None, None)
        await asyncio.wait_for(following, 20)

    asyncio.run(story())
    assert pieces[-1] == b"retry: 1000\nevent: goodbye\ndata: {}\n\n"
