"""`Table`: what a log of events amounts to. No input, no output, no clock of its own: a pure fold.

Two folds of one log are equal in everything, whichever process made them and whenever. The one thing that a
fold needs besides the log is a way to unlock the secret, at the moment when the cards are dealt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from lostcities.errors import LostCitiesError
from lostcities.fair import FairDeal
from lostcities.game import Game, Phase
from lostcities.match import Match, Result
from lostcities.moves import Claim, Discard, Draw, Lay, Move
from lostcities.record import CutBy, Seal
from lostcities.server.table.events import (
    BotSat,
    Carried,
    Closed,
    Created,
    CutShown,
    CutsWithheld,
    DaysClock,
    Event,
    FlagFell,
    Joined,
    Left,
    MinutesClock,
    Moved,
    NextRound,
    Ready,
    Rematched,
    Removed,
    Returned,
    SecretTold,
    SignedOut,
    Undone,
)
from lostcities.server.table.seats import Device, Seat
from lostcities.variant import Family, Variant

REMEMBERED = 48
"""Events that a table keeps for those who ask what just happened: more than the last turns of four seats."""


class Status(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    BETWEEN_ROUNDS = "between-rounds"
    OVER = "over"
    CLOSED = "closed"


class Trouble(StrEnum):
    """Why a table can't go on, through no fault of those who play there."""

    KEY_LOST = "key-lost"
    LOG_CHANGED = "log-changed"


class Logged(NamedTuple):
    """An event in its place in the log, and the head of the log's chain with it."""

    seq: int
    at: int
    event: Event
    head: str = ""


Unlock = Callable[[str, str], str]
"""Makes a table's id and what is `locked` in its log into the secret, or raises a `LostCitiesError`."""


def no_key(_: str, __: str) -> str:
    raise LostCitiesError("key-lost")


class Table:
    """The state after the events applied so far."""

    def __init__(
        self,
        table_id: str,
        created: Created,
        at: int,
        unlock: Unlock = no_key,
        head: str = "",
        told: str | None = None,
    ) -> None:
        """`told` is the secret, if the log tells it further on."""
        self.id = table_id
        self.created = created
        self.head = head
        self.final_head = ""
        """The head when the table was finished; a rematch and the like come later."""
        self.trouble: Trouble | None = None
        self.told = told or created.secret
        """The secret as the log tells it to everybody who reads it; None while it is locked."""
        self._unlock = unlock
        self.created_at = at
        self.seq = 1
        self.at = at
        self.variant = Variant.parse(created.variant)
        self.seats = [
            Seat(plan.guests, plan.nickname, plan.bot, taken=plan.bot is not None) for plan in created.seats
        ]
        for seat in self.seats:  # rematches used to take all devices along
            seat.devices = tuple(Device(guest, 1, at) for guest in seat.guests[1:])
        self.removed: list[str] = []
        self.match: Match | None = None
        self.oldest = created.oldest
        self.closed = False
        self._status: Status | None = None  # asked for many times between two events
        self.closed_because: str | None = None
        self.undos = [0] * self.variant.players
        """How often each seat has taken back a card in this round,"""
        self.returns = [0] * self.variant.players
        """and come back to the table."""
        self.full_at: int | None = None
        """When the last seat was taken; from then on sealed cuts are awaited."""
        self.rematch: str | None = None
        self._taken_back = False  # the mover has taken back a card and not drawn since
        self.recent: deque[Logged] = deque([Logged(1, at, created, head)], maxlen=REMEMBERED)
        self._start_when_full(at)

    # What it is

    @property
    def status(self) -> Status:
        if self._status is None:
            self._status = self._status_now
        return self._status

    @property
    def _status_now(self) -> Status:
        if self.closed or self.trouble:
            return Status.CLOSED
        if self.match is None:
            return Status.WAITING
        if self.match.over:
            return Status.OVER
        return Status.BETWEEN_ROUNDS if self.match.between_rounds else Status.PLAYING

    @property
    def mover(self) -> int | None:
        """The seat that decides now."""
        return self.match.mover if self.match and self.status is Status.PLAYING else None

    @property
    def finished(self) -> bool:
        return self.status in (Status.OVER, Status.CLOSED)

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats that a guest plays, or that are kept for them."""
        return tuple(i for i, seat in enumerate(self.seats) if guest is not None and guest in seat.guests)

    @property
    def tells_all(self) -> bool:
        """Whether everything may be shown. A table in trouble may go on once somebody has mended it."""
        return self.finished and not self.trouble

    @cached_property
    def commitment(self) -> str:
        return self.created.commitment or FairDeal(self.secret).commitment

    @cached_property
    def secret(self) -> str:
        if self.told is None:
            assert self.created.locked is not None
            return self._unlock(self.id, self.created.locked)
        return self.told

    @property
    def published_secret(self) -> str | None:
        """The secret, once everybody may know it; None also if it can't be unlocked any more."""
        if not self.tells_all:
            return None
        try:
            return self.secret
        except LostCitiesError:
            return None

    @property
    def cuts(self) -> tuple[str, ...]:
        """In the order of the seats; people at one device cut once."""
        return tuple(seat.cut for seat in self.seats if seat.cut is not None)

    @property
    def seals(self) -> tuple[Seal, ...]:
        """How each cut was made, if that was written down: older versions didn't."""
        return tuple(
            Seal(i, seat.cut_by, seat.seal if seat.cut_by.has_seal else "")
            for i, seat in enumerate(self.seats)
            if seat.seal is not None
        )

    @property
    def missing_cuts(self) -> tuple[int, ...]:
        """The seats whose sealed cuts are awaited, once everybody has sat down."""
        if self.full_at is None or self.match is not None:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.cut_is_missing)

    @property
    def fair_deal(self) -> FairDeal:
        return FairDeal(self.secret, self.cuts)

    @property
    def open_seats(self) -> int:
        """Seats that anybody may take."""
        return sum(seat.is_open for seat in self.seats) if self.status is Status.WAITING else 0

    @property
    def waited_for(self) -> tuple[int, ...]:
        """Between two rounds, the people who have yet to say that they are ready."""
        return tuple(
            i
            for i, seat in enumerate(self.seats)
            if seat.is_person and seat.bot is None and not seat.away and not seat.ready
        )

    @property
    def can_undo(self) -> bool:
        """Whether the mover has played a card and not drawn yet."""
        return self.mover is not None and self._game.phase is Phase.DRAW

    @property
    def flag_falls_at(self) -> float | None:
        """When the mover's time is over; bots have all the time they need."""
        if self.mover is None or self.seats[self.mover].bot is not None:
            return None
        left = self.seats[self.mover].clock
        return None if left is None else self.at + left

    @property
    def flag(self) -> int | None:
        """The seat that overstepped the time, if that ended the match."""
        return self.match.out_of_time if self.match else None

    @property
    def decided(self) -> int:
        """Decisions in the round in play, those left out that were taken back."""
        return len(self.match.game.history) if self.match else 0

    @property
    def result(self) -> Result | None:
        return self.match.result if self.match else None

    # How it changes

    def stop(self, trouble: Trouble) -> None:
        """Nothing more can happen here."""
        self.trouble, self._status = trouble, None

    def apply(self, seq: int, at: int, event: Event, head: str = "") -> None:
        """Take the next event of the log."""
        if seq != self.seq + 1:
            raise ValueError(f"event {seq} can't follow event {self.seq}")
        if self.trouble is None:  # else nobody knows the cards that the event is about
            self._charge(at)
            self._take(event, at)
            self._hold(seq, at, event)
        self._status = None
        self.seq, self.at, self.head = seq, at, head
        if self.finished and not self.final_head:
            self.final_head = head
        self.recent.append(Logged(seq, at, event, head))

    def _take(self, event: Event, at: int) -> None:
        match event:
            case Moved(seat=seat, move=token):
                self._move(seat, Move.parse(token))
            case Undone(seat=i):
                self.undos[i] += 1
                self._undo()
            case Joined():
                self._join(event, at)
            case CutShown(seat=i, cut=cut):
                self.seats[i].cut = cut
                self._start_when_full(at)
            case CutsWithheld(seats=seats):
                self._withhold(seats, at)
            case SecretTold(secret=secret):
                self.told = secret
            case Ready(seats=seats):
                for i in seats:
                    self.seats[i].ready = True
                self._next_round_unless_waiting()
            case NextRound():
                if self.status is Status.BETWEEN_ROUNDS:
                    self._next_round()
            case Left(seats=seats):
                self._leave(seats, at)
                self._next_round_unless_waiting()
            case Returned(seats=seats):
                for i in seats:
                    self.seats[i].away, self.seats[i].bot = False, None
                    self.returns[i] += 1
            case BotSat(seat=i, bot=bot):
                self.seats[i].bot, self.seats[i].taken = bot, True
                self._start_when_full(at)
                self._next_round_unless_waiting()
            case Carried(seat=i, guest=guest):
                self.seats[i].guests += (guest,)
            case SignedOut(seats=seats, guests=gone):
                for i in seats:
                    self.seats[i].sign_out(lambda guest: guest in gone)
            case Removed(seats=seats):
                for i in seats:
                    self.removed += [g for g in self.seats[i].guests if g not in self.removed]
                    self.seats[i] = Seat()
            case FlagFell(seat=i):
                assert self.match is not None
                self.match.run_out_of_time(i)
            case Closed(why=why):
                self.closed, self.closed_because = True, why
            case Rematched(table=table):
                self.rematch = table
            case Created():
                raise ValueError("a table is created once")

    def _hold(self, seq: int, at: int, event: Event) -> None:
        """Keep in mind since when seats are held as they are now, and by which devices."""
        match event:
            case Carried(seat=i, guest=guest):
                self.seats[i].devices += (Device(guest, seq, at),)
                return
            case Left(seats=seats, by=by) if by is not None:
                for i in seats:
                    self.seats[i].sign_out(lambda guest: guest != by)
            case BotSat(seat=i, by=by):
                seats = (i,)
                if by is not None:
                    self.seats[i].sign_out(lambda guest: guest != by)
            case Left(seats=seats) | Joined(seats=seats) | Returned(seats=seats):
                pass
            case SignedOut(seats=seats) | Removed(seats=seats):
                pass
            case _:
                return
        for i in seats:
            self.seats[i].since = seq

    @property
    def _game(self) -> Game:
        assert self.match is not None
        return self.match.game

    def _join(self, event: Joined, at: int) -> None:
        for i in event.seats:
            seat = self.seats[i]
            seat.guests = seat.guests or (event.guest,)
            seat.nickname = seat.nickname or event.nickname
            seat.taken = True
        first = self.seats[event.seats[0]]
        first.cut, first.seal, first.cut_by = event.cut, event.seal, event.by or CutBy.OPEN
        self._start_when_full(at)

    def _leave(self, seats: tuple[int, ...], at: int) -> None:
        """Once everybody has sat down a seat is kept: somebody new could choose their cut, because others may
        have shown theirs."""
        for i in seats:
            if self.full_at is None:
                self.seats[i] = Seat()
            else:
                self.seats[i].away = True
        self._withhold(seats, at)

    def _withhold(self, seats: tuple[int, ...], at: int) -> None:
        for i in seats:
            if self.seats[i].cut_is_missing:
                self.seats[i].cut_by = CutBy.WITHHELD
        self._start_when_full(at)

    def _start_when_full(self, at: int) -> None:
        if self.match is not None or not all(seat.taken for seat in self.seats):
            return
        if self.full_at is None:
            self.full_at = at
        if self.missing_cuts:
            return
        try:
            self.match = self.new_match()
        except LostCitiesError:
            self.trouble = Trouble.KEY_LOST
            return
        for seat in self.seats:
            seat.clock = self._whole_clock

    def new_match(self) -> Match:
        """The match with its first round dealt, as the secret and the cuts have it."""
        fair, variant = self.fair_deal, self.variant
        first = self.created.first
        if self.oldest is None:
            self.oldest = fair.lot(variant, "oldest", variant.players)
        if first is None and variant.edition.family is Family.RIVALS:
            first = fair.lot(variant, "first", variant.players)
        return Match(variant, lambda number: fair.deal(variant, number), oldest=self.oldest, first=first)

    def _next_round_unless_waiting(self) -> None:
        """Nobody who is here waits for those who have left or have a bot play for them."""
        somebody_is_here = any(seat.is_person and not seat.away for seat in self.seats)
        if self.status is Status.BETWEEN_ROUNDS and somebody_is_here and not self.waited_for:
            self._next_round()

    def _next_round(self) -> None:
        assert self.match is not None
        self.match.next_round()
        for seat in self.seats:
            seat.ready = False
        self.undos, self.returns = [0] * len(self.seats), [0] * len(self.seats)

    def _move(self, i: int, move: Move) -> None:
        assert self.match is not None
        self.match.play(move)
        if settles(move):
            self._game.settle()
        if self._taken_back:
            self._taken_back = not isinstance(move, Draw)
            if self._taken_back:
                return  # time is given for a decision once, however often it is taken back
        match self.created.clock:
            case MinutesClock(increment=seconds) if (left := self.seats[i].clock) is not None:
                if self.seats[i].bot is None:  # a bot's moves cost its player no time, and earn none
                    self.seats[i].clock = left + 1000 * seconds
            case DaysClock():
                self.seats[i].clock = self._whole_clock

    def _undo(self) -> None:
        """Go back to before the card just played, and what was claimed after it."""
        assert self.match is not None
        while not isinstance(self.match.undo(), Lay | Discard):
            pass
        self._taken_back = True

    @property
    def _whole_clock(self) -> float | None:
        match self.created.clock:
            case MinutesClock(minutes=minutes):
                return minutes * 60_000
            case DaysClock(days=days):
                return days * 86_400_000
        return None

    def _charge(self, at: int) -> None:
        """Take the time since the last event off the mover's clock."""
        if self.flag_falls_at is not None:
            assert self.mover is not None
            self.seats[self.mover].clock = max(0.0, self.flag_falls_at - at)


def settles(move: Move) -> bool:
    """Whether nothing is taken back after this move: more than a turn's own cards a table need not keep."""
    return not isinstance(move, Lay | Discard | Claim)


def fold(table_id: str, log: list[Logged], unlock: Unlock = no_key) -> Table:
    """The table that a whole log amounts to."""
    first, *rest = log
    assert isinstance(first.event, Created)
    told = next((it.event.secret for it in reversed(log) if isinstance(it.event, SecretTold)), None)
    table = Table(table_id, first.event, first.at, unlock, first.head, told)
    for logged in rest:
        table.apply(*logged)
    return table


def last_turns(table: Table, after: int = 0) -> list[Logged]:
    """The events from `after` on that may be shown: of the moves, those of each seat's last turn.

    Whoever comes back to the stream learns no more than the table shows, because covered discards may not
    be looked up (rules.md §2).
    """
    shown: list[Logged] = []
    finished: set[int] = set()
    later_seat: int | None = None
    for logged in reversed(table.recent):
        if logged.seq <= after:
            break
        if isinstance(logged.event, Moved | Undone):
            if later_seat is not None and later_seat != logged.event.seat:
                finished.add(later_seat)
            later_seat = logged.event.seat
            if later_seat in finished:
                continue
        shown.append(logged)
    return shown[::-1]
