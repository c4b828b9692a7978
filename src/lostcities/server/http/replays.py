"""Rounds that are over, position by position, and the record of a table's match."""

from __future__ import annotations

import datetime
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lostcities.errors import LostCitiesError
from lostcities.fair import seal_of
from lostcities.game import Game, RowGame, RowView
from lostcities.match import Match
from lostcities.plain import plain, variant_facts
from lostcities.record import CutBy, Kept, MatchRecord, verify
from lostcities.server.keys import Keys
from lostcities.server.table.state import Table
from lostcities.variant import Family


def of_game(done: Game, number: int) -> dict[str, Any]:
    """A `Replay` of a round."""
    game = type(done)(done.variant, done.deal, done.starter)
    frames = [{"seat": None, "move": None, "view": _open_view(game)}]
    for seat, move in done.history:
        game.play(move)
        frames.append({"seat": seat, "move": str(move), "view": _open_view(game)})
    return {"round": number, "frames": frames}


def of_record(text: str, language: str, own: Keys) -> dict[str, Any]:
    """A `RecordReplay`: as far as the play in it is right. The server knows what it has signed by its key."""
    record = MatchRecord.parse(text)
    ours = record.key == own.public
    checks = [
        {"about": check.about, "status": check.status.value, "detail": check.say(language)}
        for check in verify(record, Kept(fingerprint=own.fingerprint if ours else None)).checks
    ]
    match = _as_far_as_right(record)
    return {
        "variant": variant_facts(record.variant),
        "names": record.names,
        "fair": _fair(record),
        "checks": checks,
        "rounds": [of_game(game, number) for number, game in enumerate(match.games if match else [], 1)],
        "result": plain(match.result) if match else None,
    }


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
    return plain(view)
