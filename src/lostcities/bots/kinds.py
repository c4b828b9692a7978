"""The kinds of players that one may meet at a row game: nets, and those that were written by hand."""

from __future__ import annotations

from typing import Any

from lostcities.bots.explorer_row import explorer_choice
from lostcities.bots.judgement import Habits
from lostcities.bots.thumb_row import thumb_choice
from lostcities.kernel import row
from lostcities.kernel.jit import rule
from lostcities.net.table import Table

NET, EXPLORER, THUMB = 0, 1, 2
KINDS = 3
HABITS = Habits()


@rule
def choice_by_hand(kind: int, table: Table, s: row.State, r: Any) -> int:
    """The action that a player who is no net takes for the mover."""
    if kind == EXPLORER:
        return explorer_choice(table, s, HABITS, r)
    return thumb_choice(table, s)
