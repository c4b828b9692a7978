"""Snapshots: a cache that never says anything but what the log says."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lostcities.server.keys import Keys
from lostcities.server.live import tables as live
from lostcities.server.live.clock import Clock as Time
from lostcities.server.live.hub import Hub
from lostcities.server.live.tables import Tables
from lostcities.server.store import Database, Entry, Logs, Stored
from lostcities.server.table import decisions
from lostcities.server.table.events import (
    BotSat,
    Carried,
    Clock,
    Closed,
    DaysClock,
    Event,
    FlagFell,
    MinutesClock,
    NextRound,
    read_event,
    write_event,
)
from lostcities.server.table.snapshot import Unusable, _digest, fold_from, picture
from lostcities.server.table.state import REMEMBERED, Logged, Status, Table, fold
from server.running import QUICK
from server.story import Story

KEYS = Keys(bytes(32))
SEED = st.integers(0, 2**32 - 1)
CLOCKS: tuple[Clock | None, ...] = (None, MinutesClock(minutes=5, increment=3), DaysClock(days=2))


NOT_FACTS = ("match", "commitment", "secret", "_unlock", "_status")
"""What follows from the rest, and how to get at it."""


def everything(table: Table) -> dict[str, Any]:
    """All that a table is. Whoever adds to it is reminded here of the snapshots."""
    facts = {name: value for name, value in vars(table).items() if name not in NOT_FACTS}
    match = table.match
    if match is not None:
        facts["match"] = (match.oldest, match.first, match.out_of_time, match.variant, match.result)
        facts["rounds"] = [
            {name: value for name, value in vars(game).items() if not name.startswith("_")}
            | {"state": str(game._states.tolist()), "views": [game.view(), game.view(0)], "kept": _kept(game)}
            for game in match.games
        ]
    return facts


def _kept(game: Any) -> str:
    """The states that can be gone back to."""
    return str(game._line[: game._told[-1] + 1].tolist())


def wild(seed: int) -> Story:
    """A table at which all kinds of things happen."""
    rng = random.Random(seed)
    variants = (("classic rounds=3", 2), ("three-players", 3), ("duel-2026 exploits=announced rounds=2", 2))
    variant, players = rng.choice((*variants, ("rivals players=3", 3), ("teams guard=2 rounds=2", 4)))
    story = Story(variant, players, rng.choice(CLOCKS))
    for _ in range(rng.randrange(400)):
        story.now += rng.randrange(2000)
        event = _something(story, rng)
        if event is not None:
            story.add(event)
        if story.table.finished:
            break
    return story


def _something(story: Story, rng: random.Random) -> Event | None:
    table = story.table
    seat = rng.randrange(len(table.seats))
    guest = f"g{seat}"
    if falls := decisions.overdue(table, story.now):
        return falls
    match rng.randrange(60):
        case 0:
            return decisions.leave(table, guest)
        case 1 | 2:
            return decisions.come_back(table, guest)
        case 3 if table.seats[seat].bot is None:
            return BotSat(seat=seat, bot="explorer")
        case 4:
            return Carried(seat=seat, guest=f"phone {rng.random()}")
        case 5 if rng.random() < 0.1:
            return rng.choice((Closed(), Closed(why="too-long")))
        case 6 if table.mover is not None and table.created.clock and rng.random() < 0.1:
            return FlagFell(seat=table.mover)
    if table.status is Status.BETWEEN_ROUNDS:
        waited = table.waited_for
        return decisions.ready(table, f"g{waited[0]}", None) if waited else NextRound()
    if table.can_undo and rng.random() < 0.3 and table.seats[story.mover].bot is None:
        return decisions.undo(table, f"g{story.mover}")
    draws = story.legal("@")
    moves = ["@"] if "@" in draws and rng.random() < 0.7 else story.legal()
    return decisions.legal(table, story.match.game.legal_moves[story.legal().index(rng.choice(moves))])


def log_of(story: Story, snapped: int = 0) -> list[Logged]:
    """What is read of a log beside a snapshot."""
    log = [logged._replace(event=read_event(write_event(logged.event))) for logged in story.log]
    return [logged for logged in log if logged.seq == 1 or logged.seq > snapped - REMEMBERED]


@given(SEED)
def test_a_snapshot_and_the_rest_amount_to_what_the_log_amounts_to(seed: int) -> None:
    story = wild(seed)
    rng = random.Random(seed)
    seq = rng.randint(1, len(story.log))
    early = fold("t", story.log[:seq])
    whole = fold("t", log_of(story))
    again, kept = fold_from("t", str(picture(early)), log_of(story, seq))
    assert kept == seq
    assert everything(again) == everything(whole) == everything(story.table)
    assert str(picture(again)) == str(picture(whole))


@given(SEED, st.data())
def test_a_damaged_snapshot_is_found_out(seed: int, data: st.DataObject) -> None:
    story = wild(seed)
    text = str(picture(story.table))
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.one_of(st.just(""), st.characters(codec="utf-8").filter(lambda c: c != text[place])))
    damaged = text[:place] + other + text[place + 1 :]
    for wrong in (damaged, text[:place], ""):
        with pytest.raises(Unusable):
            fold_from("t", wrong, log_of(story, len(story.log)))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=5), some, max_size=3),
    ),
    st.sampled_from(("version", "seq", "at", "facts", "seats", "rounds", "out_of_time", "")),
)
def test_nonsense_with_the_right_checksum_stops_nothing(value: Any, field: str) -> None:
    story = Story()
    story.play(30)
    data = json.loads(str(picture(story.table)).partition("\n")[2])
    if data.get(field) == value:
        return
    body = json.dumps(data | {field: value} if field else value)
    try:
        again, _ = fold_from("t", f"{_digest(body)}\n{body}", log_of(story, len(story.log)))
    except Unusable:
        return
    assert again.seq == len(story.log)  # it can be read: no harm in a field more, or in another one's number


def test_a_snapshot_of_another_version_or_of_another_log_is_passed_over() -> None:
    story = Story()
    story.play(60)
    text = str(picture(story.table))
    log, seq = log_of(story, len(story.log)), len(story.log)
    fold_from("t", text, log)
    older = json.loads(text.partition("\n")[2]) | {"version": [0, 2]}
    body = json.dumps(older)
    for wrong in (
        (f"{_digest(body)}\n{body}", log),
        (text, log[:-1]),  # a database that was put back
        (text, [*log[:-1], log[-1]._replace(at=log[-1].at + 1)]),  # and on which was played on
        (text, [log[0], *log[20:]]),
    ):
        with pytest.raises(Unusable):
            fold_from("t", *wrong)
    assert seq == story.table.seq


def test_no_secret_is_in_a_snapshot() -> None:
    story = Story("classic rounds=2")
    story.play(50)
    text = str(picture(story.table))
    assert story.table.secret not in text
    rest = [str(card) for card in story.match.game.draw_pile[:5]]
    assert " ".join(rest) not in text


def with_tables(url: str, story: Callable[[Tables], Awaitable[None]], **settings: Any) -> None:
    async def whole() -> None:
        database = Database(url)
        chosen = replace(QUICK, database=url, **settings)
        tables = Tables(Logs(database), Hub(), Time(database), chosen, KEYS)
        try:
            await story(tables)
            await tables.close()
        finally:
            await database.close()

    asyncio.run(whole())


async def write_down(tables: Tables, story: Story, after: int = 0) -> None:
    entries = [
        Entry("t", logged.seq, logged.at, write_event(logged.event), chain=logged.head)
        for logged in story.log[after:]
    ]
    assert all(await asyncio.gather(*map(tables.logs.append, entries)))


async def snapshot_of(tables: Tables) -> str | None:
    """What is kept of the table once nothing more is to be written."""
    await asyncio.gather(*tables._keeping)
    text = (await tables.logs.stored("t")).snapshot
    return None if text is None else KEYS.checked("t", text)


def test_what_was_read_at_length_is_read_from_a_snapshot_the_next_time(database: str) -> None:
    story = Story()
    story.play(110)

    async def first(tables: Tables) -> None:
        await write_down(tables, story)
        assert everything(await tables.get("t")) == everything(story.table)
        assert await snapshot_of(tables) == str(picture(story.table))

    async def second(tables: Tables) -> None:
        stored = await tables.logs.stored("t")
        assert len(stored.rows) == 2 + REMEMBERED
        assert everything(await tables.get("t")) == everything(story.table)

    with_tables(database, first, snapshot_every=100)
    with_tables(database, second, snapshot_every=100)


@pytest.mark.parametrize("snapshot", ["", "nonsense", "0" * 64 + "\n{}"])
def test_a_useless_snapshot_is_no_trouble_and_is_replaced(database: str, snapshot: str) -> None:
    story = Story()
    story.play(110)

    async def with_it(tables: Tables) -> None:
        await write_down(tables, story)
        await tables.logs.keep("t", 90, snapshot)
        assert everything(await tables.get("t")) == everything(story.table)
        assert await snapshot_of(tables) == str(picture(story.table))

    with_tables(database, with_it, snapshot_every=100)


def test_a_snapshot_is_written_every_so_often_and_at_the_end_of_a_round(database: str) -> None:
    async def play(tables: Tables) -> None:
        start = Story("classic rounds=2")
        await write_down(tables, start)
        table = await tables.get("t")
        seen: list[int] = []
        while table.status is Status.PLAYING:
            assert table.match is not None
            moves = table.match.game.legal_moves
            move = next((move for move in moves if str(move) == "@"), moves[-1])
            table = await tables.append(table, decisions.legal(table, move)) or table
            if (text := await snapshot_of(tables)) and json.loads(text.partition("\n")[2])["seq"] not in seen:
                seen.append(json.loads(text.partition("\n")[2])["seq"])
        assert seen == [40, 80, table.seq]

    with_tables(database, play, snapshot_every=40)


def test_those_who_ask_for_a_table_at_once_share_the_work(database: str) -> None:
    story = Story()
    story.play(40)

    async def ask(tables: Tables) -> None:
        await write_down(tables, story)
        first = asyncio.create_task(tables.get("t"))
        others = [asyncio.create_task(tables.get("t")) for _ in range(5)]
        await asyncio.sleep(0)
        first.cancel()  # whoever began it has gone
        found = await asyncio.gather(*others)
        assert len(set(map(id, found))) == 1
        assert everything(found[0]) == everything(story.table)

    with_tables(database, ask)


def test_what_is_appended_while_a_table_is_read_is_not_missed(database: str) -> None:
    story = Story()
    story.play(40)

    async def ask(tables: Tables) -> None:
        await write_down(tables, story)
        first = asyncio.create_task(tables.get("t"))
        await asyncio.sleep(0)
        before = len(story.log)
        story.play(3)
        await write_down(tables, story, before)
        assert (await tables.get("t")).seq == story.table.seq
        assert (await first).id == "t"

    with_tables(database, ask)


def test_a_table_is_folded_beside_the_event_loop(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    folded, story = live._folded, Story()

    def watched(table_id: str, stored: Stored, keys: Keys) -> tuple[Table, int]:
        threads.append(threading.current_thread().name)
        return folded(table_id, stored, keys)

    monkeypatch.setattr(live, "_folded", watched)

    async def ask(tables: Tables) -> None:
        await write_down(tables, story)
        await tables.get("t")

    with_tables(database, ask)
    assert [name.partition("_")[0] for name in threads] == ["fold"]
