"""What a person may see of a table, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import orjson

from lostcities.fair import seal_of
from lostcities.plain import variant_facts
from lostcities.record import CutBy
from lostcities.server.live.presence import Presence
from lostcities.server.live.views import as_json, seen_by_all, seen_by_one
from lostcities.server.settings import Settings
from lostcities.server.table.decisions import viewpoint
from lostcities.server.table.events import (
    BotSat,
    Carried,
    CutShown,
    CutsWithheld,
    FlagFell,
    Joined,
    Left,
    Moved,
    Ready,
    Removed,
    Returned,
    SignedOut,
    Undone,
)
from lostcities.server.table.permissions import Viewer, can, viewer
from lostcities.server.table.seats import Seat
from lostcities.server.table.state import Logged, Status, Table, Trouble


@dataclass(slots=True)
class _Shown:
    """What was made for those who look at a table: for each who sees something else, and in parts for all."""

    of: tuple[int, Trouble | None] = (0, None)
    people: int = 0
    texts: dict[tuple[Viewer, int | None], bytes] = field(default_factory=dict)
    facts: bytes = b""
    """What is the same for everybody: the beginning of a `TableInfo`,"""
    game: bytes = b""
    """and that of its `game`."""
    variant: orjson.Fragment | None = None


class Presenter:
    """Makes the JSON of tables, once for all who see the same."""

    def __init__(self, settings: Settings, presence: Presence) -> None:
        self._settings = settings
        self._presence = presence
        self._next_round_after = int(1000 * settings.next_round_after)
        self._cuts_within = int(1000 * settings.cuts_within)
        self._shown: WeakKeyDictionary[Table, _Shown] = WeakKeyDictionary()

    def update(
        self, table: Table, guest: str | None, seat: int | None, news: Sequence[Logged], now: int
    ) -> bytes:
        """An `Update`."""
        events = orjson.dumps([public(logged) for logged in news])
        return b'{"now":%d,"events":%b,"table":%b}' % (now, events, self.table(table, guest, seat))

    def table(self, table: Table, guest: str | None, seat: int | None = None) -> bytes:
        """A `TableInfo`."""
        key = (viewer(table, guest), viewpoint(table, guest, seat))
        shown = self._shown_of(table)
        if key not in shown.texts:
            shown.texts[key] = self._text(table, *key, shown)
        return shown.texts[key]

    def _shown_of(self, table: Table) -> _Shown:
        shown = self._shown.get(table)
        if shown is None:
            shown = self._shown[table] = _Shown(variant=_fragment(variant_facts(table.variant)))
        if shown.of != (table.seq, table.trouble):
            shown.of = (table.seq, table.trouble)
            shown.texts.clear()
            shown.facts = _open(self._facts(table, shown.variant))
            shown.game = _open(seen_by_all(table.match.view())) if table.match else b"null"
        if shown.people != (people := self._presence.version(table)):
            shown.people = people
            shown.texts.clear()
        return shown

    def _text(self, table: Table, you: Viewer, seat: int | None, shown: _Shown) -> bytes:
        """What everybody gets, and what one viewer gets besides."""
        people = self._presence.of_seats(table)
        own: dict[str, Any] = {
            "seats": [
                one | {"presence": there} for one, there in zip(seats(table, you.seats), people, strict=True)
            ],
            "you": {
                "seat": seat,
                "seats": you.seats,
                "host": you.host,
                "removed": you.removed,
                "can": can(table, you, self._settings),
            },
            "game": None,
        }
        if table.match:
            own["game"] = orjson.Fragment(_complete(shown.game, seen_by_one(table.match.view(seat))))
        return _complete(shown.facts, own)

    def _facts(self, table: Table, variant: Any) -> dict[str, Any]:
        """What is the same for everybody."""
        match, status = table.match, table.status
        between = status is Status.BETWEEN_ROUNDS
        return {
            "id": table.id,
            "seq": table.seq,
            "at": table.at,
            "created_at": table.created_at,
            "status": status.value,
            "variant": variant,
            "listed": table.created.listed,
            "oldest": table.oldest,
            "clock": table.created.clock and table.created.clock.model_dump(),
            "fair": {
                "commitment": table.commitment,
                "cuts": table.cuts if match else [],
                "secret": table.published_secret,
                "seals": seals(table),
                "cuts_by": table.full_at + self._cuts_within
                if table.missing_cuts and table.full_at is not None
                else None,
            },
            "trouble": table.trouble and table.trouble.value,
            "rounds": match.scores if match else [],
            "totals": match.totals if match else [0] * table.variant.sides,
            "next_starter": match.next_starter if match and between else None,
            "next_round_at": table.at + self._next_round_after if between else None,
            "result": table.result,
            "flag": table.flag,
            "closed_because": table.closed_because,
            "rematch": table.rematch,
        }


def _fragment(facts: dict[str, Any]) -> orjson.Fragment:
    return orjson.Fragment(as_json(facts))


def _open(facts: dict[str, Any]) -> bytes:
    """The beginning of an object."""
    return as_json(facts)[:-1]


def _complete(beginning: bytes, facts: dict[str, Any]) -> bytes:
    return b"%b,%b" % (beginning, as_json(facts)[1:])


def rounds(table: Table) -> list[dict[str, Any]]:
    """A `RoundInfo` for each finished round."""
    games = [game for game in table.match.games if game.over] if table.match else []
    return [
        {"round": number, "starter": game.starter, "scores": game.scores, "sheets": game.sheets}
        for number, game in enumerate(games, 1)
    ]


def summary(table: Table, guest: str | None) -> dict[str, Any]:
    """A `TableSummary`."""
    mine = table.seats_of(guest)
    match = table.match
    return {
        "id": table.id,
        "seq": table.seq,
        "at": table.at,
        "created_at": table.created_at,
        "status": table.status.value,
        "variant": variant_facts(table.variant),
        "seats": [seat | {"presence": None} for seat in seats(table, mine)],
        "clock": table.created.clock and table.created.clock.model_dump(),
        "mover": table.mover,
        "round": match.round if match else 0,
        "totals": match.totals if match else [0] * table.variant.sides,
        "your_turn": _your_turn(table, mine),
    }


def seats(table: Table, mine: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        {
            "seat": i,
            "name": table.variant.seat_names[i],
            "side": table.variant.side_of(i),
            "kind": _kind(seat),
            "nickname": seat.nickname,
            "bot": seat.bot,
            "yours": i in mine,
            "away": seat.away,
            "ready": seat.ready,
            "clock": None if seat.clock is None else int(seat.clock),
        }
        for i, seat in enumerate(table.seats)
    ]


def seals(table: Table) -> list[dict[str, Any]]:
    """For each cut its seal, by which everybody can hold the others to what they have chosen."""
    return [
        {
            "seat": i,
            "seal": seat.seal or seal_of(seat.cut or ""),
            "by": seat.cut_by.value,
            "shown": seat.cut is not None and seat.cut_by is CutBy.SEALED,
        }
        for i, seat in enumerate(table.seats)
        if seat.seal is not None or seat.cut is not None
    ]


def _kind(seat: Seat) -> str:
    if seat.guests:
        return "person" if seat.taken else "kept"
    return "bot" if seat.bot else "open"


def _your_turn(table: Table, mine: tuple[int, ...]) -> bool:
    if table.mover is None:
        return bool(set(mine) & set(table.waited_for)) and table.status is Status.BETWEEN_ROUNDS
    return table.mover in mine and table.seats[table.mover].bot is None


def public(logged: Logged) -> dict[str, Any]:
    """A `TableEvent`: what everybody may know of an event."""
    event = logged.event
    move = event.move if isinstance(event, Moved) else None
    match event:
        case Moved() | Undone() | BotSat() | Carried() | FlagFell() | CutShown():
            seats: tuple[int, ...] = (event.seat,)
        case Joined() | Ready() | Left() | Returned() | SignedOut() | Removed() | CutsWithheld():
            seats = event.seats
        case _:
            seats = ()
    return {"seq": logged.seq, "at": logged.at, "kind": event.kind, "seats": seats, "move": move}
