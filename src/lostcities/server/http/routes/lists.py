"""Lists of tables, some at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Query

from lostcities.server.http.refusals import RequestError
from lostcities.server.http.routes.answers import TABLE_ID
from lostcities.server.store import Place

PAGE = 20
LISTING = 2
"""What a list costs, in requests: each of its tables is read."""
CURSOR = re.compile(rf"([01])\.([0-9]{{1,15}})\.({TABLE_ID.strip('^$')})", re.ASCII)
AfterQuery = Annotated[
    str | None, Query(max_length=60, description="Go on from here: what `next` said of the page before.")
]


def place_of(cursor: str | None) -> Place | None:
    """Where a list goes on."""
    if cursor is None:
        return None
    if not (found := CURSOR.fullmatch(cursor)):
        raise RequestError("cursor", text=cursor)
    return Place(found[1] == "1", int(found[2]), found[3])


def page(places: Sequence[Place], tables: list[dict[str, Any]]) -> dict[str, object]:
    """A `TableList`. Of the tables at these places some may not be shown any more."""
    last = places[-1] if len(places) == PAGE else None
    return {"tables": tables, "next": last and f"{last.finished:d}.{last.at}.{last.table_id}"}
