"""What costs the server much and whoever asks for it little: replays, records, lists."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lostcities.client import Client
from lostcities.game import Game
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.plain import plain
from lostcities.record import MatchRecord
from lostcities.server.http import replays
from lostcities.server.http.limits import Buckets, Turns
from lostcities.server.http.refusals import RequestError
from lostcities.server.keys import Keys
from lostcities.server.live.views import as_json, seen
from server.conftest import NewDatabase
from server.people import Town, in_town, play_out, table_of
from server.raw import connected, is_cut_off
from server.running import QUICK, serving


def long_record(decisions: int) -> str:
    """One discards and takes what the other has discarded: a round that doesn't end, in little text."""
    match = Match.random("classic guard=0 rounds=1", seed=1)
    while len(match.game.history) < decisions:
        moves = [str(move) for move in match.game.legal_moves]
        chosen = next((move for move in moves if move[0] == "@" and move != "@"), None)
        chosen = chosen or next((move for move in moves if move[0] == "-"), "@")
        match.play(Move.parse(chosen))
    return str(MatchRecord.of(match))


def whole(pieces: Iterator[bytes]) -> Any:
    return json.loads(b"".join(pieces))


def frames(done: Game) -> list[Any]:
    """All at once, as it would be without thinking of memory."""
    game = type(done)(done.variant, done.deal, done.starter)
    found = [{"seat": None, "move": None, "view": json.loads(as_json(seen(game.view())))}]
    for seat, move in done.history:
        game.play(move)
        found.append({"seat": seat, "move": str(move), "view": json.loads(as_json(seen(game.view())))})
    return found


def test_a_replay_in_pieces_is_the_same_as_a_whole_one() -> None:
    match = Match.random("rivals", seed=4)
    while not match.over:
        match.play(match.game.legal_moves[-1])
    assert whole(replays.of_game(match.game, 1)) == {"round": 1, "frames": frames(match.game)}
    found = whole(replays.of_record(MatchRecord.of(match), "en", Keys(bytes(32))))
    assert found["rounds"] == [{"round": 1, "frames": frames(match.game)}]
    assert list(found) == ["variant", "names", "fair", "checks", "rounds", "result"]
    assert found["result"] == plain(match.result)


def test_a_record_is_gone_through_up_to_so_many_decisions(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        person = town.passer_by()
        answer = await person.request("POST", "/api/replays", {"record": long_record(400)})
        assert (answer.status, len(answer.json["rounds"][0]["frames"])) == (200, 401)
        answer = await person.request("POST", "/api/replays", {"record": long_record(402)})
        assert (answer.status, answer.json["code"]) == (422, "record-too-long")
        assert "holds 402 decisions, and up to 400" in answer.json["detail"]

    with serving(replace(QUICK, database=new_database("sqlite"), replay_decisions=400)) as url:
        in_town(url, story)


def test_of_many_replays_at_once_one_is_made_for_an_address(new_database: NewDatabase) -> None:
    settings = replace(QUICK, database=new_database("sqlite"), replays=2)
    record = long_record(1500)

    async def story(town: Town) -> None:
        async def ask(address: int) -> str:
            header = {"X-Forwarded-For": f"198.51.100.{address}"}
            answer = await town.passer_by().request("POST", "/api/replays", {"record": record}, header)
            return "ok" if answer.status == 200 else str(answer.json["code"])

        counted = Counter(await asyncio.gather(*(ask(1) for _ in range(12))))
        assert set(counted) == {"ok", "one-replay"}
        assert 1 <= counted["ok"] <= 4  # one at a time, and three in line
        assert await ask(2) == "ok"

    with serving(settings) as url:
        in_town(url, story)


def test_turns_come_one_after_the_other() -> None:
    async def story() -> None:
        turns = Turns(2)
        await turns.take("a")
        await turns.take("b")
        third = asyncio.create_task(turns.take("c"))
        again = asyncio.create_task(turns.take("a"))
        await asyncio.sleep(0)
        assert not third.done()
        turns.give_back("b")
        await third
        assert not again.done()
        in_line = [asyncio.create_task(turns.take("a")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as refused:
            await turns.take("a")
        assert refused.value.code == "one-replay"
        turns.give_back("a")
        await again
        for task in in_line:
            task.cancel()
        await asyncio.gather(*in_line, return_exceptions=True)

    asyncio.run(story())


def test_who_does_not_fetch_a_replay_is_cut_off_and_their_turn_is_over(new_database: NewDatabase) -> None:
    """It is sent no faster than it is read, so somebody else's turn would never come."""
    settings = replace(QUICK, database=new_database("sqlite"), replays=1, replay_seconds=1.0)
    body = json.dumps({"record": long_record(2000)}).encode()
    head = b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    async def story(town: Town) -> None:
        with connected(town.url, receive_buffer=4096) as wire:
            wire.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            wire.recv(15)
            wire.setblocking(False)
            assert await asyncio.to_thread(is_cut_off, wire)
        answer = await town.passer_by().request("POST", "/api/replays", {"record": long_record(20)})
        assert answer.status == 200

    with serving(settings) as url:
        in_town(url, story)


def test_what_costs_much_counts_for_much(new_database: NewDatabase) -> None:
    settings = replace(
        QUICK, database=new_database("sqlite"), address_rate=0.001, address_burst=40, proxies="127.0.0.1"
    )

    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic", "rounds": 1})

        async def asked(address: int, method: str, path: str, body: Any = None) -> int:
            """How often it is granted before it is too fast."""
            header = {"X-Forwarded-For": f"198.51.100.{address}"}
            for number in range(41):
                answer = await people[0].request(method, path, body, header)
                if answer.status == 429:
                    assert answer.json["code"] == "too-fast"
                    return number
                assert answer.status < 300, answer.body
            raise AssertionError(path)

        assert await asked(1, "GET", f"/api/tables/{table}") == 40
        assert await asked(2, "GET", f"/api/tables/{table}/record") < 10
        assert await asked(3, "POST", "/api/replays", {"record": long_record(300)}) < 7
        assert await asked(4, "GET", "/api/tables") < 20
        assert await asked(5, "GET", "/api/me/tables") < 20
        assert await asked(6, "POST", "/api/guests", {"nickname": "Eve"}) < 15

    with serving(settings) as url:
        in_town(url, story)


def test_what_is_asked_too_fast_is_not_forgotten_by_asking_under_other_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lostcities.server.http.limits.REMEMBERED", 100)
    buckets = Buckets(rate=0.001, burst=3)

    def granted(key: str) -> bool:
        try:
            buckets.take(key)
        except RequestError:
            return False
        return True

    assert [granted("me") for _ in range(4)] == [True, True, True, False]
    for i in range(1000):
        granted(f"other {i}")
        if i % 50 == 0:
            assert not granted("me")
    assert granted("other 0")  # forgotten, full as it would be by now


def test_a_record_and_a_round_are_the_same_for_all_who_ask_at_once(server: str) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(2)
        table = await table_of(people, {"edition": "classic", "rounds": 1})
        await play_out(people, table)

        async def ask(who: Client, path: str) -> Any:
            return await who.request("GET", f"/api/tables/{table}/{path}")

        rounds = await asyncio.gather(*(ask(person, "rounds/1") for person in people))
        records = await asyncio.gather(*(ask(person, "record") for person in people))
        assert {answer.status for answer in (*rounds, *records)} == {200}
        assert rounds[0].json == rounds[1].json
        record = MatchRecord.parse(records[0].body.decode())
        assert replays.decisions(record) + 1 == len(rounds[0].json["frames"])

    in_town(server, story)
