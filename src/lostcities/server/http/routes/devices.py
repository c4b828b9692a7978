"""The devices that play somebody's seats: the links that bring one, and how they are signed out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from lostcities.server.http import quotas
from lostcities.server.http.identity import is_bearer, set_cookie
from lostcities.server.http.problems import documented
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.requests import NewLink, SignOut
from lostcities.server.http.responses import DeviceInfo, DeviceList, GuestInfo, LinkInfo
from lostcities.server.http.routes.answers import UPDATE, TablePath, answer
from lostcities.server.http.routes.blocks import check_company
from lostcities.server.http.visits import AGuest
from lostcities.server.table import decisions
from lostcities.server.table.decisions import Link
from lostcities.server.table.events import Event
from lostcities.server.table.state import Table

router = APIRouter(prefix="/api", tags=["who is who"])
LINK_MS = 15 * 60_000
TABLES = 200


@router.post(
    "/tables/{table}/links",
    status_code=201,
    response_model=LinkInfo,
    responses=documented(400, 401, 403, 404, 409, 413, 422, 429),
)
async def make_a_link(table: TablePath, wish: NewLink, visit: AGuest) -> LinkInfo:
    """A link that lets a second device play my seat. It works once, for a quarter of an hour, and only as
    long as I hold the seat without a break."""
    state = await visit.tables.get(table)
    seat = decisions.owned(state, visit.guest, wish.seat)
    await quotas.one_more_link(visit)
    expires = visit.tables.now() + LINK_MS
    code = await visit.services.links.create(table, Link(seat, visit.guest, state.seq), expires)
    return LinkInfo(code=code, url=f"{visit.services.settings.origin}/link/{code}", expires_at=expires)


@router.post("/links/{code}", responses=UPDATE | documented(401, 403, 404, 409, 422, 429))
async def use_a_link(code: str, visit: AGuest) -> Response:
    """Take up a seat on this device, too. Opened where the seat is played already, the link stays good."""
    links, now = visit.services.links, visit.tables.now()
    found = await links.find(code, now)
    if found is None:
        raise RequestError("no-link")
    table_id, link = found

    def carry(table: Table) -> Event | None:
        return decisions.carry(table, visit.guest, link, visit.services.settings.devices_per_seat)

    table = await visit.tables.get(table_id)
    if carry(table) is not None:  # else it is theirs already
        await check_company(visit, table, link.seat)
        if not await links.use(code, now):
            raise RequestError("no-link")
        table = await visit.tables.write(table_id, carry)
    return answer(visit, table)


@router.get("/me/devices", response_model=DeviceList, responses=documented(401, 429))
async def my_devices(visit: AGuest) -> DeviceList:
    """The devices that may play my seats at tables still in play, where there are several for a seat."""
    ids = (await visit.tables.logs.unfinished_of_guest(visit.guest))[:TABLES]
    seats = [
        (table, i)
        for table in [await visit.tables.get(table_id) for table_id in ids]
        for i in table.seats_of(visit.guest)
        if table.seats[i].devices and not table.finished
    ]
    names = await visit.services.guests.names(
        {guest for table, i in seats for guest in table.seats[i].guests}
    )
    return DeviceList(
        devices=[
            DeviceInfo(
                table=table.id,
                seat=i,
                device=seq,
                nickname=names.get(guest, ""),
                since=at,
                first=guest == table.seats[i].guests[0],
                this=guest == visit.guest,
            )
            for table, i in seats
            for guest, seq, at in ((table.seats[i].guests[0], 1, table.created_at), *table.seats[i].devices)
        ]
    )


@router.post(
    "/tables/{table}/sign-out",
    response_class=Response,
    responses=UPDATE | documented(400, 401, 403, 404, 409, 413, 422, 429),
)
async def sign_a_device_out(table: TablePath, wish: SignOut, visit: AGuest) -> Response:
    """Let a device play my seat no longer. The first device signs out any other, another one only itself;
    links that were made before lead nowhere."""
    state = await visit.tables.write(
        table, lambda table: decisions.sign_out(table, visit.guest, wish.seat, wish.device)
    )
    return answer(visit, state)


@router.post("/me/sign-out", response_model=GuestInfo, responses=documented(401, 403, 409, 429))
async def sign_out_everywhere(visit: AGuest, request: Request, response: Response) -> GuestInfo:
    """Sign out all other devices of my seats, end my links, and get another token: a cookie, or, for a
    bearer, in the answer. The old token is worth nothing once the new one has been used."""
    for table_id in await visit.tables.logs.unfinished_of_guest(visit.guest):
        await visit.tables.write(table_id, lambda table: decisions.sign_out_others(table, visit.guest))
    services = visit.services
    await services.links.end_all_of(visit.guest)
    me = await services.guests.get(visit.guest)
    token = await services.guests.new_token(visit.guest)
    if is_bearer(request):
        return GuestInfo(id=me.id, nickname=me.nickname, token=token)
    set_cookie(response, token, services.settings)
    return GuestInfo(id=me.id, nickname=me.nickname)
