"""Seat links and devices: what carries a seat, what ends that, and who is signed out by whom."""

from __future__ import annotations

import pytest

from lostcities.client import Client, Refused
from server.people import Town, in_town, look, play_out, table_of

CLASSIC = {"edition": "classic", "rounds": 1}


async def link_of(client: Client, table: str, seat: int | None = None) -> str:
    return str((await client.call("POST", f"/api/tables/{table}/links", {"seat": seat}))["code"])


async def dead(client: Client, code: str) -> None:
    """The link leads nowhere, and says no more than one that never was."""
    answer = await client.request("POST", f"/api/links/{code}")
    unknown = await client.request("POST", f"/api/links/{'x' * 43}")
    assert (answer.status, answer.json["code"]) == (404, "no-link")
    assert answer.body == unknown.body


async def open_table(host: Client) -> str:
    """A table with two open seats; the host sits on the second."""
    seats = [{"kind": "open"}, {"kind": "me"}]
    update = await host.call("POST", "/api/tables", {"variant": CLASSIC, "seats": seats})
    table = str(update["table"]["id"])
    await host.call("POST", f"/api/tables/{table}/join", {})
    return table


def test_a_link_ends_with_its_issuers_stay_and_never_opens_a_strangers_seat(server: str) -> None:
    async def story(town: Town) -> None:
        host, stranger, accomplice = await town.guests(3)
        table = await open_table(host)
        code = await link_of(host, table, 1)
        await host.call("POST", f"/api/tables/{table}/leave")
        await stranger.call("POST", f"/api/tables/{table}/join", {"seat": 1})
        await dead(accomplice, code)
        assert (await look(accomplice, table))["you"]["seats"] == []

    in_town(server, story)


def test_a_link_for_a_seat_that_was_left_does_not_open_a_bots_seat(server: str) -> None:
    async def story(town: Town) -> None:
        host, other, accomplice = await town.guests(3)
        table = await open_table(host)
        code = await link_of(host, table, 1)
        await host.call("POST", f"/api/tables/{table}/leave")
        await other.call("POST", f"/api/tables/{table}/join", {"seat": 0})
        await other.call("POST", f"/api/tables/{table}/bot", {"seat": 1, "bot": "explorer"})
        await dead(accomplice, code)

    in_town(server, story)


def test_a_link_does_not_outlast_a_bot_or_an_absence(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        eve = await town.guest("Eve")
        table = await table_of(people, CLASSIC)
        ann = people[0]
        for pause in ("bot", "leave"):
            code = await link_of(ann, table)
            wish = {"seat": 0, "bot": "explorer"} if pause == "bot" else None
            await ann.call("POST", f"/api/tables/{table}/{pause}", wish)
            with pytest.raises(Refused) as refused:
                await link_of(ann, table)
            assert refused.value.code == "bot-plays" if pause == "bot" else "not-here"
            await ann.call("POST", f"/api/tables/{table}/return")
            await dead(eve, code)

    in_town(server, story)


def test_a_rematch_is_for_the_owners_of_the_seats_and_not_for_their_other_devices(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        phone = await town.guest("Phone")
        table = await table_of(people, CLASSIC)
        await phone.call("POST", f"/api/links/{await link_of(people[0], table)}")
        await play_out(people, table)
        again = (await phone.call("POST", f"/api/tables/{table}/rematch"))["table"]["rematch"]
        assert (await look(phone, again))["you"]["seats"] == []
        assert (await look(people[0], again))["you"] | {"can": []} == {
            "seat": 0,
            "seats": [0],
            "host": True,
            "removed": False,
            "can": [],
        }
        with pytest.raises(Refused) as refused:
            await phone.call("POST", f"/api/tables/{again}/join", {})
        assert refused.value.code == "table-full"

    in_town(server, story)


def test_a_link_that_was_opened_where_it_was_made_is_still_good(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, CLASSIC)
        code = await link_of(people[0], table)
        assert (await people[0].call("POST", f"/api/links/{code}"))["table"]["you"]["seats"] == [0]
        phone = await town.guest("Phone")
        assert (await phone.call("POST", f"/api/links/{code}"))["table"]["you"]["seats"] == [0]
        await dead(await town.guest("Eve"), code)

    in_town(server, story)
