"""What is due at a table by itself: a bot's turn, a flag, the next round, the end of the wait."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from lostcities.server.settings import Settings
from lostcities.server.table import decisions
from lostcities.server.table.state import Status, Table


class What(Enum):
    BOT = auto()
    FLAG = auto()
    NEXT_ROUND = auto()
    CLOSE = auto()
    CUTS = auto()
    SECRET = auto()


class Due(NamedTuple):
    at: int
    what: What


def due(table: Table, settings: Settings, stands_still: bool = False) -> Due | None:
    """The next thing that happens at a table if nobody does anything. Where a table stands still no bot
    moves."""
    match table.status:
        case Status.WAITING:
            if table.missing_cuts and table.full_at is not None:
                return Due(table.full_at + int(1000 * settings.cuts_within), What.CUTS)
            return Due(table.at + int(3_600_000 * settings.waiting_hours), What.CLOSE)
        case Status.BETWEEN_ROUNDS:
            return Due(table.at + int(1000 * settings.next_round_after), What.NEXT_ROUND)
        case Status.PLAYING:
            assert table.mover is not None
            if decisions.too_long(table, settings):
                return Due(table.at, What.CLOSE)
            if table.seats[table.mover].bot is not None and not stands_still:
                return Due(table.at + int(1000 * settings.bot_pause), What.BOT)
            if (falls := table.flag_falls_at) is not None:
                return Due(int(falls) + 1, What.FLAG)
            return Due(table.at + int(86_400_000 * settings.abandoned_days), What.CLOSE)
    if table.told is None and table.published_secret is not None:
        return Due(table.at, What.SECRET)  # whoever finished the table was cut off before
    return None
