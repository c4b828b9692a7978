"""`random`: any legal move, all equally likely."""

from __future__ import annotations

import random

from lostcities.game import View
from lostcities.moves import Move
from lostcities.variant import Variant


class RandomBot:
    def __init__(self, variant: Variant, seat: int, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View) -> Move:
        return self._rng.choice(view.legal_moves)
