"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each, which nobody reads
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """One registry for each app, so that two apps in a process don't meet."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "lostcities_requests", "Requests answered.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "lostcities_request_seconds",
            "Time to answer, streams left out.",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.events = Counter(
            "lostcities_events", "Events appended by this process.", ["kind"], registry=self.registry
        )
        self.streams = Gauge("lostcities_streams", "Open streams.", registry=self.registry)
        self.tables = Gauge("lostcities_tables_in_memory", "Tables in memory.", registry=self.registry)
        self.thinking = Gauge(
            "lostcities_bots_thinking", "Tables at which a bot thinks.", registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
