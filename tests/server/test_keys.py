"""The server's key: it locks the secrets of running tables, and every node must have the same."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa

from lostcities.cli.main import main
from lostcities.client import Refused, play
from lostcities.fair import FairDeal
from lostcities.record import MatchRecord, verify
from lostcities.server.keys import KeyFileError, KeyLost, Keys, key_path, load_keys
from lostcities.server.serve import migrate
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Logs, Reading
from lostcities.server.store.known_keys import known_keys
from lostcities.server.store.schema import events
from lostcities.server.table import decisions
from lostcities.server.table.deadlines import due
from lostcities.server.table.events import Closed, Created, Event, Joined, SeatPlan, SecretTold, write_event
from lostcities.server.table.state import Table, fold
from server.conftest import NewDatabase, NewProcess
from server.people import Town, at_random, in_town, look, table_of
from server.running import QUICK, serving

T = TypeVar("T")
SECRET = "ab" * 32
ROUND = {"edition": "classic", "rounds": 1}


def in_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    async def whole() -> T:
        database = Database(url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(whole())


def rows_of(url: str, table: str) -> list[Any]:
    query = sa.select(events).where(events.c.table_id == table).order_by(events.c.seq)
    return in_database(url, lambda database: database.read(query))


def read(url: str, table: str) -> Reading:
    return in_database(url, lambda database: Logs(database).read(table))


def refusal(settings: Settings, **more: Any) -> str:
    with pytest.raises(KeyFileError) as refused:
        migrate(settings, **more)
    sentence = refused.value.say("en")
    assert refused.value.say("fr") != sentence
    return refused.value.code


# --- the file ---


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(key_file=str(tmp_path / "sub" / "tables.key"))
    with pytest.raises(KeyFileError) as refused:
        load_keys(settings)
    assert refused.value.code == "key-missing"
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: load_keys(settings, make=True).fingerprint, range(8)))
    assert len(set(made)) == 1
    assert load_keys(settings).fingerprint == made[0]
    (file,) = (tmp_path / "sub").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such modes")
@pytest.mark.parametrize(("mode", "good"), [(0o600, True), (0o400, True), (0o440, True), (0o644, False)])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, mode: int, good: bool) -> None:
    settings = Settings(key_file=str(tmp_path / "key"))
    load_keys(settings, make=True)
    os.chmod(tmp_path / "key", mode)
    if good:
        load_keys(settings)
    else:
        with pytest.raises(KeyFileError, match="chmod 600"):
            load_keys(settings)


@pytest.mark.parametrize("text", ["", "lostcities key 1\n", "x" * 64, "lostcities key 2\n" + "ab" * 32])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="is no key of lostcities"):
        load_keys(Settings(key_file=str(path)))


def test_a_folder_is_no_key_and_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="can't be read"):
        load_keys(Settings(key_file=str(tmp_path)))


def test_the_key_lies_beside_the_database_or_where_it_is_said_to() -> None:
    assert key_path(Settings(database="sqlite:////srv/tables.db")) == Path("/srv/tables.key")
    assert key_path(Settings(database="postgresql://h/n")).name == "tables.key"
    assert key_path(Settings(database="postgresql://h/n", key_file="/etc/k")) == Path("/etc/k")


def test_a_secret_is_unlocked_for_its_table_and_with_its_key_alone() -> None:
    keys, others = Keys(bytes(32)), Keys(bytes(31) + b"1")
    locked = keys.lock("t", SECRET)
    assert locked != keys.lock("t", SECRET)
    assert SECRET not in locked
    assert keys.unlock("t", locked) == SECRET
    for own, table, text in (
        (others, "t", locked),
        (keys, "u", locked),
        (keys, "t", locked[:-3]),
        (keys, "t", locked.replace(locked[8], "A" if locked[8] != "A" else "B", 1)),
        (keys, "t", ""),
        (keys, "t", "1.é"),
    ):
        with pytest.raises(KeyLost):
            own.unlock(table, text)
    assert bytes(32).hex() not in repr(keys)
    assert keys.fingerprint in repr(keys)


def test_a_table_that_is_closed_after_its_key_was_lost_keeps_its_secret() -> None:
    plans = (SeatPlan(), SeatPlan())
    commitment = FairDeal(SECRET).commitment
    locked = Keys(bytes(32)).lock("t", SECRET)
    created = Created(variant="classic", host="h", seats=plans, commitment=commitment, locked=locked)
    table = Table("t", created, 0, Keys(bytes(31) + b"1").unlock)
    table.apply(2, 0, Closed())
    assert table.published_secret is None
    assert decisions.tell_secret(table) is None
    assert due(table, QUICK) is None
    again = Table("t", created, 0, Keys(bytes(32)).unlock)
    again.apply(2, 0, Closed())
    assert decisions.tell_secret(again) == SecretTold(secret=SECRET)


# --- the database and its key ---


def test_a_node_with_another_key_or_none_does_not_start(database: str, tmp_path: Path) -> None:
    settings = replace(QUICK, database=database)
    first = load_keys(settings)
    assert in_database(database, known_keys) == [first.public]
    other = replace(settings, key_file=str(tmp_path / "other.key"))
    assert refusal(other) == "key-gone"
    assert not (tmp_path / "other.key").exists()
    load_keys(other, make=True)
    assert refusal(other) == "key-other"
    migrate(other, new_key=True)
    assert in_database(database, known_keys) == [first.public, load_keys(other).public]
    assert refusal(settings) == "key-other"
    migrate(other, new_key=True)
    assert len(in_database(database, known_keys)) == 2


def test_the_command_says_in_one_line_that_the_key_is_another(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = replace(QUICK, database=new_database("sqlite"))
    migrate(settings)
    key_path(settings).unlink()
    assert main(["migrate", "--database", settings.database]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "migrate --new-key" in line
    assert main(["migrate", "--database", settings.database, "--new-key"]) == 0
    assert main(["migrate", "--database", settings.database]) == 0


def test_the_secret_of_a_running_table_is_locked_and_told_at_its_end(database: str) -> None:
    tables: list[str] = []

    async def story(town: Town) -> None:
        people = await town.guests(2)
        tables.append(await table_of(people, ROUND))
        running = rows_texts(rows_of_in_thread(tables[0]))
        commitment = (await look(people[0], tables[0]))["fair"]["commitment"]
        assert commitment in running
        assert '"secret":null' in running
        ends = await asyncio.gather(*(play(p, tables[0], at_random(i)) for i, p in enumerate(people)))
        secret = ends[0]["fair"]["secret"]
        assert FairDeal(secret).commitment == commitment
        assert secret not in running
        assert secret in rows_texts(rows_of_in_thread(tables[0]))

    def rows_of_in_thread(table: str) -> list[Any]:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(rows_of, database, table).result()

    def rows_texts(rows: list[Any]) -> str:
        return "\n".join(row.event for row in rows)

    with serving(replace(QUICK, database=database)) as url:
        in_town(url, story)
    log = read(database, tables[0]).log
    assert isinstance(log[-1].event, SecretTold)
    state = fold(tables[0], log)  # without the key
    assert state.match is not None
    assert state.match.over
    assert state.trouble is None


def test_a_lost_key_closes_running_tables_with_a_sentence_and_leaves_finished_ones(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    settings = replace(QUICK, database=new_database("sqlite"))
    told: dict[str, Any] = {}

    async def before(town: Town) -> None:
        people = await town.guests(2)
        told["tokens"] = [person.token for person in people]
        told["done"] = await table_of(people, ROUND)
        await asyncio.gather(*(play(p, told["done"], at_random(i)) for i, p in enumerate(people)))
        told["running"] = await table_of(people, ROUND)
        seats = [{"kind": "me"}, {"kind": "open"}]
        waiting = await people[0].call("POST", "/api/tables", {"variant": ROUND, "seats": seats})
        told["waiting"] = waiting["table"]["id"]
        await people[0].call("POST", f"/api/tables/{told['waiting']}/join", {})
        nobody = await people[0].call("POST", "/api/tables", {"variant": ROUND, "seats": seats})
        told["unjoined"] = nobody["table"]["id"]

    async def after(town: Town) -> None:
        ann, bo = (town.passer_by(token=token) for token in told["tokens"])
        seen = await look(ann, told["running"])
        assert (seen["status"], seen["trouble"]) == ("closed", "key-lost")
        assert seen["fair"]["secret"] is None
        assert seen["game"] is None
        for what, body in (("moves", {"seq": seen["seq"], "move": "@"}), ("ready", {}), ("leave", None)):
            with pytest.raises(Refused) as refused:
                await ann.call("POST", f"/api/tables/{told['running']}/{what}", body)
            assert refused.value.code == "key-lost"
        with pytest.raises(Refused) as refused:
            await ann.call("GET", f"/api/tables/{told['running']}/record")
        assert refused.value.code == "not-started"
        done = await look(bo, told["done"])
        assert (done["status"], done["trouble"]) == ("over", None)
        record = (await bo.request("GET", f"/api/tables/{told['done']}/record")).body.decode()
        assert verify(MatchRecord.parse(record)).proven
        again = (await bo.call("POST", f"/api/tables/{told['done']}/rematch"))["table"]["rematch"]
        assert (await look(bo, again))["status"] == "waiting"
        assert len((await ann.call("GET", "/api/me/tables"))["tables"]) >= 3
        joined = await bo.call("POST", f"/api/tables/{told['waiting']}/join", {})
        assert joined["table"]["trouble"] == "key-lost"
        assert (await look(ann, told["unjoined"]))["status"] == "waiting"
        fresh = await table_of([ann, bo], ROUND)
        assert (await look(ann, fresh))["status"] == "playing"

    with serving(settings) as url:
        in_town(url, before)
    key_path(settings).unlink()
    migrate(settings, new_key=True)
    with serving(settings) as url:
        in_town(url, after)


def test_a_process_killed_before_it_told_the_secret_is_made_up_for(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    """The last row of a finished log is taken away, as if the process had died before writing it."""
    url = new_database("sqlite")
    settings = replace(QUICK, database=url)
    tables: list[str] = []

    async def story(town: Town) -> None:
        people = await town.guests(2)
        tables.append(await table_of(people, ROUND))
        await asyncio.gather(*(play(p, tables[0], at_random(i)) for i, p in enumerate(people)))

    async def wait(town: Town) -> None:
        watcher = town.passer_by()
        while not isinstance((await logs_of(url, tables[0]))[-1].event, SecretTold):
            await watcher.request("GET", "/healthz")
            await asyncio.sleep(0.05)

    async def logs_of(url: str, table: str) -> Any:
        database = Database(url)
        try:
            return (await Logs(database).read(table)).log
        finally:
            await database.close()

    with serving(settings) as address:
        in_town(address, story)

    async def cut_off(database: Database) -> None:
        last = rows[-1].seq
        await database.write(
            lambda connection: connection.execute(
                events.delete().where(events.c.table_id == tables[0], events.c.seq == last)
            )
        )
        text = "UPDATE tables SET due = 1, status = 'playing' WHERE id = :table"
        await database.write(lambda connection: connection.execute(sa.text(text), {"table": tables[0]}))

    rows = rows_of(url, tables[0])
    in_database(url, cut_off)
    with serving(settings) as address:
        in_town(address, wait)


def old_log(url: str, table: str, status: str) -> None:
    """A log as version 0001 left it: two people, plain cuts, a plain secret, no chain."""
    plans = (SeatPlan(), SeatPlan())
    created = Created(variant="classic rounds=1", host="h", seats=plans, secret=SECRET)
    told: list[Event] = [
        created,
        *(Joined(seats=(i,), guest=f"g{i}", nickname="A", cut=f"c{i}") for i in range(2)),
    ]

    async def write(database: Database) -> None:
        def work(connection: sa.Connection) -> None:
            for seq, event in enumerate(told, 1):
                row = {"table_id": table, "seq": seq, "at": seq, "event": write_event(event)}
                connection.execute(events.insert().values(row))
            facts = {"id": table, "status": status, "at": 1}
            text = (
                "INSERT INTO tables (id, created_at, host, listed, status, open_seats) "
                "VALUES (:id, :at, 'h', true, :status, 0)"
            )
            connection.execute(sa.text(text), facts)

        await database.write(work)

    in_database(url, write)


def test_plain_secrets_of_unfinished_tables_are_locked_by_the_upgrade(database: str) -> None:
    for table, status in (("running", "playing"), ("done", "over"), ("closed", "closed")):
        old_log(database, table, status)
    settings = replace(QUICK, database=database)
    migrate(settings)
    running, done = rows_of(database, "running"), rows_of(database, "done")
    assert SECRET not in "".join(row.event for row in running)
    assert FairDeal(SECRET).commitment in running[0].event
    assert SECRET in done[0].event
    migrate(settings)
    assert [row.event for row in rows_of(database, "running")] == [row.event for row in running]
    keys = load_keys(settings)
    for table in ("running", "done", "closed"):
        log, changed = read(database, table)
        assert changed is None
        state = fold(table, log, keys.unlock)
        assert state.fair_deal == FairDeal(SECRET, ("c0", "c1"))
        assert state.match is not None
        assert state.match.game.deal == FairDeal(SECRET, ("c0", "c1")).deal(state.variant, 1)
