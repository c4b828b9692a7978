"""What a bot is: something that is shown a view and answers with one of its legal moves."""

from __future__ import annotations

from typing import Protocol

from lostcities.game import View
from lostcities.moves import Move


class Bot(Protocol):
    """A player for one seat of one match.

    `choose` is called for each decision of that seat, in order, so a bot may remember what it saw.
    """

    def choose(self, view: View) -> Move: ...
