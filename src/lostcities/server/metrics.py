"""What the server counts, for Prometheus. Every label has few values, whatever anybody asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each, which nobody reads
States = Callable[[], Iterable[tuple[str, str, int]]]
"""Tells of each background task its name, its state, and how often it failed."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """One registry for each app, so that two apps in a process don't meet."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "lostcities_requests", "Requests answered.", ["route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "lostcities_request_seconds",
            "Time to answer, streams left out.",
            ["route"],
            buckets=BUCKETS,
            registry=registry,
        )
        self.refusals = Counter(
            "lostcities_refusals",
            "Requests refused, by the code of the refusal.",
            ["code"],
            registry=registry,
        )
        self.events = Counter(
            "lostcities_events", "Events appended by this process.", ["kind"], registry=registry
        )
        self.database = Histogram(
            "lostcities_database_seconds",
            "Time that the database takes: to read, or to write all that waited.",
            ["work"],
            buckets=BUCKETS,
            registry=registry,
        )
        self.loop_lag = Histogram(
            "lostcities_loop_lag_seconds",
            "How late the event loop gets round to what is due.",
            buckets=BUCKETS,
            registry=registry,
        )
        self.fanout_lag = Histogram(
            "lostcities_fanout_lag_seconds",
            "How long news takes from the database to this process.",
            buckets=BUCKETS,
            registry=registry,
        )
        self.streams = self._gauge("lostcities_streams", "Open streams.")
        self.connections = self._gauge("lostcities_connections", "Open connections.")
        self.tables = self._gauge("lostcities_tables_in_memory", "Tables in memory.")
        self.writes_waiting = self._gauge("lostcities_writes_waiting", "Writes that wait for the database.")
        self.bots_thinking = self._gauge("lostcities_bots_thinking", "Bots that think.")
        self.bots_waiting = self._gauge("lostcities_bots_waiting", "Bots that wait until they may think.")
        self.presence = self._gauge(
            "lostcities_presence", "People, and crowds of spectators, at tables through this process."
        )
        ProcessCollector(registry=registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(name, about, registry=self.registry)

    def watch(self, tasks: States) -> None:
        """Tell how the background tasks are, whenever somebody looks."""
        self.registry.register(_Tasks(tasks))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Tasks(Collector):
    def __init__(self, tasks: States) -> None:
        self._tasks = tasks

    def collect(self) -> Iterator[Metric]:
        well = GaugeMetricFamily("lostcities_task_up", "Whether a background task is well.", labels=["task"])
        failures = CounterMetricFamily(
            "lostcities_task_failures", "How often a background task was started again.", labels=["task"]
        )
        for name, state, failed in self._tasks():
            well.add_metric([name], float(state == "ok"))
            failures.add_metric([name], failed)
        yield well
        yield failures
