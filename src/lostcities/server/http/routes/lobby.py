"""What can be played, and whether the server is well."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from lostcities import __version__
from lostcities.bots.catalogue import CATALOGUE, FIRST
from lostcities.server.http.problems import documented, language_of
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.responses import GuestInfo, Lobby
from lostcities.server.http.services import Services
from lostcities.server.http.visits import Anyone
from lostcities.variant import EDITIONS
from lostcities.words import speaker

router = APIRouter()


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
async def ready(request: Request) -> dict[str, str]:
    """The process can serve: it is not shutting down, and the database answers."""
    services: Services = request.app.state.services
    if services.hub.closing:
        raise RequestError("unavailable")
    try:
        await services.database.ping()
    except Exception as error:
        raise RequestError("unavailable") from error
    return {"status": "ok"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    services: Services = request.app.state.services
    numbers = services.metrics
    numbers.streams.set(len(services.hub))
    numbers.tables.set(len(services.tables))
    numbers.thinking.set(services.bots.thinking)
    return Response(numbers.text(), media_type="text/plain; version=0.0.4")
