"""Plays the bots' seats.

Any process may answer for a bot; if two do, the key of the log lets one in. A bot that remembers the round is
brought up to date from the log, so that it can think on where another process was cut off.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lostcities.bots import Bot, make_bot
from lostcities.bots.base import allow, remind
from lostcities.game import Game, View
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.server.live.tables import Tables
from lostcities.server.settings import Settings
from lostcities.server.table import decisions
from lostcities.server.table.events import Newer
from lostcities.server.table.state import Table

REMEMBERED = 2000
SEEDS = 2**31
YIELD = 0.002
log = logging.getLogger("lostcities.server")


@dataclass(slots=True)
class _Sitting:
    """A bot on a seat, and the decisions of its seat that it has seen."""

    name: str
    bot: Bot | None = None
    seen: int = 0


class BotSeats:
    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables = tables
        self._pause = settings.bot_pause
        self._threads = ThreadPoolExecutor(settings.bot_threads, "bot")
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
                while self._tables.somebody_was_beaten(table_id):
                    await asyncio.sleep(YIELD)
                written = None
                if table.seq == seq:
                    written = await self._tables.append(table, decisions.legal(table, move))
                table = written or await self._tables.get(table_id)
        except Newer:
            pass  # a bot of that version plays on
        except Exception:
            log.exception("a bot failed", extra={"table": table_id})
        finally:
            del self._tasks[table_id]

    async def _think(self, table: Table, name: str) -> Move:
        """Ask the bot, off the event loop."""
        assert table.match is not None
        assert table.mover is not None
        game, seat = table.match.game, table.mover
        key = (table.id, table.match.round, seat)
        decisions_before = sum(mover == seat for mover, _ in game.history)
        sitting = self._sitting.get(key)
        if sitting is None or sitting.name != name or sitting.seen != decisions_before:
            sitting = self._sitting[key] = _Sitting(name)
        sitting.seen = decisions_before + 1
        if len(self._sitting) > REMEMBERED:
            self._sitting.popitem(last=False)
        seed = table.fair_deal.lot(table.variant, f"bot {table.match.round} {seat}", SEEDS)
        view = table.match.view(seat)
        rounds = rounds_so_far(table.match)

        def choose() -> Move:
            if sitting.bot is None:
                sitting.bot = make_bot(name, table.variant, seat, seed)
                allow(sitting.bot)
                remind(sitting.bot, past_views(rounds, seat))
            return sitting.bot.choose(view)

        return await asyncio.get_running_loop().run_in_executor(self._threads, choose)


def rounds_so_far(match: Match) -> list[Game]:
    """As they are now: the match may go on while a bot looks at them."""
    return [*match.games[:-1], match.game.copy()]


def past_views(rounds: Sequence[Game], seat: int) -> Iterator[View]:
    """What a seat saw at each of its decisions."""
    for game in rounds:
        decided = len(game.history)
        for state in game.states():
            if state.mover == seat and len(state.history) < decided:  # what comes next is its own question
                yield state.view(seat)
