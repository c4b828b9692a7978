"""Seat links and devices: what carries a seat, what ends that, and who is signed out by whom."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from lostcities.client import Client, Refused
from lostcities.server.store.guests import FORGET_SECONDS
from server.conftest import Cluster, NewDatabase
from server.people import Town, in_town, look, play_out, table_of
from server.running import QUICK, serving

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


def test_only_so_many_devices_play_a_seat(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), devices_per_seat=2)

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, CLASSIC)
        phone, tablet = await town.guests(2)
        await phone.call("POST", f"/api/links/{await link_of(people[0], table)}")
        code = await link_of(people[0], table)
        with pytest.raises(Refused) as refused:
            await tablet.call("POST", f"/api/links/{code}")
        assert (refused.value.status, refused.value.code) == (409, "too-many-devices")
        await phone.call("POST", f"/api/tables/{table}/sign-out", {"seat": 0})
        await dead(tablet, code)  # made before somebody was signed out
        assert (await tablet.call("POST", f"/api/links/{await link_of(people[0], table)}"))["table"]

    with serving(settings) as url:
        in_town(url, story)


def test_a_person_sees_their_devices_and_signs_one_out(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        ann, bob = people
        phone, tablet = await town.guest("Phone"), await town.guest("Tablet")
        table = await table_of(people, CLASSIC)
        for device in (phone, tablet):
            update = await device.call("POST", f"/api/links/{await link_of(ann, table)}")
        carried = (await look(bob, table))["seq"]
        assert update["table"]["seq"] == carried
        mine = (await ann.call("GET", "/api/me/devices"))["devices"]
        assert [(one["nickname"], one["first"], one["this"]) for one in mine] == [
            ("Guest 0", True, True),
            ("Phone", False, False),
            ("Tablet", False, False),
        ]
        assert {(one["table"], one["seat"]) for one in mine} == {(table, 0)}
        theirs = (await phone.call("GET", "/api/me/devices"))["devices"]
        assert [one["this"] for one in theirs] == [False, True, False]
        assert (await bob.call("GET", "/api/me/devices"))["devices"] == []
        path = f"/api/tables/{table}/sign-out"
        refusals = (
            (phone, {"seat": 0, "device": mine[2]["device"]}, "no-device"),  # not the phone's to sign out
            (phone, {"seat": 0, "device": 1}, "no-device"),  # least of all its owner's
            (ann, {"seat": 0, "device": 1}, "no-device"),
            (bob, {"seat": 0}, "not-your-seat"),
            (bob, {"seat": 1}, "no-device"),
        )
        for who, wish, code in refusals:
            with pytest.raises(Refused) as refused:
                await who.call("POST", path, wish)
            assert refused.value.code == code
        async with aclosing(phone.follow(table, seat=0)) as updates:
            assert (await anext(updates))["table"]["you"]["seats"] == [0]
            await ann.call("POST", path, {"seat": 0, "device": mine[1]["device"]})
            assert [update async for update in updates] == []  # its stream ends without another word
        assert (await look(phone, table))["you"]["seats"] == []
        assert (await look(phone, table))["game"]["hands"][0] is None
        assert (await look(tablet, table))["you"]["seats"] == [0]
        await tablet.call("POST", path, {"seat": 0, "device": mine[2]["device"]})
        assert (await ann.call("GET", "/api/me/devices"))["devices"] == []

    in_town(server, story)


def test_everybody_at_the_table_is_told_of_devices_that_come_and_go(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        phone = await town.guest("Phone")
        table = await table_of(people, CLASSIC)
        async with aclosing(people[1].follow(table)) as updates:
            await anext(updates)
            await phone.call("POST", f"/api/links/{await link_of(people[0], table)}")
            await people[0].call("POST", f"/api/tables/{table}/sign-out", {"seat": 0})
            told: list[tuple[str, list[int]]] = []
            while len(told) < 2:
                told += [(event["kind"], event["seats"]) for event in (await anext(updates))["events"]]
        assert told == [("carried", [0]), ("signed-out", [0])]

    in_town(server, story)


def test_who_leaves_or_lets_a_bot_play_takes_no_other_device_along(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        ann, _ = people
        phone, tablet = await town.guests(2)
        table = await table_of(people, CLASSIC)
        for device in (phone, tablet):
            await device.call("POST", f"/api/links/{await link_of(ann, table)}")
        await phone.call("POST", f"/api/tables/{table}/leave")
        seats = [(await look(client, table))["you"]["seats"] for client in (ann, phone, tablet)]
        assert seats == [[0], [0], []]
        await phone.call("POST", f"/api/tables/{table}/return")
        await ann.call("POST", f"/api/tables/{table}/bot", {"seat": 0, "bot": "explorer"})
        assert (await look(phone, table))["you"]["seats"] == []
        await ann.call("POST", f"/api/tables/{table}/return")

    in_town(server, story)


def test_signed_out_everywhere_the_old_token_is_worth_nothing_and_this_device_stays(
    cluster: Cluster,
) -> None:
    async def story(town: Town) -> None:
        ann = await town.guest("Ann", cluster.urls[0])
        bob = await town.guest("Bob", cluster.urls[0])
        phone = await town.guest("Phone", cluster.urls[1])
        table = await table_of([ann, bob], CLASSIC)
        link, other = await link_of(ann, table), await link_of(ann, table)
        await phone.call("POST", f"/api/links/{link}")
        thief = town.passer_by(cluster.urls[1], ann.token)
        assert (await look(thief, table))["you"]["seats"] == [0]
        async with aclosing(thief.follow(table)) as stolen:
            await anext(stolen)
            told = await ann.call("POST", "/api/me/sign-out")
            # the answer may be lost on its way: until the new token is used, the old one is good
            assert (await ann.call("GET", "/api/me"))["nickname"] == "Ann"
            ann.token = told["token"]
            assert (await ann.call("GET", "/api/me"))["id"] == told["id"]
            await asyncio.sleep(FORGET_SECONDS)
            await ann.call("POST", f"/api/tables/{table}/leave")
            news = [update async for update in stolen]
        assert news == []
        for url in cluster.urls:
            answer = await town.passer_by(url, thief.token).request("GET", "/api/me")
            assert (answer.status, answer.json["code"]) == (401, "bad-token")
        assert (await look(phone, table))["you"]["seats"] == []
        await dead(await town.guest("Eve"), other)
        assert (await look(ann, table))["you"]["seats"] == [0]

    in_town(cluster.urls[0], story)


def test_a_browser_that_signs_out_everywhere_gets_another_cookie(server: str) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        entered = await browser.request("POST", "/api/guests", {"nickname": "Ada"})
        old = {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
        answer = await browser.request("POST", "/api/me/sign-out", headers=old)
        assert answer.json == {"id": entered.json["id"], "nickname": "Ada", "token": None}
        new = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        assert (await browser.request("GET", "/api/me", headers=new)).json["id"] == entered.json["id"]
        assert (await browser.request("GET", "/api/me", headers=old)).status == 401
        crossed = {"Sec-Fetch-Site": "cross-site"} | new
        assert (await browser.request("POST", "/api/me/sign-out", headers=crossed)).status == 403

    in_town(server, story)


def test_however_leaving_sitting_down_and_redeeming_race_nobody_sees_a_strangers_hand(
    cluster: Cluster,
) -> None:
    async def story(town: Town) -> None:
        here, there, elsewhere = cluster.urls
        host, stranger = await town.guest("Host", here), await town.guest("Stranger", there)
        thief = await town.guest("Thief", elsewhere)
        for _ in range(12):
            table = await open_table(host)
            code = await link_of(host, table, 1)
            await look(stranger, table)
            await look(thief, table)

            async def sit(table: str = table) -> None:
                for _ in range(100):
                    answer = await stranger.request("POST", f"/api/tables/{table}/join", {"seat": 1})
                    if answer.status == 200:
                        return
                    await asyncio.sleep(0.01)
                raise AssertionError("the seat stayed taken")

            await asyncio.gather(
                host.call("POST", f"/api/tables/{table}/leave"),
                sit(),
                thief.request("POST", f"/api/links/{code}"),
            )
            assert (await look(thief, table))["you"]["seats"] == []
            assert (await look(stranger, table))["you"]["seats"] == [1]

    in_town(cluster.urls[0], story)
