"""Whom somebody wants to meet at no table. People are named by where they sit; their ids are told to
nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path

from lostcities.server.http.problems import documented
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.requests import SomebodysSeat
from lostcities.server.http.responses import BlockInfo, BlockList
from lostcities.server.http.routes.answers import TablePath
from lostcities.server.http.visits import AGuest, GuestVisit, Visit
from lostcities.server.table import decisions
from lostcities.server.table.state import Table

router = APIRouter(prefix="/api", tags=["who is who"])
BlockPath = Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$", description="The id of a block.")]


@router.post(
    "/tables/{table}/block",
    response_model=BlockList,
    responses=documented(400, 401, 403, 404, 409, 413, 422, 429),
)
async def block_somebody(table: TablePath, wish: SomebodysSeat, visit: AGuest) -> BlockList:
    """Meet the person on this seat at no table from now on: neither can sit down where the other sits or is
    the host, nor sees the other's tables in the list. They aren't told; what is under way goes on."""
    state = await visit.tables.get(table)
    others, nickname = decisions.person(state, visit.guest, wish.seat)
    most = visit.services.settings.blocks_per_guest
    if not await visit.services.blocks.add(visit.guest, others, nickname, visit.tables.now(), most):
        raise RequestError("too-many-blocks", most=most)
    return await _mine(visit)


@router.get("/me/blocks", response_model=BlockList, responses=documented(401, 429))
async def my_blocks(visit: AGuest) -> BlockList:
    """Whom I have blocked, the latest first."""
    return await _mine(visit)


@router.delete("/me/blocks/{block}", response_model=BlockList, responses=documented(401, 403, 404, 422, 429))
async def end_a_block(block: BlockPath, visit: AGuest) -> BlockList:
    """Meet somebody again."""
    if not await visit.services.blocks.end(visit.guest, block):
        raise RequestError("no-block")
    return await _mine(visit)


async def _mine(visit: GuestVisit) -> BlockList:
    found = await visit.services.blocks.of(visit.guest)
    return BlockList(
        blocks=[BlockInfo(id=block.id, nickname=block.nickname, since=block.at) for block in found]
    )


async def check_company(visit: GuestVisit, table: Table, own: int | None = None) -> None:
    """Refuse a seat at a table where somebody sits, or is the host, who is blocked or has blocked. Who has
    been blocked learns no more than that this table is none for them."""
    others = _company(table, own) - {visit.guest}
    if await visit.services.blocks.blocked_by(visit.guest, others):
        raise RequestError("blocked-here")
    if await visit.services.blocks.blocking(visit.guest, others):
        raise RequestError("join-refused")


async def with_good_company(visit: Visit, tables: Sequence[Table]) -> list[Table]:
    """Those of the tables at which nobody is blocked by the one who looks, nor has blocked them."""
    if visit.guest is None:
        return list(tables)
    everybody = {guest for table in tables for guest in _company(table)} - {visit.guest}
    blocks = visit.services.blocks
    apart = await blocks.blocked_by(visit.guest, everybody) | await blocks.blocking(visit.guest, everybody)
    return [table for table in tables if not _company(table) & apart]


def _company(table: Table, own: int | None = None) -> set[str]:
    """Who sits at a table, but for one seat, and who set it up."""
    sitting = {
        guest for i, seat in enumerate(table.seats) if seat.taken and i != own for guest in seat.guests
    }
    return sitting | {table.created.host}
