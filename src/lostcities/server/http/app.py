"""The application: the parts of the server put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from lostcities import __version__
from lostcities.server.http import problems
from lostcities.server.http.compression import Compression
from lostcities.server.http.middleware import Middleware
from lostcities.server.http.page import page_build, page_folder, page_router
from lostcities.server.http.routes import blocks, devices, guests, lobby, play, records, tables
from lostcities.server.http.routes.quick import QuickRoutes
from lostcities.server.http.services import Services
from lostcities.server.metrics import Metrics
from lostcities.server.settings import Settings
from lostcities.server.worker_metrics import WorkerMetrics

ABOUT = """Tables for Lost Cities, every edition, between people and bots.

Get a token from `POST /api/guests`, set up a table, sit down with a cut of the cards, follow the stream and
post moves with the `seq` you saw. Every refusal is a `Problem` with a `code` and a sentence."""


def create_app(
    settings: Settings, page: Path | None = None, worker_metrics: WorkerMetrics | None = None
) -> FastAPI:
    metrics = Metrics()
    folder = page or page_folder()
    build = page_build(folder)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = services = Services(settings, metrics, build, worker_metrics)
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = FastAPI(
        title="Lost Cities",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=_name,
    )
    problems.install(app, play.refused)
    parts = [part.router for part in (play, tables, guests, devices, blocks, records, lobby)]
    for part in (play.moves, *parts, page_router(folder)):
        app.include_router(part)
    app.add_middleware(Compression)
    app.add_middleware(QuickRoutes, router=play.moves, refused=play.refused)
    app.add_middleware(Middleware, settings=settings, metrics=metrics)
    _complete(app)
    return app


def _name(route: APIRoute) -> str:
    return route.name


def _complete(app: FastAPI) -> None:
    """Add to the schema what no route's signature says: refusals, and the ways to show a token."""
    build = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = build()
            problems.add_schema(schema)
            schema["components"]["schemas"].pop("HTTPValidationError", None)
            schema["components"]["schemas"].pop("ValidationError", None)
            schema["components"]["securitySchemes"] = {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "lostcities"},
            }
            schema["security"] = [{}, {"bearer": []}, {"cookie": []}]
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]
