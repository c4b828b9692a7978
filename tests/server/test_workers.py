"""One address served by several processes: `serve --workers`."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from cli.terminal import Terminal
from lostcities.client import play
from lostcities.server.listening import reserve
from lostcities.server.serve import migrate
from lostcities.server.settings import SettingError, Settings
from lostcities.server.store.sharing import Claim
from lostcities.server.worker_metrics import merged
from lostcities.server.workers import WorkerError, serve_by_workers
from server.conftest import NewDatabase, NewProcess
from server.people import Town, at_random, in_town, look, table_of
from server.running import QUICK, Process

PATIENCE = 60.0
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_gone(pid: int) -> bool:
    """Whether a process has ended; nobody need have taken notice yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.fixture(scope="module")
def postgres(new_database: NewDatabase) -> Settings:
    settings = replace(QUICK, database=new_database("postgresql"), workers=2)
    migrate(settings)
    return settings


@pytest.fixture(scope="module")
def together(postgres: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server of two workers, which end with it."""
    process = Process(postgres, tmp_path_factory.mktemp("workers") / "server.log")
    yield process
    workers = children(process.pid)
    assert len(workers) == 2
    assert process.stop() == 0
    assert all(map(is_gone, workers))


async def streams_by_worker(town: Town) -> Counter[str]:
    text = (await town.passer_by().request("GET", "/metrics")).body.decode()
    found = re.findall(r'^lostcities_streams\{worker="(\d+)"\} ([\d.]+)$', text, re.MULTILINE)
    return Counter({worker: int(float(number)) for worker, number in found})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"workers": "2", "database": "sqlite:////tmp/t.db"}, "--workers 2 needs PostgreSQL"),
        ({"workers": "0"}, "--workers can't be 0"),
        ({"workers": "65"}, "choose 1 to 64"),
    ],
)
def test_workers_that_can_not_be(options: dict[str, str | None], sentence: str) -> None:
    with pytest.raises(SettingError, match=sentence):
        Settings.read(options, {})


def test_the_address_is_refused_where_something_listens_already(together: Process) -> None:
    port = int(together.url.rpartition(":")[2])
    with pytest.raises(SettingError, match="something listens there already"):
        reserve(replace(together.settings, port=port))


def test_streams_are_spread_and_any_worker_tells_of_all(together: Process) -> None:
    """That 40 connections come to one of two workers by chance would be seen once in 10^12 runs."""

    async def story(town: Town) -> None:
        ann = await town.guest()
        table = await table_of([ann], {"edition": "classic"}, ["explorer"])
        begun = [asyncio.Event() for _ in range(40)]

        async def watch(seen: asyncio.Event) -> None:
            async with aclosing(town.passer_by().follow(table)) as updates:
                async for _ in updates:
                    seen.set()

        watching = [asyncio.create_task(watch(seen)) for seen in begun]
        for seen in begun:
            await seen.wait()
        while (spread := await streams_by_worker(town)).total() < 40:
            await asyncio.sleep(0.1)  # what is told may be a second old
        assert sorted(spread) == ["0", "1"]
        assert min(spread.values()) > 0
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    in_town(together.url, story)


def test_people_play_over_connections_to_any_worker(together: Process) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic", "rounds": 1})
        for seq in range(5, 35):  # after two who sat down and two cuts
            seen = await look(town.passer_by(), table)
            assert seen["seq"] == seq
            mover = people[seen["game"]["mover"]]
            seen = await look(town.passer_by(token=mover.token), table)
            moves = seen["game"]["legal_moves"]
            wish = {"seq": seen["seq"], "move": "@" if "@" in moves else moves[-1]}
            await town.passer_by(token=mover.token).call("POST", f"/api/tables/{table}/moves", wish)

    in_town(together.url, story)


@needs_proc
def test_a_worker_that_dies_is_started_again_and_the_others_go_on(together: Process) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic", "rounds": 1})
        playing = [asyncio.create_task(play(person, table, at_random(i))) for i, person in enumerate(people)]
        before = children(together.pid)
        os.kill(before[0], signal.SIGKILL)
        assert {end["status"] for end in await asyncio.gather(*playing)} == {"over"}
        await asyncio.to_thread(until, lambda: len(set(children(together.pid)) - set(before)) == 1)
        while sorted(await streams_by_worker(town)) != ["0", "1"]:
            await asyncio.sleep(0.1)

    in_town(together.url, story)
    assert '"message": "a worker ended", "status": -9' in together.log.read_text()


@needs_proc
def test_all_drain_when_the_terminal_hangs_up(postgres: Settings, new_process: NewProcess) -> None:
    process = new_process(postgres)
    workers = children(process.pid)
    said: list[bytes] = []

    async def story(town: Town) -> None:
        ann = await town.guest()
        table = await table_of([ann], {"edition": "classic"}, ["explorer"])
        watcher = town.passer_by()
        watcher.on_bytes = said.append
        async with aclosing(watcher.follow(table)) as updates:
            await anext(updates)
            os.kill(process.pid, signal.SIGHUP)
            async for _ in updates:
                pass

    in_town(process.url, story)
    assert b"event: goodbye" in b"".join(said)
    assert process.ended() == 0
    assert len(workers) == 2
    assert all(map(is_gone, workers))
    assert '"error"' not in process.log.read_text()


@needs_proc
def test_no_worker_outlives_a_parent_that_is_killed(postgres: Settings, new_process: NewProcess) -> None:
    process = new_process(postgres)
    workers = children(process.pid)
    process.kill()
    until(lambda: all(map(is_gone, workers)))


def test_ctrl_c_in_a_terminal_ends_all_with_a_sentence(postgres: Settings) -> None:
    arguments = ("serve", "--workers", "2", "--port", "0", "--database", postgres.database, "--lang", "en")
    with Terminal(*arguments, "--log-level", "warning", columns=200) as terminal:
        seen = ""
        while "is served at http://127.0.0.1:" not in seen:
            seen += os.read(terminal.master, 4096).decode()
        terminal.press(b"\x03")
        said = seen + terminal.rest()
    assert terminal.status == 0
    assert said.count("is served at") == 1
    assert "Tables are kept" in said
    assert "Traceback" not in said
    assert '"level"' not in said


def test_workers_that_end_before_they_are_ready_end_the_command(postgres: Settings) -> None:
    said: list[str] = []
    with pytest.raises(WorkerError, match="one of its workers ended before it was ready"):
        serve_by_workers(postgres, said.append, (sys.executable, "-c", "raise SystemExit(3)"))
    assert said == []


def test_a_worker_by_itself_says_who_starts_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lostcities.server.worker"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "a worker is started by lostcities serve --workers, and not by itself\n"


def test_metrics_of_several_workers_are_told_apart() -> None:
    one = b'# HELP a_total A.\n# TYPE a_total counter\na_total{kind="x"} 1.0\n# TYPE b gauge\nb 2.0\n'
    other = one.replace(b"1.0", b"5.0")
    text = merged([("0", one), ("1", other), ("2", b"")]).decode()
    assert text.count("# TYPE a_total counter") == 1
    assert 'a_total{kind="x",worker="0"} 1.0' in text
    assert 'a_total{kind="x",worker="1"} 5.0' in text
    assert 'b{worker="1"} 2.0' in text


def test_who_serves_a_file_that_is_served_already_is_told(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    database = new_database("sqlite")
    with Claim(database) as first:
        second = new_process(replace(QUICK, database=database))
        assert not first.others
        assert "Another lostcities serves this database file already" in second.log.read_text()
    with Claim(database) as third:
        assert third.others
    second.stop()
    with Claim(database) as last:
        assert not last.others
