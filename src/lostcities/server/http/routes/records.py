"""What can be read of a match: finished rounds to replay, and the record."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from lostcities.server.http import replays
from lostcities.server.http.problems import documented, language_of
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.requests import RecordText
from lostcities.server.http.responses import HeadInfo, KeyInfo, RecordReplay, Replay
from lostcities.server.http.routes.answers import TablePath
from lostcities.server.http.visits import Anyone

router = APIRouter(prefix="/api", tags=["records"])


@router.get(
    "/tables/{table}/rounds/{number}",
    response_model=Replay,
    responses=documented(401, 404, 409, 422, 429),
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
    return JSONResponse(await run_in_threadpool(replays.of_game, games[number - 1], number))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=documented(401, 404, 409, 422, 429),
)
async def record(table: TablePath, visit: Anyone) -> Response:
    """The match as text. While it is played, only its finished rounds; at the end also the secret of the
    deals, so that anyone can verify them."""
    state = await visit.tables.get(table)
    if state.match is None:
        raise RequestError("not-started")
    name = f"{state.variant.edition.id}-{state.id}.txt"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return PlainTextResponse(str(replays.record(state, visit.services.keys)), headers=headers)


@router.post(
    "/replays",
    response_model=RecordReplay,
    responses=documented(400, 401, 403, 413, 422, 429),
)
async def replay_a_record(wish: RecordText, request: Request, visit: Anyone) -> Response:
    """Verify a record, and go through it position by position, all hands open."""
    keys = visit.services.keys
    text = await run_in_threadpool(replays.of_record, wish.record, language_of(request), keys)
    return JSONResponse(text)


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
