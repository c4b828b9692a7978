"""What a move costs the server, beside an earlier version, in one run.

    python benchmarks/moves.py --before COMMIT [--rounds 5] [--rate 300] [--busy 100] [--no-postgresql]

The two take turns with the same people at the same number of tables, because machines are shared and their
speed changes. What counts is the server's processor time for each move; a ratio below 1 means that this
version needs less. The commit's source is taken out of git into a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import uvloop
from people import Load, keep_moving, set_up, watch_the_clock
from tables import PATIENCE, SETTLING, cpu, databases, server

SECONDS = 8.0
ROOT = Path(__file__).resolve().parents[1]


class Run(NamedTuple):
    milliseconds: float
    """Of the server's processor time, for each move."""
    median: float
    late: float
    """Milliseconds from a move's POST to its arrival: of half of them, and of 99 in a hundred."""


async def measure(port: int, pid: int, busy: int, rate: float) -> Run:
    async with asyncio.timeout(PATIENCE):
        tables = await set_up(port, busy)
    gc.collect()
    gc.freeze()
    load = Load(wanted=rate * SECONDS)
    playing = [asyncio.create_task(keep_moving(table, busy / rate, load)) for table in tables]
    playing.append(asyncio.create_task(watch_the_clock(load)))
    await asyncio.sleep(SETTLING)
    load.measuring, used = True, cpu(pid)
    await asyncio.sleep(SECONDS)
    load.measuring, used = False, cpu(pid) - used
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for line in [line for table in tables for p in table.people for line in (p.answers, p.updates)]:
        line.close()
    times = sorted(1000 * seconds for seconds in load.arrivals)
    return Run(1000 * used / len(times), times[len(times) // 2], times[len(times) * 99 // 100])


def source_of(commit: str, folder: Path) -> Path:
    """The source of a commit, without the page, which nobody asks for here."""
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder / "src"


def migrated(url: str, source: Path | None) -> None:
    environ = os.environ | ({} if source is None else {"PYTHONPATH": str(source)})
    command = [sys.executable, "-m", "lostcities.cli.main", "migrate", "--database", url]
    subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)


def fresh(url: str, number: int, source: Path | None) -> str:
    """A database for one run, of the kind of `url`."""
    if url.startswith("sqlite"):
        return url.replace("tables.db", f"run-{number}.db")
    name = f"run{number}"
    subprocess.run(
        ["psql", "-q", url, "-c", f"CREATE DATABASE {name}"], check=True, stdout=subprocess.DEVNULL
    )
    made = url.replace("/postgres?", f"/{name}?")
    migrated(made, source)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", required=True, metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=float, default=300, help="moves a second")
    parser.add_argument("--busy", type=int, default=100, help="tables")
    parser.add_argument("--postgresql", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        before = source_of(options.before, Path(folder))
        for name, url in databases(options.postgresql):
            print(
                f"\n{name}: milliseconds of processor time a move, and to arrive (median, 99 %)", flush=True
            )
            print(f"{'round':>7} {options.before[:10]:>24} {'now':>24} {'ratio':>7}")
            ratios = []
            for number in range(options.rounds):
                runs: dict[bool, Run] = {}
                for now in (True, False) if number % 2 else (False, True):
                    source = None if now else before
                    database = fresh(url, 2 * number + now, source)
                    with server(database, source) as (port, pid):
                        runs[now] = uvloop.run(measure(port, pid, options.busy, options.rate))
                    time.sleep(0.5)
                ratios.append(runs[True].milliseconds / runs[False].milliseconds)
                cells = [
                    f"{r.milliseconds:8.3f} {r.median:7.1f} {r.late:7.1f}" for r in (runs[False], runs[True])
                ]
                print(f"{number + 1:7} {cells[0]:>24} {cells[1]:>24} {ratios[-1]:7.2f}", flush=True)
            print(f"median of the ratios: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
