"""What can be read of a match that was played."""

from __future__ import annotations

from typing import Any

from lostcities.record import MatchRecord
from server.people import Town, in_town, look, play_out, table_of


def test_finished_rounds_can_be_replayed(server: str) -> None:
    async def story(town: Town) -> None:
        for variant, number in (
            ({"edition": "classic", "rounds": 2}, 2),
            ({"edition": "rivals", "players": 3}, 3),
        ):
            people = await town.guests(number)
            table = await table_of(people, variant)
            end, *_ = await play_out(people, table)
            text = (await people[0].request("GET", f"/api/tables/{table}/record")).body.decode()
            record = MatchRecord.parse(text)
            again = await people[0].call("POST", "/api/replays", {"record": text})
            assert {check["status"] for check in again["checks"]} == {"passed"}
            rounds = (await people[0].call("GET", f"/api/tables/{table}/rounds"))["rounds"]
            assert [finished["scores"] for finished in rounds] == end["rounds"]
            for finished in rounds:
                number = finished["round"]
                replay = await town.passer_by().call("GET", f"/api/tables/{table}/rounds/{number}")
                moves = [str(move) for turn in record.rounds[number - 1].turns for move in turn.moves]
                assert [frame["move"] for frame in replay["frames"][1:]] == moves
                assert replay["frames"][-1]["view"]["sheets"] == finished["sheets"]
                assert replay == again["rounds"][number - 1]

    in_town(server, story)


def test_a_record_that_was_tampered_with_is_found_out(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "rivals", "players": 2})
        end, _ = await play_out(people, table)
        text = (await people[0].request("GET", f"/api/tables/{table}/record")).body.decode()
        text = text.replace(end["fair"]["secret"], "0" * 63 + "1")
        answer: Any = await town.passer_by().call("POST", "/api/replays", {"record": text})
        failed = {check["about"] for check in answer["checks"] if check["status"] == "failed"}
        assert {"commitment", "deal"} <= failed

    in_town(server, story)


def test_a_finished_match_is_still_there_for_spectators(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "duel-2026"})
        await play_out(people, table)
        seen = await look(town.passer_by(), table)
        assert seen["you"]["seat"] is None
        assert seen["fair"]["secret"]
        assert all(seen["game"]["hands"])

    in_town(server, story)
