"""What can be read of a match: finished rounds to replay, and the record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from lostcities.record import MatchRecord
from lostcities.server.http import replays
from lostcities.server.http.pieces import Pieces
from lostcities.server.http.problems import documented, language_of
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.requests import RecordText
from lostcities.server.http.responses import HeadInfo, KeyInfo, RecordReplay, Replay, RoundList
from lostcities.server.http.routes.answers import TablePath
from lostcities.server.http.visits import Anyone, Visit
from lostcities.server.live.presenter import rounds
from lostcities.server.live.views import as_json

router = APIRouter(prefix="/api", tags=["records"])
LOOKING = 4
"""What it costs to go through a match, in requests,"""
DECISIONS_A_REQUEST = 100
"""and besides for each so many decisions."""


@router.get("/tables/{table}/rounds", response_model=RoundList, responses=documented(401, 404, 422, 429))
async def finished_rounds(table: TablePath, visit: Anyone) -> Response:
    """The finished rounds with their score sheets. They stay as they are: fetch them once."""
    found = rounds(await visit.tables.get(table))
    return Response(as_json({"rounds": found}), media_type="application/json")


@router.get(
    "/tables/{table}/rounds/{number}",
    response_model=Replay,
    responses=documented(401, 404, 409, 422, 429, 503),
)
async def replay_a_round(
    table: TablePath, number: Annotated[int, Path(ge=1, le=99)], visit: Anyone
) -> Response:
    """A finished round from the deal to the end, position by position, all hands open."""
    state = await visit.tables.get(table)
    games = state.match.games if state.match else []
    if number > len(games):
        raise RequestError("no-round", round=number)
    if not games[number - 1].over and not state.tells_all:
        raise RequestError("round-hidden", round=number)
    game = games[number - 1]

    async def begin() -> Iterator[bytes]:
        visit.charge(LOOKING + len(game.history) / DECISIONS_A_REQUEST)
        return replays.of_game(game, number)

    return await _in_turn(visit, begin)


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=documented(401, 404, 409, 422, 429, 503),
)
async def record(table: TablePath, visit: Anyone) -> Response:
    """The match as text. While it is played, only its finished rounds; at the end also the secret of the
    deals, so that anyone can verify them."""
    state = await visit.tables.get(table)
    if state.match is None:
        raise RequestError("not-started")
    decisions = sum(len(game.history) for game in state.match.games)
    visit.charge(LOOKING + decisions / DECISIONS_A_REQUEST)
    name = f"{state.variant.edition.id}-{state.id}.txt"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    keys = visit.services.keys
    if state.finished:  # nothing in it changes any more
        text = await run_in_threadpool(lambda: str(replays.record(state, keys)))
    else:
        text = await run_in_threadpool(str, replays.record(state, keys))
    return PlainTextResponse(text, headers=headers)


@router.post(
    "/replays",
    response_model=RecordReplay,
    responses=documented(400, 401, 403, 413, 422, 429),
)
async def replay_a_record(wish: RecordText, request: Request, visit: Anyone) -> Response:
    """Verify a record, and go through it position by position, all hands open."""
    services = visit.services
    most = services.settings.replay_decisions

    async def begin() -> Iterator[bytes]:
        visit.charge(LOOKING)
        record = await run_in_threadpool(MatchRecord.parse, wish.record)
        count = replays.decisions(record)
        if count > most:
            raise RequestError("record-too-long", count=count, most=most)
        visit.charge(count / DECISIONS_A_REQUEST)
        return replays.of_record(record, language_of(request), services.keys)

    return await _in_turn(visit, begin)


async def _in_turn(visit: Visit, begin: Callable[[], Awaitable[Iterator[bytes]]]) -> Response:
    """When it is the address's turn: no other work is so hard for so short a request."""
    services = visit.services
    await services.replays.take(visit.address)

    def done() -> None:
        services.replays.give_back(visit.address)

    try:
        pieces = await begin()
        first = await run_in_threadpool(next, pieces)
    except BaseException:
        done()
        raise
    return Pieces(chain([first], pieces), services.settings.replay_seconds, done)


@router.get("/key", response_model=KeyInfo, responses=documented(401, 429))
async def key(visit: Anyone) -> KeyInfo:
    """The key that signs records and heads here. Keep it, to tell later what this server has signed."""
    keys = visit.services.keys
    return KeyInfo(algorithm="ed25519", key=keys.public, fingerprint=keys.fingerprint)


@router.get("/tables/{table}/head", response_model=HeadInfo, responses=documented(401, 404, 409, 422, 429))
async def head(
    table: TablePath, visit: Anyone, seq: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None
) -> HeadInfo:
    """The head of the table's log as it is now, or as it was at `seq`. Whoever has kept one can show that the
    log was changed since, by asking for the same again."""
    state = await visit.tables.get(table)
    number = state.seq if seq is None else seq
    found = await visit.tables.logs.head(table, number) if number <= state.seq else None
    if found is None:
        raise RequestError("no-head", seq=number)
    signature = visit.services.keys.sign(f"lostcities head\n{table}\n{number}\n{found}".encode())
    return HeadInfo(table=table, seq=number, head=found, key=visit.services.keys.public, signature=signature)
