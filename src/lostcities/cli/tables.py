"""`lostcities tables`: an administrator looks at the tables of a database, and closes some."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lostcities.cli.options import UsageError, common_options
from lostcities.cli.output import console, print_json
from lostcities.cli.serve import setting_options
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.server.settings import Settings
    from lostcities.server.store import Database
    from lostcities.server.store.logs import Standing
    from lostcities.server.table.state import Status


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    setting_options(parser, say, "database")
    parser.add_argument("--status", metavar="STATUS", help=say.say("cli.tables.help.status"))
    actions = parser.add_subparsers(title=say.say("cli.help.commands"), dest="action", metavar="COMMAND")
    about = say.say("cli.tables.help.close")
    close = actions.add_parser("close", say=say, help=about, description=about)
    close.add_argument("ids", metavar="ID", nargs="+", help=say.say("cli.tables.help.ids"))
    common_options(close, say, inherited=True)
    setting_options(close, say, "database", inherited=True)


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.settings import Settings

    settings = Settings.read({"database": options.database})
    if options.action == "close":
        _close(settings, options.ids, options.json, say)
        return
    found = asyncio.run(_all(settings, _status(options.status)))
    if options.json:
        print_json([table._asdict() for table in found])
    elif found:
        _show(found, say)
    else:
        print(say.say("cli.tables.none"))


def _status(text: str | None) -> Status | None:
    from lostcities.server.table.state import Status

    if text is not None and text not in set(Status):
        raise UsageError("cli.tables-status", what=text, statuses=tuple(Status))
    return None if text is None else Status(text)


async def _all(settings: Settings, status: Status | None) -> list[Standing]:
    from lostcities.server.serve import with_database
    from lostcities.server.store import Logs

    found: list[Standing] = []

    async def look(database: Database) -> None:
        await database.check()
        found.extend(await Logs(database).all_tables(status))

    await with_database(settings, look)
    return found


def _show(found: Sequence[Standing], say: Speaker) -> None:
    from rich import box
    from rich.table import Table

    columns = ("id", "status", "open", "host", "last", "listed")
    shown = Table(*(say.say(f"cli.tables.{name}") for name in columns), box=box.SIMPLE)
    for table in found:
        at = datetime.fromtimestamp(table.last / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        listed = say.say("cli.tables.yes" if table.listed else "cli.tables.no")
        shown.add_row(table.id, table.status, str(table.open_seats), table.host or "–", at, listed)
    console().print(shown)


def _close(settings: Settings, ids: Sequence[str], as_json: bool, say: Speaker) -> None:
    closed = asyncio.run(_closed(settings, ids))
    if as_json:
        print_json({"closed": [table for table, by_us in closed.items() if by_us]})
    else:
        for table, by_us in closed.items():
            print(say.say("cli.tables.closed" if by_us else "cli.tables.was-finished", table=table))
    if unknown := [table for table in ids if table not in closed]:
        raise UsageError("cli.tables-unknown", ids=", ".join(unknown))


async def _closed(settings: Settings, ids: Sequence[str]) -> dict[str, bool]:
    """Close tables as a server would: the key of the log decides who is first, and the servers that run hear
    of it. For each that is there, whether it was still open."""
    from lostcities.server.keys import load_keys
    from lostcities.server.live.clock import Clock
    from lostcities.server.live.hub import Hub
    from lostcities.server.live.tables import Tables
    from lostcities.server.serve import with_database
    from lostcities.server.store import Logs
    from lostcities.server.table import decisions
    from lostcities.server.table.decisions import TableError

    closed: dict[str, bool] = {}

    async def close(database: Database) -> None:
        await database.check()
        clock = Clock(database)
        await clock.measure()
        tables = Tables(Logs(database), Hub(), clock, settings, load_keys(settings))
        for table in ids:
            try:
                closed[table] = not (await tables.get(table)).finished
            except TableError:
                continue
            await tables.write(table, decisions.close)

    await with_database(settings, close)
    return closed
