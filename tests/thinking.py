"""Positions to think about, and the worlds that their mover can't tell from the true one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots.search_worlds import NETS, Worlds, odds_for
from lostcities.game import RowGame, new_game
from lostcities.kernel.jit import one_record
from lostcities.net.known import known_state
from lostcities.net.table import TABLE, table_of
from lostcities.variant import Variant


def tables_for(variant: Variant) -> npt.NDArray[Any]:
    tables = one_record(TABLE)
    tables[0] = table_of(variant)
    return tables


def late_game(variant: Variant, seed: int, pile: int) -> RowGame:
    """A round of random moves, stopped when so many cards are left. The guard keeps what follows short."""
    game, rng = new_game(replace(variant, guard=3), seed=seed), random.Random(seed)
    assert isinstance(game, RowGame)
    while len(game.draw_pile) > pile:
        game.play(rng.choice(game.legal_moves))
    return game


def worlds_for(
    game: RowGame,
    held: npt.NDArray[np.float32] | None = None,
    seed: int = 1,
    kinds: npt.NDArray[np.float64] = NETS,
) -> Worlds:
    """The worlds of the seat whose turn it is, if a net says this of the others' hands, and these are the
    chances of the kinds that they are of."""
    view, tables, seat = game.view(game.mover), tables_for(game.variant), game.mover or 0
    known = known_state(view, {colour: game.discard_pile(colour) for colour in game.variant.colours})
    return Worlds(tables, known, seat, view.hand_sizes, odds_for(tables, seat, held), seed, kinds)
