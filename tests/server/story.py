"""A table and its log, without a database or a clock: told event by event."""

from __future__ import annotations

import random

from lostcities.match import Match
from lostcities.server.table import decisions
from lostcities.server.table.chain import first_head, next_head
from lostcities.server.table.events import Clock, Created, Event, Joined, SeatPlan, write_event
from lostcities.server.table.state import Logged, Table

MINUTE = 60_000


class Story:
    """A table whose log is written down as it grows."""

    def __init__(self, variant: str = "classic", players: int = 2, clock: Clock | None = None) -> None:
        plans = tuple(SeatPlan(guests=(f"g{i}",)) for i in range(players))
        created = Created(variant=variant, host="g0", seats=plans, secret="ab" * 32, clock=clock)
        head = next_head(first_head("t"), 1, 0, write_event(created))
        self.log = [Logged(1, 0, created, head)]
        self.table = Table("t", created, 0, head=head)
        self.now = 0
        for i in range(players):
            self.add(Joined(seats=(i,), guest=f"g{i}", nickname=f"N{i}", cut=f"c{i}"))

    def add(self, event: Event | None) -> None:
        assert event is not None
        seq = self.table.seq + 1
        head = next_head(self.table.head, seq, self.now, write_event(event))
        self.log.append(Logged(seq, self.now, event, head))
        self.table.apply(*self.log[-1])

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def mover(self) -> int:
        assert self.table.mover is not None
        return self.table.mover

    def legal(self, beginning: str = "") -> list[str]:
        """The mover's moves that are written like this."""
        return [str(move) for move in self.match.game.legal_moves if str(move).startswith(beginning)]

    def move(self, token: str | None = None) -> None:
        self.add(decisions.move(self.table, f"g{self.mover}", token or self.legal()[0], None))

    def play(self, decisions_made: int, seed: int = 1) -> None:
        rng = random.Random(seed)
        for _ in range(decisions_made):
            self.move(rng.choice(self.legal()))

    def play_round(self) -> None:
        while not self.match.game.over:
            self.move("@" if self.legal("@") else self.legal()[-1])
