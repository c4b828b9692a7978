"""What happens by itself: flags, the next round, tables that nobody comes to."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from lostcities.client import Client
from lostcities.record import MatchRecord
from server.conftest import NewDatabase
from server.people import Town, in_town, look, play_out, table_of
from server.running import QUICK, serving


async def until(client: Client, table: str, status: str) -> Any:
    async with aclosing(client.follow(table)) as updates:
        async for update in updates:
            if update["table"]["status"] == status:
                return update["table"]
    raise AssertionError("the stream ended")


def test_a_flag_falls_by_itself(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        clock = {"kind": "minutes", "minutes": 0.005}
        mover = 1
        table = await table_of(people, {"edition": "classic"}, clock=clock, oldest=mover)
        end = await asyncio.wait_for(until(people[0], table, "over"), 60)
        assert end["flag"] == mover
        assert end["result"]["winners"] == [1 - mover]
        assert end["fair"]["secret"]
        late = await people[mover].request("POST", f"/api/tables/{table}/moves", {"seq": 3, "move": "@"})
        assert late.status == 409
        record = (await people[0].request("GET", f"/api/tables/{table}/record")).body.decode()
        assert MatchRecord.parse(record).match().out_of_time == mover
        read = await people[0].call("POST", "/api/replays", {"record": record})
        assert read["result"] == end["result"]

    in_town(server, story)


def test_a_move_after_the_time_is_no_move(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), recheck=600)  # nobody looks after the table

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"}, clock={"kind": "minutes", "minutes": 0.001})
        seen = await look(people[0], table)
        await asyncio.sleep(0.2)
        mover = people[seen["game"]["mover"]]
        view = await look(mover, table)
        wish = {"seq": view["seq"], "move": view["game"]["legal_moves"][0]}
        after = (await mover.call("POST", f"/api/tables/{table}/moves", wish))["table"]
        assert after["status"] == "over"
        assert after["game"]["ply"] == 0

    with serving(settings) as url:
        in_town(url, story)


def test_the_next_round_does_not_wait_for_ever(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), next_round_after=0.3)

    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        table = await table_of([ann, bob], {"edition": "classic", "rounds": 2})
        await asyncio.wait_for(play_out([ann, bob], table), 60)  # only reads that the first round is over
        assert (await look(ann, table))["status"] == "over"

        table = await table_of([ann, bob], {"edition": "classic", "rounds": 2})
        while (seen := await look(ann, table))["status"] == "playing":
            person = [ann, bob][seen["game"]["mover"]]
            seen = await look(person, table)
            legal = seen["game"]["legal_moves"]
            wish = {"seq": seen["seq"], "move": "@" if "@" in legal else legal[-1]}
            await person.call("POST", f"/api/tables/{table}/moves", wish)
        assert seen["status"] == "between-rounds"
        assert seen["next_round_at"] > seen["at"]
        now = await asyncio.wait_for(until(ann, table, "playing"), 60)
        assert now["game"]["standing"]["round"] == 2

    with serving(settings) as url:
        in_town(url, story)


def test_tables_that_nobody_comes_to_are_closed_and_can_be_read(new_database: NewDatabase) -> None:
    settings = replace(
        QUICK, database=new_database("sqlite"), waiting_hours=2 / 3600, abandoned_days=0.3 / 86_400
    )

    async def story(town: Town) -> None:
        host, other = await town.guests(2)
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"variant": {"edition": "classic"}, "seats": seats, "listed": True}
        waiting = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        playing = await table_of([host, other], {"edition": "classic"})
        closed = await asyncio.wait_for(until(host, waiting, "closed"), 60)
        assert closed["you"]["can"] == []
        abandoned = await asyncio.wait_for(until(host, playing, "closed"), 60)
        assert abandoned["fair"]["secret"]
        assert abandoned["game"]["hands"][0]
        record = await host.request("GET", f"/api/tables/{playing}/record")
        assert record.status == 200
        assert (await host.request("POST", f"/api/tables/{waiting}/join", {})).json[
            "code"
        ] == "table-finished"
        assert (await host.call("GET", "/api/tables"))["tables"] == []

    with serving(settings) as url:
        in_town(url, story)
