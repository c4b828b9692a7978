"""What somebody asks for at a table, turned into the event to append, or refused with the reason.

Each function looks at a table and changes nothing. None means that it is so already.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from lostcities.bots import BOTS, UnknownBot
from lostcities.errors import LostCitiesError
from lostcities.fair import FairDeal, seal_of
from lostcities.moves import Move
from lostcities.record import CutBy
from lostcities.server.limits import PerRound
from lostcities.server.table import names, permissions
from lostcities.server.table.events import (
    BotSat,
    Carried,
    Closed,
    Created,
    CutShown,
    CutsWithheld,
    FlagFell,
    Joined,
    Left,
    Moved,
    NextRound,
    Ready,
    Removed,
    Returned,
    SeatPlan,
    SecretTold,
    SignedOut,
    Undone,
)
from lostcities.server.table.permissions import viewer
from lostcities.server.table.state import Status, Table
from lostcities.variant import Family

USUAL = PerRound()


class TableError(LostCitiesError):
    """Something that the table does not allow now."""


class Link(NamedTuple):
    """What a link says that carries a seat: who made it, and after which event."""

    seat: int
    issuer: str
    made: int


def join(
    table: Table, guest: str, nickname: str, cut: str | None, seat: int | None, seal: str | None = None
) -> Joined | None:
    """Sit down: on the seats kept for the guest, on a seat of choice, or on the first open one.

    With the seal of a cut, or with the cut itself: then the server seals it, as one that it makes.
    """
    if cut is not None and seal is not None:
        raise TableError("cut-and-seal")
    if seat is not None:
        _known(table, seat)
    you = viewer(table, guest)
    wanted = permissions.kept(table, you)
    if not wanted and you.seats and seat in (None, *you.seats):
        return None
    _allow(permissions.join(table, you))
    if not wanted:
        free = [i for i, place in enumerate(table.seats) if place.is_open]
        if not free:
            raise TableError("table-full")
        if seat is not None and seat not in free:
            raise TableError("seat-taken", seat=seat)
        wanted = (free[0] if seat is None else seat,)
    nickname = _told_apart(table, wanted, nickname)
    by = CutBy.SEALED if seal else CutBy.OPEN if cut else CutBy.SERVER
    if seal is None:
        cut = cut or secrets.token_hex(16)
        seal = seal_of(cut)
    return Joined(seats=wanted, guest=guest, nickname=nickname, cut=cut, seal=seal, by=by)


def _told_apart(table: Table, seats: Sequence[int], nickname: str) -> str:
    """A name that is taken for no other one at the table. Names that stand there already stay."""
    if all(table.seats[i].nickname for i in seats):
        return nickname
    others = [place for i, place in enumerate(table.seats) if i not in seats]
    known = [place.nickname for place in others if place.nickname]
    return names.told_apart(nickname, known, [place.bot for place in others if place.bot])


def show_cut(table: Table, guest: str, cut: str) -> CutShown | None:
    """Show the cut that was sealed on joining."""
    you = viewer(table, guest)
    if not you.seats:
        raise TableError("not-your-seat")
    seal = seal_of(cut)
    seat = next((i for i in you.seats if table.seats[i].seal == seal), None)
    if seat is None:
        raise TableError("cut-differs")
    if table.seats[seat].cut is not None:
        return None
    _allow(permissions.cut(table, you, seat))
    return CutShown(seat=seat, cut=cut)


def withhold_cuts(table: Table) -> CutsWithheld | None:
    """Deal without the cuts that have not been shown in time."""
    missing = table.missing_cuts
    return CutsWithheld(seats=missing) if missing else None


def tell_secret(table: Table) -> SecretTold | None:
    """Write the secret of a finished table down as it is, so that the log can be read without the key."""
    secret = table.published_secret
    return SecretTold(secret=secret) if secret is not None and table.told is None else None


def move(table: Table, guest: str, token: str, seat: int | None) -> Moved:
    _allow(permissions.playing(table))
    you = viewer(table, guest)
    if seat is None:
        seat = table.mover if table.mover in you.seats else next(iter(you.seats), None)
    if seat is None:
        raise TableError("not-your-seat")
    _allow(permissions.move(table, you, _known(table, seat)), table)
    return legal(table, Move.parse(token))


def legal(table: Table, wish: Move) -> Moved:
    """The mover's move, if the rules allow it."""
    _allow(permissions.playing(table))
    assert table.match is not None
    assert table.mover is not None
    game = table.match.game
    if not game.is_legal(wish):
        game.play(wish)  # says why not, and leaves the game as it is
    return Moved(seat=table.mover, move=str(wish))


def undo(table: Table, guest: str, limits: PerRound = USUAL) -> Undone:
    _allow(permissions.undo(table, viewer(table, guest), limits), table, most=limits.undos_per_round)
    assert table.mover is not None
    return Undone(seat=table.mover)


def ready(table: Table, guest: str, round_number: int | None) -> Ready | None:
    """Ask for the next round; `round_number` is the one that was just finished."""
    you = viewer(table, guest)
    if you.seats and table.match and round_number is not None and round_number < table.match.round:
        return None
    _allow(permissions.ready(table, you))
    waiting = permissions.waiting(table, you)
    return Ready(seats=waiting) if waiting else None


def leave(table: Table, guest: str) -> Left | None:
    """Get up: before the match the seat is open again, later it is kept. The person's other devices are
    signed out with it."""
    you = viewer(table, guest)
    _allow(permissions.leave(table, you))
    staying = permissions.staying(table, you)
    return Left(seats=staying, by=guest) if staying else None


def come_back(table: Table, guest: str, limits: PerRound = USUAL) -> Returned | None:
    you = viewer(table, guest)
    _allow(permissions.come_back(table, you, limits), most=limits.returns_per_round)
    gone = permissions.gone(table, you)
    return Returned(seats=gone) if gone else None


def seat_bot(table: Table, guest: str, seat: int, bot: str) -> BotSat | None:
    """Have a bot play a seat: the own one, an absent player's, or, before the match, an open one."""
    you = viewer(table, guest)
    _allow(permissions.leave(table, you))
    known_bot(bot)
    if table.seats[_known(table, seat)].bot == bot:
        return None
    _allow(permissions.seat_bot(table, you, seat), seat=seat)
    return BotSat(seat=seat, bot=bot, by=guest)


def remove(table: Table, guest: str, seat: int) -> Removed:
    """Send somebody away before the match, from all their seats. They can't sit down at this table again."""
    _allow(permissions.remove(table, viewer(table, guest), _known(table, seat)), seat=seat)
    person = table.seats[seat].guests[0]
    return Removed(seats=tuple(i for i, place in enumerate(table.seats) if place.guests[:1] == (person,)))


def owned(table: Table, guest: str, seat: int | None) -> int:
    """The seat that a guest would carry to a second device: the named one, or the first one they play."""
    you = viewer(table, guest)
    if not you.seats:
        raise TableError("not-your-seat")
    if seat is None:
        allowed = (i for i in you.seats if permissions.link(table, you, i) is None)
        seat = next(allowed, you.seats[0])
    _allow(permissions.link(table, you, _known(table, seat)))
    return seat


def carry(table: Table, guest: str, link: Link, most: int) -> Carried | None:
    """Let a further device play a seat, by a link. It is good for as long as its issuer holds the seat
    without a break; what it isn't good for any more is told from one that never was by nothing."""
    place = table.seats[link.seat]
    if guest in place.guests:
        return None
    issuer = viewer(table, link.issuer)
    if link.made < place.since or permissions.link(table, issuer, link.seat) is not None:
        raise TableError("no-link")
    if len(place.guests) >= most:
        raise TableError("too-many-devices", most=most)
    return Carried(seat=link.seat, guest=guest, by=link.issuer)


def sign_out(table: Table, guest: str, seat: int, device: int | None) -> SignedOut | None:
    """Sign a device out of a seat, or all further ones. The owner's is the first; another one signs out no
    device but itself, so that nobody who was let in can lock the owner out."""
    _allow(permissions.sign_out(table, viewer(table, guest), _known(table, seat)))
    place = table.seats[seat]
    owner = guest == place.guests[0]
    found = [
        one.guest for one in place.devices if device in (None, one.seq) and (owner or one.guest == guest)
    ]
    if not found:
        raise TableError("no-device")
    return SignedOut(seats=(seat,), guests=tuple(found))


def sign_out_others(table: Table, guest: str) -> SignedOut | None:
    """Sign out whatever devices there are besides the owner's on their seats."""
    you = viewer(table, guest)
    seats = tuple(
        i
        for i in you.seats
        if permissions.sign_out(table, you, i) is None and table.seats[i].guests[0] == guest
    )
    gone = {device.guest for i in seats for device in table.seats[i].devices}
    return SignedOut(seats=seats, guests=tuple(sorted(gone))) if seats else None


def person(table: Table, guest: str, seat: int) -> tuple[tuple[str, ...], str]:
    """Whoever else sits there, by all their devices, and what they are called."""
    place = table.seats[_known(table, seat)]
    if not place.is_person or guest in place.guests:
        raise TableError("nobody-to-block", seat=seat)
    return place.guests, place.nickname or ""


def viewpoint(table: Table, guest: str | None, seat: int | None) -> int | None:
    """From which seat a guest looks: the named one, the one that is to move, or their first; None watches."""
    mine = table.seats_of(guest)
    if seat is not None:
        if _known(table, seat) not in mine:
            raise TableError("not-your-seat")
        return seat
    return table.mover if table.mover in mine else next(iter(mine), None)


def rematch(table: Table, guest: str) -> tuple[str, Created]:
    """The table for a rematch: the same people, and who would start the next round starts. Their other
    devices stay behind.

    Its id follows from the finished match, so that two people who ask at once meet at one table.
    """
    you = viewer(table, guest)
    _allow(permissions.rematch(table, you))
    assert table.match is not None
    table_id = hashlib.sha256(f"rematch {table.id} {table.secret}".encode()).hexdigest()[:16]
    plans = tuple(
        SeatPlan(guests=place.guests[:1], nickname=place.nickname)
        if place.guests
        else SeatPlan(bot=place.bot)
        for place in table.seats
    )
    by_lot = table.variant.edition.family is Family.RIVALS
    created = table.created.model_copy(
        update={
            "host": table.seats[you.seats[0]].guests[0],
            "seats": plans,
            "secret": FairDeal.new().secret,
            "commitment": None,
            "locked": None,
            "oldest": table.oldest,
            "first": None if by_lot or not table.match.game.over else table.match.next_starter,
            "listed": False,
        }
    )
    return table_id, created


def overdue(table: Table, now: float) -> FlagFell | None:
    """The fall of the mover's flag, if the time is over."""
    falls = table.flag_falls_at
    if falls is None or now < falls:
        return None
    assert table.mover is not None
    return FlagFell(seat=table.mover)


def too_long(table: Table, limits: PerRound) -> Closed | None:
    """The end of a table whose round has had more decisions than any that somebody would play."""
    reached = table.status is Status.PLAYING and table.decided >= limits.decisions_per_round
    return Closed(why="too-long") if reached else None


def next_round(table: Table) -> NextRound | None:
    return NextRound() if table.status is Status.BETWEEN_ROUNDS else None


def close(table: Table) -> Closed | None:
    return None if table.finished else Closed()


def known_bot(name: str) -> str:
    if name not in BOTS:
        raise UnknownBot("bots.unknown", name=name, bots=tuple(BOTS))
    return name


def _known(table: Table, seat: int) -> int:
    if not 0 <= seat < len(table.seats):
        raise TableError("seat", seat=seat, last=len(table.seats) - 1)
    return seat


def _allow(no: str | None, table: Table | None = None, **facts: object) -> None:
    """Raise a refusal, with the facts that its sentence tells."""
    if no == "not-your-turn" and table is not None and table.mover is not None:
        facts["mover"] = table.variant.seat_names[table.mover]
    if no is not None:
        raise TableError(no, **facts)
