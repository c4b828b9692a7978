"""What somebody may do at a table: the one place that knows.

`decisions` refuses by it, and `you.can` is what it allows, so that nothing is offered that would be refused
and nothing withheld that would be done. Each function answers with the code of the refusal, or None if it is
allowed. They are asked with every view that is sent: nothing is built here, and nothing raised.
"""

from __future__ import annotations

from typing import NamedTuple

from lostcities.record import CutBy
from lostcities.server.limits import PerRound
from lostcities.server.table.state import Status, Table


class Viewer(NamedTuple):
    """What somebody is at a table: all that their permissions depend on."""

    seats: tuple[int, ...]
    host: bool
    removed: bool


def viewer(table: Table, guest: str | None) -> Viewer:
    return Viewer(table.seats_of(guest), guest == table.created.host, guest in table.removed)


def can(table: Table, you: Viewer, limits: PerRound) -> list[str]:
    """The names of all that would be done if it were asked for now. What the first look rules out is not
    asked."""
    status, allowed = table.status, []
    if status is Status.WAITING:
        if _joins(table, you):
            allowed.append("join")
        if you.host and any(remove(table, you, i) is None for i in range(len(table.seats))):
            allowed.append("remove")
    if not you.seats:
        return allowed
    if not set(you.seats).isdisjoint(table.missing_cuts):
        allowed.append("cut")
    if (mover := table.mover) in you.seats:
        if move(table, you, mover) is None:
            allowed.append("move")
        if undo(table, you, limits) is None:
            allowed.append("undo")
    elif status is Status.BETWEEN_ROUNDS and ready(table, you) is None and waiting(table, you):
        allowed.append("ready")
    if table.finished:
        return [*allowed, "rematch"] if rematch(table, you) is None and table.rematch is None else allowed
    if leave(table, you) is None and staying(table, you):
        allowed.append("leave")
    if come_back(table, you, limits) is None and gone(table, you):
        allowed.append("return")
    if any(seat_bot(table, you, i) is None for i in range(len(table.seats))):
        allowed.append("seat-bot")
    if any(link(table, you, i) is None for i in you.seats):
        allowed.append("link")
    if any(sign_out(table, you, i) is None for i in you.seats):
        allowed.append("sign-out")
    return allowed


def join(table: Table, you: Viewer) -> str | None:
    """Whether anybody may sit down, and they of all people; on which seat is another question."""
    if table.status is not Status.WAITING:
        return ended(table) or "table-full"
    return "removed" if you.removed else None


def kept(table: Table, you: Viewer) -> tuple[int, ...]:
    """The seats that are kept for them to sit down on."""
    return tuple(i for i in you.seats if not table.seats[i].taken)


def _joins(table: Table, you: Viewer) -> bool:
    return join(table, you) is None and (bool(kept(table, you)) or any(seat.is_open for seat in table.seats))


def ended(table: Table) -> str | None:
    """Whether nothing can happen here any more."""
    if table.trouble:
        return table.trouble.value
    return "table-finished" if table.finished else None


def cut(table: Table, you: Viewer, seat: int) -> str | None:
    """Show a cut that was sealed: once everybody has sat down, and as long as it is waited for."""
    if seat not in you.seats:
        return "not-your-seat"
    if no := ended(table):
        return no
    if table.full_at is None:
        return "cut-early"
    return "cut-late" if table.seats[seat].cut_by is CutBy.WITHHELD else None


def playing(table: Table) -> str | None:
    """Whether somebody is to decide."""
    if no := ended(table):
        return no
    if table.status is Status.WAITING:
        return "not-started"
    return "between-rounds" if table.mover is None else None


def move(table: Table, you: Viewer, seat: int) -> str | None:
    if no := playing(table):
        return no
    if seat not in you.seats:
        return "not-your-seat"
    if table.seats[seat].bot is not None:
        return "bot-plays"
    return None if seat == table.mover else "not-your-turn"


def undo(table: Table, you: Viewer, limits: PerRound) -> str | None:
    mover = table.mover
    if mover is None:
        return playing(table)
    if not you.seats:
        return "not-your-seat"
    if mover not in you.seats:
        return "not-your-turn"
    if table.seats[mover].bot is not None:
        return "bot-plays"
    if not table.can_undo:
        return "nothing-to-undo"
    return "too-many-undos" if table.undos[mover] >= limits.undos_per_round else None


def ready(table: Table, you: Viewer) -> str | None:
    if not you.seats:
        return "not-your-seat"
    if table.trouble:
        return table.trouble.value
    return None if table.status is Status.BETWEEN_ROUNDS else "not-between-rounds"


def waiting(table: Table, you: Viewer) -> tuple[int, ...]:
    """Their seats whose word is waited for between two rounds."""
    return tuple(i for i in table.waited_for if i in you.seats)


def leave(table: Table, you: Viewer) -> str | None:
    return _with_a_seat(table, you)


def staying(table: Table, you: Viewer) -> tuple[int, ...]:
    """Their seats that they have not left."""
    return tuple(i for i in you.seats if not table.seats[i].away)


def come_back(table: Table, you: Viewer, limits: PerRound) -> str | None:
    if no := _with_a_seat(table, you):
        return no
    too_often = any(table.returns[seat] >= limits.returns_per_round for seat in gone(table, you))
    return "too-many-returns" if too_often else None


def gone(table: Table, you: Viewer) -> tuple[int, ...]:
    """Their seats that they have left or that a bot plays for them."""
    if table.full_at is None:
        return ()
    return tuple(i for i in you.seats if table.seats[i].away or table.seats[i].bot is not None)


def seat_bot(table: Table, you: Viewer, seat: int) -> str | None:
    """The own seat, an absent player's, or, before the match, one on which nobody sits."""
    if no := _with_a_seat(table, you):
        return no
    place, own = table.seats[seat], seat in you.seats
    if place.bot is not None or (place.is_person and not own and not place.away):
        return "seat-taken"
    return "not-before-the-match" if own and table.match is None and not place.away else None


def rematch(table: Table, you: Viewer) -> str | None:
    if not you.seats:
        return "not-your-seat"
    if table.trouble:
        return table.trouble.value
    return None if table.status is Status.OVER else "not-over"


def link(table: Table, you: Viewer, seat: int) -> str | None:
    """Carry a seat to a second device: only while they play it themselves."""
    if no := _of_theirs(table, you, seat):
        return no
    if table.seats[seat].bot is not None:
        return "bot-plays"
    return "not-here" if table.seats[seat].away else None


def sign_out(table: Table, you: Viewer, seat: int) -> str | None:
    if no := _of_theirs(table, you, seat):
        return no
    return None if table.seats[seat].devices else "no-device"


def remove(table: Table, you: Viewer, seat: int) -> str | None:
    """Send somebody away who has sat down: the host alone, and only before the match."""
    if not you.host:
        return "not-the-host"
    if no := ended(table):
        return no
    if table.full_at is not None:
        return "match-begun"
    return None if table.seats[seat].is_person and seat not in you.seats else "nobody-to-remove"


def _with_a_seat(table: Table, you: Viewer) -> str | None:
    if not you.seats:
        return "not-your-seat"
    return ended(table)


def _of_theirs(table: Table, you: Viewer, seat: int) -> str | None:
    if seat not in you.seats:
        return "not-your-seat"
    return ended(table)
