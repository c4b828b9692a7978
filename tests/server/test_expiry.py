"""What nobody needs any more is deleted, and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from lostcities.client import Refused
from lostcities.server.background.expiry import DAY, Expiry
from lostcities.server.keys import Keys
from lostcities.server.live.clock import Clock
from lostcities.server.live.hub import Hub
from lostcities.server.live.tables import Tables
from lostcities.server.serve import migrate
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Entry, Guests, Leftovers, Logs, migrations
from lostcities.server.store.schema import address_keys, counts, events, guests, links, players, tables
from lostcities.server.table.state import Status
from server.conftest import NewDatabase
from server.people import Town, in_town, look, play_out, table_of
from server.raw import PATIENCE
from server.running import QUICK, serving
from server.test_store import EVENT, opening, with_database

KEEPING = Settings(link_days=1, closed_days=30, finished_days=366, guest_days=90, expiry_seconds=1)


def expiry(database: Database, settings: Settings, now: int) -> Expiry:
    class At(Clock):
        def now(self) -> int:
            return now

    tables = Tables(Logs(database), Hub(), At(database), settings, Keys(bytes(32)))
    return Expiry(tables, Leftovers(database), settings)


async def rows(database: Database, table: sa.Table, column: str) -> list[Any]:
    return sorted({row[0] for row in await database.read(sa.select(table.c[column]))})


def test_each_thing_goes_when_its_days_are_over(database: str) -> None:
    now = 1000 * DAY

    async def story(store: Database) -> None:
        logs = Logs(store)
        for name, status, days in (
            ("over-new", "over", 365),
            ("over-old", "over", 367),
            ("closed-new", "closed", 29),
            ("closed-old", "closed", 31),
            ("waiting", "waiting", 900),
            ("playing", "playing", 900),
        ):
            at = now - days * DAY
            entry = opening(name, status=status, address="hash", created_at=at)
            await logs.append(replace(entry, at=at, guests=(f"guest of {name}",)))
            await logs.append(Entry(name, 2, at, EVENT))
        people = Guests(store)
        seen = {"new": 89, "old": 91, "guest of over-new": 365, "guest of over-old": 367, "waits": 900}

        def plant(connection: sa.Connection) -> None:
            for name, days in seen.items():
                at = now - days * DAY
                new = {"id": name, "token_hash": name, "nickname": name, "created_at": at, "seen_at": at}
                connection.execute(guests.insert().values(new))
            connection.execute(guests.update().where(guests.c.id == "waits").values(seen_at=None))
            for name, days in (("fresh", 0), ("stale", 2)):
                connection.execute(
                    links.insert().values(
                        code_hash=name, table_id="waiting", seat=0, expires_at=now - days * DAY, used=False
                    )
                )
            for days in (-1, 0, 1):
                connection.execute(counts.insert().values(name="n", ends_at=now - days * DAY, count=1))
                connection.execute(
                    address_keys.insert().values(name=f"{days}", key="k", ends_at=now - days * DAY)
                )

        await store.write(plant)
        await asyncio.gather(*(expiry(store, KEEPING, now).clear() for _ in range(3)))
        kept = ["closed-new", "over-new", "playing", "waiting"]
        assert await rows(store, tables, "id") == kept
        assert await rows(store, events, "table_id") == kept
        assert await rows(store, players, "table_id") == kept
        assert await rows(store, guests, "id") == ["guest of over-new", "new", "waits"]
        assert await rows(store, links, "code_hash") == ["fresh"]
        assert await rows(store, counts, "ends_at") == [now + DAY]
        assert await rows(store, address_keys, "name") == ["-1"]
        marked = await store.read(sa.select(tables.c.id).where(tables.c.address.is_not(None)))
        assert sorted(row.id for row in marked) == ["playing", "waiting"]
        assert (await people.get("new")).nickname == "new"

    with_database(database, story)


def test_where_days_are_0_everything_is_kept(database: str) -> None:
    keeping = replace(KEEPING, link_days=0, closed_days=0, finished_days=0, guest_days=0)

    async def story(store: Database) -> None:
        await Logs(store).append(opening("old", status="over"))
        await Guests(store).create("Ada", 1)
        await expiry(store, keeping, 5000 * DAY).clear()
        assert await rows(store, tables, "id") == ["old"]
        assert len(await rows(store, guests, "id")) == 1

    with_database(database, story)


def test_many_tables_go_in_small_steps(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        for i in range(35):
            await logs.append(opening(f"table-{i}", status="over"))
        steps = []
        leftovers = Leftovers(store)
        await leftovers.mark_ended(10)
        while gone := await leftovers.delete_tables(Status.OVER, 100):
            steps.append(len(gone))
        assert steps == [10, 10, 10, 5]

    with_database(database, story)


def test_who_comes_back_is_known_and_who_was_deleted_is_not(database: str) -> None:
    async def story(store: Database) -> None:
        here = Guests(store)
        ada, token = await here.create("Ada", 5)
        bob, other = await here.create("Bob", 5)

        def long_ago(connection: sa.Connection) -> None:
            connection.execute(guests.update().values(seen_at=1))

        await store.write(long_ago)
        now = time.time_ns() // 1_000_000
        assert await Guests(store).id_of(token) == ada.id
        await expiry(store, KEEPING, now).clear()
        assert await Guests(store).id_of(token) == ada.id
        assert await Guests(store).id_of(other) is None
        assert bob.nickname == "Bob"

    with_database(database, story)


def test_guests_from_before_the_upgrade_count_as_seen_on_its_day(new_database: NewDatabase) -> None:
    """Else those who have been here for long would be gone at once."""
    url = new_database("sqlite")
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        ada = "INSERT INTO guests (id, token_hash, nickname, created_at) VALUES ('ada', 'hash', 'Ada', 5)"
        connection.execute(sa.text(ada))
    engine.dispose()
    migrate(replace(QUICK, database=url))

    async def story(store: Database) -> None:
        await expiry(store, KEEPING, time.time_ns() // 1_000_000).clear()
        assert await rows(store, guests, "id") == ["ada"]

    with_database(url, story)


@contextmanager
def impatient(url: str) -> Iterator[str]:
    """A server that keeps finished tables for a moment."""
    settings = replace(QUICK, database=url, expiry_seconds=0.2, finished_days=0.00001)
    with serving(settings) as address:
        yield address


def test_a_server_deletes_by_itself_while_people_play(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        done = await table_of(people, {"edition": "classic", "rounds": 1})
        going_on = await table_of(people, {"edition": "classic", "rounds": 1})
        await play_out(people, done)
        end = time.monotonic() + PATIENCE
        while (await people[0].request("GET", f"/api/tables/{done}")).status != 404:
            assert time.monotonic() < end
            await asyncio.sleep(0.1)
        for path in ("/record", "/stream"):
            assert (await people[0].request("GET", f"/api/tables/{done}{path}")).status == 404
        with pytest.raises(Refused) as refused:
            await people[0].call("POST", f"/api/tables/{done}/rematch")
        assert refused.value.code == "no-table"
        assert (await look(people[0], going_on))["status"] == "playing"
        mine = (await people[0].call("GET", "/api/me/tables"))["tables"]
        assert [table["id"] for table in mine] == [going_on]
        assert (await people[0].call("GET", "/api/me"))["nickname"] == "Guest 0"

    with impatient(new_database("sqlite")) as url:
        in_town(url, story)
