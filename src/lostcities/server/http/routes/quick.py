"""The short way to what is asked with every move.

FastAPI describes these routes like all others. But to find a route, and then to find out what its function
wants, takes it longer than the move itself; so a request for one of them is recognised before FastAPI sees
it. The functions here want a table, a wish and a guest, and what isn't right is refused as everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, get_type_hints

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from lostcities.errors import LostCitiesError
from lostcities.server.http.problems import Refused
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.routes.answers import TABLE_ID
from lostcities.server.http.validation import takes, wrong
from lostcities.server.http.visits import a_guest

IS_JSON = re.compile(r"application/([\w.-]+\+)?json\s*(;|$)", re.IGNORECASE)
PATH = re.compile(rf"/api/tables/({TABLE_ID[1:-1]})/(\w+)")


class QuickRoute:
    """A route whose function takes `(table, wish, visit)`."""

    def __init__(self, route: APIRoute) -> None:
        self.path = route.path
        self.name = route.path.rpartition("/")[2]
        self._function: Callable[..., Awaitable[Response]] = route.endpoint
        self._wish: type[BaseModel] = get_type_hints(route.endpoint)["wish"]

    async def answer(self, request: Request, table: str) -> Response:
        visit = await a_guest(request)
        body = await _json(request)
        try:
            wish = self._wish.model_validate(body)
        except ValidationError as error:
            first = error.errors()[0]
            in_body = dict(first) | {"loc": ("body", *first["loc"])}
            raise wrong(RequestValidationError([in_body], body=body)) from None
        return await self._function(table, wish, visit)


class QuickRoutes:
    """Stands before the app, and answers for the routes of `router`."""

    def __init__(self, app: ASGIApp, router: APIRouter, refused: Refused) -> None:
        self._app = app
        self._routes = {
            route.name: route
            for route in (QuickRoute(route) for route in router.routes if isinstance(route, APIRoute))
        }
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope.get("method") == "POST" else None
        route = self._routes.get(found[2]) if found else None
        if found is None or route is None:
            await self._app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = route, {"table": found[1]}
        request = Request(scope, receive)
        try:
            response = await route.answer(request, found[1])
        except LostCitiesError as error:
            response = self._refused(request, error)
        except ClientDisconnect:
            return
        await response(scope, receive, send)


async def _json(request: Request) -> Any:
    body = await request.body()
    if not body:
        raise RequestError("field-missing", field="body")
    if not IS_JSON.match(request.headers.get("content-type", "")):
        raise RequestError("field-wrong", field="body", right=takes("body"))
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise RequestError("no-json") from None
