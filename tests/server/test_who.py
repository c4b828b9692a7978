"""Who is who: tokens, cookies, origins, links and limits."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from lostcities.client import Refused
from server.conftest import NewDatabase
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving

JSON = {"nickname": "Ada"}


def cookie_of(header: str) -> str:
    return header.partition(";")[0]


def test_a_browser_gets_a_cookie_that_scripts_and_other_sites_can_not_use(server: str) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        answer = await browser.request("POST", "/api/guests", JSON)
        assert answer.status == 201
        assert answer.json["token"] is None
        header = answer.headers["set-cookie"]
        assert "HttpOnly" in header
        assert "SameSite=lax" in header
        assert "Secure" not in header
        me = await browser.request("GET", "/api/me", headers={"Cookie": cookie_of(header)})
        assert me.json["nickname"] == "Ada"

    in_town(server, story)


def test_behind_tls_the_cookie_is_secure_and_only_the_public_origin_writes(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), public_url="https://play.example.org")

    async def story(town: Town) -> None:
        browser = town.passer_by()
        here = {"Origin": "https://play.example.org"}
        answer = await browser.request("POST", "/api/guests", JSON, here)
        header = answer.headers["set-cookie"]
        assert header.startswith("__Host-lostcities=")
        assert "Secure" in header
        assert "strict-transport-security" in answer.headers
        cookie = {"Cookie": cookie_of(header)}
        renamed = await browser.request("PATCH", "/api/me", {"nickname": "B"}, here | cookie)
        assert renamed.status == 200
        for origin in (
            "https://evil.example",
            "http://play.example.org",
            "null",
            f"http://127.0.0.1:{browser.port}",
        ):
            refused = await browser.request(
                "PATCH", "/api/me", {"nickname": "C"}, {"Origin": origin} | cookie
            )
            assert (refused.status, refused.json["code"]) == (403, "origin")
        crossed = await browser.request(
            "PATCH", "/api/me", {"nickname": "C"}, {"Sec-Fetch-Site": "cross-site"} | cookie
        )
        assert crossed.status == 403
        assert (await browser.request("GET", "/api/me", headers=cookie)).json["nickname"] == "B"

    with serving(settings) as url:
        in_town(url, story)


def test_without_a_public_address_the_origin_is_the_host(server: str) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        own = {"Origin": f"http://127.0.0.1:{browser.port}"}
        assert (await browser.request("POST", "/api/guests", JSON, own)).status == 201
        other = {"Origin": "http://127.0.0.1:1"}
        assert (await browser.request("POST", "/api/guests", JSON, other)).status == 403

    in_town(server, story)


def test_a_link_carries_a_seat_to_a_second_device_once(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        with pytest.raises(Refused) as refused:
            await people[0].call("POST", f"/api/tables/{table}/links", {"seat": 1})
        assert refused.value.code == "not-your-seat"
        link = await people[0].call("POST", f"/api/tables/{table}/links", {})
        assert link["url"].endswith(f"/link/{link['code']}")
        phone = await town.guest("Ada's phone")
        seen = (await phone.call("POST", f"/api/links/{link['code']}"))["table"]
        assert seen["you"]["seats"] == [0]
        assert seen["game"]["hands"][0] == (await look(people[0], table))["game"]["hands"][0]
        assert seen["seats"][0]["nickname"] == "Guest 0"
        for code in (link["code"], "x" * 43):
            with pytest.raises(Refused) as refused:
                await (await town.guest("Eve")).call("POST", f"/api/links/{code}")
            assert (refused.value.status, refused.value.code) == (404, "no-link")

    in_town(server, story)


def test_two_who_use_one_link_at_once_do_not_both_get_the_seat(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        link = await people[0].call("POST", f"/api/tables/{table}/links", {})
        devices = await town.guests(5)
        answers = await asyncio.gather(
            *(device.request("POST", f"/api/links/{link['code']}") for device in devices)
        )
        assert sorted(answer.status for answer in answers) == [200, 404, 404, 404, 404]

    in_town(server, story)


def test_the_database_holds_no_token_and_no_code(new_database: NewDatabase) -> None:
    url = new_database("sqlite")
    told: list[str] = []

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic"})
        link = await people[0].call("POST", f"/api/tables/{table}/links", {})
        told.extend([str(people[0].token), str(people[1].token), link["code"]])

    with serving(replace(QUICK, database=url)) as address:
        in_town(address, story)
    dump = "\n".join(sqlite3.connect(url.removeprefix("sqlite:///")).iterdump())
    assert "Guest 1" in dump
    for secret in told:
        assert secret not in dump


def test_too_much_at_once_is_slowed_down(new_database: NewDatabase) -> None:
    settings = replace(
        QUICK, database=new_database("sqlite"), rate=0.01, burst=3, streams=2, tables_per_guest=2
    )

    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        answers = [await ann.request("GET", "/api/me") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json["code"] == "too-fast"
        assert (await bob.request("GET", "/api/me")).status == 200

    with serving(settings) as url:
        in_town(url, story)


def test_an_address_holds_so_many_streams_and_a_guest_sets_up_so_many_tables(
    new_database: NewDatabase,
) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), streams=2, tables_per_guest=2)

    async def story(town: Town) -> None:
        host = await town.guest()
        tables = [await table_of([host], {"edition": "classic"}, ["explorer"]) for _ in range(2)]
        with pytest.raises(Refused) as refused:
            await table_of([host], {"edition": "classic"}, ["explorer"])
        assert refused.value.code == "too-many-tables"
        streams = [town.passer_by().follow(tables[0]) for _ in range(3)]
        await anext(streams[0])
        await anext(streams[1])
        with pytest.raises(Refused) as refused:
            await anext(streams[2])
        assert refused.value.code == "too-many-streams"
        await streams[0].aclose()
        third = town.passer_by().follow(tables[1])
        for _ in range(100):
            try:
                await anext(third)
                break
            except Refused:
                third = town.passer_by().follow(tables[1])
                await asyncio.sleep(0.05)
        else:
            raise AssertionError("a closed stream still counts")
        await third.aclose()
        await streams[1].aclose()

    with serving(settings) as url:
        in_town(url, story)


def test_an_unknown_token_is_refused_even_where_none_is_needed(server: str) -> None:
    async def story(town: Town) -> None:
        for header in ("Bearer nobody", "Basic abc", "Bearer", "Bearer \xe9"):
            answer = await town.passer_by().request("GET", "/api/lobby", headers={"Authorization": header})
            assert (answer.status, answer.json["code"]) == (401, "bad-token")
            assert answer.headers["www-authenticate"] == "Bearer"

    in_town(server, story)
