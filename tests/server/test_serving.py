"""The command, its settings, the page, and what operators look at."""

from __future__ import annotations

import http.client
import logging
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from lostcities.cli import serve
from lostcities.cli.main import main
from lostcities.cli.serve import addresses
from lostcities.server.json_logs import JsonLines
from lostcities.server.settings import SettingError, Settings
from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town, table_of
from server.running import QUICK, serving


@pytest.fixture(autouse=True)
def loggers_as_they_were() -> Iterator[None]:
    """The command sets up the log of its process, which is this one here."""
    loggers = [logging.getLogger(name) for name in ("lostcities.server", "uvicorn.error")]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_options_come_before_the_environment_and_that_before_the_defaults() -> None:
    environ = {"LOSTCITIES_PORT": "81", "LOSTCITIES_BOT_PAUSE": "0.25"}
    settings = Settings.read({"port": "82", "host": None}, environ)
    assert (settings.port, settings.bot_pause, settings.host) == (82, 0.25, "127.0.0.1")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"port": "many"}, "--port can't be “many”; give a whole number"),
        ({"heartbeat": "0"}, "--heartbeat can't be 0; give a number above 0"),
        ({"tables_in_memory": "0"}, "--tables-in-memory can't be 0"),
        ({"rate": "-1"}, "--rate can't be"),
        ({"rate": "nan"}, "--rate can't be"),
        ({"public_url": "play.example.org"}, "no address of a server"),
        ({"public_url": "https://example.org/path"}, "without a path"),
        ({"port": "65536"}, "choose 1 to 65535"),
        ({"public_url": "https://["}, "no address of a server"),
        ({"database": "mysql://x"}, "“mysql://x” is no database that can be used"),
        ({"database": "sqlite://tables.db"}, "“sqlite://tables.db” is no database"),
        ({"database": "sqlite:///:memory:"}, "“sqlite:///:memory:” is no database"),
        ({"database": "sqlite:///"}, "“sqlite:///” is no database"),
        ({"database": "postgresql://ada:secret@host:port/name"}, "“host:port/name” is no database"),
        ({"database": "postgresql://["}, "is no database"),
        ({"database": "tables.db"}, "“tables.db” is no database that can be used"),
        ({"database": "postgresql//ada:secret@host/name"}, "“host/name” is no database"),
        ({"log_level": "loud"}, "choose debug"),
        ({"host": ""}, "“” is no address of this computer"),
    ],
)
def test_settings_that_can_not_be_used(options: dict[str, str | None], sentence: str) -> None:
    with pytest.raises(SettingError, match=sentence):
        Settings.read(options, {})


def test_who_ends_the_server_is_told_that_nothing_is_lost(new_database: NewDatabase) -> None:
    command = [sys.executable, "-m", "lostcities.cli.main", "serve", "--port", "0", "--log-level", "warning"]
    with subprocess.Popen(
        [*command, "--lang", "en", "--database", new_database("sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "is served at http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert (server.returncode, "lostcities:" in err) == (0, False), err
    assert "Tables are kept" in out


def test_a_server_whose_words_nobody_reads_serves_all_the_same(new_database: NewDatabase) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "lostcities.cli.main", "serve", "--port", str(port)]
    with (
        os.fdopen(writer, "wb") as closed,
        subprocess.Popen([*command, "--database", new_database("sqlite")], stdout=closed) as server,
    ):
        try:
            while server.poll() is None:
                with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                    assert answer.status == 200
                    break
                time.sleep(0.1)
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(2)
        finally:
            server.kill()


def test_a_database_of_another_form_ends_the_command_with_one_line(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--database", new_database("postgresql")]) == 2
    err = capsys.readouterr().err
    assert "lostcities: the database has another version's form; run: lostcities migrate" in err
    assert "Traceback" not in err


def test_a_database_that_is_not_there_ends_the_command_with_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["migrate", "--database", "postgresql://nobody:secret@127.0.0.1:1/none"]) == 2
    err = capsys.readouterr().err
    assert "postgresql://nobody:***@127.0.0.1:1/none can't be reached (Connection refused)" in err
    assert "Traceback" not in err


def test_a_file_that_is_no_database_ends_the_command_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no database at all")
    assert main(["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/notes.txt"]) == 2
    assert "can't be reached (file is not a database)" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/notes.txt/tables.db"]) == 2
    assert "notes.txt/tables.db can't be reached (File exists)" in capsys.readouterr().err


def test_a_port_that_is_taken_ends_the_command_with_one_line(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port, "--database", new_database("sqlite")]) == 2
    assert f"127.0.0.1:{port} can't be used: something listens there already" in capsys.readouterr().err


def test_an_address_of_another_computer_ends_the_command_with_one_line(
    new_database: NewDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", "192.0.2.1", "--port", "0", "--database", new_database("sqlite")]) == 2
    assert "“192.0.2.1” is no address of this computer; give --host" in capsys.readouterr().err


def test_who_listens_to_the_whole_network_is_told_addresses_that_can_be_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert addresses("http://127.0.0.1:8000") == ("http://127.0.0.1:8000", "")
    monkeypatch.setattr(serve, "_own_address", lambda: "192.168.1.20")
    assert addresses("http://0.0.0.0:8000") == ("http://127.0.0.1:8000", "http://192.168.1.20:8000")
    assert addresses("http://[::]:8000") == ("http://[::1]:8000", "http://192.168.1.20:8000")
    monkeypatch.setattr(serve, "_own_address", lambda: "")
    assert addresses("http://0.0.0.0:8000") == ("http://127.0.0.1:8000", "")


def test_health_readiness_and_metrics(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        await table_of([host], {"edition": "classic"}, ["explorer"])
        person = town.passer_by()
        assert (await person.request("GET", "/healthz")).json == {"status": "ok"}
        ready = (await person.request("GET", "/readyz")).json
        assert (ready["status"], set(ready["parts"].values())) == ("ok", {"ok"})
        text = (await person.request("GET", "/metrics")).body.decode()
        assert 'lostcities_requests_total{route="/api/tables",status="201"}' in text
        assert 'lostcities_events_total{kind="joined"}' in text
        assert "lostcities_streams" in text
        assert "_created" not in text

    in_town(server, story)


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/", 200), ("/api/lobby", 405)])
def test_monitors_may_ask_for_the_head_alone(server: str, path: str, status: int) -> None:
    connection = http.client.HTTPConnection(server.removeprefix("http://"), timeout=60)
    connection.request("HEAD", path)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (status, b"")
    connection.close()


def test_the_page_is_served_with_its_files_and_one_answer_to_every_address(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Lost Cities</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("let x = 1;\n" * 1000)
    (tmp_path.parent / "outside.txt").write_text("no")

    async def story(town: Town) -> None:
        browser = town.passer_by()
        for path in ("/", "/table/abc", "/link/xyz"):
            answer = await browser.request("GET", path)
            assert answer.body == b"<title>Lost Cities</title>"
            assert answer.headers["cache-control"] == "no-cache"
        script = await browser.request("GET", "/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"})
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        for path in (
            "/assets/none.js",
            "/../outside.txt",
            "/%2e%2e/outside.txt",
            "/assets/..%2f..%2foutside.txt",
        ):
            assert (await browser.request("GET", path)).status == 404

    with serving(replace(QUICK, database=new_database("sqlite")), tmp_path) as url:
        in_town(url, story)


def test_without_a_page_the_server_says_so(new_database: NewDatabase, tmp_path: Path) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        browser.language = "fr"
        answer = await browser.request("GET", "/")
        assert answer.status == 200
        assert "la page n’a pas été construite" in answer.body.decode()

    with serving(replace(QUICK, database=new_database("sqlite")), tmp_path / "none") as url:
        in_town(url, story)


def test_a_line_of_the_log_holds_only_what_is_meant_for_it() -> None:
    try:
        raise ValueError("R10 in a message")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "f", 1, "it failed", (), (type(error), error, error.__traceback__)
        )
    record.secret = "abc"
    record.status = 500
    line = JsonLines().format(record)
    assert '"status": 500' in line
    assert "ValueError" in line
    assert "R10" not in line
    assert "abc" not in line


def test_the_command_serves_until_it_is_stopped(new_database: NewDatabase, new_process: NewProcess) -> None:
    process = new_process(replace(QUICK, database=new_database("sqlite")))

    async def story(town: Town) -> None:
        assert (await town.passer_by().request("GET", "/healthz")).status == 200

    in_town(process.url, story)
    process.stop()
    assert process.log.read_text() == ""
