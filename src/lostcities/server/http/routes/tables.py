"""Tables: set up, list, look, join, leave, bots, rematch."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Query, Response

from lostcities.errors import NotationError
from lostcities.fair import FairDeal
from lostcities.server.http import quotas
from lostcities.server.http.problems import documented
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.requests import (
    Join,
    NewTable,
    SeatBot,
    SeatChoiceBot,
    SeatChoiceMine,
    SeatChoiceOpen,
    ShowCut,
    SomebodysSeat,
    VariantChoice,
)
from lostcities.server.http.responses import TableList
from lostcities.server.http.routes.answers import UPDATE, TablePath, answer, updates
from lostcities.server.http.routes.blocks import check_company, with_good_company
from lostcities.server.http.routes.lists import LISTING, PAGE, AfterQuery, page, place_of
from lostcities.server.http.visits import AGuest, Anyone
from lostcities.server.live.presenter import summary
from lostcities.server.table import decisions, names
from lostcities.server.table.events import Created, Event, Rematched, SeatPlan
from lostcities.server.table.state import Table
from lostcities.variant import EDITIONS, GUARD, Variant

router = APIRouter(prefix="/api", tags=["tables"])
ID_BYTES = 12
SeatQuery = Annotated[
    int | None,
    Query(ge=0, le=3, description="Look from this seat of yours, where several people share a device."),
]


@router.post(
    "/tables",
    status_code=201,
    response_class=Response,
    responses=updates(201, "The new table.") | documented(400, 401, 403, 413, 422, 429),
)
async def set_up_a_table(wish: NewTable, visit: AGuest) -> Response:
    """Choose an edition, its switches and who sits where. The answer holds the commitment to the deals: sit
    down next, with a cut of the cards that is made after it."""
    created = _created(wish, visit.guest)
    address = await quotas.one_more_table(visit, created.listed)
    table_id = secrets.token_urlsafe(ID_BYTES)
    await visit.tables.create(table_id, created, address)
    return answer(visit, await visit.tables.get(table_id), status=201)


@router.get("/tables", response_model=TableList, responses=documented(401, 422, 429))
async def open_tables(visit: Anyone, after: AfterQuery = None) -> dict[str, object]:
    """The listed tables with an open seat, newest first, some at a time: `next` leads to those after them."""
    visit.charge(LISTING)
    places = await visit.tables.logs.listed(PAGE, place_of(after))
    found = await visit.tables.get_all([place.table_id for place in places])
    found = await with_good_company(visit, found)
    return page(places, [summary(table, visit.guest) for table in found if table.open_seats])


@router.get(
    "/tables/{table}", response_class=Response, responses=UPDATE | documented(401, 403, 404, 422, 429, 503)
)
async def look(table: TablePath, visit: Anyone, seat: SeatQuery = None) -> Response:
    """The table as you may see it: from your seat, or as a spectator."""
    return answer(visit, await visit.tables.get(table), seat)


@router.post(
    "/tables/{table}/join",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429, 503),
)
async def join(table: TablePath, wish: Join, visit: AGuest) -> Response:
    """Sit down, with the seal of a cut: on the seats that are kept for you, on the seat you name, or on the
    first open one. The match begins once everybody has, and has shown their cut."""
    if not (before := await visit.tables.get(table)).seats_of(visit.guest):
        await check_company(visit, before)
    nickname = (await visit.services.guests.get(visit.guest)).nickname
    state = await visit.tables.write(
        table, lambda table: decisions.join(table, visit.guest, nickname, wish.cut, wish.seat, wish.seal)
    )
    return answer(visit, state)


@router.post(
    "/tables/{table}/cut",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429),
)
async def show_my_cut(table: TablePath, wish: ShowCut, visit: AGuest) -> Response:
    """Show the cut whose seal you gave on joining, once everybody has sat down: `you.can` says `cut` then.
    Nobody is shown it before the match begins."""
    state = await visit.tables.write(table, lambda table: decisions.show_cut(table, visit.guest, wish.cut))
    return answer(visit, state)


@router.post(
    "/tables/{table}/leave",
    response_class=Response,
    responses=UPDATE | documented(401, 403, 404, 409, 422, 429, 503),
)
async def leave(table: TablePath, visit: AGuest) -> Response:
    """Get up. Before the match the seat is open again; later it is kept for you."""
    state = await visit.tables.write(table, lambda table: decisions.leave(table, visit.guest))
    return answer(visit, state)


@router.post(
    "/tables/{table}/return",
    response_class=Response,
    responses=UPDATE | documented(401, 403, 404, 409, 422, 429, 503),
)
async def come_back(table: TablePath, visit: AGuest) -> Response:
    """Take the own seat again, also from a bot."""
    state = await visit.tables.write(
        table, lambda table: decisions.come_back(table, visit.guest, visit.services.settings)
    )
    return answer(visit, state)


@router.post(
    "/tables/{table}/bot",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429, 503),
)
async def seat_a_bot(table: TablePath, wish: SeatBot, visit: AGuest) -> Response:
    """Let a bot play: on an open seat, for somebody who has left, or for yourself until you return."""
    state = await visit.tables.write(
        table, lambda table: decisions.seat_bot(table, visit.guest, wish.seat, wish.bot)
    )
    return answer(visit, state)


@router.post(
    "/tables/{table}/remove",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429),
)
async def remove_somebody(table: TablePath, wish: SomebodysSeat, visit: AGuest) -> Response:
    """Send somebody away from a table that I have set up, before the match. They can't sit down there
    again."""
    state = await visit.tables.write(table, lambda table: decisions.remove(table, visit.guest, wish.seat))
    return answer(visit, state)


@router.post(
    "/tables/{table}/rematch",
    response_class=Response,
    responses=UPDATE | documented(401, 403, 404, 409, 422, 429, 503),
)
async def rematch(table: TablePath, visit: AGuest) -> Response:
    """The same people at a new table, which is named in `rematch`; sit down there as at any other."""
    state = await visit.tables.get(table)
    if state.rematch is None:
        if not await visit.tables.logs.exists(table):
            raise RequestError("no-table")  # it was deleted, and some memory holds it still
        table_id, created = decisions.rematch(state, visit.guest)
        await visit.tables.create(table_id, created, await quotas.one_more_table(visit, created.listed))
        state = await visit.tables.write(table, lambda table: _rematched(table, table_id))
    return answer(visit, state)


def _rematched(table: Table, table_id: str) -> Event | None:
    return None if table.rematch else Rematched(table=table_id)


def _created(wish: NewTable, guest: str) -> Created:
    variant = _variant(wish.variant)
    if len(wish.seats) != variant.players:
        raise RequestError("seats", right=variant.players)
    if not any(isinstance(seat, SeatChoiceMine) for seat in wish.seats):
        raise RequestError("seat-for-you")
    if wish.oldest is not None and wish.oldest >= variant.players:
        raise RequestError("seat", seat=wish.oldest, last=variant.players - 1)
    return Created(
        variant=str(variant),
        host=guest,
        seats=_told_apart([_plan(seat, guest) for seat in wish.seats]),
        secret=FairDeal.new().secret,
        oldest=wish.oldest,
        clock=wish.clock,
        listed=wish.listed,
    )


def _told_apart(plans: list[SeatPlan]) -> tuple[SeatPlan, ...]:
    """People at one device are told apart by their names, too."""
    known: list[str] = []
    for i, plan in enumerate(plans):
        if plan.nickname:
            bots = [other.bot for other in plans if other.bot]
            plans[i] = plan.model_copy(update={"nickname": names.told_apart(plan.nickname, known, bots)})
            known.append(plans[i].nickname or "")
    return tuple(plans)


def _variant(choice: VariantChoice) -> Variant:
    if choice.edition not in EDITIONS:
        raise NotationError("edition", text=choice.edition[:40], editions=tuple(EDITIONS))
    return Variant(
        edition=EDITIONS[choice.edition],
        players=choice.players or 0,
        rounds=choice.rounds or 0,
        nothing_in_hand=choice.nothing_in_hand,
        cooperation=choice.cooperation,
        exploits=choice.exploits,
        guard=GUARD if choice.guard is None else choice.guard,
    )


def _plan(seat: SeatChoiceMine | SeatChoiceOpen | SeatChoiceBot, guest: str) -> SeatPlan:
    match seat:
        case SeatChoiceBot(bot=bot):
            return SeatPlan(bot=decisions.known_bot(bot))
        case SeatChoiceMine(nickname=nickname):
            return SeatPlan(guests=(guest,), nickname=nickname)
    return SeatPlan()
