"""What goes on by itself goes on after every break, and nothing that was missed stays missed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from lostcities.client import Client
from lostcities.server.background.backoff import Backoff
from lostcities.server.background.supervisor import Beat, Supervisor
from lostcities.server.serve import migrate
from lostcities.server.store import Database
from server.conftest import NewDatabase
from server.line import Line
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving

BREAKABLE = replace(QUICK, database_seconds=1, ready_seconds=1, heartbeat=600)
"""A stream that is silent for so long isn't helped by its signs of life."""


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await so():
            await asyncio.sleep(0.02)


async def ready(url: str) -> dict[str, str]:
    async with Client(url) as monitor:
        parts: dict[str, str] = (await monitor.request("GET", "/readyz")).json["parts"]
        return parts


async def move(people: list[Client], table: str) -> int:
    """Whoever's turn it is decides something; the number of that event."""
    for person in people:
        seen = await look(person, table)
        if "move" in seen["you"]["can"]:
            wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
            done = await person.call("POST", f"/api/tables/{table}/moves", wish)
            return int(done["table"]["seq"])
    raise AssertionError("nobody is to move")


@asynccontextmanager
async def following(client: Client, table: str) -> AsyncIterator[Callable[[int], Awaitable[None]]]:
    """A stream; what is handed out waits until it has brought an event."""
    async with aclosing(client.follow(table)) as updates:

        async def brings(seq: int) -> None:
            async with asyncio.timeout(60):
                async for update in updates:
                    if update["table"]["seq"] >= seq:
                        return

        await brings(0)
        yield brings


# The supervisor by itself


def supervised(
    work: Callable[[Beat], Awaitable[None]], story: Callable[[Supervisor], Awaitable[None]]
) -> None:
    async def whole() -> None:
        supervisor = Supervisor()
        supervisor.add("work", work, silence=30)
        supervisor.start()
        try:
            async with asyncio.timeout(60):
                await story(supervisor)
        finally:
            await supervisor.stop()

    asyncio.run(whole())


@pytest.mark.parametrize("ends", [ValueError("a secret"), asyncio.CancelledError(), None])
def test_a_task_that_fails_or_ends_begins_again(
    ends: BaseException | None, caplog: pytest.LogCaptureFixture
) -> None:
    begun = 0
    go_on = asyncio.Event()

    async def work(beat: Beat) -> None:
        nonlocal begun
        begun += 1
        if begun <= 3:
            if ends is not None:
                raise ends
            return
        await go_on.wait()
        beat()
        await asyncio.sleep(3600)

    async def story(supervisor: Supervisor) -> None:
        duty = supervisor.duties["work"]
        while begun < 4:
            await asyncio.sleep(0.01)
        assert (duty.state, duty.failures) == ("failing", 3)
        go_on.set()
        while duty.state != "ok":
            await asyncio.sleep(0.01)

    with caplog.at_level(logging.ERROR):
        supervised(work, story)
    said = [record for record in caplog.records if record.message == "a background task failed"]
    assert len(said) == 1, "the same failure is said once a minute"
    assert said[0].__dict__["task"] == "work"


def test_a_task_that_is_silent_is_not_well() -> None:
    async def whole() -> None:
        supervisor = Supervisor()
        supervisor.add("work", lambda beat: asyncio.sleep(3600), silence=0)
        assert supervisor.duties["work"].state == "silent"

    asyncio.run(whole())


def test_each_failure_is_waited_for_longer_and_the_list_is_bounded() -> None:
    backoff = Backoff(1, 100)
    waits = [backoff.failed("a") for _ in range(12)]
    assert all(0.75 * 2**i <= wait <= 2**i for i, wait in enumerate(waits[:6]))
    assert max(waits) <= 100
    backoff.went_well("a")
    assert backoff.failed("a") <= 1
    for i in range(20_000):
        backoff.failed(str(i))
    assert len(backoff._failures) <= 10_000


# Between processes


@pytest.fixture
def line(new_database: NewDatabase) -> Iterator[tuple[str, Line]]:
    """A database, and a line to it that can be broken."""
    database = new_database("postgresql")
    migrate(replace(QUICK, database=database))
    way = Line(database)
    yield database, way
    way.close()


def test_streams_go_on_after_every_break_of_the_line(line: tuple[str, Line]) -> None:
    """One process has the database beside it, the other one a line that breaks in every way."""
    database, way = line
    with (
        serving(replace(BREAKABLE, database=database)) as near,
        serving(replace(BREAKABLE, database=way.url)) as far,
    ):

        async def fanout_is(state: str) -> bool:
            parts = await ready(far)
            return (parts["fanout"] == "ok") == (state == "ok")

        async def takes_what_is_written() -> bool:
            async with Client(far) as client:
                return (await client.request("POST", "/api/guests", {"nickname": "Cleo"})).status == 201

        async def story(town: Town) -> None:
            people = await town.guests(2)
            table = await table_of(people, {"edition": "classic"})
            async with following(town.passer_by(far), table) as brings:
                await brings_after_a_move(people, table, brings)

                await end_listening_connections(database)
                await brings_after_a_move(people, table, brings)

                way.cut()
                await until(lambda: fanout_is("failing"))
                seq = await move(people, table)
                way.mend()
                await brings(seq)
                await until(lambda: fanout_is("ok"))

                way.go_dead()  # and nobody is told
                seq = await move(people, table)
                await brings(seq)
                await until(lambda: fanout_is("ok"))
                await until(takes_what_is_written)
            async with Client(far) as monitor:
                text = (await monitor.request("GET", "/metrics")).body.decode()
            failures = next(
                line
                for line in text.splitlines()
                if line.startswith('lostcities_task_failures_total{task="fanout"}')
            )
            assert float(failures.split()[1]) >= 3

        in_town(near, story)


async def brings_after_a_move(
    people: list[Client], table: str, brings: Callable[[int], Awaitable[None]]
) -> None:
    await brings(await move(people, table))


async def end_listening_connections(database: str) -> None:
    """As an administrator would, or a proxy that has had enough of them."""
    store = Database(database)
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    ended = await store.read(sa.text(f"{query} AND query ILIKE 'select pg_notify%'"))
    assert len(ended) == 2
    await store.close()


def test_tables_that_left_the_memory_wake_their_listeners(new_database: NewDatabase) -> None:
    """Two processes that keep one table each."""
    settings = replace(BREAKABLE, database=new_database("sqlite"), tables_in_memory=1)
    with serving(settings) as here, serving(settings) as there:

        async def story(town: Town) -> None:
            people = await town.guests(2)
            table = await table_of(people, {"edition": "classic"})
            others = [await table_of(people, {"edition": "classic"}) for _ in range(3)]
            for url in (here, there):
                async with following(town.passer_by(url), table) as brings:
                    for other in others:
                        await town.passer_by(url).call("GET", f"/api/tables/{other}")
                    await brings(await move(people, table))
                    await brings(await move(people, table))

        in_town(here, story)


# The sweeper

UNREADABLE = ["{", '{"kind":"nobody-knows-this"}', '{"kind":"moved","seat":0,"move":"@"}']


def test_tables_that_nobody_can_read_keep_no_other_waiting(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """More of them than the sweeper takes at once, all overdue for longer than the one whose flag falls."""
    broken = [f"broken{i:02}" for i in range(25)]

    async def spoil(store: Database) -> None:
        def work(connection: sa.Connection) -> None:
            for i, table in enumerate(broken):
                event = {"t": table, "e": UNREADABLE[i % len(UNREADABLE)]}
                connection.execute(
                    sa.text("INSERT INTO events (table_id, seq, at, event) VALUES (:t, 1, 1, :e)"), event
                )
                facts = {"id": table, "status": "playing" if i % 2 else "unheard-of"}
                connection.execute(
                    sa.text(
                        "INSERT INTO tables (id, created_at, host, listed, status, open_seats, due) "
                        "VALUES (:id, 1, 'h', :no, :status, 0, 1)"
                    ),
                    facts | {"no": False},
                )

        await store.write(work)
        await store.close()

    asyncio.run(spoil(Database(database)))

    async def story(town: Town) -> None:
        people = await town.guests(2)
        clock = {"kind": "minutes", "minutes": 0.005}
        table = await table_of(people, {"edition": "classic"}, clock=clock, oldest=1)
        async with aclosing(people[0].follow(table)) as updates:
            async for update in updates:
                if update["table"]["status"] == "over":
                    break
        assert update["table"]["flag"] == 1
        refused = await people[0].request("GET", f"/api/tables/{broken[0]}")
        assert (refused.status, refused.json["code"]) == (500, "unreadable")

        store = Database(database)

        async def all_put_off() -> bool:
            rows = await store.read(sa.text("SELECT due FROM tables WHERE id LIKE 'broken%'"))
            return all(row.due > 1 for row in rows)

        await until(all_put_off)
        await store.close()

    with caplog.at_level(logging.ERROR), serving(replace(QUICK, database=database)) as url:
        in_town(url, story)
    said: Any = {record.__dict__.get("table") for record in caplog.records}
    assert set(broken) <= said
