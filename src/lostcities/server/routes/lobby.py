"""What can be played, and whether the server is well."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from lostcities import __version__
from lostcities.bots import BOTS
from lostcities.server.desk import Anyone, Desk
from lostcities.server.problems import documented, language_of
from lostcities.server.refusals import RequestError
from lostcities.server.shapes import Lobby
from lostcities.variant import EDITIONS
from lostcities.words import speaker

router = APIRouter()


@router.get("/api/lobby", response_model=Lobby, responses=documented(401, 429), tags=["tables"])
async def lobby(request: Request, _: Anyone) -> dict[str, object]:
    """The editions and the bots."""
    words = speaker(language_of(request)).words
    return {
        "version": __version__,
        "editions": [asdict(edition) for edition in EDITIONS.values()],
        "bots": [
            {
                "id": name,
                "name": words.get(f"bots.{name}.name", name),
                "about": words.get(f"bots.{name}.about", ""),
            }
            for name in BOTS
        ],
    }


@router.get("/healthz", include_in_schema=False)
async def healthy() -> dict[str, str]:
    """The process runs."""
    return {"status": "ok"}


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> dict[str, str]:
    """The process can serve: it is not shutting down, and the database answers."""
    desk: Desk = request.app.state.desk
    if desk.hub.closing:
        raise RequestError("unavailable")
    try:
        await desk.database.ping()
    except Exception as error:
        raise RequestError("unavailable") from error
    return {"status": "ok"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    numbers = desk.metrics
    numbers.streams.set(len(desk.hub))
    numbers.tables.set(len(desk.tables))
    numbers.thinking.set(desk.bots.thinking)
    return Response(numbers.text(), media_type="text/plain; version=0.0.4")
