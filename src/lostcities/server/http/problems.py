"""Refusals as `application/problem+json` (RFC 9457), in the language of the request."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from lostcities.errors import LostCitiesError
from lostcities.server.http import validation
from lostcities.server.http.refusals import RequestError
from lostcities.server.http.responses import Problem
from lostcities.words import LANGUAGES

STATUS = {
    "no-json": 400,
    "no-http": 400,
    "no-guest": 401,
    "bad-token": 401,
    "origin": 403,
    "not-your-seat": 403,
    "metrics": 403,
    "no-table": 404,
    "no-round": 404,
    "no-head": 404,
    "no-link": 404,
    "no-device": 404,
    "no-block": 404,
    "removed": 403,
    "join-refused": 403,
    "blocked-here": 409,
    "not-the-host": 403,
    "not-found": 404,
    "method": 405,
    "too-slow": 408,
    "too-large": 413,
    "host-name": 421,
    "head-too-large": 431,
    "too-fast": 429,
    "too-many-streams": 429,
    "too-many-tables": 429,
    "too-many-tables-here": 429,
    "too-many-listed": 429,
    "tables-quota": 429,
    "guests-quota": 429,
    "links-quota": 429,
    "one-replay": 429,
    "replays-busy": 429,
    "address-connections": 429,
    "defect": 500,
    "unreadable": 500,
    "unavailable": 503,
    "server-full": 503,
    "newer": 503,
} | dict.fromkeys(
    (
        "stale",
        "busy",
        "table-full",
        "table-finished",
        "seat-taken",
        "not-started",
        "between-rounds",
        "not-between-rounds",
        "not-your-turn",
        "not-over",
        "not-before-the-match",
        "not-here",
        "match-begun",
        "nobody-to-remove",
        "nobody-to-block",
        "too-many-devices",
        "too-many-blocks",
        "nothing-to-undo",
        "too-many-undos",
        "too-many-returns",
        "bot-plays",
        "round-hidden",
        "cut-early",
        "cut-late",
        "key-lost",
        "log-changed",
    ),
    409,
)
"""Everything else that a client gets wrong is 422: it was understood, and can't be done."""

SENTENCES = {
    400: "There was nothing that could be read.",
    401: "Nobody knows who asks: the token is missing or unknown.",
    403: "It belongs to somebody else, or the request came from another site.",
    404: "There is no such thing.",
    405: "The address doesn't take this method.",
    409: "It can't be done as things are now; `stale` carries what is so in `current`.",
    413: "The request is too long.",
    422: "The request, or the move in it, isn't right.",
    429: "Too much at once; `Retry-After` says when to try again.",
    503: "The database can't be reached, or a newer version has written to the table: try again later.",
}


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route."""
    return {
        status: {
            "description": SENTENCES[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }


TITLES = {413: "Content Too Large", 421: "Misdirected Request", 422: "Unprocessable Content"}
"""As RFC 9110 calls them; older Pythons know older names."""


def language_of(request: Request) -> str:
    """The first language of Accept-Language that the product speaks."""
    wishes = []
    for place, wish in enumerate(request.headers.get("accept-language", "").split(",")[:20]):
        tag, _, quality = wish.partition(";q=")
        try:
            wishes.append((-float(quality or 1), place, tag.strip().lower()[:2]))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGUAGES), "en")


def problem(request: Request, error: LostCitiesError, **more: Any) -> JSONResponse:
    status = STATUS.get(error.code, 422)
    request.state.refusal = error.code  # to be counted
    headers = {"Content-Language": (language := language_of(request))}
    if status == 429 or error.code in ("newer", "server-full"):
        headers["Retry-After"] = str(error.facts.get("seconds", 60))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 405:
        headers["Allow"] = str(error.facts.get("allowed", ""))
    body = {
        "type": f"urn:lostcities:error:{error.code}",
        "title": TITLES.get(status) or HTTPStatus(status).phrase,
        "status": status,
        "code": error.code,
        "detail": error.say(language),
    }
    return JSONResponse(body | more, status, headers, media_type="application/problem+json")


Refused = Callable[[Request, LostCitiesError], Response]


def install(app: FastAPI, refused: Refused = problem) -> None:
    """Answer every refusal in this form."""

    @app.exception_handler(LostCitiesError)
    async def refuse(request: Request, error: LostCitiesError) -> Response:
        return refused(request, error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return problem(request, validation.wrong(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 405:
            allowed = (error.headers or {}).get("Allow", "")
            return problem(request, RequestError("method", method=request.method, allowed=allowed))
        if error.status_code == 404:
            return problem(request, RequestError("not-found"))
        return problem(request, RequestError("no-json"))


def add_schema(schema: dict[str, Any]) -> None:
    """Describe `Problem` among the schemas."""
    model = Problem.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
    schema["components"]["schemas"] |= model.pop("$defs", {}) | {"Problem": model}
