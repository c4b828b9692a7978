"""Who asks, and whether they may: what every route is handed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from lostcities.server.http.identity import check_origin, token_of, who
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.services import Services
from lostcities.server.live.tables import Tables


@dataclass(frozen=True, slots=True)
class Visit:
    """A request: who asks, within the limits."""

    services: Services
    address: str
    guest: str | None
    token: str | None = field(default=None, repr=False)

    @property
    def tables(self) -> Tables:
        return self.services.tables

    async def is_known(self) -> bool:
        """Whether the token is still worth what it was."""
        return self.guest is None or await self.services.guests.id_of(self.token or "") == self.guest


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
    return Visit(services, address, guest, token_of(request, services.settings))


async def a_guest(request: Request) -> GuestVisit:
    """Nobody but a guest."""
    visit = await anyone(request)
    if visit.guest is None:
        raise RequestError("no-guest")
    return GuestVisit(visit.services, visit.address, visit.guest, visit.token)


Anyone = Annotated[Visit, Depends(anyone)]
AGuest = Annotated[GuestVisit, Depends(a_guest)]
