"""Who asks: a guest's token, as a bearer or as a cookie."""

from __future__ import annotations

from fastapi import Request, Response

from lostcities.server.http.refusals import RequestError
from lostcities.server.settings import Settings
from lostcities.server.store import Guests

YEAR = 365 * 24 * 3600


def cookie_name(settings: Settings) -> str:
    """Over TLS the browser itself sees to it that no other site or subdomain set the cookie."""
    return "__Host-lostcities" if settings.secure else "lostcities"


def set_cookie(response: Response, token: str, settings: Settings) -> None:
    response.set_cookie(
        cookie_name(settings),
        token,
        max_age=YEAR,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )


async def who(request: Request, guests: Guests, settings: Settings) -> str | None:
    """The id of the guest who asks; None for somebody without a token.

    A browser adds a cookie to whatever any site asks for, so then the request must be shown to come from our
    own page; likewise one without a token, which may be given a cookie. Only a bearer that is right proves by
    itself that whoever sent it knows it.
    """
    if is_bearer(request):
        token = bearer_of(request)
        guest = await guests.id_of(token) if token else None
        if guest is None:
            raise RequestError("bad-token")
        return guest
    check_origin(request, settings)
    cookie = request.cookies.get(cookie_name(settings))
    return await guests.id_of(cookie) if cookie else None


def is_bearer(request: Request) -> bool:
    """Whether a token was shown in a header, be it a good one or not."""
    return bool(request.headers.get("authorization", "").partition(" ")[0])


def bearer_of(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def token_of(request: Request, settings: Settings) -> str | None:
    """The token that was shown, whichever way."""
    return bearer_of(request) if is_bearer(request) else request.cookies.get(cookie_name(settings))


def check_origin(request: Request, settings: Settings) -> None:
    """Refuse writes that another site makes with somebody's cookie. Programs that are no browsers send no
    Origin."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("origin")
    if origin is None:
        if request.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return
    elif settings.origin:
        if origin == settings.origin:
            return
    elif origin.partition("://")[2] == request.headers.get("host"):
        return
    raise RequestError("origin")
