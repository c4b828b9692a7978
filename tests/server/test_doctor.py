"""`lostcities doctor`: what it finds, and what it says to do."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.command import assert_polite, lostcities
from lostcities.server.care import machine_health
from lostcities.server.care.doctor import examine
from lostcities.server.care.findings import Finding, Level
from lostcities.server.care.settings_health import addresses
from lostcities.server.serve import migrate
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Logs
from lostcities.server.store.logs import Entry
from lostcities.server.table.events import write_event
from lostcities.words import LANGUAGES, speaker
from server.conftest import NewDatabase
from server.running import QUICK
from server.story import Story


def found(settings: Settings, *, everything: bool = False, fix: bool = False) -> dict[str, Finding]:
    """What the doctor finds, by what it is about; the worst where there are several."""
    order = list(Level)
    worst: dict[str, Finding] = {}
    for finding in examine(settings, everything=everything, fix=fix):
        for language in LANGUAGES:
            assert finding.say(speaker(language))
        known = worst.get(finding.about)
        if known is None or order.index(finding.level) > order.index(known.level):
            worst[finding.about] = finding
    return worst


def write(database: str, table: str, skip: int | None = None, spoil: int | None = None) -> None:
    """A table with a short log, of which an event can be missing or not be one."""

    async def whole() -> None:
        store = Database(database)
        for logged in Story().log:
            text = "{}" if logged.seq == spoil else write_event(logged.event)
            if logged.seq != skip:
                assert await Logs(store).append(Entry(table, logged.seq, logged.at, text))
        await store.close()

    asyncio.run(whole())


def file_of(database: str) -> Path:
    return Path(database.removeprefix("sqlite:///"))


def test_a_server_that_is_well(database: str) -> None:
    write(database, "whole")
    findings = found(replace(QUICK, database=database))
    assert {about for about, finding in findings.items() if finding.level is Level.TROUBLE} <= {"page"}
    assert findings["form"].level is Level.OK
    assert findings["logs"].facts == {"looked_at": 1, "number": 1}


def test_logs_with_gaps_or_strange_events_are_named(database: str) -> None:
    write(database, "whole")
    write(database, "gap", skip=2)
    write(database, "strange", spoil=2)
    findings = examine(replace(QUICK, database=database), everything=True, fix=False)
    troubles = {f.code: f.facts for f in findings if f.about == "logs"}
    assert troubles == {
        "gaps": {"number": 1, "tables": "gap"},
        "unreadable": {"number": 1, "tables": "strange"},
    }


def test_new_files_are_private_and_old_ones_can_be_made_so(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o022)
    try:
        settings = replace(QUICK, database=new_database("sqlite"))
        migrate(settings)
    finally:
        os.umask(before)
    file = file_of(settings.database)
    assert file.stat().st_mode & 0o777 == 0o600
    assert found(settings)["files"].level is Level.OK
    file.chmod(0o644)
    assert found(settings)["files"].level is Level.TROUBLE
    assert file.stat().st_mode & 0o777 == 0o644
    assert found(settings, fix=True)["files"].code == "mended"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_key_file_that_others_can_read(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"))
    migrate(settings)
    key = file_of(settings.database).with_suffix(".key")
    assert found(settings)["key"].code == "none"
    key.touch(0o644)
    key.chmod(0o644)
    assert found(settings)["key"].level is Level.TROUBLE
    assert found(settings, fix=True)["key"].code == "mended"
    assert found(settings)["key"].level is Level.OK


def test_a_file_that_is_damaged(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"))
    migrate(settings)
    write(settings.database, "whole")
    file = file_of(settings.database)
    with closing(sqlite3.connect(file)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables_due'")
        ((size,),) = connection.execute("PRAGMA page_size")
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)
    assert found(settings)["integrity"].level is Level.TROUBLE


def test_databases_that_are_older_newer_or_not_there(new_database: NewDatabase) -> None:
    empty = new_database("postgresql")
    assert found(replace(QUICK, database=empty))["form"].code == "older"
    gone = replace(QUICK, database="postgresql://nobody:secret@127.0.0.1:1/none")
    unreachable = found(gone)["database"]
    assert unreachable.code == "unreachable"
    assert "secret" not in unreachable.say(speaker("en"))
    missing = replace(QUICK, database=new_database("sqlite"))
    assert found(missing)["database"].code == "none"
    assert not file_of(missing.database).exists()
    migrate(missing)
    with closing(sqlite3.connect(file_of(missing.database))) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert found(missing)["form"].code == "newer"


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ({}, ["ok", "ok"]),
        ({"host": "0.0.0.0"}, ["not-named", "ok"]),
        ({"public_url": "http://play.example.org"}, ["not-encrypted", "ok"]),
        ({"public_url": "https://play.example.org"}, ["ok", "ok"]),
        ({"public_url": "https://play.example.org", "host": "0.0.0.0"}, ["ok", "elsewhere"]),
        (
            {"public_url": "https://play.example.org", "host": "0.0.0.0", "proxies": "10.0.0.0/8"},
            ["ok", "ok"],
        ),
    ],
)
def test_addresses_that_make_little_sense_together(settings: dict[str, Any], codes: list[str]) -> None:
    assert [finding.code for finding in addresses(Settings(**settings))] == codes


@pytest.mark.parametrize(
    ("free", "level"), [(1 << 20, Level.TROUBLE), (500 << 20, Level.WARNING), (2 << 30, Level.OK)]
)
def test_space_on_the_disk(free: int, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that runs the tests can't be made full."""
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free))
    (finding,) = machine_health.disk(replace(QUICK, database=f"sqlite:///{tmp_path}/new/tables.db"))
    assert (finding.level, finding.facts["folder"]) == (level, str(tmp_path))


def test_the_command_answers_with_a_status_and_for_machines(new_database: NewDatabase) -> None:
    database = new_database("sqlite")
    migrate(replace(QUICK, database=database))
    file_of(database).chmod(0o644)
    answer = lostcities("doctor", "--database", database, "--json")
    said = json.loads(answer.out)
    assert (answer.status, said["well"]) == (2, False)
    assert ("files", "trouble") in {(line["about"], line["level"]) for line in said["findings"]}
    french = lostcities("doctor", "--database", database, "--lang", "fr")
    assert "✗ d’autres sur cet ordinateur peuvent lire" in french.out
    mended = lostcities("doctor", "--database", database, "--fix", "--lang", "en")
    assert "✓ from now on only their owner can read" in mended.out
    assert_polite(lostcities("doctor", "--database", "mysql://x"))
