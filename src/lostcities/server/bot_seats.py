"""Plays the bots' seats.

Any process may answer for a bot; if two do, the key of the log lets one in. A bot that remembers the round is
brought up to date from the log, so that it can think on where another process was cut off.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lostcities.bots import Bot, make_bot
from lostcities.game import View
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.server import decisions
from lostcities.server.settings import Settings
from lostcities.server.table import Table
from lostcities.server.tables import Tables

REMEMBERED = 2000
SEEDS = 2**31
log = logging.getLogger("lostcities.server")


@dataclass(slots=True)
class _Sitting:
    """A bot on a seat, and the decisions of its seat that it has seen."""

    name: str
    bot: Bot
    seen: int = 0


class BotSeats:
    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables = tables
        self._pause = settings.bot_pause
        self._threads = ThreadPoolExecutor(max(1, settings.bot_threads), "bot")
        self._sitting: OrderedDict[tuple[str, int, int], _Sitting] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def thinking(self) -> int:
        return len(self._tasks)

    def look(self, table: Table) -> None:
        """Start to play if a bot is to move and nobody here sees to it yet."""
        if self._bot_to_move(table) is None or table.id in self._tasks:
            return
        self._tasks[table.id] = asyncio.create_task(self._play(table.id))

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _bot_to_move(self, table: Table) -> str | None:
        return None if table.mover is None else table.seats[table.mover].bot

    async def _play(self, table_id: str) -> None:
        """Play until a person is to move."""
        try:
            table = await self._tables.recall(table_id)
            while (name := self._bot_to_move(table)) is not None:
                seq = table.seq
                move = await self._think(table, name)
                await asyncio.sleep(max(0.0, table.at / 1000 + self._pause - time.time()))
                written = None
                if table.seq == seq:
                    written = await self._tables.append(table, decisions.legal(table, move))
                table = written or await self._tables.get(table_id)
        except Exception:
            log.exception("a bot failed", extra={"table": table_id})
        finally:
            del self._tasks[table_id]

    async def _think(self, table: Table, name: str) -> Move:
        """Ask the bot, off the event loop."""
        assert table.match is not None
        assert table.mover is not None
        match, seat = table.match, table.mover
        key = (table.id, match.round, seat)
        sitting = self._sitting.get(key)
        views = [match.view(seat)]
        decision = sum(mover == seat for mover, _ in match.game.history)
        if sitting is None or sitting.name != name or sitting.seen != decision:
            seed = table.fair_deal.lot(table.variant, f"bot {match.round} {seat}", SEEDS)
            sitting = _Sitting(name, make_bot(name, table.variant, seat, seed))
            views = past_views(match, seat) + views
        sitting.seen = decision + 1
        self._sitting[key] = sitting
        if len(self._sitting) > REMEMBERED:
            self._sitting.popitem(last=False)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _choose, sitting.bot, views)


def past_views(match: Match, seat: int) -> list[View]:
    """What a seat saw at each of its decisions in the round so far."""
    played = match.game
    game = type(played)(match.variant, played.deal, played.starter)
    views = []
    for mover, move in played.history:
        if mover == seat:
            views.append(game.view(seat))
        game.play(move)
    return views


def _choose(bot: Bot, views: list[View]) -> Move:
    """A bot's answer to the last view, when it has seen the others."""
    for view in views[:-1]:
        bot.choose(view)
    return bot.choose(views[-1])
