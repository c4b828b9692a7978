"""Several server processes on one database, and processes that die."""

from __future__ import annotations

import asyncio
import random
import secrets
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from lostcities.client import play
from lostcities.fair import seal_of
from lostcities.record import MatchRecord, verify
from lostcities.server.store import Database, Logs
from lostcities.server.table.events import Created, SecretTold
from lostcities.server.table.state import Logged, fold
from server.conftest import Cluster, NewProcess
from server.people import Town, at_random, in_town, look, table_of
from server.running import QUICK, Process


def _tells_its_secret(log: list[Logged]) -> bool:
    """At its end; where a former version had locked nothing, at its beginning."""
    created = log[0].event
    assert isinstance(created, Created)
    return created.secret is not None or any(isinstance(logged.event, SecretTold) for logged in log)


async def check_log(database: str, table: str, sealed: bool = True) -> None:
    """The log is complete: every number once, and it amounts to a finished match that can be proven.

    Where not everybody sealed their cut, nothing contradicts it.
    """
    store = Database(database)
    try:
        log, changed_at = await Logs(store).read(table)
        while not _tells_its_secret(log):  # which follows the last move
            await asyncio.sleep(0.02)
            log, changed_at = await Logs(store).read(table)
    finally:
        await store.close()
    assert changed_at is None
    assert [logged.seq for logged in log] == list(range(1, len(log) + 1))
    state = fold(table, log)
    assert state.status == "over"
    assert state.match is not None
    verification = verify(MatchRecord.of(state.match, fair=state.fair_deal, seals=state.seals))
    assert verification.proven if sealed else verification.ok


def test_of_two_who_show_their_cuts_to_two_processes_at_once_none_is_lost(cluster: Cluster) -> None:
    async def story(town: Town) -> None:
        for _ in range(10):
            people = [await town.guest(f"G{i}", url) for i, url in enumerate(cluster.urls[:2])]
            cuts = [secrets.token_hex(16) for _ in people]
            seats = [{"kind": "me"}, {"kind": "open"}]
            wish = {"variant": {"edition": "classic"}, "seats": seats}
            table = (await people[0].call("POST", "/api/tables", wish))["table"]["id"]
            for person, cut in zip(people, cuts, strict=True):
                await person.call("POST", f"/api/tables/{table}/join", {"seal": seal_of(cut)})
            await asyncio.gather(
                *(
                    person.call("POST", f"/api/tables/{table}/cut", {"cut": cut})
                    for person, cut in zip(people, cuts, strict=True)
                ),
                people[0].call("POST", f"/api/tables/{table}/cut", {"cut": cuts[0]}),
            )
            for person in people:
                seen = await look(person, table)
                assert (seen["status"], seen["fair"]["cuts"]) == ("playing", cuts)

    in_town(cluster.urls[0], story)


@pytest.mark.parametrize("number", [2, 3])
def test_racing_moves_through_several_processes_one_wins_and_none_is_lost(
    cluster: Cluster, number: int
) -> None:
    async def story(town: Town) -> None:
        people = [await town.guest(f"P{i}", cluster.urls[i]) for i in range(2)]
        table = await table_of(people, {"edition": "classic", "rounds": 1})
        rng = random.Random(number)
        accepted = 0
        devices = [[town.passer_by(url, person.token) for url in cluster.urls[:number]] for person in people]
        while (seen := await look(people[0], table))["status"] == "playing":
            mover = seen["game"]["mover"]
            seen = await look(people[mover], table)
            moves = rng.sample(seen["game"]["legal_moves"], min(number, len(seen["game"]["legal_moves"])))
            answers = await asyncio.gather(
                *(
                    device.request("POST", f"/api/tables/{table}/moves", {"seq": seen["seq"], "move": move})
                    for device, move in zip(devices[mover], moves, strict=False)
                )
            )
            statuses = sorted(answer.status for answer in answers)
            assert statuses == [200, *[409] * (len(moves) - 1)]
            accepted += 1
            late = next((answer.json for answer in answers if answer.status == 409), None)
            assert late is None or late["current"]["table"]["seq"] > seen["seq"]
        assert seen["seq"] == 1 + 2 * len(people) + accepted + 1  # the secret is told last
        await check_log(cluster.database, table)

    in_town(cluster.urls[0], story)


def test_streams_of_one_process_see_moves_made_at_another(cluster: Cluster) -> None:
    async def story(town: Town) -> None:
        ann, bob = await town.guest("Ann", cluster.urls[0]), await town.guest("Bob", cluster.urls[1])
        table = await table_of([ann, bob], {"edition": "duel-2026", "exploits": "awarded"})
        ends = await asyncio.gather(play(ann, table, at_random(1)), play(bob, table, at_random(2)))
        assert ends[0]["result"] == ends[1]["result"]
        await check_log(cluster.database, table)

    in_town(cluster.urls[0], story)


def test_what_one_process_answered_another_knows_at_once(cluster: Cluster) -> None:
    async def story(town: Town) -> None:
        ann = await town.guest("Ann")
        elsewhere = town.passer_by(cluster.urls[1], ann.token)
        table = await table_of([ann], {"edition": "classic", "rounds": 1}, ["explorer"])
        for _ in range(20):
            seen = await look(ann, table)
            assert (await look(elsewhere, table))["seq"] >= seen["seq"]
            if "move" not in seen["you"]["can"]:
                continue
            wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
            moved = (await ann.call("POST", f"/api/tables/{table}/moves", wish))["table"]
            assert (await look(elsewhere, table))["seq"] >= moved["seq"]

    in_town(cluster.urls[0], story)


def test_bots_at_full_speed_let_people_in_whichever_process_they_ask(cluster: Cluster) -> None:
    """Bots play both seats without a pause, so that every number of the log is fought for."""

    async def story(town: Town) -> None:
        ann = await town.guest("Ann")
        answers = []
        for url in cluster.urls * 2:
            table = await table_of([ann], {"edition": "long", "rounds": 1}, ["random"])
            device = town.passer_by(url, ann.token)
            await ann.call("POST", f"/api/tables/{table}/bot", {"seat": 0, "bot": "random"})
            answers.append(await device.request("POST", f"/api/tables/{table}/return"))
        codes = [answer.json.get("code") for answer in answers]
        assert set(codes) <= {None, "table-finished"}
        assert None in codes

    in_town(cluster.urls[0], story)


def test_killed_again_and_again_everybody_plays_on(database: str, new_process: NewProcess) -> None:
    """Two processes take turns in dying at random moments; people and bots finish, and nothing is missing."""
    servers = [new_process(replace(QUICK, database=database)) for _ in range(2)]
    kills = 6

    async def story(town: Town) -> None:
        rng = random.Random(5)
        games = []
        for i in range(6):
            people = [await town.guest(f"P{k}", servers[(i + k) % 2].url) for k in range(2)]
            variant = {"edition": "classic", "rounds": 3} if i % 2 else {"edition": "rivals", "players": 3}
            bots = [] if i % 2 else ["explorer"]
            games.append((people, await table_of(people, variant, bots)))
        playing = [
            asyncio.create_task(play(person, table, at_random(rng.randrange(1 << 30))))
            for people, table in games
            for person in people
        ]
        for i in range(kills):
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            server = servers[i % 2]
            server.kill()
            await asyncio.to_thread(server.start)
        ends = await asyncio.gather(*playing)
        assert {end["status"] for end in ends} == {"over"}
        for _, table in games:
            await check_log(database, table)

    in_town(servers[0].url, story, within=240)


def test_a_bots_turn_survives_the_process_that_was_thinking(database: str, new_process: NewProcess) -> None:
    slow = new_process(replace(QUICK, database=database, bot_pause=60))

    async def start(town: Town) -> tuple[str, str, int]:
        ann = await town.guest("Ann")
        wish = {
            "variant": {"edition": "classic", "rounds": 1},
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "explorer"}],
            "oldest": 1,
        }
        table = (await ann.call("POST", "/api/tables", wish))["table"]["id"]
        seen = (await ann.call("POST", f"/api/tables/{table}/join", {}))["table"]
        assert seen["game"]["mover"] == 1
        return table, str(ann.token), seen["seq"]

    told: list[tuple[str, str, int]] = []

    async def before(town: Town) -> None:
        told.append(await start(town))

    in_town(slow.url, before)
    slow.kill()
    table, token, seq = told[0]
    quick = new_process(replace(QUICK, database=database))

    async def after(town: Town) -> None:
        ann = town.passer_by(token=token)
        async with aclosing(ann.follow(table, after=seq)) as updates:
            async for update in updates:
                if "move" in update["table"]["you"]["can"]:
                    return

    in_town(quick.url, after)


def test_a_stop_is_orderly_and_a_start_goes_on(database: str, new_process: NewProcess) -> None:
    server: Process = new_process(replace(QUICK, database=database))
    told: list[tuple[str, str, Any]] = []

    async def before(town: Town) -> None:
        ann = await town.guest()
        table = await table_of([ann], {"edition": "long", "rounds": 1}, ["explorer"])
        await asyncio.sleep(0.3)
        told.append((table, str(ann.token), await look(ann, table)))

    in_town(server.url, before)
    server.stop()
    assert '"error"' not in server.log.read_text()
    server.start()
    table, token, seen = told[0]

    async def after(town: Town) -> None:
        ann = town.passer_by(token=token)
        now = await look(ann, table)
        assert now["seq"] >= seen["seq"]
        assert now["fair"]["commitment"] == seen["fair"]["commitment"]
        end = await play(ann, table, at_random(1))
        assert end["status"] == "over"
        await check_log(database, table)

    in_town(server.url, after)
