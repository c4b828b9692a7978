"""What a log amounts to up to one of its events, as text: so that a table is known again at the same cost
whatever has happened there.

A snapshot is a cache. The log says what is so, and a snapshot that is missing, damaged, of another version or
of another log is passed over. It holds seats, clocks and the moves that count. The first event, with the
secret of the deals, is always read from the log, and so are the latest, which tell what has just happened.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from lostcities.match import Match
from lostcities.moves import Move
from lostcities.server.table.events import LANGUAGE, Created, SecretTold
from lostcities.server.table.seats import Seat
from lostcities.server.table.state import REMEMBERED, Logged, Table, Unlock, no_key, settles

VERSION = 1
"""To be raised with every change of what stands in a snapshot or of what follows from events."""
FACTS = (
    "head",
    "final_head",
    "full_at",
    "oldest",
    "removed",
    "closed",
    "closed_because",
    "rematch",
    "undos",
    "returns",
    "_taken_back",
)
"""What a table remembers besides its seats and its match, and JSON can hold."""
_SEATS = TypeAdapter(list[Seat])
_move = lru_cache(1024)(Move.parse)


class Unusable(Exception):  # noqa: N818 - it is passed over
    """A snapshot that says nothing of this log."""


class Picture(NamedTuple):
    """A table at a moment. To take it costs little, and it stays as it is while the table goes on."""

    seq: int
    at: int
    facts: dict[str, Any]
    seats: bytes
    in_match: bool
    rounds: list[Sequence[tuple[int, Move]]]
    out_of_time: int | None

    def __str__(self) -> str:
        """The snapshot."""
        rounds = [" ".join(str(move) for _, move in played) for played in self.rounds]
        body = json.dumps(
            {
                "version": [VERSION, LANGUAGE],
                "seq": self.seq,
                "at": self.at,
                "facts": self.facts,
                "seats": json.loads(self.seats),
                "rounds": rounds if self.in_match else None,
                "out_of_time": self.out_of_time,
            },
            separators=(",", ":"),
        )
        return f"{_digest(body)}\n{body}"


def picture(table: Table) -> Picture:
    """What a snapshot needs; rounds that are over don't change any more."""
    match = table.match
    facts = {name: json.loads(json.dumps(getattr(table, name))) for name in FACTS}
    if table.created.secret is None:  # else the first event has it
        facts["told"] = table.told
    seats = _SEATS.dump_json(table.seats)
    if match is None:
        return Picture(table.seq, table.at, facts, seats, False, [], None)
    rounds = [*(game.history for game in match.games[:-1]), tuple(match.game.history)]
    return Picture(table.seq, table.at, facts, seats, True, rounds, match.out_of_time)


def fold_from(
    table_id: str, snapshot: str, log: Sequence[Logged], unlock: Unlock = no_key
) -> tuple[Table, int]:
    """The table that a log amounts to, given a snapshot, the first event and those since shortly before it.

    And the number of the event after which the snapshot was made.
    """
    try:
        return _fold_from(table_id, snapshot, log, unlock)
    except Exception as error:  # whatever is wrong with it, the log is still there
        raise Unusable from error


def _fold_from(table_id: str, snapshot: str, log: Sequence[Logged], unlock: Unlock) -> tuple[Table, int]:
    digest, _, body = snapshot.partition("\n")
    if digest != _digest(body):
        raise ValueError("damaged")
    data = json.loads(body)
    if data["version"] != [VERSION, LANGUAGE]:
        raise ValueError("of another version")
    seq: int = data["seq"]
    first, latest = log[0], [logged for logged in log if seq - REMEMBERED < logged.seq <= seq]
    if [logged.seq for logged in latest] != list(range(max(1, seq - REMEMBERED + 1), seq + 1)):
        raise ValueError("of a longer log")
    if latest[-1].at != data["at"] or latest[-1].head != data["facts"]["head"]:
        raise ValueError("of another log")
    assert isinstance(first.event, Created)
    told = next((it.event.secret for it in log if isinstance(it.event, SecretTold)), None)
    table = Table(table_id, first.event, first.at, unlock, first.head, told)
    _take_up(table, data)
    table.recent.clear()
    table.recent.extend(latest)
    for logged in log:
        if logged.seq > seq:
            table.apply(*logged)
    return table, seq


def _take_up(table: Table, data: dict[str, Any]) -> None:
    told = table.told
    for name in FACTS:
        setattr(table, name, data["facts"][name])
    table.told = told or data["facts"].get("told")
    table.seats = _SEATS.validate_python(data["seats"])
    table.seq, table.at = data["seq"], data["at"]
    table.match = None
    if data["rounds"] is not None:
        table.match = table.new_match()
        _play(table.match, data["rounds"])
        table.match.out_of_time = data["out_of_time"]


def _play(match: Match, rounds: list[str]) -> None:
    for number, played in enumerate(rounds, 1):
        if number > 1:
            match.next_round()
        for move in map(_move, played.split()):
            match.game.play(move)
            if number == len(rounds) and settles(move):
                match.game.settle()


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
