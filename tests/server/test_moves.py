"""Moves over HTTP: races, repeats, undo, seats, bots and what follows a match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lostcities.client import Client, Refused, play
from server.people import Town, at_random, in_town, look, play_out, table_of

ROUND = {"edition": "classic", "rounds": 1}


async def mover_of(people: list[Client], table: str) -> tuple[Client, Any]:
    """Who is to move, and what they see."""
    for person in people:
        seen = await look(person, table)
        if "move" in seen["you"]["can"]:
            return person, seen
    raise AssertionError("nobody is to move")


async def post(person: Client, table: str, what: str, body: Any = None) -> Any:
    return (await person.call("POST", f"/api/tables/{table}/{what}", body))["table"]


def test_the_same_move_sent_twice_counts_once(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
        first = await post(mover, table, "moves", wish)
        second = await post(mover, table, "moves", wish)
        assert first["seq"] == second["seq"] == seen["seq"] + 1

    in_town(server, story)


def test_a_late_move_is_answered_with_what_is_so_now(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        first, other = seen["game"]["legal_moves"][:2]
        await post(mover, table, "moves", {"seq": seen["seq"], "move": first})
        with pytest.raises(Refused) as refused:
            await post(mover, table, "moves", {"seq": seen["seq"], "move": other})
        assert (refused.value.status, refused.value.code) == (409, "stale")
        assert refused.value.problem["current"]["table"]["seq"] == seen["seq"] + 1
        assert refused.value.problem["current"]["table"]["game"]["phase"] == "draw"

    in_town(server, story)


def test_of_moves_that_race_one_wins_and_the_others_are_told(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        devices = [town.passer_by(token=mover.token) for _ in range(6)]
        moves = seen["game"]["legal_moves"][:6]
        answers = await asyncio.gather(
            *(
                device.request("POST", f"/api/tables/{table}/moves", {"seq": seen["seq"], "move": moves[i]})
                for i, device in enumerate(devices)
            )
        )
        assert sorted(answer.status for answer in answers) == [200, *[409] * 5]
        assert (await look(mover, table))["seq"] == seen["seq"] + 1

    in_town(server, story)


def test_undo_is_free_before_the_draw_and_only_then(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        played = await post(
            mover, table, "moves", {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
        )
        assert "undo" in played["you"]["can"]
        undone = await post(mover, table, "undo", {"seq": played["seq"]})
        assert undone["game"]["hands"] == seen["game"]["hands"]
        assert undone["seq"] == seen["seq"] + 2
        again = await post(mover, table, "undo", {"seq": played["seq"]})  # sent twice, counts once
        assert again["seq"] == undone["seq"]
        played = await post(
            mover, table, "moves", {"seq": undone["seq"], "move": seen["game"]["legal_moves"][0]}
        )
        drawn = await post(mover, table, "moves", {"seq": played["seq"], "move": "@"})
        assert "undo" not in drawn["you"]["can"]
        with pytest.raises(Refused) as refused:
            await post(mover, table, "undo", {"seq": drawn["seq"]})
        assert refused.value.code == "not-your-turn"

    in_town(server, story)


def test_an_illegal_move_is_refused_in_the_language_of_the_request(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        mover.language = "fr-CH, en;q=0.5"
        with pytest.raises(Refused) as refused:
            await post(mover, table, "moves", {"seq": seen["seq"], "move": "@"})
        assert (refused.value.status, refused.value.code) == (422, "play-first")
        assert refused.value.detail == "posez ou défaussez d’abord une carte, puis piochez"

    in_town(server, story)


def test_only_the_seats_own_guest_moves_and_only_in_turn(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        mover, seen = await mover_of(people, table)
        waiting = next(person for person in people if person is not mover)
        stranger = await town.guest("Eve")
        wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
        for who, body, status, code in (
            (waiting, wish, 409, "not-your-turn"),
            (waiting, wish | {"seat": seen["you"]["seat"]}, 403, "not-your-seat"),
            (stranger, wish, 403, "not-your-seat"),
            (stranger, wish | {"seat": 0}, 403, "not-your-seat"),
            (mover, wish | {"seat": 3}, 422, "seat"),
            (town.passer_by(), wish, 401, "no-guest"),
            (town.passer_by(token="x" * 43), wish, 401, "bad-token"),
        ):
            with pytest.raises(Refused) as refused:
                await post(who, table, "moves", body)
            assert (refused.value.status, refused.value.code) == (status, code)
        assert (await look(mover, table))["seq"] == seen["seq"]

    in_town(server, story)


def test_leaving_handing_the_seat_to_a_bot_and_coming_back(server: str) -> None:
    async def story(town: Town) -> None:
        ann, bob = await town.guests(2)
        table = await table_of([ann, bob], ROUND)
        left = await post(ann, table, "leave")
        assert left["seats"][0]["away"]
        assert left["seats"][0]["yours"]
        await post(bob, table, "bot", {"seat": 0, "bot": "explorer"})
        bobs_game = asyncio.create_task(play(bob, table, at_random(1)))
        while len((await look(bob, table))["game"]["last_turns"][0]) < 2:
            await asyncio.sleep(0.01)
        back = await post(ann, table, "return")
        assert back["seats"][0]["bot"] is None
        end = await play(ann, table, at_random(2))
        await bobs_game
        assert end["status"] == "over"

    in_town(server, story)


def test_open_seats_are_filled_by_the_link_and_then_the_table_is_full(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"variant": ROUND, "seats": seats, "listed": True, "oldest": 1}
        made = (await host.call("POST", "/api/tables", wish))["table"]
        table = made["id"]
        assert made["status"] == "waiting"
        assert [seat["kind"] for seat in made["seats"]] == ["kept", "open"]
        listed = await town.passer_by().call("GET", "/api/tables")
        assert table in [entry["id"] for entry in listed["tables"]]
        friend = await town.guest("Bob")
        joined = await post(friend, table, "join", {})
        assert joined["you"]["seats"] == [1]
        started = await post(host, table, "join", {"cut": "abc"})
        assert started["status"] == "playing"
        assert started["game"]["starter"] == started["oldest"] == 1
        with pytest.raises(Refused) as refused:
            await post(await town.guest("Eve"), table, "join", {})
        assert refused.value.code == "table-full"
        assert (await post(friend, table, "join", {}))["seq"] == started["seq"]  # again, and nothing happens
        listed = await town.passer_by().call("GET", "/api/tables")
        assert table not in [entry["id"] for entry in listed["tables"]]
        mine = (await friend.call("GET", "/api/me/tables"))["tables"]
        assert [entry["id"] for entry in mine] == [table]
        assert [entry["your_turn"] for entry in mine] == [True]

    in_town(server, story)


def test_two_who_ask_for_a_rematch_meet_at_one_table(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        await play_out(people, table)
        ends = await asyncio.gather(*(post(person, table, "rematch") for person in people))
        (again,) = {end["rematch"] for end in ends}
        for i, person in enumerate(people):
            assert "join" in (await look(person, again))["you"]["can"]
            seen = await post(person, again, "join", {"cut": f"again-{i}"})
        assert seen["status"] == "playing"
        assert seen["you"]["seats"] == [1]
        assert seen["fair"]["commitment"] != ends[0]["fair"]["commitment"]

    in_town(server, story)


def test_people_at_one_device_play_a_whole_match(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        seats = [{"kind": "me", "nickname": name} for name in ("Ann", "Bob", "Cid")]
        wish = {"variant": {"edition": "three-players", "rounds": 1}, "seats": seats}
        table = (await host.call("POST", "/api/tables", wish))["table"]["id"]
        seen = await post(host, table, "join", {})
        assert [seat["nickname"] for seat in seen["seats"]] == ["Ann", "Bob", "Cid"]
        assert seen["you"]["seat"] == seen["game"]["mover"]
        other = (seen["you"]["seat"] + 1) % 3
        theirs = (await host.call("GET", f"/api/tables/{table}?seat={other}"))["table"]
        assert theirs["game"]["hands"][other]
        assert theirs["game"]["hands"][seen["you"]["seat"]] is None
        end = await play(host, table, at_random(3))
        assert end["status"] == "over"

    in_town(server, story)


def test_a_finished_table_takes_nothing_more(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        end, _ = await play_out(people, table)
        for what, body in (
            ("moves", {"seq": end["seq"], "move": "@"}),
            ("undo", {"seq": end["seq"]}),
            ("leave", None),
            ("return", None),
            ("bot", {"seat": 0, "bot": "explorer"}),
        ):
            with pytest.raises(Refused) as refused:
                await post(people[0], table, what, body)
            assert (refused.value.status, refused.value.code) == (409, "table-finished")

    in_town(server, story)


def test_what_a_table_can_not_be(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        me, free = {"kind": "me"}, {"kind": "open"}
        for variant, seats, code in (
            ({"edition": "chess"}, [me, free], "edition"),
            (ROUND, [me, free, free], "seats"),
            (ROUND, [free, free], "seat-for-you"),
            (ROUND, [me, {"kind": "bot", "bot": "nobody"}], "bots.unknown"),
            ({"edition": "teams", "cooperation": True}, [me, free, free, free], "cooperation-players"),
            ({"edition": "classic", "exploits": "awarded"}, [me, free], "exploits-white"),
            ({"edition": "rivals", "rounds": 3}, [me, free], "rivals-switch"),
            ({"edition": "rivals", "players": 4}, [me, free], "seats"),
        ):
            with pytest.raises(Refused) as refused:
                await host.call("POST", "/api/tables", {"variant": variant, "seats": seats})
            assert (refused.value.status, refused.value.code) == (422, code)

    in_town(server, story)


def test_who_wants_no_more_is_told_no_more_than_that_it_was_done(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, ROUND)
        seen = await look(people[0], table)
        mover = people[seen["game"]["mover"]]
        seen = await look(mover, table)
        wish = {"seq": seen["seq"], "move": seen["game"]["legal_moves"][0]}
        minimal = {"Prefer": "return=minimal"}
        answer = await mover.request("POST", f"/api/tables/{table}/moves", wish, minimal)
        assert answer.json.keys() == {"now", "seq"}
        assert answer.json["seq"] == seen["seq"] + 1 == (await look(mover, table))["seq"]
        assert answer.headers["preference-applied"] == "return=minimal"
        stale = await mover.request("POST", f"/api/tables/{table}/moves", wish | {"move": "@"}, minimal)
        assert stale.json["current"]["table"]["seq"] == seen["seq"] + 1
        whole = await mover.request("GET", f"/api/tables/{table}", None, minimal)
        assert whole.json["table"]["seq"] == seen["seq"] + 1

    in_town(server, story)
