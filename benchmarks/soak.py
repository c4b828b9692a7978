"""An attacker's kind of load, for an hour, beside a few honest players: does the server come back?

    python benchmarks/soak.py [--minutes 60] [--database URL] [--tables 4]

One server with its usual limits. Honest people play at some tables, at first alone; then everything in
benchmarks/attackers.py begins beside them: slow and endless heads, silent connections, large bodies,
replays that nobody reads, guests, tables and streams in masses, undo without end, the strongest bots against
each other. Then the attackers stop. Printed, at the start, meanwhile and at the end: memory, files, disk,
tables in memory, and how long honest moves took. The exit status is 1 if the end is not as the start was.

Loopback only, and bounded: some 150 connections, of which each asks a few times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from attackers import HELD, From, Load, begin
from witnesses import Notes, Witness, seat

COMMAND = [sys.executable, "-m", "lostcities.cli.main", "serve", "--json", "--port", "0"]
SHARE_ALONE = 0.1
"""The part of the time in which honest people play alone, before and once more afterwards."""
RECOVERY = HELD + 30.0
"""Seconds after the attack in which connections and tables may still be cleared away."""
PACE = 1.0
HEADINGS = (
    "",
    "minute",
    "MB",
    "files",
    "disk MB",
    "tables",
    "streams",
    "moves",
    "median ms",
    "99 % ms",
    "longest",
)


@dataclass
class Look:
    """What was found at one moment, and of the moves since the one before."""

    when: str
    minute: float
    memory: float
    files: int
    disk: float
    tables: int
    streams: int
    times: list[float]

    def quantile(self, share: float) -> float:
        return (
            self.times[min(len(self.times) - 1, int(len(self.times) * share))] if self.times else float("nan")
        )

    def __str__(self) -> str:
        figures = (self.quantile(0.5), self.quantile(0.99), self.quantile(1))
        return (
            f"{self.when:8}{self.minute:7.1f}{self.memory:9.0f}{self.files:9}{self.disk:9.1f}{self.tables:9}"
            f"{self.streams:9}{len(self.times):9}" + "".join(f"{1000 * figure:10.1f}" for figure in figures)
        )


class Watch:
    def __init__(self, pid: int, port: int, disk: Path, notes: Notes) -> None:
        self._pid = pid
        self._port = port
        self._disk = disk
        self._notes = notes
        self._counted = 0
        self._begun = time.monotonic()

    async def look(self, when: str) -> Look:
        numbers = await asyncio.to_thread(self._metrics)
        times = sorted(took for _, took in self._notes.slow[self._counted :])
        self._counted = len(self._notes.slow)
        found = Look(
            when,
            (time.monotonic() - self._begun) / 60,
            int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20,
            len(os.listdir(f"/proc/{self._pid}/fd")),
            sum(file.stat().st_size for file in self._disk.glob("tables.db*")) / 2**20,
            numbers.get("lostcities_tables_in_memory", -1),
            numbers.get("lostcities_streams", -1),
            times,
        )
        print(found, flush=True)
        return found

    def _metrics(self) -> dict[str, int]:
        try:
            with urlopen(f"http://127.0.0.1:{self._port}/metrics", timeout=30) as answer:
                text = answer.read().decode()
        except (URLError, OSError):
            return {}
        lines = re.findall(r"^(\w+) ([\d.e+]+)$", text, re.MULTILINE)
        return {name: int(float(number)) for name, number in lines}


@contextmanager
def server(folder: Path, database: str | None) -> Iterator[tuple[int, int]]:
    """A server with its usual limits; gives its process id and its port."""
    told = database or f"sqlite:///{folder}/tables.db"
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*COMMAND, "--log-level", "warning", "--database", told],
            stdout=subprocess.PIPE,
            stderr=log,
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
        yield process.pid, int(json.loads(text)["url"].rpartition(":")[2])
        if process.poll() is not None:
            sys.exit(f"the server has ended with status {process.returncode}")
    finally:
        process.terminate()
        process.wait(60)


async def keep_looking(watch: Watch, seconds: float, when: str, times: int) -> Look:
    """Look so many times, evenly spread over these seconds."""
    for _ in range(times):
        await asyncio.sleep(seconds / times)
        found = await watch.look(when)
    return found


async def soak(pid: int, port: int, folder: Path, options: argparse.Namespace) -> bool:
    seconds = 60 * options.minutes
    alone = max(30.0, SHARE_ALONE * seconds)
    notes, load = Notes(), Load(port)
    watch = Watch(pid, port, folder, notes)
    print("".join(f"{name:>{9 if i > 1 else 7}}" for i, name in enumerate(HEADINGS)))
    people = [[From(port, f"127.0.1.{1 + 2 * n + i}") for i in range(2)] for n in range(options.tables)]
    seated = [await seat(couple, n, PACE, notes) for n, couple in enumerate(people)]
    honest = [asyncio.create_task(one.play(table)) for table, couple in seated for one in couple]
    honest += [asyncio.create_task(one.follow(table)) for table, couple in seated for one in couple]
    start = await keep_looking(watch, alone, "alone", 2)
    attackers = begin(load)
    await keep_looking(watch, max(30.0, seconds - 2 * alone - RECOVERY), "attacked", 12)
    for task in attackers:
        task.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    await keep_looking(watch, RECOVERY, "after", 2)
    end = await keep_looking(watch, alone, "alone", 1)
    for task in honest:
        if task.done():
            task.result()  # somebody stopped playing: say why
        task.cancel()
    await asyncio.gather(*honest, return_exceptions=True)
    await farewell([one for _, couple in seated for one in couple])
    print("\nwhat the attackers were answered:")
    for answer, number in sorted(load.answers.items()):
        print(f"  {number:8} {answer}")
    return verdict(start, end, notes, options.disk_mb)


async def farewell(people: list[Witness]) -> None:
    for one in people:
        await one.client.close()


def verdict(start: Look, end: Look, notes: Notes, disk_mb: float) -> bool:
    """Whether the server is where it was."""
    checks = [
        ("memory", end.memory <= 1.3 * start.memory + 64, f"{start.memory:.0f} → {end.memory:.0f} MB"),
        ("descriptors", end.files <= start.files + 16, f"{start.files} → {end.files}"),
        ("disk", end.disk <= start.disk + disk_mb, f"{start.disk:.1f} → {end.disk:.1f} MB"),
        (
            "latency",
            end.quantile(0.5) <= 2 * start.quantile(0.5) + 0.02,
            f"median {1000 * start.quantile(0.5):.1f} → {1000 * end.quantile(0.5):.1f} ms",
        ),
        (
            "honest players",
            not notes.strange,
            "; ".join(sorted(set(notes.strange))[:3]) or "nobody was refused",
        ),
    ]
    print()
    for name, well, figures in checks:
        print(f"{'✓' if well else '✗'} {name}: {figures}")
    return all(well for _, well, _ in checks)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--database", help="a database that is migrated; a new file of SQLite otherwise")
    parser.add_argument("--tables", type=int, default=4, help="tables of honest people")
    parser.add_argument("--disk-mb", type=float, default=100, help="what the attack may leave on the disk")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, server(Path(name), options.database) as (pid, port):
        well = asyncio.run(soak(pid, port, Path(name), options))
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
