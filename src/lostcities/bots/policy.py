"""Bots that play what a trained network proposes."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from lostcities.bots.manner import BEST, Manner
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.rivals_memory import RivalsMemory
from lostcities.game import RivalsView, RowView, View
from lostcities.game.codec import codec, rivals_set
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Move
from lostcities.net import rivals_known, rivals_observation
from lostcities.net.forward import Net, Opinion
from lostcities.net.known import known_state
from lostcities.net.observation import overview, token
from lostcities.net.table import TABLE, table_within
from lostcities.variant import Variant

Seen = tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]
V = TypeVar("V", RowView, RivalsView)


class NetBot(ABC, Generic[V]):
    """Takes what the net thinks best, or chooses in a manner of its own."""

    views: type[V]
    _memory: Any

    def __init__(self, variant: Variant, net: Net, manner: Manner = BEST, *, seed: int = 0) -> None:
        self.net = net
        self.manner = manner
        self._rng = random.Random(seed)
        self._codec = codec(variant.edition.family, variant.colours)
        self._tokens = np.zeros((1, len(variant.colours), net.shape.token_scale.size), np.int16)
        self._overview = np.zeros((1, net.shape.overview_scale.size), np.int16)

    @abstractmethod
    def observe(self, view: V) -> Seen:
        """What the net is shown of a decision. Show it each of the seat's decisions, in order."""

    def opinion(self, view: V) -> Opinion:
        return self.net(*self.observe(view))

    def watch(self, view: View) -> None:
        if isinstance(view, self.views):
            self._memory.watch(view)

    def own(self, view: View) -> V:
        """A view of the bot's own family of games."""
        if not isinstance(view, self.views):
            raise TypeError(f"{type(self).__name__} plays by a {self.views.__name__}")
        return view

    def choose(self, view: View) -> Move:
        view = self.own(view)
        logits = self.opinion(view).logits[0]
        moves = view.legal_moves
        worths = [float(logits[self._codec.actions[move]]) for move in moves]
        return self.manner.choose(view, moves, worths, self._rng)


@rule
def _observe(tables: Any, states: Any, seat: int, tokens: Any, overall: Any) -> None:
    for colour in range(tables[0].colours):
        token(tables[0], states[0], seat, colour, tokens[0, colour])
    overview(tables[0], states[0], seat, overall[0])


class PolicyBot(NetBot[RowView]):
    """Plays the row game."""

    views = RowView
    _memory: DiscardMemory

    def __init__(self, variant: Variant, net: Net, manner: Manner = BEST, *, seed: int = 0) -> None:
        super().__init__(variant, net, manner, seed=seed)
        self._memory = DiscardMemory(variant)
        self._tables = one_record(TABLE)
        self._tables[0] = table_within(variant, None)

    def observe(self, view: RowView) -> Seen:
        self._memory.watch(view)
        self._tables[0] = table_within(view.variant, view.standing if self.net.plays_matches else None)
        seat = view.seat or 0
        self._tables[0]["forgetful"] = 0 if self.manner.remembers else 1 << seat
        return self.observe_state(known_state(view, self._memory.piles), seat)

    def observe_state(self, states: npt.NDArray[Any], seat: int) -> Seen:
        """The tokens and the overview that a seat has of a state of the kernel."""
        _observe(self._tables, states, seat, self._tokens, self._overview)
        return self._tokens, self._overview


@rule
def _observe_rivals(tables: Any, states: Any, unseen: Any, seat: int, tokens: Any, overall: Any) -> None:
    for colour in range(unseen.size):
        rivals_observation.token(tables[0], states[0], unseen[colour], seat, colour, tokens[0, colour])
    rivals_observation.overview(tables[0], states[0], seat, overall[0])


class RivalsPolicyBot(NetBot[RivalsView]):
    """Plays Rivals."""

    views = RivalsView

    def __init__(self, variant: Variant, net: Net, manner: Manner = BEST, *, seed: int = 0) -> None:
        super().__init__(variant, net, manner, seed=seed)
        self._memory = RivalsMemory(variant)
        self._tables = one_record(rivals_observation.TABLE)
        self._tables[0] = rivals_observation.table_of(variant)

    def observe(self, view: RivalsView) -> Seen:
        self._memory.watch(view)
        cards = self._memory.may_come
        unseen = [
            rivals_set(card for card in cards.elements() if card.colour is colour)
            for colour in view.variant.colours
        ]
        return self.observe_state(rivals_known.known_state(view), np.array(unseen), view.seat or 0)

    def observe_state(self, states: npt.NDArray[Any], unseen: npt.NDArray[np.int64], seat: int) -> Seen:
        """The tokens and the overview that a seat has of a state of the kernel and the cards to come."""
        _observe_rivals(self._tables, states, unseen, seat, self._tokens, self._overview)
        return self._tokens, self._overview
