"""Hostile input: every refusal is a problem with a code, nothing is a 500, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from lostcities.client import Client
from server.people import Town, in_town, look, table_of

DEEP = b'{"a":' * 5000 + b"1" + b"}" * 5000
BODIES: list[tuple[bytes, int]] = [
    (b"", 422),
    (b"null", 422),
    (b"[]", 422),
    (b"{", 400),
    (b"\xff\xfe{}", 400),
    (b'{"seq": 1e999, "move": "@"}', 422),
    (b'{"seq": NaN, "move": "@"}', 422),
    (b'{"seq": 99999999999999999999999, "move": "@"}', 422),
    (b'{"seq": -1, "move": "@"}', 422),
    (b'{"seq": "4", "move": "@"}', 422),
    (b'{"seq": 4.5, "move": "@"}', 422),
    (b'{"seq": true, "move": "@"}', 422),
    (b'{"seq": 4, "move": "@", "secret": 1}', 422),
    (b'{"seq": 4, "move": "@@"}', 422),
    (b'{"seq": 4, "move": ""}', 422),
    (b'{"seq": 4, "move": "+R\\u0000"}', 422),
    (b'{"seq": 4, "move": "\\ud800"}', 422),
    (b'{"seq": 4, "move": "' + b"@" * 1000 + b'"}', 422),
    (b'{"seq": 4, "move": {"$gt": ""}}', 422),
    (b'{"seq": 4}', 422),
    (DEEP, 400),
    (b"[" * 30_000, 400),
    (b" " * 70_000, 413),
    (json.dumps({"seq": 4, "move": "x" * 70_000}).encode(), 413),
]


def check(answer: Any, *statuses: int) -> None:
    assert answer.status in statuses, (answer.status, answer.body[:300])
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json
    assert problem["status"] == answer.status
    assert problem["code"]
    assert problem["detail"]
    assert "Traceback" not in answer.body.decode()


def test_bodies_that_are_no_moves(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        for body, status in BODIES:
            for person in people:
                answer = await person.request("POST", f"/api/tables/{table}/moves", body)
                check(answer, status)
        assert (await look(people[0], table))["seq"] == 5

    in_town(server, story)


def test_a_body_that_comes_in_pieces_is_measured_as_it_comes(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        reader, writer = await asyncio.open_connection(host.host, host.port)
        head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {host.token}\r\n"
        writer.write(f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(65):  # of a kilobyte each: the limit is 64
            writer.write(b"400\r\n" + b"a" * 1024 + b"\r\n")
        await writer.drain()
        first = await asyncio.wait_for(reader.readline(), 10)
        assert b" 413 " in first
        writer.close()
        await writer.wait_closed()

    in_town(server, story)


def test_tables_seats_and_rounds_that_are_not_there(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        table = await table_of([host], {"edition": "classic"}, ["explorer"])
        odd = [
            "nowhere",
            "x" * 33,
            "%00",
            "a%2Fb",
            "..%2f..%2fetc",
            "é".encode().hex(),
            "' OR 1=1 --".replace(" ", "%20"),
        ]
        for name in odd:
            for method, path in (("GET", ""), ("GET", "/stream"), ("GET", "/record"), ("POST", "/leave")):
                check(await host.request(method, f"/api/tables/{name}{path}"), 404, 405, 422)
        for path, statuses in (
            ("?seat=1", (403,)),
            ("?seat=9", (422,)),
            ("?seat=x", (422,)),
            ("/rounds/1", (409,)),
            ("/rounds/2", (404,)),
            ("/rounds/0", (422,)),
            ("/rounds/99999999999999999999", (422,)),
            ("/stream?after=-1", (422,)),
            ("/nothing", (404,)),
        ):
            check(await host.request("GET", f"/api/tables/{table}{path}"), *statuses)
        check(await host.request("DELETE", f"/api/tables/{table}"), 405)
        check(await host.request("PUT", "/api/links/abc"), 405)
        check(await host.request("GET", "/api/nothing"), 404)

    in_town(server, story)


def test_old_requests_played_back_change_nothing(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        sent: list[tuple[Client, dict[str, Any]]] = []
        for _ in range(12):
            for person in people:
                seen = await look(person, table)
                if "move" in seen["you"]["can"]:
                    wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][-1]}
                    await person.call("POST", f"/api/tables/{table}/moves", wish)
                    sent.append((person, wish))
                    break
        before = await look(people[0], table)
        for person, wish in sent:
            for who in people:
                answer = await who.request("POST", f"/api/tables/{table}/moves", wish)
                assert answer.status in ((200, 409) if who is person else (409,))
        for person in people:
            check(
                await person.request("POST", f"/api/tables/{table}/moves", {"seq": 2**31 - 1, "move": "@"}),
                409,
            )
        assert await look(people[0], table) == before

    in_town(server, story)


@pytest.mark.parametrize("nickname", ["", " ", "\u200b", "\x00", "x" * 25, 7, None, "\ud800"])
def test_nicknames_that_nobody_could_read(server: str, nickname: Any) -> None:
    async def story(town: Town) -> None:
        body = json.dumps({"nickname": nickname}).encode()
        check(await town.passer_by().request("POST", "/api/guests", body), 422)

    in_town(server, story)


def test_answers_carry_strict_headers(server: str) -> None:
    async def story(town: Town) -> None:
        for path in ("/api/lobby", "/", "/api/nothing", "/healthz"):
            headers = (await town.passer_by().request("GET", path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers or "uvicorn" not in headers["server"]

    in_town(server, story)


def test_records_that_are_none(server: str) -> None:
    async def story(town: Town) -> None:
        person = town.passer_by()
        for text in ("", "[Edition", "x" * 50_000, '[Edition "classic"]\n' * 100, "\x00", '[A "\'"]'):
            check(await person.request("POST", "/api/replays", {"record": text}), 422)

    in_town(server, story)
