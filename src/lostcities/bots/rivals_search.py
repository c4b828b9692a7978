"""The strongest play of Rivals: a network's proposals, tried out in many worlds.

All lies open but the order of the cards to come, so a world is a shuffle of them. Which they are, the seat
remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from lostcities.bots.policy import RivalsPolicyBot
from lostcities.bots.rivals_rollouts import RivalsRollouts
from lostcities.bots.search_challenge import Challenge, Gate
from lostcities.bots.search_trial import Floats
from lostcities.bots.searching import Doubt, Searching
from lostcities.cards import Card
from lostcities.game import RivalsView
from lostcities.game.rivals import takes
from lostcities.kernel import rivals
from lostcities.moves import Move
from lostcities.net import rivals_known


@dataclass(frozen=True, slots=True)
class RivalsMethod(Doubt):
    """When to search, how far, and when to believe it."""

    proposals: int = 6
    least: float = 0.005
    sure: float = 0.99
    gate: Gate = field(default_factory=lambda: Gate(points=0.5, errors=1.0, prior=0.5))
    turns: int = 4
    """How long a world is played on before the net's forecast says what has come of it."""


class Shuffles:
    """Orders of the cards to come; equal seeds shuffle equally."""

    def __init__(self, living: Sequence[int], dead: Sequence[int], left: int, seed: int) -> None:
        self._living, self._dead, self._left = np.array(living, np.int8), np.array(dead, np.int8), left
        self._rng = np.random.default_rng(seed)

    def deal(self, number: int) -> npt.NDArray[np.int8]:
        """So many decks, each with its cards to come at the end.

        What somebody can still lay is to come for certain. A card that nobody could lay may have gone unseen;
        which of these come doesn't matter, for they will go as well.
        """
        decks = np.zeros((number, rivals.DECK), np.int8)
        living = self._rng.permuted(np.tile(self._living, (number, 1)), axis=1)[:, : self._left]
        dead = np.tile(self._dead[: self._left - living.shape[1]], (number, 1))
        decks[:, rivals.DECK - self._left :] = self._rng.permuted(np.hstack([living, dead]), axis=1)
        return decks


class RivalsSearchBot(Searching[RivalsView, Shuffles, RivalsMethod], RivalsPolicyBot):
    usual = RivalsMethod()

    def length(self, view: RivalsView) -> int:
        return min(self.method.turns, _to_come(view))

    def trial_of(self, chances: Sequence[float]) -> Challenge:
        return Challenge(chances, self.method.gate)

    def worlds_of(self, view: RivalsView) -> Shuffles:
        may_come = self._memory.may_come
        alive = {card: _is_alive(view, card) for card in may_come}
        numbers = [(self._codec.card_number(card), alive[card]) for card in may_come.elements()]
        living = [number for number, lives in numbers if lives]
        dead = [number for number, lives in numbers if not lives]
        return Shuffles(living, dead, _to_come(view), self.seed_of(view))

    def play_out(self, view: RivalsView, worlds: Shuffles, moves: Sequence[Move], number: int) -> Floats:
        states = rivals_known.known_state(view).repeat(number * len(moves))
        actions = np.array([self._codec.actions[move] for move in moves])
        decks = np.tile(worlds.deal(number), (len(moves), 1))
        rollouts = RivalsRollouts(self.net, self._tables, self.method.turns)
        ends = rollouts.worth(states, decks, actions.repeat(number), view.seat or 0)
        return ends.reshape(len(moves), number)


def _to_come(view: RivalsView) -> int:
    """The cards that are still to come."""
    return view.pile + rivals.PILE_SIZE * view.piles_left


def _is_alive(view: RivalsView, card: Card) -> bool:
    """Somebody can still lay it."""
    return any(takes(rows[card.colour], card) for rows in view.expeditions)
