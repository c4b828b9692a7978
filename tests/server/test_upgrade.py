"""A database that an older version has left: `old/version-1.db`, a file of SQLite as it was written before
events named their language, and beside it who played there and what they saw last."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from lostcities.client import Client
from lostcities.server.store import Database, Logs
from lostcities.server.store import database as databases
from lostcities.server.store.schema import metadata
from server.conftest import KINDS, NewDatabase
from server.people import Town, in_town, look, play_out
from server.running import QUICK, serving
from server.test_processes import check_log

OLD = Path(__file__).parent / "old"
LEFT: dict[str, Any] = json.loads((OLD / "version-1.json").read_text())
PATIENT = replace(QUICK, waiting_hours=1e6, abandoned_days=1e5, next_round_after=1e8)
"""However long ago the file was made."""


GOES_ON = ("clock", "rivals", "bot plays on")
"""Where time runs while a server is away, or a bot moves as soon as there is one again."""


@pytest.fixture(params=KINDS)
def old_database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    url = new_database(request.param)
    if request.param == "sqlite":
        shutil.copy(OLD / "version-1.db", url.removeprefix("sqlite:///"))
    else:
        asyncio.run(_copy_to(url))
    return url


async def _copy_to(url: str) -> None:
    """The same rows in another kind of database."""

    def work(connection: sa.Connection) -> None:
        config = databases._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        old = sqlite3.connect(OLD / "version-1.db")
        for name in ("events", "tables", "players", "guests", "links"):
            rows = old.execute(f"SELECT * FROM {name}")
            names = [column[0] for column in rows.description]
            table = sa.Table(name, sa.MetaData(), *(_like(name, column) for column in names))
            if found := rows.fetchall():
                connection.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in found])
        old.close()

    store = Database(url)
    try:
        await store.write(work)
    finally:
        await store.close()


def _like(table: str, column: str) -> sa.Column[Any]:
    return sa.Column(column, metadata.tables[table].c[column].type)


def test_what_people_saw_before_the_upgrade_they_see_after_it_and_play_on(old_database: str) -> None:
    async def story(town: Town) -> None:
        people = {name: town.passer_by(token=token) for name, token in LEFT["tokens"].items()}
        ann, bob, cid, phone = (people[name] for name in ("Ann", "Bob", "Cid", "Phone"))
        for name, before in LEFT["states"].items():
            if name not in GOES_ON:
                await _is_as_it_was(LEFT["tables"][name], before, ann, bob)
        players = {
            "waiting": [ann, bob],
            "finished": [ann],
            "rematch": [ann],
            "three players": [ann, bob, cid],
            "second device": [phone, bob],
            "bot plays on": [ann],
        }
        for name in ("waiting", "rematch"):
            await players[name][-1].call("POST", f"/api/tables/{LEFT['tables'][name]}/join", {})
        await cid.call("POST", f"/api/tables/{LEFT['tables']['three players']}/return")
        played = await asyncio.gather(
            *(play_out(players.get(name, [ann, bob]), table) for name, table in LEFT["tables"].items())
        )
        ends = {name: end for name, (end, *_) in zip(LEFT["tables"], played, strict=True)}
        for name, end in ends.items():
            if end["flag"] is None and name != "closed":
                await check_log(old_database, end["id"], sealed=False)
        assert {name: end["status"] for name, end in ends.items() if end["status"] != "over"} == {
            "closed": "closed"
        }

    with serving(replace(PATIENT, database=old_database)) as url:
        in_town(url, story)
    asyncio.run(_languages(old_database))


async def _is_as_it_was(table: str, before: Any, ann: Client, bob: Client) -> None:
    for person, view in zip((ann, bob), before["views"], strict=True):
        now = await look(person, table)
        assert {name: now[name] for name in ("seq", "status", "totals")} == {
            name: before[name] for name in ("seq", "status", "totals")
        }
        assert view is None or {name: now["game"][name] for name in view} == view


async def _languages(url: str) -> None:
    """What was there is of the first language, and what was added of this version's."""
    store = Database(url)
    try:
        table = LEFT["tables"]["playing"]
        rows = (await Logs(store).stored(table, with_snapshot=False)).rows
    finally:
        await store.close()
    there = LEFT["states"]["playing"]["seq"]
    assert {row.language for row in rows[:there]} == {1}
    assert {row.language for row in rows[there:]} == {2}
