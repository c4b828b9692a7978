"""A bot that plays what a trained network proposes."""

from __future__ import annotations

import random
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.bots.memory import DiscardMemory
from lostcities.game import RowView, View
from lostcities.game.codec import codec
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Move
from lostcities.net.forward import Net, Opinion
from lostcities.net.known import known_state
from lostcities.net.observation import OVERVIEW, TOKEN, overview, token
from lostcities.net.table import TABLE, table_of
from lostcities.variant import Variant

Seen = tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]


@rule
def _observe(tables: Any, states: Any, seat: int, tokens: Any, overall: Any) -> None:
    for colour in range(tables[0].colours):
        token(tables[0], states[0], seat, colour, tokens[0, colour])
    overview(tables[0], states[0], seat, overall[0])


class PolicyBot:
    """Takes the net's best move, or, at a temperature above 0, one by its chances."""

    def __init__(
        self, variant: Variant, net: Net, *, temperature: float = 0.0, rng: random.Random | None = None
    ) -> None:
        self.net = net
        self.temperature = temperature
        self._rng = rng or random.Random()
        self._memory = DiscardMemory(variant)
        self._codec = codec(variant.edition.family, variant.colours)
        self._tables = one_record(TABLE)
        self._tables[0] = table_of(variant)
        self._tokens = np.zeros((1, len(variant.colours), TOKEN), np.int16)
        self._overview = np.zeros((1, OVERVIEW), np.int16)

    def observe(self, view: RowView) -> Seen:
        """What the net is shown of a decision. Show it each of the seat's decisions, in order."""
        self._memory.watch(view)
        return self.observe_state(known_state(view, self._memory.piles), view.seat or 0)

    def observe_state(self, states: npt.NDArray[Any], seat: int) -> Seen:
        """The tokens and the overview that a seat has of a state of the kernel."""
        _observe(self._tables, states, seat, self._tokens, self._overview)
        return self._tokens, self._overview

    def opinion(self, view: RowView) -> Opinion:
        return self.net(*self.observe(view))

    def choose(self, view: View) -> Move:
        if not isinstance(view, RowView):
            raise TypeError("this net plays the row game")
        logits = self.opinion(view).logits[0]
        moves = view.legal_moves
        worth = [float(logits[self._codec.actions[move]]) for move in moves]
        best = max(worth)
        if self.temperature <= 0:
            return moves[worth.index(best)]
        return self._rng.choices(moves, [exp((w - best) / self.temperature) for w in worth])[0]
