"""Positions of random play for the lab's tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch

from lostcities.lab.environment import Environment, Observation
from lostcities.lab.families import game_of
from lostcities.lab.matches import random_player
from lostcities.lab.shares import spread
from lostcities.variant import Variant

VARIANTS = (
    "classic",
    "long",
    "three-players",
    "teams nothing-in-hand",
    "duel-2026 exploits",
    "duel-2026 exploits=announced",
    "classic cooperation guard=5",
)
RIVALS = ("rivals", "rivals players=3", "rivals players=4")


class Step(NamedTuple):
    environment: Environment
    seen: Observation
    ends: torch.Tensor
    """What the step before ended."""


def random_play(texts: Sequence[str], slots: int, steps: int) -> Iterator[Step]:
    """What every slot's mover sees, step by step, in rounds between random players."""
    torch.manual_seed(5)
    variants = [Variant.parse(text) for text in texts]
    game = game_of(variants[0])
    tables = game.tables_of(variants)[spread([1] * len(texts), slots)]
    environment = Environment(game, tables, np.arange(slots, dtype=np.int64))
    seen, ends = environment.empty_observation(), environment.empty_ends()
    for _ in range(steps):
        environment.observe(seen)
        yield Step(environment, seen, ends)
        environment.play(random_player(environment, seen), ends)
