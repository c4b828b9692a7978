"""`lostcities seat`: a program at a table of a real server."""

from __future__ import annotations

import asyncio
import errno
import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.programs import NODE_EXAMPLE, PYTHON_EXAMPLE, naughty, unless_nohup
from cli.command import assert_polite, lostcities
from lostcities.cli.seat import waiting_for
from lostcities.client import Client, play
from lostcities.words import speaker
from server.people import Town, at_random, in_town, look, table_of
from server.running import QUICK, Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that lets nobody be too fast for long."""
    database = f"sqlite:///{tmp_path_factory.mktemp('seat') / 'tables.db'}"
    with serving(replace(QUICK, database=database, rate=40.0, burst=20)) as url:
        yield url


async def seat(url: str, table: str, bot: str) -> tuple[int, str, str]:
    """The command in a process of its own: its status, and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "lostcities.cli.main", "seat", f"{url}/table/{table}", bot),
        *("--nickname", "Robo", "--json", "--lang", "en", "--time-limit", "60"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize(
    ("bot", "variant"),
    [
        (PYTHON_EXAMPLE, {"edition": "classic", "rounds": 2}),
        (NODE_EXAMPLE, {"edition": "rivals", "players": 2}),
    ],
    ids=["python", "node"],
)
def test_a_program_plays_a_match_with_a_person(server: str, bot: str, variant: dict[str, Any]) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        wish = {"variant": variant, "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.call("POST", f"/api/tables/{table}/join", {"cut": "ada"})
        end, (status, out, err) = await asyncio.gather(
            play(host, table, at_random(1)), seat(server, table, bot)
        )
        assert (status, err) == (0, "")
        assert end["status"] == "over"
        assert end["seats"][1]["nickname"] == "Robo"
        assert json.loads(out)["result"] == end["result"]

    in_town(server, story)


def test_a_program_that_fails_gets_up_so_that_nobody_waits_for_it(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        wish = {"variant": {"edition": "classic"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.call("POST", f"/api/tables/{table}/join", {"cut": "ada"})
        status, _, err = await seat(server, table, naughty("crash-at-start"))
        assert status == 2
        assert err.count("\n") == 1
        assert "saying: RuntimeError: out of ideas" in err
        assert (await look(host, table))["seats"][1]["away"]

    in_town(server, story)


@pytest.mark.parametrize(
    ("stop", "bot"),
    [
        (signal.SIGINT, PYTHON_EXAMPLE),
        (signal.SIGTERM, PYTHON_EXAMPLE),
        pytest.param(signal.SIGHUP, PYTHON_EXAMPLE, marks=unless_nohup),
        (signal.SIGINT, naughty("silent-at-start")),
    ],
    ids=["SIGINT", "SIGTERM", "SIGHUP", "SIGINT-before-ready"],
)
def test_a_program_that_is_stopped_gets_up(server: str, stop: signal.Signals, bot: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        wish = {"variant": {"edition": "classic"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.call("POST", f"/api/tables/{table}/join", {"cut": "ada"})
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "lostcities.cli.main", "seat", f"{server}/table/{table}", bot),
            *("--start-limit", "600"),
            stderr=asyncio.subprocess.PIPE,
        )
        while (await look(host, table))["seats"][1]["kind"] != "person":
            await asyncio.sleep(0.05)
        process.send_signal(stop)
        try:
            _, err = await asyncio.wait_for(process.communicate(), 60)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
        assert (process.returncode, err.count(b"\n")) == (2, 1)
        assert (await look(host, table))["seats"][1]["away"]

    in_town(server, story)


def test_a_program_that_is_stopped_while_the_server_is_gone_says_so(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Process(replace(QUICK, database=database), tmp_path / "log")

    async def story(town: Town) -> None:
        host = await town.guest()
        wish = {"variant": {"edition": "classic"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "lostcities.cli.main", "seat", f"{server.url}/table/{table}"),
            *(PYTHON_EXAMPLE, "--lang", "en"),
            stderr=asyncio.subprocess.PIPE,
        )
        started = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not started.read_text():  # the program sits down before it is started
            await asyncio.sleep(0.05)
        server.kill()
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
        assert process.returncode == 2
        assert err.splitlines()[-1].startswith(b"lostcities: stopped;")

    try:
        in_town(server.url, story)
    finally:
        server.kill()


@asynccontextmanager
async def client_of(
    answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[Client]:
    """A client of somebody in the server's place, who answers like this."""
    standin = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{standin.sockets[0].getsockname()[1]}"
    async with standin, Client(url) as client:
        yield client


def test_a_request_that_is_given_up_does_not_leave_its_answer_to_the_next() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        if path == "/slow":
            # until the client has given up, or asks for more
            with suppress(TimeoutError, asyncio.IncompleteReadError):
                await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        writer.write(f'HTTP/1.1 200 OK\r\nContent-Length: {len(path) + 2}\r\n\r\n"{path}"'.encode())
        await writer.drain()
        writer.close()

    async def story() -> None:
        async with client_of(answer) as client:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.call("GET", "/slow"), 0.1)
            assert await client.call("GET", "/next") == "/next"

    asyncio.run(story())


def test_whatever_answers_in_its_place_the_server_is_waited_for() -> None:
    """While it restarts, or is asked for too much, there may be somebody else, or nobody."""

    def page(status: str, body: str, *headers: str) -> str:
        lines = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers])
        return f"{lines}\r\n\r\n{body}"

    over = json.dumps({"table": {"id": "x", "seq": 7, "status": "over", "you": {"can": []}}})
    message = f"id: 7\nevent: update\ndata: {over}\n\n"
    stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    answers = [
        page("200 OK", "<html>Back soon</html>", "Content-Type: text/html"),
        page("302 Found", "", "Location: /sorry"),
        page("503 Service Unavailable", '{"code": "unavailable"}'),
        page("429 Too Many Requests", '{"code": "too-many-streams"}'),
        stream + "no number\r\n",
        "",
        stream + f"{len(message):x}\r\n{message}\r\n0\r\n\r\n",
    ]
    troubles: list[Exception] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers[len(troubles)].encode())
        await writer.drain()
        writer.close()

    async def story() -> None:
        async with client_of(answer) as client:
            end = await play(client, "x", at_random(1), missing=troubles.append)
            assert end["status"] == "over"

    asyncio.run(story())
    assert len(troubles) == len(answers) - 1


def test_a_stream_without_a_sign_of_life_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lostcities.client.ANSWER_SECONDS", 0.1)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        await reader.read()  # until the client has given up
        writer.close()

    async def story() -> None:
        async with client_of(answer) as client:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(client.follow("x")), 30)

    asyncio.run(story())


def test_a_server_that_is_not_there_is_complained_about_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    missing = waiting_for("http://127.0.0.1:1", speaker("fr"))
    missing(ConnectionRefusedError(errno.ECONNREFUSED, ""))
    missing(ConnectionRefusedError(errno.ECONNREFUSED, ""))
    told = capsys.readouterr().err
    assert told.startswith("http://127.0.0.1:1 est injoignable pour le moment (Connection refused)")
    assert told.count("\n") == 1


def test_a_table_that_is_full_is_refused_in_the_server_s_words(server: str) -> None:
    async def story(town: Town) -> None:
        table = await table_of([await town.guest()], {"edition": "classic"}, ["explorer"])
        status, _, err = await seat(server, table, PYTHON_EXAMPLE)
        assert (status, err.count("\n")) == (2, 1)
        assert "the server said no: every seat at this table is taken" in err

    in_town(server, story)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        ("502 Bad Gateway", "<html>trouble</html>", "can't be reached (HTTP 502)"),
        ("403 Forbidden", "<html>trouble</html>", "the server said no: <html>trouble</html>"),
        ("200 OK", "<html>Welcome</html>", "can't be reached (HTTP 200, no JSON)"),
        ("200 OK", "[]", "can't be reached (no token)"),
        (
            "308 Moved\r\nLocation: https://here.example",
            "",
            "can't be reached (HTTP 308: https://here.example)",
        ),
        ("OK", "", "can't be reached (no HTTP)"),
    ],
)
def test_a_proxy_is_no_server(status: str, body: str, said: str) -> None:
    """It answers with a page of its own, while the server behind it restarts or for good; so do others."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        await writer.drain()
        writer.close()

    async def story() -> None:
        proxy = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with proxy:
            url = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
            code, _, err = await seat(url, "x", PYTHON_EXAMPLE)
            assert (code, said in err) == (2, True), err

    asyncio.run(story())


def test_what_is_wrong_with_an_encrypted_connection_is_said_in_its_words() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async def story() -> None:
        plain = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with plain:
            url = f"https://127.0.0.1:{plain.sockets[0].getsockname()[1]}"
            code, _, err = await seat(url, "x", PYTHON_EXAMPLE)
            assert (code, "can't be reached ([SSL" in err) == (2, True), err

    asyncio.run(story())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("http://127.0.0.1:1/table/x", "explorer"), "“explorer” is no program"),
        (("http://127.0.0.1:1/table/x", "exec:./no-such-bot"), "there is no program"),
        (("127.0.0.1/table/x", PYTHON_EXAMPLE), "“127.0.0.1/table/x” is no table"),
        (("http://127.0.0.1:99999/table/x", PYTHON_EXAMPLE), "is no table; copy its address"),
        (("http://127.0.0.1:1/lobby", PYTHON_EXAMPLE), "is no table"),
        (
            ("http://127.0.0.1:1/table/x", PYTHON_EXAMPLE),
            "http://127.0.0.1:1 can't be reached (Connection refused)",
        ),
    ],
)
def test_what_is_no_table_or_no_program_is_answered_with_one_line(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    answer = lostcities("seat", "--lang", "en", *arguments)
    assert_polite(answer)
    assert answer.status == 2
    assert complaint in answer.err
