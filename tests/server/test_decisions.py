"""What is asked for at a table: what becomes of it, and what is refused."""

from __future__ import annotations

import random
from functools import partial

import pytest

from lostcities.server.table import decisions
from lostcities.server.table.decisions import Link, TableError
from lostcities.server.table.events import (
    BotSat,
    Carried,
    Created,
    FlagFell,
    Joined,
    Left,
    MinutesClock,
    Removed,
    Returned,
    SeatPlan,
    SignedOut,
    read_event,
)
from lostcities.server.table.state import Table
from server.story import Story
from server.wishes import DEVICES, PEOPLE, answer, something, table_of


def waiting(*plans: SeatPlan) -> Table:
    """A table at which nobody sits."""
    created = Created(variant="classic", host="g", seats=plans, secret="ab" * 32, listed=True)
    return Table("t", created, 0)


def test_somebody_may_sit_down_a_second_time_for_another_at_the_same_device() -> None:
    table = waiting(SeatPlan(), SeatPlan())
    first = decisions.join(table, "g", "Ann", "x", 1)
    assert first is not None
    table.apply(2, 0, first)
    assert decisions.join(table, "g", "Ann", "y", None) is None
    assert decisions.join(table, "g", "Ann", "y", 1) is None
    second = decisions.join(table, "g", "Ann", "y", 0)
    assert second is not None
    assert second.seats == (0,)


def test_a_second_device_may_sit_down_on_a_seat_that_is_kept() -> None:
    table = waiting(SeatPlan(guests=("g",)), SeatPlan())
    link = Link(0, "g", table.seq)
    carried = decisions.carry(table, "phone", link, 5)
    assert carried is not None
    table.apply(2, 0, carried)
    joined = decisions.join(table, "phone", "Ann", "x", None)
    assert joined is not None
    table.apply(3, 0, joined)
    assert table.seats[0].guests == ("g", "phone")
    assert decisions.carry(table, "phone", link, 5) is None


def test_nobody_has_a_bot_play_for_them_or_comes_back_before_the_match() -> None:
    table = waiting(SeatPlan(guests=("g",)), SeatPlan(guests=("late",)))
    with pytest.raises(TableError, match="once the match has begun"):
        decisions.seat_bot(table, "g", 0, "explorer")
    sat = decisions.seat_bot(table, "g", 1, "explorer")
    assert sat is not None
    table.apply(2, 0, sat)
    assert decisions.come_back(table, "late") is None
    joined = decisions.join(table, "g", "Ann", "x", None)
    assert joined is not None
    table.apply(3, 0, joined)
    assert decisions.come_back(table, "late") == Returned(seats=(1,))


def test_what_a_bot_has_played_for_somebody_is_taken_back_by_nobody() -> None:
    story = Story()
    mover = story.mover
    story.move()
    story.add(decisions.seat_bot(story.table, f"g{mover}", mover, "explorer"))
    with pytest.raises(TableError, match="a bot plays"):
        decisions.undo(story.table, f"g{mover}")
    story.add(decisions.come_back(story.table, f"g{mover}"))
    story.add(decisions.undo(story.table, f"g{mover}"))


def test_the_oldest_starts_the_rematch_of_a_match_that_a_flag_ended() -> None:
    story = Story(clock=MinutesClock(minutes=1))
    story.add(FlagFell(seat=story.mover))
    _, created = decisions.rematch(story.table, "g0")
    assert created.first is None
    assert created.oldest == story.match.oldest


def test_a_rematch_is_among_those_who_played() -> None:
    table = waiting(SeatPlan(bot="random"), SeatPlan())
    joined = decisions.join(table, "g", "Ann", "x", None)
    assert joined is not None
    table.apply(2, 0, joined)
    table.apply(3, 0, FlagFell(seat=0))
    _, created = decisions.rematch(table, "g")
    assert not created.listed
    assert created.seats == (SeatPlan(bot="random"), SeatPlan(guests=("g",), nickname="Ann"))
    with pytest.raises(TableError, match="seat"):
        decisions.rematch(table, "a stranger")


@pytest.mark.parametrize("variant", ["classic rounds=1", "rivals players=4"])
def test_a_link_is_good_as_long_as_nothing_happened_to_the_seat_and_brings_nobody_elsewhere(
    variant: str,
) -> None:
    good = 0
    for game in range(150):
        rng = random.Random(f"{variant} {game}")
        table = table_of(variant, rng)
        made: list[tuple[Link, str]] = []
        touched: dict[int, int] = {}
        for _ in range(40):
            issuer, seat = rng.choice(PEOPLE), rng.randrange(len(table.seats))
            if answer(partial(decisions.owned, table, issuer, seat)) is not None:
                made.append((Link(seat, issuer, table.seq), table.seats[seat].guests[0]))
            for link, owner in made:
                carried = answer(partial(decisions.carry, table, "thief", link, DEVICES))
                if carried is not None:
                    good += 1
                    assert touched.get(link.seat, 0) <= link.made
                    assert table.seats[link.seat].guests[0] == owner
                    assert link.issuer in table.seats[link.seat].guests
            event = something(table, rng)
            if event is not None:
                table.apply(table.seq + 1, 0, event)
                match event:
                    case Joined() | Left() | Returned() | SignedOut() | Removed():
                        touched |= dict.fromkeys(event.seats, table.seq)
                    case BotSat():
                        touched[event.seat] = table.seq
    assert good > 100


def test_logs_of_a_time_when_events_named_nobody_are_read_as_they_were_meant() -> None:
    story = Story()
    for text in ('{"kind":"carried","seat":0,"guest":"phone"}', '{"kind":"left","seats":[0]}'):
        story.add(read_event(text))
    assert story.table.seats[0].guests == ("g0", "phone")
    story.add(read_event('{"kind":"returned","seats":[0]}'))
    story.add(read_event('{"kind":"bot-sat","seat":0,"bot":"explorer"}'))
    assert story.table.seats_of("phone") == (0,)
    assert isinstance(story.log[-4].event, Carried)
    plans = (SeatPlan(guests=("g", "phone")), SeatPlan())  # as rematches took devices along
    assert [device.guest for device in waiting(*plans).seats[0].devices] == ["phone"]


def test_whoever_is_removed_loses_every_seat_they_took_and_the_hosts_devices_stay() -> None:
    plans = (SeatPlan(), SeatPlan(), SeatPlan(guests=("g",)), SeatPlan())
    table = Table("t", Created(variant="rivals players=4", host="g", seats=plans, secret="ab" * 32), 0)
    events = (
        Joined(seats=(2,), guest="g", nickname="Host", cut="x"),
        Carried(seat=2, guest="rude", by="g"),
        Joined(seats=(0,), guest="rude", nickname="Rude", cut="x"),
        Joined(seats=(1,), guest="rude", nickname="Rude", cut="x"),
    )
    for event in events:
        table.apply(table.seq + 1, 0, event)
    removed = decisions.remove(table, "g", 1)
    assert removed == Removed(seats=(0, 1))
    table.apply(table.seq + 1, 0, removed)
    assert table.open_seats == 3
    assert table.removed == ["rude"]
