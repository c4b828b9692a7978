"""Rounds that are over, position by position, and the record of a table's match."""

from __future__ import annotations

import datetime
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lostcities.errors import LostCitiesError
from lostcities.game import Game, RowGame, RowView
from lostcities.match import Match
from lostcities.plain import plain, variant_facts
from lostcities.record import MatchRecord, verify
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


def of_record(text: str, language: str) -> dict[str, Any]:
    """A `RecordReplay`: as far as the play in it is right."""
    record = MatchRecord.parse(text)
    checks = [
        {"about": check.about, "status": check.status.value, "detail": check.say(language)}
        for check in verify(record).checks
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
    return {"commitment": record.commitment, "cuts": record.cuts, "secret": record.secret}


def _as_far_as_right(record: MatchRecord) -> Match | None:
    match: Match | None = None
    with suppress(LostCitiesError):
        for state in record.replay():
            match = state
    return match


def record(table: Table) -> MatchRecord:
    """What may be read of a table's match now."""
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
    )
    return whole if table.tells_all else whole.public()


def _open_view(game: Game) -> Any:
    """A spectator's view with all hands open."""
    view = game.view()
    if isinstance(game, RowGame) and isinstance(view, RowView):
        view = replace(view, hands=tuple(game.hand(seat) for seat in range(game.variant.players)))
    return plain(view)
