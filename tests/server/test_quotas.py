"""What may be made and stored: for each guest and each address, over all processes of a database."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from lostcities.client import Client
from lostcities.server.settings import Settings
from lostcities.server.store import Database
from lostcities.server.store.quotas import DAY, HOUR, Quota, Quotas
from server.conftest import NewDatabase
from server.people import Town, in_town, play_out
from server.raw import PATIENCE
from server.running import QUICK, serving
from server.test_store import with_database

OPEN: dict[str, Any] = {
    "variant": {"edition": "classic", "rounds": 1},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}
NOW = 1_000 * DAY + 5


def from_address(client: Client, address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


async def codes(client: Client, path: str, body: Any, times: int, address: str = "192.0.2.1") -> list[str]:
    """What is said to somebody who asks several times."""
    answers = [await client.request("POST", path, body, from_address(client, address)) for _ in range(times)]
    assert all("retry-after" in answer.headers for answer in answers if answer.status == 429)
    return ["ok" if answer.status < 300 else str(answer.json["code"]) for answer in answers]


def two_processes(stack: ExitStack, settings: Settings) -> list[str]:
    return [stack.enter_context(serving(settings)) for _ in range(2)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_guests_tables_and_links_are_counted_over_all_processes(kind: str, new_database: NewDatabase) -> None:
    settings = replace(
        QUICK,
        database=new_database(kind),
        guests_per_hour=3,
        tables_per_hour=2,
        address_tables_per_day=3,
        links_per_hour=2,
    )

    async def story(town: Town) -> None:
        one, other = town.passer_by(), town.passer_by(urls[1])
        guest = {"nickname": "Ada", "bearer": True}
        household = "2001:db8:0:1::"
        assert await codes(one, "/api/guests", guest, 2, f"{household}1") == ["ok", "ok"]
        assert await codes(other, "/api/guests", guest, 2, f"{household}2") == ["ok", "guests-quota"]
        assert await codes(one, "/api/guests", guest, 1, f"{household}3") == ["guests-quota"]
        assert await codes(one, "/api/guests", guest, 1, "2001:db8:0:2::1") == ["ok"]
        ann, bob = await town.guests(2)
        ann_elsewhere = town.passer_by(urls[1], ann.token)
        assert await codes(ann, "/api/tables", OPEN, 1) == ["ok"]
        assert await codes(ann_elsewhere, "/api/tables", OPEN, 2) == ["ok", "tables-quota"]
        assert await codes(bob, "/api/tables", OPEN, 2) == ["ok", "tables-quota"]  # of the address
        assert await codes(bob, "/api/tables", OPEN, 1, "192.0.2.2") == ["ok"]
        update = await ann.call("GET", "/api/me/tables")
        path = f"/api/tables/{update['tables'][0]['id']}"
        await ann.call("POST", f"{path}/join", {})
        assert await codes(ann, f"{path}/links", {}, 1) == ["ok"]
        assert await codes(ann_elsewhere, f"{path}/links", {}, 2) == ["ok", "links-quota"]

    with ExitStack() as stack:
        urls = two_processes(stack, settings)
        in_town(urls[0], story)


def test_unfinished_tables_are_counted_for_a_guest_and_an_address(new_database: NewDatabase) -> None:
    settings = replace(
        QUICK,
        database=new_database("sqlite"),
        tables_per_guest=2,
        tables_per_address=3,
        listed_per_guest=1,
    )

    async def story(town: Town) -> None:
        ann, bob, eve = await town.guests(3)
        listed = OPEN | {"listed": True}
        assert await codes(ann, "/api/tables", listed, 2) == ["ok", "too-many-listed"]
        assert await codes(ann, "/api/tables", OPEN, 2) == ["ok", "too-many-tables"]
        assert await codes(bob, "/api/tables", listed, 1) == ["ok"]
        assert await codes(eve, "/api/tables", OPEN, 1) == ["too-many-tables-here"]
        assert await codes(eve, "/api/tables", OPEN, 1, "192.0.2.2") == ["ok"]
        mine = (await ann.call("GET", "/api/me/tables"))["tables"]
        for person in (ann, bob):
            await person.call("POST", f"/api/tables/{mine[0]['id']}/join", {})
        await play_out([ann, bob], mine[0]["id"])
        assert await codes(ann, "/api/tables", OPEN, 1) == ["ok"]  # one is finished now

    with serving(settings) as url:
        in_town(url, story)


def test_a_rematch_counts_as_a_table(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        assert await codes(people[0], "/api/tables", OPEN, 1) == ["ok"]
        table = (await people[0].call("GET", "/api/me/tables"))["tables"][0]["id"]
        for person in people:
            await person.call("POST", f"/api/tables/{table}/join", {})
        await play_out(people, table)
        assert await codes(people[0], f"/api/tables/{table}/rematch", None, 1) == ["tables-quota"]
        assert await codes(people[1], f"/api/tables/{table}/rematch", None, 1) == ["ok"]

    with serving(replace(QUICK, database=new_database("sqlite"), tables_per_hour=1)) as url:
        in_town(url, story)


def test_no_address_is_stored(new_database: NewDatabase) -> None:
    database = new_database("sqlite")

    async def story(town: Town) -> None:
        person = town.passer_by()
        assert await codes(person, "/api/guests", {"nickname": "Ada"}, 1, "198.51.100.77") == ["ok"]
        ann = await town.guest()
        assert await codes(ann, "/api/tables", OPEN, 1, "198.51.100.77") == ["ok"]

    with serving(replace(QUICK, database=database, guests_per_hour=5)) as url:
        in_town(url, story)
    dump = "\n".join(sqlite3.connect(database.removeprefix("sqlite:///")).iterdump())
    assert 'INSERT INTO "counts"' in dump
    assert "198.51.100" not in dump


def test_an_hour_and_a_day_later_there_is_more(database: str) -> None:
    quotas = [Quota("x", "ann", HOUR, 2), Quota("x", "ann", DAY, 3)]

    async def story(store: Database) -> None:
        counts = Quotas(store)
        assert [await counts.take(quotas, NOW) for _ in range(2)] == [None, None]
        used_up = await counts.take(quotas, NOW)
        assert used_up is not None
        assert used_up == (quotas[0], HOUR - 5)
        assert await Quotas(store).take([Quota("x", "bob", HOUR, 2)], NOW) is None
        assert await counts.take(quotas, NOW + HOUR) is None
        used_up = await counts.take(quotas, NOW + HOUR)
        assert used_up is not None
        assert used_up.quota == quotas[1]
        assert await counts.take(quotas, NOW + DAY) is None

    with_database(database, story)


def test_of_many_at_once_no_more_than_allowed_get_through(database: str) -> None:
    import asyncio

    async def story(store: Database) -> None:
        other = Database(database)
        counts = [Quotas(store), Quotas(other)]
        results = await asyncio.gather(
            *(counts[i % 2].take([Quota("x", "ann", HOUR, 7)], NOW) for i in range(40))
        )
        assert results.count(None) == 7
        await other.close()

    with_database(database, story)


def test_a_list_goes_on_where_it_stopped(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        made = []
        for _ in range(45):
            update = await host.call("POST", "/api/tables", OPEN | {"listed": True})
            made.append(update["table"]["id"])
        for path in ("/api/tables", "/api/me/tables"):
            found: list[str] = []
            after = ""
            for _ in range(int(PATIENCE)):
                answer = await host.call("GET", f"{path}{after}")
                assert len(answer["tables"]) <= 20
                found += [table["id"] for table in answer["tables"]]
                if answer["next"] is None:
                    break
                after = f"?after={answer['next']}"
            assert [table for table in found if table in made] == made[::-1]
            assert len(found) == len(set(found))
        for cursor in ("x", "2.1.a", "0.1.a.b", "0.-1.a", "0.1", "1.9999999999999999.a", "0.1.%00"):
            answer = await host.request("GET", f"/api/tables?after={cursor}")
            assert (answer.status, answer.json["code"]) == (422, "cursor"), cursor

    in_town(server, story)


def test_so_many_writes_a_day(new_database: NewDatabase) -> None:
    """Whoever sits down and gets up without end adds to a log each time."""
    settings = replace(
        QUICK,
        database=new_database("sqlite"),
        writes_per_day=10,
        address_writes_per_day=15,
        proxies="127.0.0.1",
    )

    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        assert await codes(ann, "/api/tables", OPEN, 1) == ["ok"]
        path = f"/api/tables/{(await ann.call('GET', '/api/me/tables'))['tables'][0]['id']}"
        said = []
        for _ in range(6):
            said += await codes(ann, f"{path}/join", {}, 1) + await codes(ann, f"{path}/leave", None, 1)
        assert said == ["ok"] * 9 + ["too-fast"] * 3
        assert await codes(bob, f"{path}/join", {}, 3) == ["ok", "ok", "too-fast"]  # of the address
        assert await codes(bob, f"{path}/join", {}, 1, "192.0.2.2") == ["ok"]
        assert (await ann.request("GET", path)).status == 200

    with serving(settings) as url:
        in_town(url, story)
