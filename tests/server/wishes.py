"""Tables at which anything happens: every way to ask for something, and people who do it at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from lostcities.server.table import decisions
from lostcities.server.table.decisions import Link, TableError
from lostcities.server.table.events import Closed, Created, Event, FlagFell, MinutesClock, Rematched, SeatPlan
from lostcities.server.table.state import Status, Table
from lostcities.variant import Variant
from lostcities.words import LANGUAGES

PEOPLE = ("host", "ann", "bob", "host's phone", "ann's tablet")
DEVICES = 3
SAID: set[str] = set()
Ask = Callable[[], object]


def wishes(table: Table, guest: str, name: str) -> Iterator[Ask]:
    """Every way to ask for something."""
    seats = range(len(table.seats))
    match name:
        case "join":
            for seat in (None, *seats):
                yield partial(decisions.join, table, guest, guest, "cut", seat)
        case "move":
            token = str(table.match.game.legal_moves[0]) if table.match and table.mover is not None else "@"
            for seat in (None, *seats):
                yield partial(decisions.move, table, guest, token, seat)
        case "undo":
            yield partial(decisions.undo, table, guest)
        case "ready":
            yield partial(decisions.ready, table, guest, None)
        case "leave":
            yield partial(decisions.leave, table, guest)
        case "return":
            yield partial(decisions.come_back, table, guest)
        case "seat-bot":
            for seat in seats:
                for bot in ("explorer", "tourist"):
                    yield partial(decisions.seat_bot, table, guest, seat, bot)
        case "rematch":
            yield lambda: None if table.rematch else decisions.rematch(table, guest)
        case "link":
            for seat in (None, *seats):
                yield partial(_owned, table, guest, seat)
        case "sign-out":
            for seat in seats:
                for device in (None, *(one.seq for one in table.seats[seat].devices)):
                    yield partial(decisions.sign_out, table, guest, seat, device)
        case "remove":
            for seat in seats:
                yield partial(decisions.remove, table, guest, seat)


def _owned(table: Table, guest: str, seat: int | None) -> str:
    return f"seat {decisions.owned(table, guest, seat)}"


NAMES = (
    "join",
    "move",
    "undo",
    "ready",
    "leave",
    "return",
    "seat-bot",
    "rematch",
    "link",
    "sign-out",
    "remove",
)


def granted(table: Table, guest: str) -> set[str]:
    """What the decisions would do, found out by asking for everything."""
    return {name for name in NAMES if any(answer(wish) is not None for wish in wishes(table, guest, name))}


def answer(wish: Ask) -> object:
    try:
        return wish()
    except TableError as no:
        if no.code not in SAID:
            SAID.add(no.code)
            for language in LANGUAGES:
                no.say(language)  # fails if a fact is missing
        return None


def something(table: Table, rng: random.Random) -> Event | None:
    """Anything that can happen next, the rarer things now and then."""
    if table.mover is not None and rng.random() < 0.45:
        game = table.match.game if table.match else None
        assert game is not None
        return decisions.legal(table, rng.choice(game.legal_moves))
    if rng.random() < 0.02:
        return rng.choice((decisions.close(table), decisions.next_round(table), _flag(table)))
    if table.status is Status.OVER and not table.rematch and rng.random() < 0.2:
        return Rematched(table="next")
    guest = rng.choice(PEOPLE)
    if rng.random() < 0.1:
        return _carried(table, rng)
    name = rng.choice([name for name in NAMES if name not in ("rematch", "link")])
    found = [event for wish in wishes(table, guest, name) if (event := answer(wish)) is not None]
    return rng.choice(found) if found else None  # type: ignore[return-value]


def _flag(table: Table) -> Event | None:
    return None if table.mover is None or not table.created.clock else FlagFell(seat=table.mover)


def _carried(table: Table, rng: random.Random) -> Event | None:
    issuer, seat = rng.choice(PEOPLE[:3]), rng.randrange(len(table.seats))
    link = Link(seat, issuer, table.seq)
    return answer(partial(decisions.carry, table, rng.choice(PEOPLE), link, DEVICES))  # type: ignore[return-value]


def table_of(variant: str, rng: random.Random) -> Table:
    kinds = (
        SeatPlan(),
        SeatPlan(guests=("host",)),
        SeatPlan(bot="random"),
        SeatPlan(guests=("ann", "ann's tablet")),
        SeatPlan(guests=("host",), nickname="Child"),
    )
    plans = tuple(rng.choice(kinds[: rng.randrange(1, 6)]) for _ in range(Variant.parse(variant).players))
    clock = MinutesClock(minutes=5) if rng.random() < 0.3 else None
    created = Created(
        variant=variant, host="host", seats=plans, secret=f"{rng.getrandbits(256):064x}", clock=clock
    )
    return Table("t", created, 0)


def hurry(table: Table, rng: random.Random) -> None:
    """Play the round out, or the match, so that what comes after it is seen, too."""
    to_the_end = rng.random() < 0.5
    while table.mover is not None or (to_the_end and table.status is Status.BETWEEN_ROUNDS):
        moves = table.match.game.legal_moves if table.match else ()
        drawn = [move for move in moves if str(move) in ("@", "discover")]
        event = decisions.next_round(table) or decisions.legal(table, rng.choice(drawn or moves))
        table.apply(table.seq + 1, 0, event)
    if table.match is None and rng.random() < 0.2:
        table.apply(table.seq + 1, 0, Closed())
