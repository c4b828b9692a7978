"""The tables' logs: without gaps, and such that the tables can be made of them again."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import sqlalchemy as sa

from lostcities.server.care.findings import Finding, fine, trouble
from lostcities.server.store import Database, Logs
from lostcities.server.store.schema import events
from lostcities.server.table.state import fold

DRAWN = 200
"""How many logs are looked at, drawn by lot, unless all are to be."""
NAMED = 5


async def findings(database: Database, everything: bool) -> AsyncIterator[Finding]:
    all_of_them = [row[0] for row in await database.read(sa.select(events.c.table_id).distinct())]
    few = everything or len(all_of_them) <= DRAWN
    chosen = all_of_them if few else random.sample(all_of_them, DRAWN)
    gaps, unreadable = [], []
    logs = Logs(database)
    for table_id in chosen:
        try:
            log = await logs.read(table_id)
            if [logged.seq for logged in log] != list(range(1, len(log) + 1)):
                gaps.append(table_id)
            else:
                fold(table_id, log)
        except Exception:  # whatever stands in such a log, it is what is to be found
            unreadable.append(table_id)
    if gaps:
        yield trouble("logs", "gaps", number=len(gaps), tables=", ".join(gaps[:NAMED]))
    if unreadable:
        yield trouble("logs", "unreadable", number=len(unreadable), tables=", ".join(unreadable[:NAMED]))
    if not gaps and not unreadable:
        yield fine("logs", looked_at=len(chosen), number=len(all_of_them))
