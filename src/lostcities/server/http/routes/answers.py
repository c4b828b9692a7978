"""The answer that most requests get: the table as it is now, for the one who asked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Response

from lostcities.server.http.visits import Visit
from lostcities.server.table.state import Table, last_turns

TABLE_ID = r"^[0-9A-Za-z_-]{1,32}$"
TablePath = Annotated[
    str,
    Path(
        pattern=TABLE_ID,
        description="The id of a table.",
        examples=["b7GkQ2mX4nRt"],
    ),
]


def updates(status: int, description: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that answers with an `Update`."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Update"}}}
    return {status: {"description": description, "content": content}}


UPDATE = updates(200, "The table as it is now.")


def answer(
    visit: Visit,
    table: Table,
    seat: int | None = None,
    after: int | None = None,
    status: int = 200,
) -> Response:
    """An `Update`, with what happened after `after`."""
    news = [] if after is None else last_turns(table, after)
    body = visit.services.presenter.update(table, visit.guest, seat, news, visit.tables.now())
    return Response(body, status, media_type="application/json")
