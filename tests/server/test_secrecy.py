"""Whole matches of everything that can be played, over HTTP and the stream, by clients of the API alone:
nobody is sent a card that they may not know, in any answer, message, refusal or log.

The truth comes from the logs in the database. What a seat may know of it is worked out here from the rules,
not by the code that makes views.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import orjson
import pytest

from lostcities.cards import Card
from lostcities.game import Game, RivalsGame, RowGame
from lostcities.moves import Discard, Draw, Lay, Move
from lostcities.record import MatchRecord, verify
from lostcities.server.store import Database, Logs
from lostcities.server.table.events import Moved, Undone
from lostcities.server.table.state import Logged, Table, fold
from server.conftest import Logged as LoggedServer
from server.people import VARIANTS, Town, in_town
from server.season import Listener, Played, name, play_matches

CARD = re.compile(r"(?<![A-Za-z0-9_])[YBWGRP](?:X|10|[2-9])(?![A-Za-z0-9_])")
MATCHES = 6
"""Of each variant on each kind of database: some two hundred in all."""


def logs_of(database: str, tables: list[str]) -> dict[str, list[Logged]]:
    async def read() -> dict[str, list[Logged]]:
        store = Database(database)
        try:
            return {table: (await Logs(store).read(table)).log for table in tables}
        finally:
            await store.close()

    return asyncio.run(read())


def on_show(game: Game) -> set[Card]:
    """Every card that lies open, or that everybody saw taken."""
    if isinstance(game, RivalsGame):
        rows = [game.expeditions(i) for i in range(game.variant.players)]
        laid = {card for row in rows for cards in row.values() for card in cards}
        turned = game.deal.deck[: len(game.deal.deck) - len(game.draw_pile)]
        return laid | {*game.river, *turned[-1:]}
    assert isinstance(game, RowGame)
    rows = [game.expeditions(side) for side in range(game.variant.sides)]
    known = {card for row in rows for cards in row.values() for card in cards}
    known |= {pile[-1] for colour in game.variant.colours if (pile := game.discard_pile(colour))}
    return known | taken_openly(game)


def own(game: Game, seat: int | None) -> set[Card]:
    return set(game.hand(seat)) if isinstance(game, RowGame) and seat is not None else set()


def taken_openly(game: RowGame) -> set[Card]:
    """The cards that were taken from a discard pile and are still in a hand."""
    piles: defaultdict[Any, list[Card]] = defaultdict(list)
    taken: set[Card] = set()
    for _, move in game.history:
        match move:
            case Discard(card):
                piles[card.colour].append(card)
                taken -= set() if card.is_wager else {card}
            case Draw(colour) if colour is not None:
                taken.add(piles[colour].pop())
            case Lay(card) if not card.is_wager:
                taken -= {card}
    return taken


def just_played(log: list[Logged]) -> set[Card]:
    """The cards of each seat's last turn, those taken back again too."""
    moves = [logged.event for logged in log if isinstance(logged.event, Moved | Undone)]
    turns = [list(turn) for _, turn in groupby(moves, key=lambda event: event.seat)]
    last = {turn[0].seat: turn for turn in turns}
    tokens = [event.move for turn in last.values() for event in turn if isinstance(event, Moved)]
    return {move.card for move in map(Move.parse, tokens) if isinstance(move, Lay | Discard)}


def tables_in(piece: bytes) -> Iterator[Any]:
    """The updates in a piece of what was sent: of an answer, a refusal, or a message of the stream."""
    text = piece.partition(b"\ndata: ")[2] if piece.startswith(b"id: ") else piece
    if text.startswith(b"{"):
        found = orjson.loads(text)
        yield from (part for part in (found, found.get("current")) if part and "table" in part)


def check(match: Played, log: list[Logged]) -> list[int]:
    """Go through all that was sent; how many updates each listener got."""
    updates: defaultdict[int, list[tuple[Listener, Any]]] = defaultdict(list)
    counts = []
    for listener in match.listeners:
        counts.append(0)
        for piece in listener.received:
            found = list(tables_in(piece))
            for update in found:
                updates[update["table"]["seq"]].append((listener, update))
                counts[-1] += 1
            if not found:
                check_other(match, piece)
    table = fold(match.table, log[:1], lambda *_: match.secret)
    for place, logged in enumerate(log[1:], 2):
        table.apply(*logged)
        if sent := updates.pop(logged.seq, []):
            check_updates(match, table, just_played(log[:place]), sent)
    assert not updates
    return counts


def check_updates(
    match: Played, table: Table, last_cards: set[Card], sent: list[tuple[Listener, Any]]
) -> None:
    """Everything that was sent about the table as it is now."""
    assert table.match is not None
    game = table.match.game
    finished = sum(game.over for game in table.match.games)
    known = set() if game.over else on_show(game) | last_cards
    for listener, update in sent:
        seen = update["table"]
        assert seen["you"]["seat"] == listener.seat
        assert (seen["fair"]["secret"] is not None) == (table.status == "over")
        assert len(seen.pop("rounds")) == finished
        if game.over:
            continue
        del seen["variant"], seen["id"]
        for seat in seen["seats"]:
            del seat["name"]  # the seats of teams are called like cards: B2
        text = orjson.dumps(update).decode()
        assert match.secret not in text
        shown = {Card.parse(token) for token in set(CARD.findall(text))}
        too_many = shown - known - own(game, listener.seat)
        assert not too_many, (listener.seat, table.seq, [str(card) for card in too_many])


def check_other(match: Played, piece: bytes) -> None:
    """Heads, refusals, records and replays: of rounds that are over, everything; of others, nothing."""
    text = piece.decode()
    if text.startswith("[Version"):
        record = MatchRecord.parse(text)
        assert record.result is not None or record.secret is None
        assert all(done.scores is not None for done in record.rounds)
    elif text.startswith('{"round"'):
        assert orjson.loads(text)["frames"][-1]["view"]["phase"] == "over"
    else:
        assert match.secret not in text
        assert not CARD.findall(text.replace(match.table, "")), text


def check_log_file(matches: list[Played], text: str) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert len(requests) > 100
    assert not [line for line in lines if line["level"] in ("warning", "error")]
    for line in requests:
        line.pop("table", None)
    text = json.dumps(lines)
    assert not CARD.findall(text)
    assert "cut-" not in text
    for match in matches:
        assert match.secret not in text
        assert not [token for token in match.tokens if token in text]


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_matches_are_played_to_their_end_and_nobody_learns_a_card_too_many(
    logged: LoggedServer, variant: dict[str, Any]
) -> None:
    matches: list[Played] = []
    written = len(logged.log.read_text())

    async def story(town: Town) -> None:
        matches.extend(await play_matches(town, variant, MATCHES))

    in_town(logged.url, story)
    assert {seat["kind"] for match in matches for seat in match.end["seats"]} == {"person", "bot"}
    logs = logs_of(logged.database, [match.table for match in matches])
    for match in matches:
        check_end(match)
        assert min(check(match, logs[match.table])) > 20
        for listener in match.listeners:
            everything = b"".join(listener.received)
            assert not [token for token in match.tokens if token.encode() in everything]
    check_log_file(matches, logged.log.read_text()[written:])


def check_end(match: Played) -> None:
    """The match is complete, and its record proves the deals."""
    end = match.end
    assert end["status"] == "over"
    assert len(end["rounds"]) == end["variant"]["rounds"]
    sums = [sum(points) for points in zip(*end["rounds"], strict=True)]
    assert end["result"]["totals"] == sums
    record = MatchRecord.parse(match.record)
    verification = verify(record)
    assert verification.proven, [check.say("en") for check in verification.checks]
    assert record.result is not None
    assert list(record.result.totals) == sums
    assert record.secret == match.secret
    assert record.commitment == end["fair"]["commitment"]
