"""Whether somebody may make one more: guests, tables and links, for each guest and each address."""

from __future__ import annotations

from math import ceil

from lostcities.server.http.refusals import RequestError
from lostcities.server.http.visits import GuestVisit, Visit
from lostcities.server.store.quotas import DAY, HOUR, Quota

MAKING = 3
"""What it costs to make something that is stored, in requests."""


async def one_more_guest(visit: Visit) -> None:
    limits = visit.services.settings
    await _take(
        visit,
        "guests-quota",
        Quota("guests", visit.address, HOUR, limits.guests_per_hour),
        Quota("guests", visit.address, DAY, limits.guests_per_day),
    )


async def one_more_link(visit: GuestVisit) -> None:
    await _take(
        visit, "links-quota", Quota("links", visit.guest, HOUR, visit.services.settings.links_per_hour)
    )


async def one_more_table(visit: GuestVisit, listed: bool) -> str:
    """What is to be noted of the address with the table."""
    limits = visit.services.settings
    address = await visit.services.quotas.hash_for_tables(visit.address)
    so_far = await visit.tables.logs.unfinished(visit.guest, address)
    if so_far.of_host >= limits.tables_per_guest:
        raise RequestError("too-many-tables", most=limits.tables_per_guest, seconds=3600)
    _check("too-many-tables-here", so_far.from_address, limits.tables_per_address)
    if listed:
        _check("too-many-listed", so_far.listed_of_host, limits.listed_per_guest)
        _check("too-many-listed", so_far.listed_from_address, limits.listed_per_address)
    await _take(
        visit,
        "tables-quota",
        Quota("tables", visit.guest, HOUR, limits.tables_per_hour),
        Quota("tables", visit.guest, DAY, limits.tables_per_day),
        Quota("tables", visit.address, HOUR, limits.address_tables_per_hour),
        Quota("tables", visit.address, DAY, limits.address_tables_per_day),
    )
    return address


def _check(code: str, so_far: int, most: int) -> None:
    if most and so_far >= most:
        raise RequestError(code, most=most, seconds=3600)


async def _take(visit: Visit, code: str, *quotas: Quota) -> None:
    visit.charge(MAKING)
    used_up = await visit.services.quotas.take(quotas, visit.tables.now())
    if used_up is not None:
        seconds = ceil(used_up.ends_in / 1000)
        raise RequestError(code, most=used_up.quota.most, minutes=ceil(seconds / 60), seconds=seconds)
