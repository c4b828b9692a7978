"""What a bot is: something that is shown a view and answers with one of its legal moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from lostcities.game import View
from lostcities.moves import Move


class Bot(Protocol):
    """A player for one seat of one match.

    `choose` is called for each decision of that seat, in order, so a bot may remember what it saw. One that
    does has `watch`, too.
    """

    def choose(self, view: View) -> Move: ...


@runtime_checkable
class Remembering(Protocol):
    """A bot that can take up a seat in the middle of a match, if it is shown what the seat has seen."""

    def watch(self, view: View) -> None:
        """Remember what a decision shows that is made already."""


@runtime_checkable
class Thinking(Protocol):
    """A bot that takes its time."""

    def allow(self, seconds: float) -> None:
        """Let it think about a move for so long, where people wait for it."""


PATIENCE = 0.45
"""Seconds that people wait for a bot's thoughts."""


def allow(bot: Bot, seconds: float = PATIENCE) -> None:
    """Have a bot answer within so many seconds, if it thinks at all."""
    if isinstance(bot, Thinking):
        bot.allow(seconds)


def remind(bot: Bot, views: Iterable[View]) -> None:
    """Show a bot the decisions that its seat has made in a match, without having it think about them."""
    if isinstance(bot, Remembering):
        for view in views:
            bot.watch(view)
