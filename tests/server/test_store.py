"""The store, the same for each kind of database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from lostcities.server.serve import migrate
from lostcities.server.store import Database, Entry, Guests, Logs, Note
from lostcities.server.store.database import DatabaseError
from lostcities.server.store.schema import metadata
from lostcities.server.table.state import Status
from server.conftest import NewDatabase
from server.running import QUICK

EVENT = '{"kind":"closed"}'


def with_database(url: str, story: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        database = Database(url)
        try:
            await story(database)
        finally:
            await database.close()

    asyncio.run(whole())


def opening(table: str, **facts: object) -> Entry:
    new = {
        "id": table,
        "created_at": 1,
        "host": "h",
        "listed": True,
        "status": "waiting",
        "open_seats": 1,
        "due": 10,
    }
    return Entry(table, 1, 1, EVENT, new=new | facts, guests=("h",))


def test_of_those_who_append_the_same_number_one_wins(database: str) -> None:
    async def story(first: Database) -> None:
        second = Database(database)
        logs = [Logs(first), Logs(second)]
        won = await asyncio.gather(*(logs[i % 2].append(Entry("t", 1, i, EVENT)) for i in range(40)))
        assert sum(won) == 1
        (kept,) = await logs[0].read("t")
        assert kept.at == won.index(True)
        await second.close()

    with_database(database, story)


def test_events_are_read_in_order_and_from_a_place(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        for seq in range(1, 6):
            assert await logs.append(Entry("t", seq, 100 + seq, EVENT))
            assert await logs.append(Entry("other", seq, 0, EVENT))
        assert [(logged.seq, logged.at) for logged in await logs.read("t", 2)] == [
            (3, 103),
            (4, 104),
            (5, 105),
        ]
        assert await logs.read("nobody") == []

    with_database(database, story)


def test_of_several_that_migrate_at_once_none_fails(new_database: NewDatabase) -> None:
    for kind in ("sqlite", "postgresql"):
        url = new_database(kind)

        async def migrate_together(store: Database, url: str = url) -> None:
            others = [Database(url) for _ in range(3)]
            await asyncio.gather(*(one.migrate() for one in (store, *others)))
            for one in others:
                await one.check()
                await one.close()

        with_database(url, migrate_together)


def test_one_bad_write_takes_no_other_with_it(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)

        def broken(connection: sa.Connection) -> None:
            connection.execute(sa.text("SELECT nothing FROM nowhere"))

        results = await asyncio.gather(
            *(logs.append(Entry("t", seq, 0, EVENT)) for seq in range(1, 4)),
            store.write(broken),
            *(logs.append(Entry("t", seq, 0, EVENT)) for seq in range(4, 7)),
            return_exceptions=True,
        )
        assert isinstance(results[3], sa.exc.DBAPIError)
        assert [logged.seq for logged in await logs.read("t")] == [1, 2, 3, 4, 5, 6]

    with_database(database, story)


def test_tables_are_found_by_what_was_noted(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        await logs.append(opening("a"))
        await logs.append(opening("b", created_at=2))
        await logs.append(opening("c", listed=False))
        assert await logs.listed(10) == ["b", "a"]
        assert await logs.unfinished_of_host("h") == 3
        await logs.note(Note("b", Status.OVER, 0))
        assert await logs.listed(10) == ["a"]
        assert await logs.unfinished_of_host("h") == 2
        assert sorted((await logs.of_guest("h", 10))[:2]) == ["a", "c"]
        assert (await logs.of_guest("h", 10))[2] == "b"

    with_database(database, story)


def test_a_table_is_due_until_it_was_looked_after(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        await logs.append(opening("a"))
        await logs.append(opening("b", due=5))
        assert await logs.due(9, 10) == [Note("b", Status.WAITING, 1, 5, 5)]
        assert [note.table_id for note in await logs.due(10, 10)] == ["b", "a"]
        await logs.note(Note("b", Status.WAITING, 1, 5, 50))
        await logs.note(Note("a", Status.WAITING, 1, 9, 50))  # somebody else had set 10 meanwhile
        assert [note.table_id for note in await logs.due(40, 10)] == ["a"]
        await logs.append(Entry("a", 2, 1, EVENT, due=60))
        assert await logs.due(40, 10) == []

    with_database(database, story)


def test_guests_are_known_by_their_token_alone(database: str) -> None:
    async def story(store: Database) -> None:
        guests = Guests(store)
        ada, token = await guests.create("Ada", 7)
        assert await guests.id_of(token) == ada.id
        assert await Guests(store).id_of(token) == ada.id
        assert await guests.id_of(token + "x") is None
        assert await guests.id_of(ada.id) is None
        await guests.rename(ada.id, "Grace")
        assert (await guests.get(ada.id)).nickname == "Grace"

    with_database(database, story)


def test_a_link_works_once_and_not_too_late(database: str) -> None:
    async def story(store: Database) -> None:
        guests = Guests(store)
        code, late = await guests.new_link("t", 1, 100), await guests.new_link("t", 0, 100)
        assert await guests.use_link(code, 99) == ("t", 1)
        assert await guests.use_link(code, 99) is None
        assert await guests.use_link(late, 100) is None

    with_database(database, story)


def test_the_migrations_make_what_the_schema_says(database: str) -> None:
    async def story(store: Database) -> None:
        def differences(connection: sa.Connection) -> list[object]:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            return list(compare_metadata(context, metadata))

        assert await store.write(differences) == []
        await store.check()
        await store.migrate()  # again, and nothing happens

    with_database(database, story)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_of_another_form_is_refused(new_database: NewDatabase, kind: str) -> None:
    url = new_database(kind)

    async def story(store: Database) -> None:
        with pytest.raises(DatabaseError, match="lostcities migrate"):
            await store.check()

    with_database(url, story)
    migrate(replace(QUICK, database=url))
    with_database(url, lambda store: store.check())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_of_a_newer_version_is_left_alone(new_database: NewDatabase, kind: str) -> None:
    url = new_database(kind)
    migrate(replace(QUICK, database=url))

    async def story(store: Database) -> None:
        await store.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        )
        for refused in (store.check, store.migrate):
            with pytest.raises(DatabaseError, match="made by a newer version"):
                await refused()

    with_database(url, story)
