"""Cuts are sealed before any is shown, and the match begins once all are, or without those withheld."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from lostcities.client import Client, Refused, play
from lostcities.errors import DealError
from lostcities.fair import FairDeal, seal_of
from lostcities.record import CutBy, Kept, MatchRecord, Seal, verify
from lostcities.server.settings import Settings
from lostcities.server.table import decisions
from lostcities.server.table.deadlines import What, due
from lostcities.server.table.decisions import Link, TableError
from lostcities.server.table.events import Created, CutsWithheld, Joined, Left, SeatPlan
from lostcities.server.table.state import Logged, Status, Table, fold
from server.conftest import NewDatabase, NewProcess
from server.people import Town, at_random, in_town, look
from server.running import QUICK, serving

ROUND = {"edition": "classic", "rounds": 1}
SECRET = "ab" * 32
CUTS = ("1f" * 16, "2e" * 16, "3d" * 16)


class Sitting:
    """A table told decision by decision."""

    def __init__(self, *plans: SeatPlan, variant: str = "classic") -> None:
        created = Created(variant=variant, host="g0", seats=plans, secret=SECRET, listed=True)
        self.log = [Logged(1, 0, created)]
        self.table = Table("t", created, 0)

    def add(self, event: Any, at: int = 0) -> None:
        assert event is not None
        self.log.append(Logged(self.table.seq + 1, at, event))
        self.table.apply(*self.log[-1])
        again = fold("t", self.log)
        assert (again.status, again.seals, again.cuts) == (
            self.table.status,
            self.table.seals,
            self.table.cuts,
        )

    def join(self, guest: str, cut: str, seat: int | None = None, at: int = 0) -> None:
        self.add(decisions.join(self.table, guest, guest, None, seat, seal_of(cut)), at)

    def show(self, guest: str, cut: str) -> None:
        self.add(decisions.show_cut(self.table, guest, cut))


def two_at_a_table() -> Sitting:
    """Both have sat down, and nobody has shown their cut."""
    sitting = Sitting(SeatPlan(), SeatPlan())
    sitting.join("g0", CUTS[0])
    sitting.join("g1", CUTS[1], at=5000)
    return sitting


def refusal(ask: Any) -> str:
    with pytest.raises((TableError, DealError)) as refused:
        ask()
    return refused.value.code


def test_nothing_is_dealt_before_every_sealed_cut_is_shown() -> None:
    sitting = two_at_a_table()
    table = sitting.table
    assert (table.status, table.match, table.missing_cuts) == (Status.WAITING, None, (0, 1))
    sitting.show("g1", CUTS[1])
    assert (table.status, table.missing_cuts) == (Status.WAITING, (0,))
    sitting.show("g0", CUTS[0])
    assert table.status is Status.PLAYING
    assert table.cuts == CUTS[:2]
    assert table.fair_deal == FairDeal(SECRET, CUTS[:2])
    assert [seal.by for seal in table.seals] == [CutBy.SEALED, CutBy.SEALED]


def test_a_cut_is_shown_once_everybody_has_sat_down_and_only_the_one_that_was_sealed() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan())
    sitting.join("g0", CUTS[0])
    table = sitting.table
    assert refusal(lambda: decisions.show_cut(table, "g0", CUTS[0])) == "cut-early"
    sitting.join("g1", CUTS[1])
    assert refusal(lambda: decisions.show_cut(table, "g0", CUTS[2])) == "cut-differs"
    assert refusal(lambda: decisions.show_cut(table, "g0", CUTS[1])) == "cut-differs"
    assert refusal(lambda: decisions.show_cut(table, "stranger", CUTS[0])) == "not-your-seat"
    assert refusal(lambda: decisions.show_cut(table, "g0", "no cut")) == "cut"
    sitting.show("g0", CUTS[0])
    assert decisions.show_cut(table, "g0", CUTS[0]) is None
    sitting.show("g1", CUTS[1])
    assert decisions.show_cut(table, "g1", CUTS[1]) is None


def test_a_cut_that_comes_too_late_is_left_out_and_the_record_says_so() -> None:
    sitting = two_at_a_table()
    table = sitting.table
    sitting.show("g0", CUTS[0])
    deadline = due(table, Settings(cuts_within=60))
    assert deadline is not None
    assert (deadline.at, deadline.what) == (65_000, What.CUTS)
    assert decisions.withhold_cuts(table) == CutsWithheld(seats=(1,))
    sitting.add(decisions.withhold_cuts(table))
    assert table.status is Status.PLAYING
    assert table.cuts == CUTS[:1]
    assert table.seals == (
        Seal(0, CutBy.SEALED, seal_of(CUTS[0])),
        Seal(1, CutBy.WITHHELD, seal_of(CUTS[1])),
    )
    assert refusal(lambda: decisions.show_cut(table, "g1", CUTS[1])) == "cut-late"
    assert decisions.withhold_cuts(table) is None


def test_without_any_cut_the_match_is_dealt_all_the_same() -> None:
    sitting = two_at_a_table()
    sitting.add(decisions.withhold_cuts(sitting.table))
    assert sitting.table.status is Status.PLAYING
    assert sitting.table.cuts == ()


def test_a_cut_given_as_it_is_is_sealed_by_the_server_and_waits_for_nobody() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan(), SeatPlan(), variant="three-players")
    sitting.add(decisions.join(sitting.table, "g0", "Ann", "plain", None))
    sitting.add(decisions.join(sitting.table, "g1", "Bob", None, None))
    sitting.join("g2", CUTS[2])
    table = sitting.table
    assert table.missing_cuts == (2,)
    sitting.show("g2", CUTS[2])
    assert table.status is Status.PLAYING
    assert [seal.by for seal in table.seals] == [CutBy.OPEN, CutBy.SERVER, CutBy.SEALED]
    assert table.seats[0].seal == seal_of("plain")
    assert len(table.cuts) == 3


def test_a_seal_and_a_cut_at_once_are_refused() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan())
    both = lambda: decisions.join(sitting.table, "g0", "Ann", "x", None, seal_of("x"))  # noqa: E731
    assert refusal(both) == "cut-and-seal"


def test_people_at_one_device_cut_once() -> None:
    sitting = Sitting(SeatPlan(guests=("g0",)), SeatPlan(guests=("g0",)))
    sitting.join("g0", CUTS[0])
    assert sitting.table.missing_cuts == (0,)
    sitting.show("g0", CUTS[0])
    assert sitting.table.status is Status.PLAYING
    assert sitting.table.cuts == CUTS[:1]


def test_a_second_device_may_show_the_cut() -> None:
    sitting = two_at_a_table()
    sitting.add(decisions.carry(sitting.table, "phone", Link(0, "g0", sitting.table.seq), 5))
    sitting.show("phone", CUTS[0])
    sitting.show("g1", CUTS[1])
    assert sitting.table.status is Status.PLAYING


def test_bots_cut_nothing() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan(bot="explorer"))
    sitting.join("g0", CUTS[0])
    sitting.show("g0", CUTS[0])
    assert sitting.table.status is Status.PLAYING
    assert len(sitting.table.seals) == 1


def test_who_leaves_before_everybody_is_there_takes_the_cut_along() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan())
    sitting.join("g0", CUTS[0])
    sitting.add(decisions.leave(sitting.table, "g0"))
    assert sitting.table.seals == ()
    sitting.join("g2", CUTS[2])
    sitting.join("g1", CUTS[1])
    sitting.show("g2", CUTS[2])
    sitting.show("g1", CUTS[1])
    assert sitting.table.cuts == (CUTS[2], CUTS[1])


def test_who_leaves_once_cuts_are_shown_keeps_the_seat_so_that_nobody_new_can_choose_a_cut() -> None:
    sitting = two_at_a_table()
    table = sitting.table
    sitting.show("g0", CUTS[0])
    sitting.add(decisions.leave(table, "g1"))
    assert table.status is Status.PLAYING
    assert table.open_seats == 0
    assert table.cuts == CUTS[:1]
    assert table.seals[1].by is CutBy.WITHHELD
    assert refusal(lambda: decisions.join(table, "g2", "Eve", None, None, seal_of(CUTS[2]))) == "table-full"
    sitting.add(decisions.seat_bot(table, "g0", 1, "explorer"))
    sitting.add(decisions.come_back(table, "g1"))
    assert table.seals[1].by is CutBy.WITHHELD


def test_a_bot_may_take_the_seat_of_somebody_who_left_before_showing() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan(), SeatPlan(), variant="three-players")
    for i in range(3):
        sitting.join(f"g{i}", CUTS[i])
    table = sitting.table
    sitting.add(decisions.leave(table, "g2"))
    assert table.missing_cuts == (0, 1)
    assert refusal(lambda: decisions.seat_bot(table, "g0", 1, "explorer")) == "seat-taken"
    sitting.add(decisions.seat_bot(table, "g0", 2, "explorer"))
    assert table.missing_cuts == (0, 1)
    sitting.show("g0", CUTS[0])
    sitting.show("g1", CUTS[1])
    assert table.status is Status.PLAYING
    assert table.cuts == CUTS[:2]
    sitting.add(decisions.come_back(table, "g2"))
    assert table.seats[2].bot is None


def test_who_left_before_the_deal_may_come_back_before_it() -> None:
    sitting = Sitting(SeatPlan(), SeatPlan(), SeatPlan(), variant="three-players")
    for i in range(3):
        sitting.join(f"g{i}", CUTS[i])
    sitting.add(Left(seats=(2,)))
    sitting.add(decisions.come_back(sitting.table, "g2"))
    assert not sitting.table.seats[2].away
    assert refusal(lambda: decisions.show_cut(sitting.table, "g2", CUTS[2])) == "cut-late"


def test_tables_that_wait_at_the_upgrade_go_on() -> None:
    """Their logs hold plain cuts and say nothing about them."""
    sitting = Sitting(SeatPlan(), SeatPlan())
    sitting.add(Joined(seats=(0,), guest="g0", nickname="Ann", cut="old"))
    assert sitting.table.seals == ()
    sitting.join("g1", CUTS[1])
    sitting.show("g1", CUTS[1])
    assert sitting.table.status is Status.PLAYING
    assert sitting.table.cuts == ("old", CUTS[1])
    whole = Sitting(SeatPlan(), SeatPlan())
    whole.add(Joined(seats=(0,), guest="g0", nickname="Ann", cut="old"))
    whole.add(Joined(seats=(1,), guest="g1", nickname="Bob", cut="also"))
    assert whole.table.status is Status.PLAYING
    assert whole.table.seals == ()


# --- through real servers ---


async def open_table(people: list[Client], **more: Any) -> str:
    """A table for all of them, at which nobody has sat down."""
    seats = [{"kind": "me"}] + [{"kind": "open"}] * (len(people) - 1)
    update = await people[0].call("POST", "/api/tables", {"variant": ROUND, "seats": seats} | more)
    return str(update["table"]["id"])


async def join(person: Client, table: str, cut: str) -> Any:
    return (await person.call("POST", f"/api/tables/{table}/join", {"seal": seal_of(cut)}))["table"]


async def show(person: Client, table: str, cut: str) -> Any:
    return (await person.call("POST", f"/api/tables/{table}/cut", {"cut": cut}))["table"]


async def record_of(person: Client, table: str) -> MatchRecord:
    return MatchRecord.parse((await person.request("GET", f"/api/tables/{table}/record")).body.decode())


def test_a_whole_match_with_sealed_cuts_is_proven_to_those_who_kept_theirs(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await open_table(people)
        for person in people:
            await person.sit_down(table)
        assert (await look(people[0], table))["status"] == "waiting"
        ends = await asyncio.gather(*(play(person, table, at_random(i)) for i, person in enumerate(people)))
        record = await record_of(people[0], table)
        for i, person in enumerate(people):
            kept = person.kept[table]
            assert kept.differences(ends[i]) == []
            assert kept.seals is not None
            key = await person.call("GET", "/api/key")
            own = Kept(kept.commitment, {i: kept.cut}, kept.seals, key["fingerprint"])
            found = verify(record, own)
            assert found.proven
            assert found.authenticity == "authentic"

    in_town(server, story)


def test_cuts_are_shown_to_nobody_before_all_are_there(server: str) -> None:
    async def story(town: Town) -> None:
        ann, bo = await town.guests(2)
        watcher = town.passer_by()
        heard: list[bytes] = []
        for person in (ann, bo, watcher):
            person.on_bytes = heard.append
        table = await open_table([ann, bo])
        seen = await join(ann, table, CUTS[0])
        assert "cut" not in seen["you"]["can"]
        assert seen["fair"]["cuts_by"] is None
        seen = await join(bo, table, CUTS[1])
        assert "cut" in seen["you"]["can"]
        assert seen["fair"]["cuts_by"] > seen["at"]
        assert [(seal["seat"], seal["seal"], seal["shown"]) for seal in seen["fair"]["seals"]] == [
            (0, seal_of(CUTS[0]), False),
            (1, seal_of(CUTS[1]), False),
        ]
        seen = await show(bo, table, CUTS[1])
        assert "cut" not in seen["you"]["can"]
        for person in (ann, bo, watcher):
            assert (await look(person, table))["fair"]["cuts"] == []
        assert CUTS[1].encode() not in b"".join(heard)
        seen = await show(ann, table, CUTS[0])
        assert seen["status"] == "playing"
        assert seen["fair"]["cuts"] == list(CUTS[:2])
        assert seen["fair"]["cuts_by"] is None

    in_town(server, story)


def test_a_withheld_cut_is_waited_for_and_then_left_out(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), cuts_within=0.5)

    async def story(town: Town) -> None:
        ann, bo = await town.guests(2)
        table = await open_table([ann, bo])
        await join(ann, table, CUTS[0])
        await bo.sit_down(table)
        async for update in ann.follow(table):
            seen = update["table"]
            if seen["status"] == "playing":
                break
        assert [seal["by"] for seal in seen["fair"]["seals"]] == ["withheld", "sealed"]
        with pytest.raises(Refused) as refused:
            await show(ann, table, CUTS[0])
        assert (refused.value.status, refused.value.code) == (409, "cut-late")
        record = await record_of(ann, table)
        assert [seal.by for seal in record.seals] == [CutBy.WITHHELD, CutBy.SEALED]

    with serving(settings) as url:
        in_town(url, story)


def test_a_kill_between_seals_and_cuts_loses_nothing(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    process = new_process(replace(QUICK, database=new_database("sqlite")))

    async def before(town: Town) -> None:
        ann, bo = await town.guests(2)
        told["tokens"] = [ann.token, bo.token]
        told["table"] = table = await open_table([ann, bo])
        await join(ann, table, CUTS[0])
        await join(bo, table, CUTS[1])
        await show(bo, table, CUTS[1])

    async def after(town: Town) -> None:
        ann = town.passer_by(token=told["tokens"][0])
        seen = await show(ann, told["table"], CUTS[0])
        assert seen["status"] == "playing"
        assert seen["fair"]["cuts"] == list(CUTS[:2])

    told: dict[str, Any] = {}
    in_town(process.url, before)
    process.kill()
    process.start()
    in_town(process.url, after)


def test_a_rematch_is_cut_anew(server: str) -> None:
    async def story(town: Town) -> None:
        ann, bo = await town.guests(2)
        table = await open_table([ann, bo], variant={"edition": "classic", "rounds": 1})
        for person in (ann, bo):
            await person.sit_down(table)
        await asyncio.gather(*(play(person, table, at_random(i)) for i, person in enumerate((ann, bo))))
        again = (await ann.call("POST", f"/api/tables/{table}/rematch"))["table"]["rematch"]
        for person in (ann, bo):
            await person.sit_down(again)
        assert (await look(ann, again))["status"] == "waiting"
        seen = await ann.show_cut(await look(ann, again))
        seen = await bo.show_cut(await look(bo, again))
        assert seen["status"] == "playing"
        assert ann.kept[again].commitment != ann.kept[table].commitment

    in_town(server, story)


def test_what_a_server_changes_of_the_deal_is_told() -> None:
    """A table as a dishonest server might show it, compared with what the client has kept."""
    from lostcities.client import Kept as ClientKept

    commitment = FairDeal(SECRET).commitment
    kept = ClientKept(commitment, CUTS[0], {0: seal_of(CUTS[0]), 1: seal_of(CUTS[1])})

    def shown(**changes: Any) -> Any:
        seals = [
            {"seat": i, "seal": seal_of(cut), "by": "sealed", "shown": True} for i, cut in enumerate(CUTS[:2])
        ]
        fair = {"commitment": commitment, "cuts": CUTS[:2], "secret": SECRET, "seals": seals}
        return {"game": {"ply": 1}, "fair": fair | changes}

    honest = shown()["fair"]["seals"]
    assert kept.differences(shown()) == []
    assert kept.differences(shown(secret="cd" * 32)) == ["secret"]
    assert kept.differences(shown(commitment="00" * 32)) == ["commitment"]
    assert kept.differences(shown(cuts=CUTS[1:])) == ["cut"]
    assert kept.differences(shown(seals=[honest[0], honest[1] | {"seal": "00" * 32}])) == ["seals"]
    assert kept.differences(shown(seals=[honest[0] | {"by": "withheld"}, honest[1]])) == ["withheld"]
    assert kept.differences(shown(seals=[honest[1]])) == ["cut", "seals"]
