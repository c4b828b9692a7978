"""The sweeper: looks after tables at which something is due and nobody has seen to it.

Every process runs one. They find tables by the time in `due`, which each event sets shortly ahead: so a table
whose process died is found by another, and a quiet one is looked at once and then left alone until its flag
falls or it counts as abandoned. Each table's trouble is its own: one that can't be read is put off, for
longer each time, and keeps no other waiting.
"""

from __future__ import annotations

import asyncio
import logging

from lostcities.server.background.backoff import Backoff
from lostcities.server.background.bots import BotSeats
from lostcities.server.background.supervisor import Beat
from lostcities.server.live.tables import Tables
from lostcities.server.settings import Settings
from lostcities.server.store import Note
from lostcities.server.store.trouble import AWAY
from lostcities.server.table import decisions
from lostcities.server.table.deadlines import Due, What, due
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import Event, Newer
from lostcities.server.table.state import Table

AT_ONCE = 20
"""So few that nobody who moves meanwhile has to wait for it."""
LONGEST = 3600.0
"""Seconds for which a table that can't be looked after is put off at most."""
log = logging.getLogger("lostcities.server")


class Sweeper:
    def __init__(self, tables: Tables, bots: BotSeats, settings: Settings) -> None:
        self._tables = tables
        self._bots = bots
        self._settings = settings
        self._interval = min(1.0, max(0.05, settings.recheck / 4))
        self._backoff = Backoff(max(0.1, settings.recheck), LONGEST)

    async def run(self, beat: Beat) -> None:
        while True:
            found = await self._tables.logs.due(self._tables.now(), AT_ONCE, self._tables.left_alone)
            done = await asyncio.gather(*map(self._look_after_one, found), return_exceptions=True)
            for error in done:
                if error is not None:
                    raise error
            beat()
            if len(found) < AT_ONCE:
                await asyncio.sleep(self._interval)

    async def _look_after_one(self, found: Note) -> None:
        try:
            await self._look_after(found)
        except AWAY:
            raise
        except Exception as error:
            if not isinstance(error, TableError):  # that is written down already
                log.exception("a table can't be looked after", extra={"table": found.table_id})
            again = self._tables.now() + int(1000 * self._backoff.failed(found.table_id))
            await self._tables.logs.note(found._replace(due=again))
        else:
            self._backoff.went_well(found.table_id)

    async def _look_after(self, found: Note) -> None:
        try:
            table = await self._tables.get(found.table_id)
        except Newer:  # it is for a process of that version
            return
        now = self._tables.now()
        next_thing = self._due(table)
        again: int | None = None
        if next_thing is not None:
            again = next_thing.at
            if next_thing.what is What.BOT:
                self._bots.look(table)
            elif next_thing.at <= now:
                table = await self._tables.write(table.id, lambda table: self._what_is_due(table, now))
            if again <= now or next_thing.what is What.BOT:
                again = now + int(1000 * self._settings.recheck)
        await self._tables.logs.note(
            found._replace(status=table.status, open_seats=table.open_seats, due=again)
        )

    def _due(self, table: Table) -> Due | None:
        return due(table, self._settings, stands_still=not self._bots.wanted(table))

    def _what_is_due(self, table: Table, now: int) -> Event | None:
        next_thing = self._due(table)
        if next_thing is None or next_thing.at > now:
            return None
        match next_thing.what:
            case What.FLAG:
                return decisions.overdue(table, now)
            case What.NEXT_ROUND:
                return decisions.next_round(table)
            case What.CLOSE:
                return decisions.close(table)
            case What.CUTS:
                return decisions.withhold_cuts(table)
            case What.SECRET:
                return decisions.tell_secret(table)
        return None
