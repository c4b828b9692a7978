"""Plays the bots' seats.

Any process may answer for a bot; if two do, the key of the log lets one in. A bot that remembers the round is
brought up to date from the log, so that it can think on where another process was cut off.

Thinking is what a server has least of, so hosts take turns at it. A table at which bots alone play, and at
which nobody looks, stands still until somebody opens its stream again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from lostcities.bots import Bot, make_bot
from lostcities.bots.base import allow, remind
from lostcities.game import Game, View
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.server.background.backoff import Backoff
from lostcities.server.background.fair_queue import FairQueue
from lostcities.server.background.supervisor import Beat
from lostcities.server.live.presence import Presence
from lostcities.server.live.tables import Tables
from lostcities.server.settings import Settings
from lostcities.server.store.trouble import AWAY
from lostcities.server.table import decisions
from lostcities.server.table.events import Newer
from lostcities.server.table.state import Table

REMEMBERED = 2000
SEEDS = 2**31
YIELD = 0.002
SILENT = 5.0
"""Seconds after which the queue shows that it lives, if nobody is to move."""
FIRST_RETRY, LONGEST_RETRY = 0.5, 60.0
log = logging.getLogger("lostcities.server")


@dataclass(slots=True)
class _Sitting:
    """A bot on a seat, and the decisions of its seat that it has seen."""

    name: str
    bot: Bot | None = None
    seen: int = 0


class BotSeats:
    def __init__(self, tables: Tables, presence: Presence, settings: Settings) -> None:
        self._tables = tables
        self._presence = presence
        self._pause = settings.bot_pause
        self._most = settings.bot_threads
        self._threads = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._sitting: OrderedDict[tuple[str, int, int], _Sitting] = OrderedDict()
        self._queue = FairQueue(settings.bots_per_host)
        self._seen_to: set[str] = set()
        """Tables that wait in the queue, are thought about, or are to be tried again."""
        self._turns: set[asyncio.Task[None]] = set()
        self._retry = Backoff(FIRST_RETRY, LONGEST_RETRY)
        self._news = asyncio.Event()
        self.thinking = 0

    @property
    def waiting(self) -> int:
        """Tables at which a bot is to move, and for which there is no thread yet."""
        return len(self._queue)

    def wanted(self, table: Table) -> bool:
        """Whether there is anybody for whom the bots would play."""
        return any(seat.bot is None for seat in table.seats) or self._presence.watched(table)

    def look(self, table: Table) -> None:
        """See to it that a bot moves, if it is to and nobody here sees to it yet."""
        if table.id not in self._seen_to and self._bot_to_move(table) is not None and self.wanted(table):
            self._seen_to.add(table.id)
            self._put(table.created.host, table.id)

    def _put(self, host: str, table_id: str) -> None:
        self._queue.put(host, table_id)
        self._news.set()

    async def run(self, beat: Beat) -> None:
        """Give each free thread to whoever is next."""
        while True:
            beat()
            while self.thinking < self._most and (found := self._queue.take()):
                self.thinking += 1
                turn = asyncio.create_task(self._turn(*found))
                self._turns.add(turn)
                turn.add_done_callback(self._turns.discard)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), SILENT)
            self._news.clear()

    async def close(self) -> None:
        for turn in self._turns:
            turn.cancel()
        await asyncio.gather(*self._turns, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _bot_to_move(self, table: Table) -> str | None:
        return None if table.mover is None else table.seats[table.mover].bot

    async def _turn(self, host: str, table_id: str) -> None:
        """One decision at one table; for the next one it waits for its turn again."""
        try:
            thought = await self._thought(host, table_id)
            if thought is not None:
                await self._play(*thought)
            table = await self._tables.recall(table_id)
        except Newer:  # a bot of that version plays on
            self._seen_to.discard(table_id)
            return
        except Exception as error:
            if not isinstance(error, AWAY):  # what is wrong with the database is said elsewhere
                log.exception("a bot failed", extra={"table": table_id})
            seconds = self._retry.failed(table_id)
            asyncio.get_running_loop().call_later(seconds, self._put, host, table_id)
            return
        self._retry.went_well(table_id)
        self._seen_to.discard(table_id)
        self.look(table)

    async def _thought(self, host: str, table_id: str) -> tuple[Table, int, Move] | None:
        """What the bot would do, and what it has seen, unless there is nobody to think for any more."""
        try:
            table = await self._tables.recall(table_id)
            name = self._bot_to_move(table)
            if name is None or not self.wanted(table):
                return None
            return table, table.seq, await self._think(table, name)
        finally:
            self.thinking -= 1
            self._queue.done(host)
            self._news.set()

    async def _play(self, table: Table, seq: int, move: Move) -> None:
        await asyncio.sleep(max(0.0, (table.at - self._tables.now()) / 1000 + self._pause))
        while self._tables.somebody_was_beaten(table.id):
            await asyncio.sleep(YIELD)
        written = None
        if table.seq == seq:
            written = await self._tables.append(table, decisions.legal(table, move))
        if written is None:
            await self._tables.get(table.id)

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
