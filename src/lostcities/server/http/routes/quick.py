"""The short way to what is asked with every move.

FastAPI describes these routes like all others, but finding out what a function wants, again for each request,
takes it longer than the move itself. The functions here want a table, a wish and a guest, and what isn't
right is refused as everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from lostcities.server.http.refusals import RequestError
from lostcities.server.http.routes.answers import TABLE_ID
from lostcities.server.http.validation import takes
from lostcities.server.http.visits import a_guest

IS_JSON = re.compile(r"application/([\w.-]+\+)?json\s*(;|$)", re.IGNORECASE)


class QuickRoute(APIRoute):
    """A route whose function takes `(table, wish, visit)`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        function = self.endpoint
        model: type[BaseModel] = get_type_hints(function)["wish"]

        async def handle(request: Request) -> Response:
            visit = await a_guest(request)
            table = request.path_params["table"]
            if not re.fullmatch(TABLE_ID, table):
                raise RequestError("field-wrong", field="table", right=takes("pattern", TABLE_ID))
            body = await _json(request)
            try:
                wish = model.model_validate(body)
            except ValidationError as error:
                wrong = [{**first, "loc": ("body", *first["loc"])} for first in error.errors()]
                raise RequestValidationError(wrong) from None
            response: Response = await function(table, wish, visit)
            return response

        return handle


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
