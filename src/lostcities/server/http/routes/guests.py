"""Who is who."""

from __future__ import annotations

from fastapi import APIRouter, Response

from lostcities.server.http import quotas
from lostcities.server.http.identity import set_cookie
from lostcities.server.http.problems import documented
from lostcities.server.http.requests import NewGuest, Rename
from lostcities.server.http.responses import GuestInfo, TableList
from lostcities.server.http.routes.lists import LISTING, PAGE, AfterQuery, page, place_of
from lostcities.server.http.visits import AGuest, Anyone
from lostcities.server.live.presenter import summary

router = APIRouter(prefix="/api")


@router.post(
    "/guests",
    status_code=201,
    response_model=GuestInfo,
    responses=documented(400, 401, 403, 413, 422, 429),
    tags=["who is who"],
)
async def become_a_guest(wish: NewGuest, visit: Anyone, response: Response) -> GuestInfo:
    """Get a nickname and a token: as a cookie, or, for programs, in the answer."""
    await quotas.one_more_guest(visit)
    guest, token = await visit.services.guests.create(wish.nickname, visit.tables.now())
    if wish.bearer:
        return GuestInfo(id=guest.id, nickname=guest.nickname, token=token)
    set_cookie(response, token, visit.services.settings)
    return GuestInfo(id=guest.id, nickname=guest.nickname)


@router.get("/me", response_model=GuestInfo, responses=documented(401, 429), tags=["who is who"])
async def who_am_i(visit: AGuest) -> GuestInfo:
    """The guest that the token belongs to."""
    found = await visit.services.guests.get(visit.guest)
    return GuestInfo(id=found.id, nickname=found.nickname)


@router.patch(
    "/me",
    response_model=GuestInfo,
    responses=documented(400, 401, 403, 413, 422, 429),
    tags=["who is who"],
)
async def change_my_nickname(wish: Rename, visit: AGuest) -> GuestInfo:
    """Take another nickname, for the tables joined from now on."""
    await visit.services.guests.rename(visit.guest, wish.nickname)
    return await who_am_i(visit)


@router.get("/me/tables", response_model=TableList, responses=documented(401, 422, 429), tags=["who is who"])
async def my_tables(visit: AGuest, after: AfterQuery = None) -> dict[str, object]:
    """The tables at which I sit or sat: unfinished ones first, then the newest, some at a time: `next` leads
    to those after them."""
    visit.charge(LISTING)
    places = await visit.tables.logs.of_guest(visit.guest, PAGE, place_of(after))
    found = await visit.tables.get_all([place.table_id for place in places])
    return page(places, [summary(table, visit.guest) for table in found if table.seats_of(visit.guest)])
