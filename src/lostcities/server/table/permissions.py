"""What somebody may do at a table: the one place that knows.

`decisions` refuses by it, and `you.can` is what it allows, so that nothing is offered that would be refused
and nothing withheld that would be done. Each function answers with the code of the refusal, or None if it is
allowed. They are asked with every view that is sent: nothing is built here, and nothing raised.
"""

from __future__ import annotations

from typing import NamedTuple

from lostcities.server.table.state import Status, Table


class Viewer(NamedTuple):
    """What somebody is at a table: all that their permissions depend on."""

    seats: tuple[int, ...]
    host: bool
    removed: bool


def viewer(table: Table, guest: str | None) -> Viewer:
    return Viewer(table.seats_of(guest), guest == table.created.host, guest in table.removed)


class Now(NamedTuple):
    """Where a table stands, found out once for all that is asked about it."""

    table: Table
    status: Status
    finished: bool
    mover: int | None


def now(table: Table) -> Now:
    status = table.status
    mover = table.match.mover if table.match and status is Status.PLAYING else None
    return Now(table, status, status in (Status.OVER, Status.CLOSED), mover)


def can(table: Table, you: Viewer) -> list[str]:
    """The names of all that would be done if it were asked for now. What the first look rules out is not
    asked."""
    here, allowed = now(table), []
    if here.status is Status.WAITING:
        if _joins(here, you):
            allowed.append("join")
        if you.host and any(remove(here, you, i) is None for i in range(len(table.seats))):
            allowed.append("remove")
    if not you.seats:
        return allowed
    if here.mover in you.seats:
        if move(here, you, here.mover) is None:
            allowed.append("move")
        if undo(here, you) is None:
            allowed.append("undo")
    elif here.status is Status.BETWEEN_ROUNDS and ready(here, you) is None and waiting(here, you):
        allowed.append("ready")
    if here.finished:
        return [*allowed, "rematch"] if rematch(here, you) is None and table.rematch is None else allowed
    if at_the_table(here, you) is None:
        if staying(here, you):
            allowed.append("leave")
        if gone(here, you):
            allowed.append("return")
    if any(seat_bot(here, you, i) is None for i in range(len(table.seats))):
        allowed.append("seat-bot")
    if any(link(here, you, i) is None for i in you.seats):
        allowed.append("link")
    if any(sign_out(here, you, i) is None for i in you.seats):
        allowed.append("sign-out")
    return allowed


def join(here: Now, you: Viewer) -> str | None:
    """Whether anybody may sit down, and they of all people; on which seat is another question."""
    if here.status is not Status.WAITING:
        return "table-finished" if here.finished else "table-full"
    return "removed" if you.removed else None


def kept(here: Now, you: Viewer) -> tuple[int, ...]:
    """The seats that are kept for them to sit down on."""
    return tuple(i for i in you.seats if not here.table.seats[i].taken)


def _joins(here: Now, you: Viewer) -> bool:
    return join(here, you) is None and (
        bool(kept(here, you)) or any(seat.is_open for seat in here.table.seats)
    )


def playing(here: Now) -> str | None:
    """Whether somebody is to decide."""
    if here.finished:
        return "table-finished"
    if here.status is Status.WAITING:
        return "not-started"
    return "between-rounds" if here.mover is None else None


def move(here: Now, you: Viewer, seat: int) -> str | None:
    if no := playing(here):
        return no
    if seat not in you.seats:
        return "not-your-seat"
    if here.table.seats[seat].bot is not None:
        return "bot-plays"
    return None if seat == here.mover else "not-your-turn"


def undo(here: Now, you: Viewer) -> str | None:
    mover = here.mover
    if mover is None:
        return playing(here)
    if not you.seats:
        return "not-your-seat"
    if mover not in you.seats:
        return "not-your-turn"
    if here.table.seats[mover].bot is not None:
        return "bot-plays"
    return None if here.table.can_undo else "nothing-to-undo"


def ready(here: Now, you: Viewer) -> str | None:
    if not you.seats:
        return "not-your-seat"
    return None if here.status is Status.BETWEEN_ROUNDS else "not-between-rounds"


def waiting(here: Now, you: Viewer) -> tuple[int, ...]:
    """Their seats whose word is waited for between two rounds."""
    return tuple(i for i in here.table.waited_for if i in you.seats)


def at_the_table(here: Now, you: Viewer) -> str | None:
    """Whether they have a seat at a table that is still in play: enough to get up and to come back."""
    if not you.seats:
        return "not-your-seat"
    return "table-finished" if here.finished else None


def staying(here: Now, you: Viewer) -> tuple[int, ...]:
    """Their seats that they have not left."""
    return tuple(i for i in you.seats if not here.table.seats[i].away)


def gone(here: Now, you: Viewer) -> tuple[int, ...]:
    """Their seats that they have left or that a bot plays for them."""
    if here.table.match is None:
        return ()
    return tuple(i for i in you.seats if here.table.seats[i].away or here.table.seats[i].bot is not None)


def seat_bot(here: Now, you: Viewer, seat: int) -> str | None:
    """The own seat, an absent player's, or, before the match, one on which nobody sits."""
    if no := at_the_table(here, you):
        return no
    place, own = here.table.seats[seat], seat in you.seats
    if place.bot is not None or (place.is_person and not own and not place.away):
        return "seat-taken"
    return "not-before-the-match" if own and here.table.match is None else None


def rematch(here: Now, you: Viewer) -> str | None:
    if not you.seats:
        return "not-your-seat"
    return None if here.status is Status.OVER else "not-over"


def link(here: Now, you: Viewer, seat: int) -> str | None:
    """Carry a seat to a second device: only while they play it themselves."""
    if no := _of_theirs(here, you, seat):
        return no
    if here.table.seats[seat].bot is not None:
        return "bot-plays"
    return "not-here" if here.table.seats[seat].away else None


def sign_out(here: Now, you: Viewer, seat: int) -> str | None:
    if no := _of_theirs(here, you, seat):
        return no
    return None if here.table.seats[seat].devices else "no-device"


def remove(here: Now, you: Viewer, seat: int) -> str | None:
    """Send somebody away who has sat down: the host alone, and only before the match."""
    if not you.host:
        return "not-the-host"
    if here.status is not Status.WAITING:
        return "table-finished" if here.finished else "match-begun"
    return None if here.table.seats[seat].is_person and seat not in you.seats else "nobody-to-remove"


def _of_theirs(here: Now, you: Viewer, seat: int) -> str | None:
    if seat not in you.seats:
        return "not-your-seat"
    return "table-finished" if here.finished else None
