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
from lostcities.server.store import Database, Entry, Guests, Links, Logs, Note
from lostcities.server.store.database import DatabaseError
from lostcities.server.store.guests import FORGET_SECONDS
from lostcities.server.store.schema import FORM, events, metadata
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.decisions import Link
from lostcities.server.table.events import LANGUAGE, Newer
from lostcities.server.table.state import REMEMBERED, Status
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
        (kept,) = (await logs[0].read("t")).log
        assert kept.at == won.index(True)
        await second.close()

    with_database(database, story)


def test_events_are_read_in_order_and_from_a_place(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        heads = [first_head("t")]
        for seq in range(1, 6):
            heads.append(next_head(heads[-1], seq, 100 + seq, EVENT))
            assert await logs.append(Entry("t", seq, 100 + seq, EVENT, chain=heads[-1]))
            assert await logs.append(Entry("other", seq, 0, EVENT))
        found = (await logs.read("t", 2, heads[2])).log
        assert [(logged.seq, logged.at) for logged in found] == [(3, 103), (4, 104), (5, 105)]
        assert (await logs.read("nobody")).log == []

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
        assert [logged.seq for logged in (await logs.read("t")).log] == [1, 2, 3, 4, 5, 6]

    with_database(database, story)


def test_tables_are_found_by_what_was_noted(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        await logs.append(opening("a"))
        await logs.append(opening("b", created_at=2))
        await logs.append(opening("c", listed=False))

        async def listed() -> list[str]:
            return [place.table_id for place in await logs.listed(10)]

        assert await listed() == ["b", "a"]
        assert (await logs.unfinished("h", "x"))[:2] == (3, 2)
        await logs.note(Note("b", Status.OVER, 0))
        assert await listed() == ["a"]
        assert (await logs.unfinished("h", "x"))[:2] == (2, 1)
        mine = [place.table_id for place in await logs.of_guest("h", 10)]
        assert sorted(mine[:2]) == ["a", "c"]
        assert mine[2] == "b"

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


def test_a_token_takes_the_place_of_another_when_it_is_first_used(database: str) -> None:
    async def story(store: Database) -> None:
        guests, elsewhere = Guests(store), Guests(store)
        ada, old = await guests.create("Ada", 7)
        assert await elsewhere.id_of(old) == ada.id
        lost, new = [await guests.new_token(ada.id) for _ in range(2)]
        assert await guests.id_of(lost) is None
        assert await guests.id_of(old) == ada.id
        assert await guests.id_of(new) == ada.id
        assert await guests.id_of(old) is None
        await asyncio.sleep(FORGET_SECONDS)  # however long it takes: by then they look again
        assert await elsewhere.id_of(old) is None
        assert await elsewhere.id_of(new) == ada.id

    with_database(database, story)


def test_who_is_known_stays_so_while_the_database_can_not_say(database: str) -> None:
    async def story(store: Database) -> None:
        guests = Guests(store)
        ada, token = await guests.create("Ada", 7)
        assert await guests.id_of(token) == ada.id
        await store.write(lambda connection: connection.exec_driver_sql("DROP TABLE replaced_tokens"))
        await asyncio.sleep(FORGET_SECONDS)
        assert await guests.id_of(token) == ada.id

    with_database(database, story)


def test_a_link_works_once_and_not_too_late(database: str) -> None:
    async def story(store: Database) -> None:
        links, link = Links(store), Link(1, "ada", 7)
        code, late, ended = [await links.create("t", link, 100) for _ in range(3)]
        assert await links.find(code, 99) == ("t", link)
        assert await links.use(code, 99)
        assert await links.find(code, 99) is None
        assert not await links.use(code, 99)
        assert await links.find(late, 100) is None
        assert not await links.use(late, 100)
        await links.end_all_of("ada")
        assert await links.find(ended, 99) is None

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


def newer(least: int) -> Callable[[sa.Connection], None]:
    """Make a database one of a version to come, which says what a process must know to work on it."""

    def work(connection: sa.Connection) -> None:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql(f"UPDATE forms SET form = {FORM + 1}, least = {least}")
        connection.exec_driver_sql("ALTER TABLE events ADD COLUMN weather VARCHAR(9)")

    return work


def test_a_newer_database_that_this_version_can_not_work_with_is_left_alone(database: str) -> None:
    async def story(store: Database) -> None:
        await store.write(newer(FORM + 1))
        for refused in (store.check, store.migrate):
            with pytest.raises(DatabaseError, match="made by a newer version"):
                await refused()

    with_database(database, story)


def test_a_newer_database_that_says_so_is_worked_on(database: str) -> None:
    async def story(store: Database) -> None:
        await store.write(newer(FORM))
        await store.check()
        await store.migrate()
        logs = Logs(store)
        assert await logs.append(opening("a"))
        assert len((await logs.read("a")).log) == 1
        rows = await store.read(sa.text("SELECT version_num FROM alembic_version"))
        assert rows[0][0] == "9999"

    with_database(database, story)


def test_each_row_names_the_language_it_was_written_in(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        await logs.append(Entry("t", 1, 1, EVENT))
        assert [row.language for row in await store.read(sa.select(events.c.language))] == [LANGUAGE]
        await store.write(
            lambda connection: connection.execute(events.update().values(language=LANGUAGE + 1))
        )
        with pytest.raises(Newer):
            await logs.read("t")

    with_database(database, story)


def test_of_snapshots_the_latest_is_kept(database: str) -> None:
    async def story(store: Database) -> None:
        logs = Logs(store)
        for seq in (1, 2, 3):
            await logs.append(Entry("t", seq, 1, EVENT))
        assert (await logs.stored("t")).snapshot is None
        for seq, text in ((5, "five"), (9, "nine"), (7, "seven")):
            await logs.keep("t", seq, text)
        stored = await logs.stored("t")
        assert stored.snapshot == "nine"
        assert [row.seq for row in stored.rows] == [1, 2, 3]
        await logs.keep("t", 4 + REMEMBERED, "later")
        assert [row.seq for row in (await logs.stored("t")).rows] == [1]
        assert [row.seq for row in (await logs.stored("t", with_snapshot=False)).rows] == [1, 2, 3]

    with_database(database, story)
