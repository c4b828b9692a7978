"""How a server process ends: in order when it is asked to, at once when it is asked twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import aclosing, closing, suppress
from dataclasses import replace

import pytest

from lostcities.client import TROUBLE
from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town, table_of
from server.running import QUICK, Process
from server.test_ready import is_ready, says


@pytest.fixture(autouse=True)
def hang_ups_are_heard() -> Iterator[None]:
    """Also where the tests themselves were started to outlive their terminal: processes inherit that."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def told(process: Process, how: signal.Signals) -> None:
    assert process.pid is not None
    os.kill(process.pid, how)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_streams_are_told_and_requests_are_answered_before_the_end(
    how: signal.Signals, new_database: NewDatabase, new_process: NewProcess
) -> None:
    database = new_database("sqlite")
    process = new_process(replace(QUICK, database=database, log_level="info"))

    async def story(town: Town) -> None:
        host = await town.guest()
        table = await table_of([host], {"edition": "classic"}, ["legend"])  # it thinks, or waits for Ada
        pieces: list[bytes] = []
        watcher = town.passer_by()
        watcher.on_bytes = pieces.append
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)) as other:
            async with aclosing(watcher.follow(table)) as updates:
                await anext(updates)
                other.execute("BEGIN IMMEDIATE")  # so that a request is under way
                late = asyncio.create_task(town.guest("Late"))
                await until_it_is_asked(process)
                told(process, how)
                with suppress(*TROUBLE):
                    async for _ in updates:
                        pass
            other.execute("ROLLBACK")
        assert b"".join(pieces).endswith(b"event: goodbye\ndata: {}\n\n")
        assert (await late).token

    async def until_it_is_asked(process: Process) -> None:
        async with asyncio.timeout(60):
            monitor = Town(process.url).passer_by()
            while "lostcities_writes_waiting 0.0" in (await monitor.request("GET", "/metrics")).body.decode():
                await asyncio.sleep(0.01)
            await monitor.close()

    in_town(process.url, story)
    assert process.wait() == 0
    for line in process.log.read_text().splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line


def test_a_server_that_is_told_to_stop_says_so_while_it_still_serves_and_ends_at_once_if_told_again(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    process = new_process(replace(QUICK, database=new_database("sqlite"), drain=3600))

    async def story(town: Town) -> None:
        await is_ready(process.url)
        told(process, signal.SIGTERM)
        await says(process.url, "server", "stopping")
        await town.guest()

    in_town(process.url, story)
    told(process, signal.SIGTERM)
    assert process.wait() == -signal.SIGTERM
