"""The transport, over raw sockets: what is too long, too slow, in doubt, too many, or never read."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest

from server.conftest import NewDatabase, NewProcess
from server.people import Town, in_town
from server.raw import connected, is_cut_off, one_answer, said, to_the_end, until
from server.running import QUICK, Process, serving

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
JSON = b'{"nickname": "Ada", "bearer": true}'
CHUNKED = b"%x\r\n%b\r\n0\r\n\r\n" % (len(JSON), JSON)


@pytest.fixture(scope="module")
def short(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that doesn't wait for long."""
    settings = replace(
        QUICK,
        database=new_database("sqlite"),
        head_seconds=0.5,
        body_seconds=0.5,
        silent_seconds=1.0,
        write_seconds=0.6,
    )
    process = Process(settings, tmp_path_factory.mktemp("short") / "server.log")
    yield process
    process.kill()


def refusal(heard: bytes) -> tuple[int, str]:
    """The status and the code of an answer after which the connection was closed."""
    head, _, body = heard.partition(b"\r\n\r\n")
    assert b"connection: close" in head
    assert b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)["code"]


IN_DOUBT = {
    "two hosts": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "two lengths": HEAD + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "two lengths in one": HEAD + b"Content-Length: 2, 2\r\n\r\n{}",
    "a length of zeros": HEAD + b"Content-Length: " + b"0" * 5000 + b"\r\n\r\n",
    "a length of digits": HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a length below zero": HEAD + b"Content-Length: -1\r\n\r\n",
    "a length with a sign": HEAD + b"Content-Length: +2\r\n\r\n{}",
    "a folded line": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n",
    "a folded host": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n .evil.example\r\n\r\n",
    "a space before the colon": b"GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "chunks and a length": HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + CHUNKED,
    "a length and chunks": HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "chunks twice": HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "another encoding": HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKED,
    "not chunked at the end": HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNKED,
    "chunks in HTTP/1.0": HEAD.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "an endless chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    "two tokens": HEAD + b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": b"GET /healthz\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a zero byte": b"GET /healthz HTTP/1.1\r\nHost: local\0host\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("name", IN_DOUBT)
def test_what_two_programs_could_read_differently_is_refused_and_closed(short: Process, name: str) -> None:
    assert refusal(said(short.url, IN_DOUBT[name])) == (400, "no-http")


def test_a_refusal_speaks_the_language_that_was_asked_for_so_far(short: Process) -> None:
    heard = said(short.url, b"GET / HTTP/1.1\r\nAccept-Language: fr\r\nHost: a\r\nHost: b\r\n\r\n")
    assert "ce n’est pas une requête HTTP/1.1" in heard.decode()


def test_nothing_of_it_is_written_into_the_log(short: Process) -> None:
    said(short.url, b"nonsense\r\n\r\n")
    assert "nvalid" not in short.log.read_text()


def test_an_endless_head_is_counted_as_it_comes(short: Process) -> None:
    for endless in (b"GET /", b"GET / HTTP/1.1\r\nHost: ", b"GET / HTTP/1.1\r\nHost: a\r\nX-", HEAD + b"A: "):
        with connected(short.url) as wire:
            wire.sendall(endless)
            sent = 0
            try:
                while sent < 50_000_000:
                    sent += wire.send(b"a" * 100_000)
            except ConnectionError:
                pass
            assert sent < 50_000_000  # what lay in the system's buffers, and no more
        assert refusal(said(short.url, endless + b"a" * 70_000)) == (431, "head-too-large")
    with connected(short.url) as wire:
        assert b"200 OK" in one_answer(wire, HEALTH[:-2] + b"X-A: " + b"a" * 60_000 + b"\r\n\r\n")


def test_a_head_of_many_fields(short: Process) -> None:
    fields = b"".join(b"X-%d: a\r\n" % i for i in range(100))
    assert refusal(said(short.url, HEALTH[:-2] + fields + b"\r\n")) == (431, "head-too-large")
    with connected(short.url) as wire:
        assert b"200 OK" in one_answer(wire, HEALTH[:-2] + fields[:500] + b"X: a\r\n\r\n")


def test_a_head_that_does_not_come_to_its_end_in_time(short: Process) -> None:
    for begun in (b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\n", HEALTH + HEALTH[:9]):
        heard = said(short.url, begun)
        assert refusal(heard[heard.rindex(b"HTTP/1.1") :]) == (408, "too-slow")


def test_a_head_that_comes_a_byte_at_a_time_has_no_more_time(short: Process) -> None:
    with connected(short.url) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nX-A: ")
        assert is_cut_off(wire, b"a")


def test_a_body_that_does_not_come_to_its_end_in_time(short: Process) -> None:
    assert refusal(said(short.url, HEAD + b"Content-Length: 35\r\n\r\n{")) == (408, "too-slow")
    assert refusal(said(short.url, HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")) == (
        408,
        "too-slow",
    )
    assert "request failed" not in short.log.read_text()


def test_a_connection_that_says_nothing_is_closed(short: Process) -> None:
    assert said(short.url, b"") == b""
    assert said(short.url, HEALTH).startswith(b"HTTP/1.1 200 OK")
    with connected(short.url) as wire:
        assert is_cut_off(wire, b"\r\n")  # empty lines are nothing


def test_requests_in_a_row_on_one_connection_are_all_answered(short: Process) -> None:
    number = 3000
    with connected(short.url) as wire:
        wire.settimeout(0.01)
        left, heard = HEALTH * number, b""
        while left or heard.count(b'{"status":"ok"}') < number:
            if left:
                with suppress(TimeoutError):
                    left = left[wire.send(left[:50_000]) :]
            try:
                heard += wire.recv(1_000_000)
            except TimeoutError:
                continue
        assert heard.count(b"HTTP/1.1 200 OK") == number


def test_a_request_to_change_the_protocol_is_answered_as_if_it_were_none(short: Process) -> None:
    with connected(short.url) as wire:
        asked = HEALTH[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        assert b"200 OK" in one_answer(wire, asked)
        assert b"200 OK" in one_answer(wire, HEALTH)


def test_who_asks_and_never_reads_is_cut_off(short: Process) -> None:
    with connected(short.url, receive_buffer=4096) as wire:
        wire.setblocking(False)
        assert is_cut_off(wire, b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")


def test_who_follows_a_table_and_never_reads_is_cut_off(short: Process) -> None:
    async def story(town: Town) -> None:
        host, other = await town.guests(2)
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"variant": {"edition": "classic"}, "seats": seats}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        with connected(short.url, receive_buffer=4096) as wire:
            wire.sendall(b"GET /api/tables/%b/stream HTTP/1.1\r\nHost: localhost\r\n\r\n" % table.encode())
            wire.setblocking(False)
            for _ in range(2000):
                await other.call("POST", f"/api/tables/{table}/join", {})
                await other.call("POST", f"/api/tables/{table}/leave", {})
                try:
                    wire.send(b"\r\n")
                except ConnectionError:
                    return
        raise AssertionError("it is still there")

    in_town(short.url, story)


def test_an_address_holds_so_many_connections(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), proxies="", address_connections=3)
    with serving(settings) as url, ExitStack() as stack:
        wires = [stack.enter_context(connected(url)) for _ in range(3)]
        for wire in wires:
            assert b"200 OK" in one_answer(wire, HEALTH)
        assert refusal(said(url, b"")) == (429, "address-connections")
        wires[0].close()
        until(lambda: b"200 OK" in _try(url))
    with serving(replace(settings, proxies="127.0.0.0/8")) as url, ExitStack() as stack:
        for _ in range(10):  # a proxy carries everybody
            assert b"200 OK" in one_answer(stack.enter_context(connected(url)), HEALTH)


def _try(url: str) -> bytes:
    with connected(url) as wire:
        wire.sendall(HEALTH)
        wire.settimeout(60)
        try:
            return wire.recv(1000)
        except ConnectionError:
            return b""


def test_the_longest_silent_makes_room_and_who_is_served_keeps_theirs(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"variant": {"edition": "classic"}, "seats": seats}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        await host.close()
        follow = b"GET /api/tables/%b/stream HTTP/1.1\r\nHost: localhost\r\n\r\n" % table.encode()
        with ExitStack() as stack:
            silent = stack.enter_context(connected(town.url))
            streams = [stack.enter_context(connected(town.url)) for _ in range(4)]
            for stream in streams:
                stream.sendall(follow)
                assert stream.recv(15) == b"HTTP/1.1 200 OK"
            last = stack.enter_context(connected(town.url))
            last.sendall(follow)
            assert last.recv(15) == b"HTTP/1.1 200 OK"
            assert to_the_end(silent) == b""
            assert refusal(said(town.url, b"")) == (503, "server-full")
            last.close()
            until(lambda: b"200 OK" in _try(town.url))

    with serving(replace(QUICK, database=new_database("sqlite"), connections=5)) as url:
        in_town(url, story)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux changes the limits of a process from outside")
def test_when_descriptors_run_out_the_log_says_so_and_the_server_recovers(
    new_database: NewDatabase, new_process: NewProcess
) -> None:
    import resource

    process = new_process(replace(QUICK, database=new_database("sqlite"), write_seconds=1.0))
    with ExitStack() as stack:
        first = stack.enter_context(connected(process.url))
        assert b"200 OK" in one_answer(first, HEALTH)
        before = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (1, before[1]))
        until(lambda: "descriptors are used up" in process.log.read_text())
        assert process.log.read_text().count("descriptors are used up") == 1
        assert b"200 OK" in one_answer(first, HEALTH)  # who is there is served
        with socket.create_connection(first.getpeername()) as knocking:
            knocking.settimeout(5)
            resource.prlimit(process.pid, resource.RLIMIT_NOFILE, before)
        until(lambda: b"200 OK" in _try(process.url))


def test_a_monitor_of_the_old_kind_asks_without_a_name(short: Process) -> None:
    for path, status in ((b"/healthz", b"200"), (b"/readyz", b"200"), (b"/api/lobby", b"421")):
        assert said(short.url, b"GET %b HTTP/1.0\r\n\r\n" % path).startswith(b"HTTP/1.1 " + status)


def test_what_comes_after_the_last_chunk_is_no_header(short: Process) -> None:
    """A proxy has not looked at it, and could not have taken out what only a proxy may say."""
    guest = json.loads(said_once(short, HEAD + b"Content-Length: 35\r\n\r\n" + JSON))
    bearer = b"Authorization: Bearer %b\r\n" % guest["token"].encode()
    rename = HEAD.replace(b"POST /api/guests", b"PATCH /api/me") + b"Transfer-Encoding: chunked\r\n"
    body = b'13\r\n{"nickname": "Eve"}\r\n0\r\n'
    assert json.loads(said_once(short, rename + bearer + b"\r\n" + body + b"\r\n"))["nickname"] == "Eve"
    trailing = body + bearer + b"Host: evil.example\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"
    assert json.loads(said_once(short, rename + b"\r\n" + trailing))["code"] == "no-guest"


def test_what_surrounds_the_chunks_of_a_body_has_its_end_too(short: Process) -> None:
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    for endless in (b"1;" + b"a" * 600_000, b"0\r\nX: " + b"a" * 600_000, b"0\r\n" + b"X: a\r\n" * 100_000):
        assert refusal(said(short.url, chunked + endless)) == (413, "too-large")


def said_once(process: Process, sent: bytes) -> bytes:
    with connected(process.url) as wire:
        return one_answer(wire, sent).partition(b"\r\n\r\n")[2]
