"""The tables' logs: without gaps, as they were written, and such that tables can be made of them again."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import sqlalchemy as sa

from lostcities.errors import LostCitiesError
from lostcities.server.care.findings import Finding, fine, trouble, warning
from lostcities.server.keys import load_keys
from lostcities.server.settings import Settings
from lostcities.server.store import Database, Logs
from lostcities.server.store.schema import events
from lostcities.server.table.events import Newer
from lostcities.server.table.state import Unlock, fold, no_key

DRAWN = 200
"""How many logs are looked at, drawn by lot, unless all are to be."""
NAMED = 5


async def findings(database: Database, settings: Settings, everything: bool) -> AsyncIterator[Finding]:
    all_of_them = [row[0] for row in await database.read(sa.select(events.c.table_id).distinct())]
    few = everything or len(all_of_them) <= DRAWN
    chosen = all_of_them if few else random.sample(all_of_them, DRAWN)
    gaps, changed, unreadable, newer = [], [], [], []
    logs, unlock = Logs(database), _unlock(settings)
    for table_id in chosen:
        try:
            log, changed_at = await logs.read(table_id)
            seqs = [
                row[0]
                for row in await database.read(
                    sa.select(events.c.seq).where(events.c.table_id == table_id).order_by(events.c.seq)
                )
            ]
            if seqs != list(range(1, len(seqs) + 1)):
                gaps.append(table_id)
            elif changed_at is not None:
                changed.append(table_id)
            else:
                fold(table_id, log, unlock)
        except Newer:
            newer.append(table_id)
        except Exception:  # whatever stands in such a log, it is what is to be found
            unreadable.append(table_id)
    for what, tables in (("gaps", gaps), ("changed", changed), ("unreadable", unreadable)):
        if tables:
            yield trouble("logs", what, number=len(tables), tables=", ".join(tables[:NAMED]))
    if newer:
        yield warning("logs", "newer", number=len(newer), tables=", ".join(newer[:NAMED]))
    if not gaps and not changed and not unreadable:
        yield fine("logs", looked_at=len(chosen), number=len(all_of_them))


def _unlock(settings: Settings) -> Unlock:
    """Without the key tables in play can't be made again; that it is missing is said elsewhere."""
    try:
        return load_keys(settings).unlock
    except LostCitiesError:
        return no_key
