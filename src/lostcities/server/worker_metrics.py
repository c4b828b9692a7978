"""The metrics of all workers of a server, whichever of them is asked.

Each worker tells its own to the others at a socket in a folder that only this user may enter. Whoever is
asked gathers them, and puts a label `worker` on each number: so a counter that begins again with its worker
is seen as what it is, and a sum over workers is the whole.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

PATIENCE = 1.0
"""Seconds that a worker has to answer; without an answer it is left out."""
FRESH = 1.0
"""Seconds for which what was gathered is told again: the work is all workers', and anybody may ask."""
LONGEST = 4 * 1024 * 1024


class WorkerMetrics:
    def __init__(self, number: int, folder: str) -> None:
        self._own = Path(folder) / f"{number}.metrics"
        self._text: Callable[[], bytes] = bytes
        self._server: asyncio.Server | None = None
        self._gathering = asyncio.Lock()
        self._gathered = b""
        self._at = float("-inf")

    async def open(self, text: Callable[[], bytes]) -> None:
        """Begin to tell the others what `text` says then."""
        self._text = text
        self._own.unlink(missing_ok=True)  # left by a worker of this number that was killed
        self._server = await asyncio.start_unix_server(self._tell, self._own)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._own.unlink(missing_ok=True)

    async def gather(self) -> bytes:
        async with self._gathering:
            if time.monotonic() - self._at > FRESH:
                sockets = sorted(self._own.parent.glob("*.metrics"))
                texts = await asyncio.gather(*map(self._ask, sockets))
                self._gathered = merged((path.stem, text) for path, text in zip(sockets, texts, strict=True))
                self._at = time.monotonic()
            return self._gathered

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(self._text())
            await writer.drain()
        writer.close()

    async def _ask(self, path: Path) -> bytes:
        if path == self._own:
            return self._text()
        with suppress(OSError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(path)
                try:
                    return await _all(reader)
                finally:
                    writer.close()
        return b""


async def _all(reader: asyncio.StreamReader) -> bytes:
    pieces = b""
    while len(pieces) < LONGEST and (piece := await reader.read(65_536)):
        pieces += piece
    return pieces


class _Families(Collector):
    def __init__(self) -> None:
        self._families: dict[str, Metric] = {}

    def add(self, worker: str, text: bytes) -> None:
        for family in text_string_to_metric_families(text.decode()):
            known = self._families.setdefault(
                family.name, Metric(family.name, family.documentation, family.type)
            )
            for sample in family.samples:
                known.samples.append(sample._replace(labels={"worker": worker, **sample.labels}))

    def collect(self) -> Iterable[Metric]:
        return self._families.values()


def merged(texts: Iterable[tuple[str, bytes]]) -> bytes:
    """Several workers' metrics as one text, each number with its worker's label."""
    families = _Families()
    for worker, text in texts:
        families.add(worker, text)
    registry = CollectorRegistry()
    registry.register(families)
    return generate_latest(registry)
