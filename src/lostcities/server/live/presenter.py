"""What a person may see of a table, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import orjson

from lostcities.fair import seal_of
from lostcities.game import View
from lostcities.plain import plain, variant_facts
from lostcities.record import CutBy
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
    Returned,
    Undone,
)
from lostcities.server.table.state import Logged, Seat, Status, Table


@dataclass(slots=True)
class _Shown:
    """What was made for those who look at a table: for each who sees something else, and in parts for all."""

    seq: int = 0
    texts: dict[tuple[tuple[int, ...], int | None, bool], bytes] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    watched: View | None = None
    """The round as a spectator sees it,"""
    game: dict[str, Any] = field(default_factory=dict)
    """and that as plain data."""
    rounds: list[Any] = field(default_factory=list)


class Presenter:
    """Makes the JSON of tables, once for all who see the same."""

    def __init__(self, settings: Settings) -> None:
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
        mine = table.seats_of(guest)
        looking_from = viewpoint(table, guest, seat)
        key = (mine, looking_from, guest == table.created.host)
        shown = self._shown_of(table)
        if key not in shown.texts:
            shown.texts[key] = orjson.dumps(_seen(table, *key, shown))
        return shown.texts[key]

    def _shown_of(self, table: Table) -> _Shown:
        shown = self._shown.get(table)
        if shown is None:
            shown = self._shown[table] = _Shown()
        if shown.seq != table.seq:
            shown.seq = table.seq
            shown.texts.clear()
            shown.facts = self._facts(table, _rounds(table, shown.rounds))
            shown.watched = table.match.view() if table.match else None
            shown.game = plain(shown.watched) or {}
        return shown

    def _facts(self, table: Table, rounds: list[Any]) -> dict[str, Any]:
        """What is the same for everybody."""
        match, status = table.match, table.status
        between = status is Status.BETWEEN_ROUNDS
        return {
            "id": table.id,
            "seq": table.seq,
            "at": table.at,
            "created_at": table.created_at,
            "status": status.value,
            "variant": variant_facts(table.variant),
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
            "rounds": rounds,
            "totals": match.totals if match else [0] * table.variant.sides,
            "next_starter": match.next_starter if match and between else None,
            "next_round_at": table.at + self._next_round_after if between else None,
            "result": plain(table.result),
            "flag": table.flag,
            "rematch": table.rematch,
        }


def _seen(table: Table, mine: tuple[int, ...], seat: int | None, host: bool, shown: _Shown) -> dict[str, Any]:
    """What everybody gets, and what one viewer gets besides."""
    return shown.facts | {
        "seats": seats(table, mine),
        "you": {"seat": seat, "seats": mine, "host": host, "can": _can(table, mine)},
        "game": _like(table.match.view(seat), shown.watched, shown.game) if table.match else None,
    }


def _like(view: View, other: View | None, known: dict[str, Any]) -> dict[str, Any]:
    """A view as plain data, given that of another one: what both hold is not turned a second time."""
    return {
        name: data if (own := getattr(view, name)) is getattr(other, name) else plain(own)
        for name, data in known.items()
    }


def _rounds(table: Table, known: list[Any]) -> list[Any]:
    """The finished rounds as `RoundInfo`, adding those that are not known yet."""
    games = [game for game in table.match.games if game.over] if table.match else []
    for number, game in enumerate(games[len(known) :], len(known) + 1):
        sheets = plain(game.sheets)
        scores = [sheet["total"] for sheet in sheets]
        known.append({"round": number, "starter": game.starter, "scores": scores, "sheets": sheets})
    return known


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
        "seats": seats(table, mine),
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


def _can(table: Table, mine: tuple[int, ...]) -> list[str]:
    """What someone could ask for now, as `decisions` would answer."""
    status, places = table.status, table.seats
    can = []
    kept = any(not places[i].taken for i in mine)
    if status is Status.WAITING and (kept or (not mine and table.open_seats)):
        can.append("join")
    if _your_turn(table, mine):
        can.append("move" if table.mover is not None else "ready")
        if table.can_undo:
            can.append("undo")
    if not mine:
        return can
    if table.finished:
        return [*can, "rematch"] if status is Status.OVER and not table.rematch else can
    if set(mine) & set(table.missing_cuts):
        can.append("cut")
    if any(not places[i].away for i in mine):
        can.append("leave")
    if table.full_at is not None and any(places[i].away or places[i].bot for i in mine):
        can.append("return")
    return [*can, "seat-bot", "link"]


def public(logged: Logged) -> dict[str, Any]:
    """A `TableEvent`: what everybody may know of an event."""
    event = logged.event
    move = event.move if isinstance(event, Moved) else None
    match event:
        case Moved() | Undone() | BotSat() | Carried() | FlagFell() | CutShown():
            seats: tuple[int, ...] = (event.seat,)
        case Joined() | Ready() | Left() | Returned() | CutsWithheld():
            seats = event.seats
        case _:
            seats = ()
    return {"seq": logged.seq, "at": logged.at, "kind": event.kind, "seats": seats, "move": move}
