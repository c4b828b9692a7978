"""Beside a newer version: what it writes is left alone, and everything else goes on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lostcities.client import Client
from lostcities.server.store import Database
from lostcities.server.store.schema import FORM
from lostcities.server.table.events import LANGUAGE, Newer, read_event
from server.conftest import NewProcess
from server.people import Town, at_random, in_town, look, play_out, table_of
from server.running import QUICK, Process
from server.test_store import newer

NEWER_TABLES = 25
"""More than the sweeper looks after at once."""
CLASSIC = {"edition": "classic", "rounds": 1}


@pytest.mark.parametrize(
    "text",
    [
        '{"kind":"rained"}',
        '{"kind":"closed","weather":"rain"}',
        '{"kind":"closed","why":"rain"}',
        '{"kind":"created","variant":"classic","host":"h","seats":[],"secret":"ab","clock":{"kind":"moons"}}',
    ],
)
def test_a_kind_a_field_or_a_word_that_is_not_known_is_of_a_newer_version(text: str) -> None:
    with pytest.raises(Newer):
        read_event(text)


def test_what_is_written_in_a_newer_language_is_not_read_even_if_it_could_be() -> None:
    text = '{"kind":"closed"}'
    for language in range(1, LANGUAGE + 1):
        read_event(text, language)
    with pytest.raises(Newer):
        read_event(text, LANGUAGE + 1)


def test_what_is_no_event_of_any_version_is_not_called_newer() -> None:
    for text in ("", "{", '{"kind":"moved"}', '{"kind":"moved","seat":"x","move":1}'):
        with pytest.raises(ValueError, match="validation error"):
            read_event(text)


async def until(condition: Any) -> None:
    async with asyncio.timeout(60):
        while not await condition():
            await asyncio.sleep(0.05)


async def whole_stream(client: Client, table: str) -> bytes:
    """All that a stream says until the server ends it."""
    reader, writer = await client._connect()
    try:
        writer.write(client._head("GET", f"/api/tables/{table}/stream", b"", None))
        await client._read_head(reader)
        return b"".join([chunk async for chunk in client._chunks(reader)])
    finally:
        writer.close()


def test_a_table_that_a_newer_version_has_written_to_is_left_alone(
    database: str, new_process: NewProcess, tmp_path: Path
) -> None:
    settings = replace(QUICK, database=database, next_round_after=2)
    old = new_process(settings)
    young = Process(settings, tmp_path / "young.log", ("-m", "server.newer"))

    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        ann_there, bob_there = (town.passer_by(young.url, person.token) for person in (ann, bob))
        table = await table_of([ann, bob], CLASSIC)
        other = await table_of([ann, bob], CLASSIC)
        between = await table_of([ann], {"edition": "classic", "rounds": 2}, ["explorer"])
        streaming = asyncio.create_task(whole_stream(bob, table))
        await look(bob, table)

        await ann_there.call("POST", f"/api/tables/{table}/leave")
        assert (await look(bob_there, table))["status"] == "playing"
        said = await asyncio.wait_for(streaming, 60)
        assert said.rstrip().endswith(b'event: goodbye\ndata: {"code":"newer"}')

        seq = (await look(ann_there, table))["seq"]
        for person in (ann, bob, town.passer_by()):
            for method, path, body in (
                ("GET", "", None),
                ("GET", "/stream", None),
                ("GET", "/record", None),
                ("GET", "/rounds/1", None),
                ("POST", "/moves", {"seq": seq, "move": "@"}),
                ("POST", "/undo", {"seq": seq}),
                ("POST", "/ready", {}),
                ("POST", "/join", {}),
                ("POST", "/leave", {}),
                ("POST", "/return", {}),
                ("POST", "/bot", {"seat": 0, "bot": "explorer"}),
                ("POST", "/rematch", {}),
                ("POST", "/links", {"seat": 0}),
            ):
                if person.token is None and method == "POST":
                    continue
                answer = await person.request(method, f"/api/tables/{table}{path}", body)
                assert (answer.status, answer.json["code"]) == (503, "newer"), (method, path)
                assert int(answer.headers["retry-after"]) > 0
        french = await bob.request("GET", f"/api/tables/{table}", None, {"Accept-Language": "fr"})
        assert "plus récente" in french.json["detail"]

        # other tables are not touched
        mine = [one["id"] for one in (await ann.call("GET", "/api/me/tables"))["tables"]]
        assert set(mine) == {other, between}
        await play_out([ann, bob], other)
        # nor is this one for those who know more
        seen = await look(ann_there, table)
        mover = (ann_there, bob_there)[seen["game"]["mover"]]
        seen = await look(mover, table)
        wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
        await mover.call("POST", f"/api/tables/{table}/moves", wish)

        # many such tables, at all of which something is due, do not hold up the others
        for _ in range(NEWER_TABLES):
            await table_of([ann_there], CLASSIC, ["explorer"])
        young.kill()
        choose = at_random(3)

        async def round_is_over() -> bool:
            seen = await look(ann, between)
            if "move" in seen["you"]["can"]:
                wish = {"seq": seen["seq"], "move": choose(seen["game"])}
                await ann.request("POST", f"/api/tables/{between}/moves", wish)
            return bool(seen["rounds"])

        await until(round_is_over)

        async def next_round_began() -> bool:
            update = await town.passer_by().call("GET", f"/api/tables/{between}")
            return bool(update["table"]["status"] == "playing")

        await until(next_round_began)

    try:
        in_town(old.url, story)
    finally:
        young.kill()
    lines = [json.loads(line) for line in old.log.read_text().splitlines()]
    assert not [line for line in lines if line["level"] == "error"], lines
    assert len([line for line in lines if "newer version" in line["message"]]) <= 2, lines


def test_beside_a_newer_form_of_the_database_a_process_runs_on_and_starts(
    database: str, new_process: NewProcess
) -> None:
    process = new_process(replace(QUICK, database=database))

    async def play(town: Town) -> None:
        people = await town.guests(2)
        ends = await play_out(people, await table_of(people, CLASSIC))
        assert {end["status"] for end in ends} == {"over"}

    async def upgrade(least: int) -> None:
        store = Database(database)
        try:
            await store.write(newer(least))
        finally:
            await store.close()

    asyncio.run(upgrade(FORM))
    in_town(process.url, play)
    process.stop()
    process.start()
    in_town(process.url, play)
