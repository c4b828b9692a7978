"""Whom people play with: removal by the host, blocks, and names at one table."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from lostcities.client import Client, Refused
from server.conftest import NewDatabase
from server.people import Town, in_town, look, table_of
from server.running import QUICK, serving

CLASSIC = {"edition": "classic", "rounds": 1}


async def refusal(client: Client, method: str, path: str, body: object = None) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        await client.call(method, path, body)
    return refused.value.status, refused.value.code


async def open_table(host: Client, seats: int = 2, **more: object) -> str:
    """A table at which the host sits on the first seat."""
    variant = {"edition": "rivals", "players": seats}
    plans = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
    update = await host.call("POST", "/api/tables", {"variant": variant, "seats": plans, **more})
    table = str(update["table"]["id"])
    await host.call("POST", f"/api/tables/{table}/join", {})
    return table


def test_a_host_removes_somebody_before_the_match_and_they_stay_away(server: str) -> None:
    async def story(town: Town) -> None:
        host, rude, kind = await town.guests(3)
        table = await open_table(host, 3)
        await rude.call("POST", f"/api/tables/{table}/join", {})
        assert "remove" in (await look(host, table))["you"]["can"]
        path = f"/api/tables/{table}/remove"
        assert await refusal(rude, "POST", path, {"seat": 0}) == (403, "not-the-host")
        assert await refusal(host, "POST", path, {"seat": 0}) == (409, "nobody-to-remove")
        assert await refusal(host, "POST", path, {"seat": 2}) == (409, "nobody-to-remove")
        removed = await host.call("POST", path, {"seat": 1})
        assert removed["table"]["seats"][1]["kind"] == "open"
        seen = await look(rude, table)
        assert seen["you"] == {"seat": None, "seats": [], "host": False, "removed": True, "can": []}
        assert await refusal(rude, "POST", f"/api/tables/{table}/join", {}) == (403, "removed")
        for person in (kind, await town.guest("Late")):
            await person.call("POST", f"/api/tables/{table}/join", {})
        assert (await look(host, table))["status"] == "playing"
        assert await refusal(host, "POST", path, {"seat": 1}) == (409, "match-begun")

    in_town(server, story)


def test_who_is_blocked_sits_down_nowhere_with_the_blocker_and_is_told_nothing(server: str) -> None:
    async def story(town: Town) -> None:
        ann, rude = await town.guest("Ann"), await town.guest("Rude")
        bob = await town.guest("Bob")
        here = await table_of([ann, rude], CLASSIC)
        assert await refusal(ann, "POST", f"/api/tables/{here}/block", {"seat": 0}) == (
            409,
            "nobody-to-block",
        )
        mine = (await ann.call("POST", f"/api/tables/{here}/block", {"seat": 1}))["blocks"]
        assert [block["nickname"] for block in mine] == ["Rude"]
        again = (await ann.call("POST", f"/api/tables/{here}/block", {"seat": 1}))["blocks"]
        assert again == mine
        me = await rude.call("GET", "/api/me")
        assert me["id"] not in str(mine)
        hosted = await open_table(ann, 3, listed=True)
        assert await refusal(rude, "POST", f"/api/tables/{hosted}/join", {}) == (403, "join-refused")
        await ann.call("POST", f"/api/tables/{hosted}/leave")
        assert await refusal(rude, "POST", f"/api/tables/{hosted}/join", {}) == (403, "join-refused")
        bobs = await open_table(bob, 4, listed=True)
        await ann.call("POST", f"/api/tables/{bobs}/join", {})
        assert await refusal(rude, "POST", f"/api/tables/{bobs}/join", {}) == (403, "join-refused")
        rudes = await open_table(rude, 3, listed=True)
        assert await refusal(ann, "POST", f"/api/tables/{rudes}/join", {}) == (409, "blocked-here")
        assert await listed(rude) & {hosted, bobs, rudes} == {rudes}
        assert await listed(ann) & {hosted, bobs, rudes} == {hosted, bobs}
        assert await listed(bob) >= {hosted, bobs, rudes}
        assert await listed(town.passer_by()) >= {hosted, bobs, rudes}
        link = await bob.call("POST", f"/api/tables/{bobs}/links", {})
        assert await refusal(rude, "POST", f"/api/links/{link['code']}") == (403, "join-refused")
        assert (await rude.call("GET", "/api/me/blocks"))["blocks"] == []
        path = f"/api/me/blocks/{mine[0]['id']}"
        assert await refusal(rude, "DELETE", path) == (404, "no-block")
        assert (await ann.call("DELETE", path))["blocks"] == []
        assert await refusal(ann, "DELETE", path) == (404, "no-block")
        await rude.call("POST", f"/api/tables/{bobs}/join", {})
        assert (await rude.call("POST", f"/api/links/{link['code']}"))["table"]["you"]["seats"] == [0, 2]

    in_town(server, story)


async def listed(client: Client) -> set[str]:
    return {table["id"] for table in (await client.call("GET", "/api/tables"))["tables"]}


def test_a_block_holds_for_all_devices_of_a_seat_and_there_are_so_many(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), blocks_per_guest=1)

    async def story(town: Town) -> None:
        people = await town.guests(3)
        ann, rude, third = people
        phone = await town.guest("Phone")
        here = await table_of(people, {"edition": "rivals", "players": 3})
        link = await rude.call("POST", f"/api/tables/{here}/links", {})
        await phone.call("POST", f"/api/links/{link['code']}")
        assert len((await ann.call("POST", f"/api/tables/{here}/block", {"seat": 1}))["blocks"]) == 1
        hosted = await open_table(ann)
        assert await refusal(phone, "POST", f"/api/tables/{hosted}/join", {}) == (403, "join-refused")
        refused = await refusal(ann, "POST", f"/api/tables/{here}/block", {"seat": 2})
        assert refused == (409, "too-many-blocks")
        await third.call("POST", f"/api/tables/{hosted}/join", {})

    with serving(settings) as url:
        in_town(url, story)


def test_two_of_one_name_are_told_apart_and_nobody_plays_the_bot(server: str) -> None:
    async def story(town: Town) -> None:
        ada, also, third = await town.guest("Ada"), await town.guest("Аda"), await town.guest("ADA")
        table = await open_table(ada, 4)
        await ada.call("POST", f"/api/tables/{table}/bot", {"seat": 3, "bot": "explorer"})
        for person in (also, third):
            await person.call("POST", f"/api/tables/{table}/join", {})
        names = [seat["nickname"] for seat in (await look(ada, table))["seats"]]
        assert names == ["Ada", "Аda 2", "ADA 3", None]
        path, wish = "/api/guests", {"nickname": "Explоrer", "bearer": True}
        answer = await town.passer_by().request("POST", path, wish, {"Accept-Language": "fr"})
        assert (answer.status, answer.json["code"]) == (422, "nickname-bot")
        assert "nom d’un robot" in answer.json["detail"]

    in_town(server, story)


def test_people_at_one_device_are_told_apart_too(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        seats = [{"kind": "me", "nickname": "Ann"}, {"kind": "me", "nickname": "ann"}]
        update = await host.call("POST", "/api/tables", {"variant": CLASSIC, "seats": seats})
        assert [seat["nickname"] for seat in update["table"]["seats"]] == ["Ann", "ann 2"]

    in_town(server, story)


def test_names_that_exist_stay_whatever_they_are(new_database: NewDatabase) -> None:
    url = new_database("sqlite")

    async def story(town: Town) -> None:
        old, new = await town.guest("Old"), await town.guest("Legend 7")
        with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
            database.execute(
                "UPDATE guests SET nickname = ? WHERE nickname = 'Old'", ("Leg\u200bend\u202e\u3164",)
            )
        assert (await old.call("GET", "/api/me"))["nickname"] == "Leg\u200bend\u202e\u3164"
        table = await open_table(old, 3)
        await old.call("POST", f"/api/tables/{table}/bot", {"seat": 2, "bot": "legend"})
        await new.call("POST", f"/api/tables/{table}/join", {})
        seats = (await look(old, table))["seats"]
        assert [seat["nickname"] for seat in seats] == ["Leg\u200bend\u202e\u3164", "Legend 7", None]
        assert (await old.call("GET", "/api/lobby"))["you"]["nickname"].startswith("Leg")
        assert await refusal(old, "PATCH", "/api/me", {"nickname": "Leg\u200bend"}) == (
            422,
            "nickname-unseen",
        )

    with serving(replace(QUICK, database=url)) as address:
        in_town(address, story)
