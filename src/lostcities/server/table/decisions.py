"""What somebody asks for at a table, turned into the event to append, or refused with the reason.

Each function looks at a table and changes nothing. None means that it is so already.
"""

from __future__ import annotations

import hashlib
import secrets

from lostcities.bots import BOTS, UnknownBot
from lostcities.errors import LostCitiesError
from lostcities.fair import FairDeal, seal_of
from lostcities.moves import Move
from lostcities.record import CutBy
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
    Returned,
    SeatPlan,
    SecretTold,
    Undone,
)
from lostcities.server.table.state import Status, Table
from lostcities.variant import Family


class TableError(LostCitiesError):
    """Something that the table does not allow now."""


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
    mine = table.seats_of(guest)
    wanted = tuple(i for i in mine if not table.seats[i].taken)
    if not wanted and mine and seat in (None, *mine):
        return None
    if table.status is not Status.WAITING:
        _unfinished(table)
        raise TableError("table-full")
    if not wanted:
        free = [i for i, place in enumerate(table.seats) if place.is_open]
        if not free:
            raise TableError("table-full")
        if seat is not None and seat not in free:
            raise TableError("seat-taken", seat=seat)
        wanted = (free[0] if seat is None else seat,)
    by = CutBy.SEALED if seal else CutBy.OPEN if cut else CutBy.SERVER
    if seal is None:
        cut = cut or secrets.token_hex(16)
        seal = seal_of(cut)
    return Joined(seats=wanted, guest=guest, nickname=nickname, cut=cut, seal=seal, by=by)


def show_cut(table: Table, guest: str, cut: str) -> CutShown | None:
    """Show the cut that was sealed on joining."""
    mine = _mine(table, guest)
    seal = seal_of(cut)
    seat = next((i for i in mine if table.seats[i].seal == seal), None)
    if seat is None:
        raise TableError("cut-differs")
    if table.seats[seat].cut is not None:
        return None
    _unfinished(table)
    if table.full_at is None:
        raise TableError("cut-early")
    if table.seats[seat].cut_by is CutBy.WITHHELD:
        raise TableError("cut-late")
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
    mover = _playing(table)
    if seat is None:
        mine = table.seats_of(guest)
        seat = mover if mover in mine else next(iter(mine), None)
    if seat is None or guest not in table.seats[_known(table, seat)].guests:
        raise TableError("not-your-seat")
    _as_person(table, seat)
    if seat != mover:
        raise TableError("not-your-turn", mover=table.variant.seat_names[mover])
    return legal(table, Move.parse(token))


def legal(table: Table, wish: Move) -> Moved:
    """The mover's move, if the rules allow it."""
    assert table.match is not None
    mover = _playing(table)
    game = table.match.game
    if not game.is_legal(wish):
        game.play(wish)  # says why not, and leaves the game as it is
    return Moved(seat=mover, move=str(wish))


def undo(table: Table, guest: str) -> Undone:
    mover = _playing(table)
    if mover not in _mine(table, guest):
        raise TableError("not-your-turn", mover=table.variant.seat_names[mover])
    _as_person(table, mover)
    if not table.can_undo:
        raise TableError("nothing-to-undo")
    return Undone(seat=mover)


def ready(table: Table, guest: str, round_number: int | None) -> Ready | None:
    """Ask for the next round; `round_number` is the one that was just finished."""
    mine = _mine(table, guest)
    assert table.match is not None or table.status in (Status.WAITING, Status.CLOSED)
    if table.match and round_number is not None and round_number < table.match.round:
        return None
    if table.status is not Status.BETWEEN_ROUNDS:
        raise TableError("not-between-rounds")
    waiting = tuple(i for i in table.waited_for if i in mine)
    return Ready(seats=waiting) if waiting else None


def leave(table: Table, guest: str) -> Left | None:
    """Get up: before the match the seat is open again, later it is kept."""
    mine = _mine(table, guest)
    _unfinished(table)
    if table.full_at is None:
        return Left(seats=mine)
    staying = tuple(i for i in mine if not table.seats[i].away)
    return Left(seats=staying) if staying else None


def come_back(table: Table, guest: str) -> Returned | None:
    mine = _mine(table, guest)
    _unfinished(table)
    gone = tuple(i for i in mine if table.seats[i].away or table.seats[i].bot is not None)
    return Returned(seats=gone) if gone and table.full_at is not None else None


def seat_bot(table: Table, guest: str, seat: int, bot: str) -> BotSat | None:
    """Have a bot play a seat: the own one, an absent player's, or, before the match, an open one."""
    mine = _mine(table, guest)
    _unfinished(table)
    place = table.seats[_known(table, seat)]
    known_bot(bot)
    if place.bot is not None:
        if place.bot == bot:
            return None
        raise TableError("seat-taken", seat=seat)
    if seat not in mine and place.is_person and not place.away:
        raise TableError("seat-taken", seat=seat)
    if table.match is None and seat in mine and not place.away:
        raise TableError("not-before-the-match")
    return BotSat(seat=seat, bot=bot)


def carry(table: Table, guest: str, seat: int) -> Carried | None:
    """Let a second device play a seat, by a link that its owner made."""
    if guest in table.seats[seat].guests:
        return None
    return Carried(seat=seat, guest=guest)


def owned(table: Table, guest: str, seat: int | None) -> int:
    """The seat that a guest means: the named one, or the only one they have."""
    mine = _mine(table, guest)
    if seat is None:
        seat = mine[0]
    if _known(table, seat) not in mine:
        raise TableError("not-your-seat")
    return seat


def viewpoint(table: Table, guest: str | None, seat: int | None) -> int | None:
    """From which seat a guest looks: the named one, the one that is to move, or their first; None watches."""
    mine = table.seats_of(guest)
    if seat is not None:
        if _known(table, seat) not in mine:
            raise TableError("not-your-seat")
        return seat
    return table.mover if table.mover in mine else next(iter(mine), None)


def rematch(table: Table, guest: str) -> tuple[str, Created]:
    """The table for a rematch: the same people, and who would start the next round starts.

    Its id follows from the finished match, so that two people who ask at once meet at one table.
    """
    _mine(table, guest)
    if table.status is not Status.OVER or table.match is None:
        raise TableError("not-over")
    table_id = hashlib.sha256(f"rematch {table.id} {table.secret}".encode()).hexdigest()[:16]
    plans = tuple(
        SeatPlan(guests=place.guests, nickname=place.nickname) if place.guests else SeatPlan(bot=place.bot)
        for place in table.seats
    )
    by_lot = table.variant.edition.family is Family.RIVALS
    created = table.created.model_copy(
        update={
            "host": guest,
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


def _mine(table: Table, guest: str) -> tuple[int, ...]:
    mine = table.seats_of(guest)
    if not mine:
        raise TableError("not-your-seat")
    if table.trouble:
        raise TableError(table.trouble.value)
    return mine


def _playing(table: Table) -> int:
    _unfinished(table)
    if table.status is Status.WAITING:
        raise TableError("not-started")
    if table.mover is None:
        raise TableError("between-rounds")
    return table.mover


def _unfinished(table: Table) -> None:
    if table.trouble:
        raise TableError(table.trouble.value)
    if table.finished:
        raise TableError("table-finished")


def _as_person(table: Table, seat: int) -> None:
    if table.seats[seat].bot is not None:
        raise TableError("bot-plays")
