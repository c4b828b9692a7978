"""`FairQueue`: whose turn it is to be thought about. Hosts take turns, and so do the tables of each host."""

from __future__ import annotations

from collections import Counter, OrderedDict


class FairQueue:
    """Tables by their hosts. Of one host's tables no more than `quota` are out at the same time."""

    def __init__(self, quota: int) -> None:
        self._quota = quota
        self._waiting: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._out: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, host: str, table: str) -> None:
        """At the end of the host's own queue, unless it waits there already."""
        self._waiting.setdefault(host, OrderedDict()).setdefault(table)

    def take(self) -> tuple[str, str] | None:
        """The next host's next table, or None if nobody waits who may have one more. Say `done`
        afterwards."""
        for host in self._waiting:
            if self._out[host] < self._quota:
                break
        else:
            return None
        tables = self._waiting[host]
        table, _ = tables.popitem(last=False)
        if tables:
            self._waiting.move_to_end(host)
        else:
            del self._waiting[host]
        self._out[host] += 1
        return host, table

    def done(self, host: str) -> None:
        self._out[host] -= 1
        if not self._out[host]:
            del self._out[host]
