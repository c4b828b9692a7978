"""No round grows without end, and nobody is kept from one that people play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lostcities.client import Client
from lostcities.server.table import decisions
from lostcities.server.table.deadlines import What, due
from lostcities.server.table.events import Closed
from server.conftest import NewDatabase
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving
from server.story import Story

CLASSIC: dict[str, Any] = {"edition": "classic", "rounds": 1, "guard": 0}


async def decide(people: list[Client], table: str) -> Any:
    """One decision: whoever is to move discards, and draws what was discarded before."""
    for person in people:
        seen = await look(person, table)
        if "move" in seen["you"]["can"]:
            moves = seen["game"]["legal_moves"]
            wish = next((move for move in moves if move[0] == "-" or len(move) == 2), moves[0])
            path = f"/api/tables/{table}/moves"
            return (await person.call("POST", path, {"seq": seen["seq"], "move": wish}))["table"]
    raise AssertionError("nobody is to move")


def test_a_round_that_goes_on_for_ever_ends_with_the_table_closed(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, CLASSIC)
        for _ in range(29):
            assert (await decide(people, table))["status"] == "playing"
        end = await decide(people, table)
        assert (end["status"], end["closed_because"], end["result"]) == ("closed", "too-long", None)
        assert end["fair"]["secret"]
        answer = await people[0].request(
            "POST", f"/api/tables/{table}/moves", {"seq": end["seq"], "move": "@"}
        )
        assert answer.json["code"] == "table-finished"

        # bots end there, too
        table = await table_of(people[:1], CLASSIC, ["random"])
        await people[0].call("POST", f"/api/tables/{table}/bot", {"seat": 0, "bot": "random"})
        async for update in people[0].follow(table):
            if update["table"]["status"] != "playing":
                assert update["table"]["closed_because"] == "too-long"
                break

    settings = replace(QUICK, database=new_database("sqlite"), decisions_per_round=30)
    with serving(settings) as url:
        in_town(url, story)


def test_a_process_that_died_before_it_closed_the_table_leaves_that_to_another() -> None:
    settings = replace(QUICK, decisions_per_round=30)
    story = Story("classic guard=0")
    story.play(29)
    assert decisions.too_long(story.table, settings) is None
    story.play(1)
    assert decisions.too_long(story.table, settings) == Closed(why="too-long")
    thing = due(story.table, settings)
    assert thing is not None
    assert (thing.at, thing.what) == (story.table.at, What.CLOSE)


def test_a_card_is_taken_back_so_often_and_by_each_player(new_database: NewDatabase) -> None:
    async def undo(person: Client, table: str) -> Any:
        seen = await look(person, table)
        answer = await person.request("POST", f"/api/tables/{table}/undo", {"seq": seen["seq"]})
        return answer.json.get("code"), "undo" in seen["you"]["can"]

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic", "rounds": 2})
        for person in await _by_turns(people, table):
            for _ in range(3):
                await decide(people, table)
                assert await undo(person, table) == (None, True)
            await decide(people, table)
            assert await undo(person, table) == ("too-many-undos", False)
            await decide(people, table)
        while (seen := await look(people[0], table))["status"] == "playing":
            mover = people[seen["game"]["mover"]]
            moves = (await look(mover, table))["game"]["legal_moves"]
            wish = {"seq": seen["seq"], "move": "@" if "@" in moves else moves[-1]}
            await mover.call("POST", f"/api/tables/{table}/moves", wish)
        for person in people:
            await person.call("POST", f"/api/tables/{table}/ready", {})
        (person, _) = await _by_turns(people, table)
        await decide(people, table)
        assert await undo(person, table) == (None, True)

    settings = replace(QUICK, database=new_database("sqlite"), undos_per_round=3)
    with serving(settings) as url:
        in_town(url, story)


async def _by_turns(people: list[Client], table: str) -> list[Client]:
    mover = (await look(people[0], table))["game"]["mover"]
    return [people[mover], people[1 - mover]]


def test_somebody_comes_and_goes_so_often(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        table = await table_of([ann, bob], CLASSIC)
        for _ in range(2):
            await bob.call("POST", f"/api/tables/{table}/leave")
            await bob.call("POST", f"/api/tables/{table}/return")
        left = await bob.call("POST", f"/api/tables/{table}/leave")
        assert "return" not in left["table"]["you"]["can"]
        answer = await bob.request("POST", f"/api/tables/{table}/return")
        assert (answer.status, answer.json["code"]) == (409, "too-many-returns")
        await ann.call("POST", f"/api/tables/{table}/leave")
        await ann.call("POST", f"/api/tables/{table}/return")

    settings = replace(QUICK, database=new_database("sqlite"), returns_per_round=2)
    with serving(settings) as url:
        in_town(url, story)


@pytest.mark.parametrize("variant", ["classic", "long", "three-players", "teams"])
def test_no_round_with_the_usual_guard_gets_there(variant: str) -> None:
    """Whatever is played: each card of the draw pile may be waited for as long as the guard lets."""
    table = Story(variant, {"three-players": 3, "teams": 4}.get(variant, 2)).table
    assert table.match is not None
    pile, turns = len(table.match.game.draw_pile), table.variant.guard
    assert 2 * (pile + 1) * turns < QUICK.decisions_per_round
