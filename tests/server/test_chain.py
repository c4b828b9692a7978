"""The chain of a log: what is changed in the database is noticed, and the head can be kept."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from lostcities import signature
from lostcities.client import Refused, play
from lostcities.record import MatchRecord
from lostcities.server.store import Database, Logs
from lostcities.server.store.schema import events
from lostcities.server.table.chain import first_head, next_head
from server.conftest import NewDatabase
from server.people import Town, at_random, in_town, look, table_of
from server.running import QUICK, serving
from server.test_keys import in_database, old_log, read, rows_of

ROUND = {"edition": "classic", "rounds": 1}


def change(url: str, statement: sa.Executable) -> None:
    async def work(database: Database) -> None:
        await database.write(lambda connection: connection.execute(statement))

    in_database(url, work)


def test_a_head_follows_from_all_that_came_before() -> None:
    head = next_head(first_head("t"), 1, 5, "{}")
    assert head == next_head(first_head("t"), 1, 5, "{}")
    others = [
        next_head(first_head("u"), 1, 5, "{}"),
        next_head(first_head("t"), 2, 5, "{}"),
        next_head(first_head("t"), 1, 6, "{}"),
        next_head(first_head("t"), 1, 5, "{ }"),
    ]
    assert len({head, *others}) == 5


@pytest.fixture(scope="module")
def finished(new_database: NewDatabase) -> tuple[str, str]:
    """A database with a table that was played to its end."""
    url = new_database("sqlite")
    tables: list[str] = []

    async def story(town: Town) -> None:
        people = await town.guests(2)
        tables.append(await table_of(people, ROUND))
        await asyncio.gather(*(play(p, tables[0], at_random(i)) for i, p in enumerate(people)))

    with serving(replace(QUICK, database=url)) as address:
        in_town(address, story)
    return url, tables[0]


def test_any_change_of_a_row_is_found_where_it_was_made(finished: tuple[str, str]) -> None:
    url, table = finished
    log, changed_at = read(url, table)
    assert changed_at is None
    rows = rows_of(url, table)
    rng = random.Random(3)
    for row in rng.sample(rows, 12):
        place = (events.c.table_id == table) & (events.c.seq == row.seq)
        other = row.event.replace("0", "1", 1) if "0" in row.event else row.event.replace('"', "'", 1)
        for values in ({"event": other}, {"at": row.at + 1}, {"chain": "0" * 64}):
            change(url, events.update().where(place).values(values))
            found, where = read(url, table)
            assert (where, len(found)) == (row.seq, row.seq - 1)
            assert in_database(url, lambda database: Logs(database).changed()) == {table: row.seq}
            back = {"event": row.event, "at": row.at, "chain": row.chain}
            change(url, events.update().where(place).values(back))
        if row.seq < len(rows):
            change(url, events.delete().where(place))
            assert read(url, table)[1] == row.seq + 1
            change(url, events.insert().values(row._mapping))
    assert read(url, table) == (log, None)
    assert in_database(url, lambda database: Logs(database).changed()) == {}


def test_a_table_whose_log_was_changed_stands_still_and_its_people_and_the_operator_are_told(
    new_database: NewDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    url = new_database("sqlite")
    told: dict[str, Any] = {}

    async def before(town: Town) -> None:
        people = await town.guests(2)
        told["tokens"] = [person.token for person in people]
        told["tables"] = [await table_of(people, ROUND) for _ in range(3)]
        for table in told["tables"][:2]:
            seen = await look(people[0], table)
            mover = people[seen["game"]["mover"]]
            move = (await look(mover, table))["game"]["legal_moves"][0]
            await mover.call("POST", f"/api/tables/{table}/moves", {"seq": seen["seq"], "move": move})

    async def after(town: Town) -> None:
        ann = town.passer_by(token=told["tokens"][0])
        first, second, third = told["tables"]
        seen = await look(ann, first)
        assert (seen["status"], seen["trouble"]) == ("closed", "log-changed")
        assert seen["fair"]["secret"] is None
        assert (await look(ann, first))["trouble"] == "log-changed"
        with pytest.raises(Refused) as refused:
            await ann.call("POST", f"/api/tables/{first}/moves", {"seq": seen["seq"], "move": "@"})
        assert (refused.value.status, refused.value.code) == (409, "log-changed")
        with pytest.raises(Refused) as refused:
            await look(ann, second)
        assert (refused.value.status, refused.value.code) == (409, "log-changed")
        assert (await look(ann, third))["status"] == "playing"
        mine = {table["id"] for table in (await ann.call("GET", "/api/me/tables"))["tables"]}
        assert mine == {first, third}

    with serving(replace(QUICK, database=url)) as address:
        in_town(address, before)
    for table, seq in ((told["tables"][0], rows_of(url, told["tables"][0])[-1].seq), (told["tables"][1], 1)):
        place = (events.c.table_id == table) & (events.c.seq == seq)
        change(url, events.update().where(place).values(at=7))
    with serving(replace(QUICK, database=url)) as address:
        in_town(address, after)
    assert [r for r in caplog.records if r.message == "a log was changed in the database"]


def test_an_old_log_is_chained_from_its_first_new_event_on(database: str) -> None:
    old_log(database, "t", "playing")
    settings = replace(QUICK, database=database)

    async def story(town: Town) -> None:
        ann = town.passer_by()
        seen = await look(ann, "t")
        assert seen["status"] == "playing"
        assert seen["fair"]["seals"] != []
        with pytest.raises(Refused) as refused:
            await ann.call("GET", "/api/tables/t/head")
        assert refused.value.code == "no-head"

    with serving(settings) as address:
        in_town(address, story)
    log, changed_at = read(database, "t")
    assert changed_at is None
    assert all(row.chain is None for row in rows_of(database, "t"))
    text = '{"kind":"closed"}'
    row = {"table_id": "t", "seq": 4, "at": 9, "event": text}
    head = next_head(log[-1].head, 4, 9, text)
    change(database, events.insert().values(row | {"chain": head}))
    assert read(database, "t")[1] is None
    first = (events.c.table_id == "t") & (events.c.seq == 2)
    change(database, events.update().where(first).values(at=8))
    assert read(database, "t")[1] == 4


def test_a_head_can_be_kept_and_asked_for_again(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        watcher = town.passer_by()
        key = await watcher.call("GET", "/api/key")
        assert key["fingerprint"] == signature.fingerprint(key["key"])
        table = await table_of(people, ROUND)
        kept = await watcher.call("GET", f"/api/tables/{table}/head")
        message = f"lostcities head\n{table}\n{kept['seq']}\n{kept['head']}".encode()
        assert signature.fits(key["key"], kept["signature"], message)
        assert not signature.fits(key["key"], kept["signature"], message + b"1")
        await asyncio.gather(*(play(p, table, at_random(i)) for i, p in enumerate(people)))
        last = await watcher.call("GET", f"/api/tables/{table}/head")
        assert last["seq"] > kept["seq"]
        assert last["head"] != kept["head"]
        again = await watcher.call("GET", f"/api/tables/{table}/head?seq={kept['seq']}")
        assert again == kept
        with pytest.raises(Refused) as refused:
            await watcher.call("GET", f"/api/tables/{table}/head?seq={last['seq'] + 1}")
        assert (refused.value.status, refused.value.code) == (404, "no-head")
        text = (await watcher.request("GET", f"/api/tables/{table}/record")).body.decode()
        record = MatchRecord.parse(text)
        assert record.key == key["key"]
        places = [await watcher.call("GET", f"/api/tables/{table}/head?seq={last['seq'] - 1}")]
        assert record.head in {place["head"] for place in places}
        await people[0].call("POST", f"/api/tables/{table}/rematch")
        assert (await watcher.request("GET", f"/api/tables/{table}/record")).body.decode() == text

    in_town(server, story)


def test_the_server_says_of_a_record_whether_it_has_signed_it(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        await asyncio.gather(*(play(p, table, at_random(i)) for i, p in enumerate(people)))
        text = (await people[0].request("GET", f"/api/tables/{table}/record")).body.decode()

        async def signature_of(text: str) -> tuple[str, str]:
            found = await people[0].call("POST", "/api/replays", {"record": text})
            (check,) = (check for check in found["checks"] if check["about"] == "signature")
            return check["status"], check["detail"]

        assert (await signature_of(text))[0] == "passed"
        assert (await signature_of(text.replace("Guest 0", "Guest 9")))[0] == "failed"
        unsigned = "\n".join(line for line in text.split("\n") if line[:4] not in ("[Key", "[Sig", "[Dig"))
        assert (await signature_of(unsigned))[0] == "unproven"

    in_town(server, story)
