"""`lostcities tables` and `lostcities devices`: what an administrator and a person do from the terminal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from typing import Any

import pytest

from cli.command import Answer, assert_polite, lostcities
from server.conftest import Logged
from server.people import Town, in_town, look, table_of

CLASSIC = {"edition": "classic", "rounds": 1}


async def run(*argv: str, status: int = 0) -> Answer:
    """The command, beside the people of a town; it starts an event loop of its own."""
    answer = await asyncio.to_thread(lostcities, *argv)
    assert_polite(answer)
    assert answer.status == status, answer.err
    return answer


@contextmanager
def environ(name: str, value: str | None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if value is None:
            patch.delenv(name, raising=False)
        else:
            patch.setenv(name, value)
        yield


def test_an_administrator_lists_and_closes_tables_and_running_servers_hear_it(logged: Logged) -> None:
    at = ("--database", logged.database)

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, CLASSIC)
        other = await table_of([people[0]], CLASSIC, ["explorer"])
        listed: list[Any] = json.loads((await run("tables", "--json", *at)).out)
        here = next(one for one in listed if one["id"] == table)
        assert here["host"] == "Guest 0"
        assert (here["status"], here["open_seats"], here["listed"]) == ("playing", 0, False)
        playing = json.loads((await run("tables", "--status", "playing", "--json", *at)).out)
        assert {table, other} <= {one["id"] for one in playing}
        assert table in (await run("tables", *at)).out
        async with aclosing(people[1].follow(table)) as updates:
            await anext(updates)
            assert (await run("tables", "close", table, *at)).out == f"{table}: closed\n"
            while (await anext(updates))["table"]["status"] != "closed":
                pass
        assert (await look(people[0], table))["status"] == "closed"
        closed = json.loads((await run("tables", "--status", "closed", "--json", *at)).out)
        assert table in {one["id"] for one in closed}
        again = await run("tables", "close", table, other, "nowhere", *at, status=2)
        assert again.out == f"{table}: was finished already\n{other}: closed\n"
        assert "no table nowhere" in again.err
        assert json.loads((await run("tables", "close", table, "--json", *at)).out) == {"closed": []}

    in_town(logged.url, story)


def test_what_is_asked_wrongly_of_tables_is_answered_in_a_line(logged: Logged) -> None:
    at = ("--database", logged.database)
    for argv, said in (
        (("tables", "burn", *at), "burn"),
        (("tables", "close", *at), "ID"),
        (("tables", "close", *at, "--", "-abc"), "no table -abc"),
        (("tables", *at, "close", "abc"), "no table abc"),
        (("tables", "--status", "sleeping", *at), "choose waiting"),
        (("tables", "--database", "postgresql://127.0.0.1:1/none"), "can't be reached"),
    ):
        answer = lostcities("--lang", "en", *argv)
        assert_polite(answer)
        assert answer.status == 2
        assert said in answer.err
    assert lostcities("--lang", "fr", "tables", "--status", "over", *at).out.startswith(
        ("Il n’y a pas", "\n")
    )


def test_a_program_sees_its_devices_and_signs_them_out(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        ann = people[0]
        phone = await town.guest("Phone")
        table = await table_of(people, CLASSIC)
        with environ("LOSTCITIES_TOKEN", ann.token):
            assert "second device" in (await run("--lang", "en", "devices", server)).out
            link = await ann.call("POST", f"/api/tables/{table}/links", {})
            await phone.call("POST", f"/api/links/{link['code']}")
            shown = (await run("--lang", "en", "devices", f"{server}/table/{table}")).out.splitlines()
            assert len(shown) == 2
            assert "(the first one) (this one)" in shown[0]
            name, _, rest = shown[1].partition("  ")
            assert rest.startswith("Phone, since ")
            out = (await run("--lang", "en", "devices", server, "--sign-out", name)).out
            assert out.startswith("That device is signed out.")
            assert (await look(phone, table))["you"]["seats"] == []
            again = await run("--lang", "en", "devices", server, "--sign-out", name, status=2)
            assert "no such device" in again.err
            told = json.loads((await run("devices", server, "--everywhere", "--json")).out)
            assert told["token"] != ann.token
            await run("--lang", "en", "devices", server, status=2)
        assert (await town.passer_by(token=ann.token).request("GET", "/api/me")).status == 401
        assert (await town.passer_by(token=told["token"]).request("GET", "/api/me")).status == 200

    in_town(server, story)


def test_devices_wants_an_address_and_a_token() -> None:
    with environ("LOSTCITIES_TOKEN", None):
        answer = lostcities("--lang", "en", "devices", "http://127.0.0.1:1")
        assert "LOSTCITIES_TOKEN" in answer.err
    with environ("LOSTCITIES_TOKEN", "x"):
        for argv, said in (
            (("nowhere",), "no address of a server"),
            (("http://127.0.0.1:1", "--sign-out", "phone"), "names no device"),
            (("http://127.0.0.1:1",), "can't be reached"),
        ):
            answer = lostcities("--lang", "en", "devices", *argv)
            assert_polite(answer)
            assert said in answer.err
