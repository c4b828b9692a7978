"""The two families in the lab: what a slot of each is made of, and the compiled functions that play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots import explorer_rivals, explorer_row, judgement
from lostcities.kernel import rivals, row
from lostcities.lab import rivals_rounds, rounds
from lostcities.net import rivals_observation, table, worth
from lostcities.net.shape import RIVALS as RIVALS_SHAPE
from lostcities.net.shape import ROW as ROW_SHAPE
from lostcities.net.shape import Shape
from lostcities.variant import Family, Variant

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Game:
    """A family as the lab plays it. The functions are rules: a CPU loops over slots, a GPU has a thread for
    each."""

    shape: Shape
    state: np.dtype[Any]
    table: np.dtype[Any]
    table_of: Callable[[Variant], tuple[int, ...]]
    deck: int
    """The length of a slot's deck."""
    long_round: int
    """The decisions of a long round between sensible players."""
    counted: tuple[str, ...]
    """What a slot counts, in its order."""
    statistics: Callable[[Numbers, int], dict[str, float]]
    """What the counts of finished rounds say, for so many sides."""

    begin: Callable[..., None]
    look: Callable[..., None]
    play_on: Callable[..., None]
    legal: Callable[..., tuple[int, int, int]]
    explorer_choice: Callable[..., int]
    habits: Any
    """The explorer's."""

    @staticmethod
    def alone(tables: Numbers) -> Numbers:
        """The same tables, if everybody played for themselves."""
        own = tables.copy()
        if "cooperation" in (own.dtype.names or ()):
            own["cooperation"] = 0
        return own

    def tables_of(self, variants: Sequence[Variant]) -> Numbers:
        return np.array([self.table_of(variant) for variant in variants], self.table)


def _row_statistics(counts: Numbers, sides: int) -> dict[str, float]:
    """Signs of drift show here first."""
    turns, takes, strikes, opened, wagers = counts.T
    return {
        "turns": float(np.median(turns)),
        "turns_95": float(np.quantile(turns, 0.95)),
        "takes": takes.mean(),
        "strikes": (strikes > 0).mean(),
        "expeditions": opened.mean() / sides,
        "wagers": wagers.mean() / sides,
    }


def _rivals_statistics(counts: Numbers, sides: int) -> dict[str, float]:
    auctions, paid, laid, wagers, out = counts.T
    return {
        "auctions": auctions.mean(),
        "price": paid.sum() / max(1, auctions.sum()),
        "laid": laid.mean() / sides,
        "wagers": wagers.mean() / sides,
        "put_out": out.mean(),
    }


ROW = Game(
    shape=ROW_SHAPE,
    state=row.STATE,
    table=table.TABLE,
    table_of=table.table_of,
    deck=worth.MAX_DECK,
    long_round=160,
    counted=("turns", "discards drawn", "strikes of the guard", "expeditions", "wagers"),
    statistics=_row_statistics,
    begin=rounds.begin,
    look=rounds.look,
    play_on=rounds.play_on,
    legal=row.legal,
    explorer_choice=explorer_row.explorer_choice,
    habits=judgement.Habits(),
)
RIVALS = Game(
    shape=RIVALS_SHAPE,
    state=rivals.STATE,
    table=rivals_observation.TABLE,
    table_of=rivals_observation.table_of,
    deck=rivals_rounds.MAX_DECK,
    long_round=400,
    counted=("auctions", "coins paid", "cards laid", "wagers", "cards put out"),
    statistics=_rivals_statistics,
    begin=rivals_rounds.begin,
    look=rivals_rounds.look,
    play_on=rivals_rounds.play_on,
    legal=rivals.legal,
    explorer_choice=explorer_rivals.explorer_choice,
    habits=explorer_rivals.Habits(),
)
GAMES: Mapping[Family, Game] = {game.shape.family: game for game in (ROW, RIVALS)}


def game_of(variant: Variant) -> Game:
    return GAMES[variant.edition.family]
