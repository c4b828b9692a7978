"""`Presence`: who is at a table, and since when somebody isn't.

Somebody with an open stream of a table is there. When the last one ends, and no new one begins within a short
grace, they are away since it ended. What this process sees is written down and told to the others; what they
see is read with the table, and again whenever they tell of news.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

from lostcities.server.live.clock import Clock
from lostcities.server.live.hub import Hub
from lostcities.server.store import Nodes, Sighting
from lostcities.server.store.nodes import SPECTATORS
from lostcities.server.table.seats import Seat
from lostcities.server.table.state import Table

SILENT = 5.0
"""Seconds after which this task shows that it lives, if nobody comes or goes."""
AT_ONCE = 500


class _Seen(NamedTuple):
    here: bool
    at: int


@dataclass(slots=True)
class _Room:
    """What is known of the people at a table: for each what each process saw last."""

    people: dict[tuple[str, str], _Seen] = field(default_factory=dict)
    version: int = 0


Who = tuple[str, str]
"""A table, and a guest with a seat there, or all the spectators."""


class Presence:
    def __init__(self, nodes: Nodes, hub: Hub, clock: Clock, grace: float) -> None:
        self._nodes = nodes
        self._hub = hub
        self._clock = clock
        self._grace = grace
        self._rooms: WeakKeyDictionary[Table, _Room] = WeakKeyDictionary()
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._streams: Counter[Who] = Counter()
        self._here: defaultdict[str, dict[str, int]] = defaultdict(dict)
        """For each table, who is there through this process, and since when."""
        self._leaving: dict[Who, asyncio.TimerHandle] = {}
        self._untold: dict[Who, _Seen] = {}
        self._news = asyncio.Event()

    def __len__(self) -> int:
        """People, and crowds of spectators, that are at a table through this process."""
        return sum(map(len, self._here.values()))

    # What is known

    def version(self, table: Table) -> int:
        """Changes with whatever can be seen of who is there."""
        room = self._rooms.get(table)
        return 0 if room is None else room.version

    def watched(self, table: Table) -> bool:
        """Whether anybody looks at the table, through whichever process."""
        room = self._rooms.get(table)
        return self._hub.has(table.id) or (
            room is not None and any(seen.here for seen in room.people.values())
        )

    def of_seats(self, table: Table) -> list[dict[str, Any] | None]:
        """For each seat a `PresenceInfo`, where it is a person's."""
        room = self._rooms.get(table) or _Room()
        return [_of_seat(seat, room) if seat.is_person else None for seat in table.seats]

    # What this process sees

    def enter(self, table: Table, guest: str | None) -> Stay:
        """Somebody opens a stream."""
        stay = Stay(self, guest)
        stay.look(table)
        return stay

    def arrive(self, who: Who) -> None:
        self._streams[who] += 1
        if timer := self._leaving.pop(who, None):
            timer.cancel()
        elif self._streams[who] == 1:
            now = self._clock.now()
            self._here[who[0]][who[1]] = now
            self._saw(who, _Seen(True, now))

    def depart(self, who: Who) -> None:
        self._streams[who] -= 1
        if not self._streams[who]:
            del self._streams[who]
            ended = self._clock.now()
            self._leaving[who] = asyncio.get_running_loop().call_later(self._grace, self._left, who, ended)

    def _left(self, who: Who, at: int) -> None:
        table_id, guest = who
        del self._leaving[who], self._here[table_id][guest]
        if not self._here[table_id]:
            del self._here[table_id]
        self._saw(who, _Seen(False, at))

    def _saw(self, who: Who, seen: _Seen) -> None:
        table_id, guest = who
        self._untold[who] = seen
        self._news.set()
        table = self._tables.get(table_id)
        if table is not None and (room := self._rooms.get(table)) is not None:
            self._change(table, room, room.people | {(guest, self._nodes.id): seen})

    async def run(self, beat: Callable[[], None]) -> None:
        """Write down what this process sees, many at a time."""
        while True:
            beat()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), SILENT)
            self._news.clear()
            while self._untold:
                some = {who: self._untold.pop(who) for who in list(self._untold)[:AT_ONCE]}
                told = [Sighting(*who, self._nodes.id, *seen) for who, seen in some.items()]
                try:
                    await self._nodes.tell(told, self._clock.now())
                except BaseException:
                    self._untold = some | self._untold
                    self._news.set()
                    raise
                beat()

    def say_again(self) -> None:
        """The others took this process for dead: tell them who is here."""
        here = {
            (table_id, guest): _Seen(True, since)
            for table_id, guests in self._here.items()
            for guest, since in guests.items()
        }
        self._untold = here | self._untold
        self._news.set()

    # What the others see

    async def load(self, table: Table) -> None:
        """Read who is at a table that has just been read itself."""
        self._rooms.setdefault(table, _Room())
        self._tables[table.id] = table
        await self.heard([table.id])

    async def catch_up(self) -> None:
        """Read again what may have been missed of the tables that somebody listens to."""
        await self.heard(self._hub.tables)

    async def heard(self, table_ids: Iterable[str]) -> None:
        """At these tables something has changed, in this process or in another one."""
        known = [table_id for table_id in table_ids if table_id in self._tables]
        for i in range(0, len(known), AT_ONCE):
            some = known[i : i + AT_ONCE]
            found: defaultdict[str, dict[tuple[str, str], _Seen]] = defaultdict(dict)
            for row in await self._nodes.at_tables(some):
                found[row.table_id][row.guest_id, row.node] = _Seen(row.here, row.at)
            for table_id in some:
                table = self._tables.get(table_id)
                if table is not None and (room := self._rooms.get(table)) is not None:
                    self._change(table, room, found[table_id] | self._own(table_id, found[table_id], room))

    def _own(
        self, table_id: str, found: dict[tuple[str, str], _Seen], room: _Room
    ) -> dict[tuple[str, str], _Seen]:
        """Of its own people this process knows more than was written down yet."""
        me = self._nodes.id
        here = self._here.get(table_id, {})
        gone = {
            (guest, node): room.people.get((guest, node), _Seen(False, seen.at))
            for (guest, node), seen in found.items()
            if node == me and seen.here and guest not in here
        }
        untold = {
            (guest, me): seen
            for guest in {guest for guest, _ in room.people}
            if (seen := self._untold.get((table_id, guest))) is not None
        }
        return gone | untold | {(guest, me): _Seen(True, since) for guest, since in here.items()}

    def _change(self, table: Table, room: _Room, people: dict[tuple[str, str], _Seen]) -> None:
        before, room.people = self.of_seats(table), people
        if self.of_seats(table) != before:
            room.version += 1
            self._hub.wake(table.id)


class Stay:
    """One stream. Who opened it as a spectator may sit down meanwhile, and the other way round."""

    def __init__(self, presence: Presence, guest: str | None) -> None:
        self._presence = presence
        self._guest = guest
        self._who: Who | None = None

    def look(self, table: Table) -> None:
        """Count for what the guest is at the table now."""
        seated = self._guest is not None and bool(table.seats_of(self._guest))
        who = (table.id, self._guest if seated and self._guest else SPECTATORS)
        if who != self._who:
            self._presence.arrive(who)
            self.end()
            self._who = who

    def end(self) -> None:
        if self._who is not None:
            self._presence.depart(self._who)
            self._who = None


def _of_seat(seat: Seat, room: _Room) -> dict[str, Any]:
    if seat.away:
        return {"state": "left", "since": None}
    seen = [found for (guest, _), found in room.people.items() if guest in seat.guests]
    if any(found.here for found in seen):
        return {"state": "here", "since": None}
    return {"state": "away", "since": max((found.at for found in seen), default=None)}
