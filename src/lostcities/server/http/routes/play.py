"""Play: move, undo, the next round, and the stream of what happens."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response

from lostcities.errors import LostCitiesError
from lostcities.moves import Move
from lostcities.server.http.problems import documented, problem
from lostcities.server.http.requests import AskNextRound, Play, Undo
from lostcities.server.http.routes.answers import UPDATE, TablePath, answer
from lostcities.server.http.routes.tables import SeatQuery
from lostcities.server.http.services import Services
from lostcities.server.http.visits import AGuest, Anyone
from lostcities.server.live.stream import EventStream, Feed
from lostcities.server.live.tables import Stale
from lostcities.server.table import decisions
from lostcities.server.table.events import Event, Moved, Undone
from lostcities.server.table.state import Table

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events. `hello` names the build of the page. `update` carries an "
        "`Update`, and its id is `seq`. `goodbye` says that the server is about to restart or, with the "
        "code `newer`, that it is too old for this table. Comments are signs of life.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
router = APIRouter(prefix="/api", tags=["play"])
moves = APIRouter(prefix="/api", tags=["play"])
"""Asked for with every move: see `QuickRoutes`."""


@moves.post(
    "/tables/{table}/moves",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429, 503),
)
async def move(table: TablePath, wish: Play, visit: AGuest) -> Response:
    """Decide, as seen at `seq`. If something has happened since, the answer is 409 with what is so now. The
    same move sent twice counts once."""
    token = str(Move.parse(wish.move))

    def is_same(table: Table, event: Event) -> bool:
        return isinstance(event, Moved) and event.move == token and event.seat in table.seats_of(visit.guest)

    state = await visit.tables.write_after(
        table, wish.seq, lambda table: decisions.move(table, visit.guest, token, wish.seat), is_same
    )
    return answer(visit, state, wish.seat, wish.seq)


@moves.post(
    "/tables/{table}/undo",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429, 503),
)
async def undo(table: TablePath, wish: Undo, visit: AGuest) -> Response:
    """Take back the card just played, before drawing."""

    def is_same(table: Table, event: Event) -> bool:
        return isinstance(event, Undone) and event.seat in table.seats_of(visit.guest)

    state = await visit.tables.write_after(
        table, wish.seq, lambda table: decisions.undo(table, visit.guest, visit.services.settings), is_same
    )
    return answer(visit, state, after=wish.seq)


@moves.post(
    "/tables/{table}/ready",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429, 503),
)
async def ready(table: TablePath, wish: AskNextRound, visit: AGuest) -> Response:
    """Ask for the next round. It begins when everybody has, or after a while."""
    state = await visit.tables.write(table, lambda table: decisions.ready(table, visit.guest, wish.round))
    return answer(visit, state)


@router.get(
    "/tables/{table}/stream",
    response_class=Response,
    responses=STREAM | documented(401, 403, 404, 422, 429, 503),
)
async def follow(
    table: TablePath,
    visit: Anyone,
    seat: SeatQuery = None,
    last_event_id: Annotated[
        int | None, Header(ge=0, le=2**31 - 1, description="The id of the last message that arrived.")
    ] = None,
    after: Annotated[
        int | None, Query(ge=0, le=2**31 - 1, description="The same, for a stream that is opened anew.")
    ] = None,
) -> Response:
    """The table as you may see it, now and after each thing that happens."""
    services, seen = visit.services, after if last_event_id is None else last_event_id
    state = await visit.tables.get(table)
    decisions.viewpoint(state, visit.guest, seat)
    services.streams.open(visit.address)
    stay = services.presence.enter(state, visit.guest)
    services.bots.look(state)  # they may have stood still while nobody looked

    def closed() -> None:
        stay.end()
        services.streams.close(visit.address)

    feed = Feed(
        services.tables,
        services.presenter,
        services.presence,
        stay,
        table,
        visit.guest,
        seat,
        seen,
        visit.is_known,
        services.page_build,
    )
    return EventStream(feed, closed)


def refused(request: Request, error: LostCitiesError) -> Response:
    """The answer to what can't be done; to a late request, with what is so now."""
    if not isinstance(error, Stale):
        return problem(request, error)
    services: Services = request.app.state.services
    update = services.presenter.update(error.table, request.state.guest, None, [], services.tables.now())
    return problem(request, error, current=json.loads(update))
