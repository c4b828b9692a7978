"""Who asks, and whether they may: what every route is handed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from lostcities.server.addresses import household
from lostcities.server.http.identity import token_of, who
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.services import Services
from lostcities.server.live.tables import Tables

READING = ("GET", "HEAD")
MINIMAL = "return=minimal"
"""As in RFC 7240."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request: who asks, within the limits."""

    services: Services
    address: str
    """What the address is counted as: IPv6 by /64."""
    guest: str | None
    token: str | None = field(default=None, repr=False)
    short: bool = False
    """Whether they want to be told no more than that it was done."""

    @property
    def tables(self) -> Tables:
        return self.services.tables

    async def is_known(self) -> bool:
        """Whether the token is still worth what it was."""
        return self.guest is None or await self.services.guests.id_of(self.token or "") == self.guest

    def charge(self, cost: float) -> None:
        """Count a request that costs as much as this many more."""
        self.services.by_address.take(self.address, cost)
        if self.guest is not None:
            self.services.by_guest.take(self.guest, cost)


@dataclass(frozen=True, slots=True)
class GuestVisit(Visit):
    guest: str


async def anyone(request: Request) -> Visit:
    """A guest, or a passer-by."""
    services: Services = request.app.state.services
    address = household(request.client.host if request.client else "unknown")
    services.by_address.take(address)
    guest = await who(request, services.guests, services.settings)
    if guest is not None:
        services.by_guest.take(guest)
    writes = request.method not in READING
    if writes:
        services.writes_by_address.take(address)
        if guest is not None:
            services.writes_by_guest.take(guest)
    request.state.guest = guest
    short = writes and MINIMAL in request.headers.get("prefer", "")
    return Visit(services, address, guest, token_of(request, services.settings), short)


async def a_guest(request: Request) -> GuestVisit:
    """Nobody but a guest."""
    visit = await anyone(request)
    if visit.guest is None:
        raise RequestError("no-guest")
    return GuestVisit(visit.services, visit.address, visit.guest, visit.token, visit.short)


Anyone = Annotated[Visit, Depends(anyone)]
AGuest = Annotated[GuestVisit, Depends(a_guest)]
