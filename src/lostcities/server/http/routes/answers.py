"""The answer that most requests get: the table as it is now, for the one who asked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Response

from lostcities.server.http.visits import MINIMAL, Visit
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
    """An `Update`, with what happened after `after`; for those who follow the stream and want no more than
    that it was done, the number of the table's last event."""
    if visit.short:
        done = b'{"now":%d,"seq":%d}' % (visit.tables.now(), table.seq)
        return Response(done, status, {"Preference-Applied": MINIMAL}, "application/json")
    news = [] if after is None else last_turns(table, after)
    body = visit.services.presenter.update(table, visit.guest, seat, news, visit.tables.now())
    return Response(body, status, media_type="application/json")
