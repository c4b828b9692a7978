"""How long a round may get. Nobody who plays gets there; a log that grows without end would cost everybody.

A round goes on for ever only where all players draw from the discards for ever: nobody brings it about alone.
"""

from __future__ import annotations

from lostcities.server.settings import Settings
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import Closed, Event, Returned, Undone
from lostcities.server.table.state import Status, Table


def too_long(table: Table, settings: Settings) -> Closed | None:
    """The end of a table whose round has had more decisions than any that somebody would play."""
    reached = table.status is Status.PLAYING and table.decided >= settings.decisions_per_round
    return Closed(why="too-long") if reached else None


def may_undo(table: Table, settings: Settings) -> bool:
    """Whether the mover has a card to take back, and has not done so too often in this round."""
    return table.mover is not None and table.can_undo and table.undos[table.mover] < settings.undos_per_round


def may_return(table: Table, seat: int, settings: Settings) -> bool:
    return table.returns[seat] < settings.returns_per_round


def check(table: Table, event: Event, settings: Settings) -> None:
    """Refuse what somebody has done too often in this round."""
    match event:
        case Undone() if not may_undo(table, settings):
            raise TableError("too-many-undos", most=settings.undos_per_round)
        case Returned(seats=seats) if not all(may_return(table, seat, settings) for seat in seats):
            raise TableError("too-many-returns", most=settings.returns_per_round)
