"""What can be played, and whether the server is well."""

from __future__ import annotations

from dataclasses import asdict
from hmac import compare_digest
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from lostcities import __version__
from lostcities.bots.catalogue import CATALOGUE, FIRST
from lostcities.server.http.problems import documented, language_of, problem
from lostcities.server.http.readiness import OK
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.responses import GuestInfo, Lobby
from lostcities.server.http.services import Services
from lostcities.server.http.visits import Anyone
from lostcities.variant import EDITIONS
from lostcities.words import speaker

router = APIRouter()
FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"}
"""What proxies add to a request."""


@router.get("/api/lobby", response_model=Lobby, responses=documented(401, 429), tags=["tables"])
async def lobby(request: Request, visit: Anyone) -> dict[str, object]:
    """The editions, the bots, and who asks."""
    words = speaker(language_of(request)).words
    you = await visit.services.guests.get(visit.guest) if visit.guest else None
    return {
        "version": __version__,
        "page": visit.services.page_build,
        "editions": [asdict(edition) for edition in EDITIONS.values()],
        "bots": [
            {
                "id": bot.id,
                "name": words.get(f"bots.{bot.id}.name", bot.id),
                "about": words.get(f"bots.{bot.id}.about", ""),
                "kind": bot.kind,
                "rating": bot.rating,
            }
            for bot in CATALOGUE
        ],
        "first_bot": FIRST,
        "you": you and GuestInfo(id=you.id, nickname=you.nickname),
    }


@router.api_route("/healthz", methods=["GET", "HEAD"], include_in_schema=False)
async def healthy() -> dict[str, str]:
    """The process runs."""
    return {"status": "ok"}


@router.api_route("/readyz", methods=["GET", "HEAD"], include_in_schema=False)
async def ready(request: Request) -> Response:
    """The process can serve: the database takes what is written, the background tasks are well, and it is not
    shutting down."""
    services: Services = request.app.state.services
    parts = await services.readiness.parts()
    if set(parts.values()) != {OK}:
        return problem(request, RequestError("unavailable"), parts=parts)
    return JSONResponse({"status": OK, "parts": parts})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """The figures, for whoever shows the token, or, if there is none, for this machine."""
    services: Services = request.app.state.services
    if not may_see_metrics(request, services.settings.metrics_token):
        raise RequestError("metrics")
    together = services.worker_metrics
    numbers = services.measured() if together is None else await together.gather()
    return Response(numbers, media_type="text/plain; version=0.0.4")


def may_see_metrics(request: Request, token: str) -> bool:
    """Without a token whoever asks from this machine itself, and not through a proxy on it."""
    if token:
        scheme, _, shown = request.headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and compare_digest(shown.strip().encode(), token.encode())
    if FORWARDED & set(request.headers):
        return False
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
