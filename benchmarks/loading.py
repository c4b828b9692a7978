"""How long a table takes that is not in memory, and for how long the event loop stands still meanwhile.

    python benchmarks/loading.py                    # this version
    python benchmarks/loading.py --beside REVISION  # and an older one, in turns, with ratios

Three tables on SQLite: an ordinary match of three rounds, one of 99 rounds, and a round without a guard of
2,000 decisions in which each card was taken back twice. Each is loaded as it was found first, and as the next
process finds it. The last lines are the speed of the `Game` API, in thousands of decisions a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from lostcities.bench import play_through_api
from lostcities.moves import Draw
from lostcities.server.garbage import Garbage
from lostcities.server.live.hub import Hub
from lostcities.server.live.tables import Tables
from lostcities.server.serve import migrate, warm_up
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Entry, Logs
from lostcities.server.table.events import (
    Created,
    Event,
    Joined,
    Moved,
    NextRound,
    SeatPlan,
    Undone,
    write_event,
)
from lostcities.server.table.state import Table
from lostcities.variant import Variant

TABLES = {
    "ordinary match": "classic",
    "99 rounds": "classic rounds=99",
    "2,000 undos": "classic rounds=1 guard=0",
}
TURNS = 1000
UNDOS = 2  # of each card
TICK = 0.0005
TIMES = 5
API_SECONDS = 0.5


def log_of(variant: str) -> Iterator[Event]:
    """What happens at a table between two people."""
    plans = (SeatPlan(guests=("a",)), SeatPlan(guests=("b",)))
    created = Created(variant=variant, host="a", seats=plans, secret="ab" * 32, oldest=0)
    table, rng = Table("t", created, 0), random.Random(1)
    yield created

    def take(event: Event) -> Event:
        table.apply(table.seq + 1, 0, event)
        return event

    undos = 0
    for seat, guest in enumerate("ab"):
        yield take(Joined(seats=(seat,), guest=guest, nickname=guest, cut=guest))
    while not table.finished:
        assert table.match is not None
        if table.mover is None:
            yield take(NextRound())
            continue
        game, seat = table.match.game, table.mover
        dry = table.variant.guard == 0
        if dry and len(game.history) == 2 * TURNS:
            return
        moves = game.legal_moves
        if Draw() in moves:
            wish = moves[0] if dry else Draw()
        else:
            wish = rng.choice([move for move in moves if str(move)[0] == "-"] if dry else moves)
        yield take(Moved(seat=seat, move=str(wish)))
        while dry and table.can_undo and undos < UNDOS * (len(game.history) + 1) // 2:
            undos += 1
            yield take(Undone(seat=seat))
            yield take(Moved(seat=seat, move=str(wish)))


async def _tick(gaps: list[float]) -> None:
    last = time.perf_counter()
    while True:
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        gaps.append(now - last - TICK)
        last = now


def _tables(database: Database, settings: Settings) -> Tables:
    make: Any = Tables
    try:
        from lostcities.server.keys import load_keys
        from lostcities.server.live.clock import Clock
    except ImportError:  # an older version
        return cast(Tables, make(Logs(database), Hub(), settings))
    return Tables(Logs(database), Hub(), Clock(database), settings, load_keys(settings, make=True))


async def _load(settings: Settings, name: str) -> tuple[float, float]:
    """Milliseconds for a cold load, and for the longest stop of the loop meanwhile."""
    database = Database(settings.database)
    tables = _tables(database, settings)
    await tables.logs.read("warm up")
    gaps: list[float] = []
    ticking = asyncio.create_task(_tick(gaps))
    await asyncio.sleep(0.02)
    gaps.clear()
    begun = time.perf_counter()
    await tables.get(name)
    took = time.perf_counter() - begun
    await asyncio.sleep(0.01)
    ticking.cancel()
    await asyncio.gather(*getattr(tables, "_keeping", ()))
    await database.close()
    return 1000 * took, 1000 * max(gaps)


async def _write(settings: Settings, name: str, variant: str) -> None:
    database = Database(settings.database)
    logs = Logs(database)
    entries = [Entry(name, seq, 0, write_event(event)) for seq, event in enumerate(log_of(variant), 1)]
    await asyncio.gather(*map(logs.append, entries))
    await database.close()


def measure() -> dict[str, float]:
    warm_up()
    Garbage()  # as in a server
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.db")
        migrate(settings)
        for name, variant in TABLES.items():
            asyncio.run(_write(settings, name, variant))
            for when in ("first", "again"):
                loads = [asyncio.run(_load(settings, name)) for _ in range(1 if when == "first" else TIMES)]
                figures[f"{name}, {when}: ms"] = statistics.median(took for took, _ in loads)
                figures[f"{name}, {when}: longest stop ms"] = statistics.median(gap for _, gap in loads)
    for text in ("classic", "rivals"):
        variant_played, rng = Variant.parse(text), random.Random(1)
        play_through_api(variant_played, rng)
        decisions, begun = 0, time.process_time()
        while time.process_time() - begun < API_SECONDS:
            decisions += play_through_api(variant_played, rng)
        figures[f"Game API, {text}: k/s"] = decisions / (time.process_time() - begun) / 1000
    return figures


def _other(source: str) -> dict[str, float]:
    """The figures of a version, measured in a process of its own."""
    environ = os.environ | {"PYTHONPATH": source}
    told = subprocess.run(
        [sys.executable, __file__, "--json"], env=environ, check=True, capture_output=True, text=True
    )
    figures: dict[str, float] = json.loads(told.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--beside", metavar="REVISION")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
    if wish.json:
        print(json.dumps(measure()))
        return
    root = Path(__file__).parents[1]
    with tempfile.TemporaryDirectory() as folder:
        if wish.beside:
            packed = subprocess.run(
                ["git", "archive", wish.beside, "src"], cwd=root, check=True, capture_output=True
            )
            with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
                archive.extractall(folder, filter="data")
        before, after = [], []
        for _ in range(wish.turns):
            if wish.beside:
                before.append(_other(f"{folder}/src"))
            after.append(_other(str(root / "src")))
    for name in after[0]:
        new = statistics.median(figures[name] for figures in after)
        line = f"{name:42} {new:9.1f}"
        if before:
            old = statistics.median(figures[name] for figures in before)
            line += f"   beside {old:9.1f}   ratio {new / old:6.3f}"
        print(line)


if __name__ == "__main__":
    main()
