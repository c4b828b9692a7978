"""Who asks, and whether they may: what every route is handed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from lostcities.server.http.identity import check_origin, who
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.services import Services
from lostcities.server.live.tables import Tables


@dataclass(frozen=True, slots=True)
class Visit:
    """A request: who asks, within the limits."""

    services: Services
    address: str
    guest: str | None

    @property
    def tables(self) -> Tables:
        return self.services.tables


@dataclass(frozen=True, slots=True)
class GuestVisit(Visit):
    guest: str


async def anyone(request: Request) -> Visit:
    """A guest, or a passer-by."""
    services: Services = request.app.state.services
    address = request.client.host if request.client else "unknown"
    services.by_address.take(address)
    check_origin(request, services.settings)
    guest = await who(request, services.guests, services.settings)
    if guest is not None:
        services.by_guest.take(guest)
    request.state.guest = guest
    return Visit(services, address, guest)


async def a_guest(request: Request) -> GuestVisit:
    """Nobody but a guest."""
    visit = await anyone(request)
    if visit.guest is None:
        raise RequestError("no-guest")
    return GuestVisit(visit.services, visit.address, visit.guest)


Anyone = Annotated[Visit, Depends(anyone)]
AGuest = Annotated[GuestVisit, Depends(a_guest)]
