"""Rounds that are over, position by position, and the record of a table's match."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson

from lostcities.errors import LostCitiesError
from lostcities.fair import seal_of
from lostcities.game import Game, RowGame, RowView
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.plain import plain, variant_facts
from lostcities.record import CutBy, Kept, MatchRecord, verify
from lostcities.server.keys import Keys
from lostcities.server.live.views import seen
from lostcities.server.table.state import Table
from lostcities.variant import Family


def of_game(done: Game, number: int) -> Iterator[bytes]:
    """A `Replay` of a round, as JSON in pieces: a frame takes a hundred times the room of its move."""
    yield b'{"round":%d,"frames":[' % number
    for place, state in enumerate(done.states()):
        seat, move = state.history[-1] if state.history else (None, None)
        yield (b"," if place else b"") + _frame(seat, move, state)
    yield b"]}"


def of_record(record: MatchRecord, language: str, own: Keys) -> Iterator[bytes]:
    """A `RecordReplay`, as far as the play in it is right: JSON in pieces.

    The server knows by its key what it has signed.
    """
    ours = record.key == own.public
    checks = [
        {"about": check.about, "status": check.status.value, "detail": check.say(language)}
        for check in verify(record, Kept(fingerprint=own.fingerprint if ours else None)).checks
    ]
    match = _as_far_as_right(record)
    head = {
        "variant": variant_facts(record.variant),
        "names": record.names,
        "fair": _fair(record),
        "checks": checks,
    }
    yield orjson.dumps(head)[:-1] + b',"rounds":['
    for number, game in enumerate(match.games if match else [], 1):
        if number > 1:
            yield b","
        yield from of_game(game, number)
    yield b'],"result":%b}' % orjson.dumps(plain(match.result) if match else None)


def decisions(record: MatchRecord) -> int:
    """How many positions a replay goes through."""
    return sum(len(turn.moves) for played in record.rounds for turn in played.turns)


def _frame(seat: int | None, move: Move | None, game: Game) -> bytes:
    shown = None if move is None else str(move)
    return orjson.dumps({"seat": seat, "move": shown, "view": _open_view(game)})


def _fair(record: MatchRecord) -> dict[str, Any] | None:
    """A `FairInfo`, so that whoever reads the record can verify the deals without us."""
    if record.commitment is None:
        return None
    cuts = dict(zip(record.cutters, record.cuts, strict=False))
    return {
        "commitment": record.commitment,
        "cuts": record.cuts,
        "secret": record.secret,
        "seals": [
            {
                "seat": seal.seat,
                "seal": seal.seal or seal_of(cuts[seal.seat]),
                "by": seal.by.value,
                "shown": seal.by is CutBy.SEALED,
            }
            for seal in record.seals
        ],
        "cuts_by": None,
    }


def _as_far_as_right(record: MatchRecord) -> Match | None:
    match: Match | None = None
    with suppress(LostCitiesError):
        for state in record.replay():
            match = state
    return match


def record(table: Table, own: Keys) -> MatchRecord:
    """What may be read of a table's match now; at the end signed, if the server has chained its log."""
    assert table.match is not None
    lots = ["oldest"] if table.created.oldest is None else []
    if table.created.first is None and table.variant.edition.family is Family.RIVALS:
        lots.append("first")
    names = tuple(seat.nickname or seat.bot or "" for seat in table.seats)
    whole = MatchRecord.of(
        table.match,
        names=names,
        date=datetime.datetime.fromtimestamp(table.created_at / 1000, datetime.UTC).date(),
        fair=table.fair_deal,
        lots=tuple(lots),
        seals=table.seals,
    )
    if not table.tells_all:
        return whole.public()
    if table.created.locked is None:  # it was finished before logs were chained
        return whole
    return whole.signed(table.final_head, own.public, own.sign)


def _open_view(game: Game) -> Any:
    """A spectator's view with all hands open."""
    view = game.view()
    if isinstance(game, RowGame) and isinstance(view, RowView):
        view = replace(view, hands=tuple(game.hand(seat) for seat in range(game.variant.players)))
    return plain(seen(view))
