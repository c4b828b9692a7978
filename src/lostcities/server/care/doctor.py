"""`lostcities doctor`: whether a server with these settings is well, and what to do if it is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import sqlalchemy as sa

from lostcities.errors import LostCitiesError, reason
from lostcities.server.care import database_health, logs_health, machine_health, settings_health
from lostcities.server.care.findings import Finding, trouble, warning
from lostcities.server.settings import Settings
from lostcities.server.store import Database

PATIENCE = 10.0
"""Seconds that the database has for its first answer."""


def examine(settings: Settings, *, everything: bool, fix: bool) -> list[Finding]:
    """Look at all there is; `fix` mends what can be mended without a question."""
    findings = list(_around(settings, fix))
    findings += asyncio.run(_all(_database(settings, everything)))
    return findings


def _around(settings: Settings, fix: bool) -> Iterator[Finding]:
    yield from machine_health.package()
    yield from machine_health.descriptors()
    yield from machine_health.disk(settings)
    yield from machine_health.files(settings, fix)
    yield from settings_health.addresses(settings)


async def _database(settings: Settings, everything: bool) -> AsyncIterator[Finding]:
    url = sa.make_url(settings.database)
    if url.get_backend_name() == "sqlite" and not machine_health.exists(settings):
        yield warning("database", "none", file=str(url.database))
        return
    database = Database(settings.database)
    shown = url.render_as_string(hide_password=True)
    try:
        async with asyncio.timeout(PATIENCE):
            await database.ping()
        codes = set()
        async for finding in database_health.findings(database, settings):
            codes.add(finding.code)
            yield finding
        if not codes & {"newer", "damaged"} and await database.revision() is not None:
            async for finding in logs_health.findings(database, settings, everything):
                yield finding
    except sa.exc.DBAPIError as error:
        yield trouble("database", "unreachable", url=shown, problem=str(error.orig).rpartition(">: ")[2])
    except LostCitiesError as error:
        yield trouble("database", "refused", problem=error)
    except OSError as error:
        yield trouble("database", "unreachable", url=shown, problem=reason(error))
    finally:
        await database.close()


async def _all(found: AsyncIterator[Finding]) -> list[Finding]:
    return [finding async for finding in found]
