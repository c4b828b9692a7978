"""Proposals tried out in the same worlds: which are still in question, and which one is best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
UNHEARD_OF = 1e-9  # a chance that is too small to be told from none


class Trial(ABC):
    """Proposals by their place in the net's order, first choice 0."""

    def __init__(self, chances: Sequence[float]) -> None:
        self.chances = chances
        self.alive = list(range(len(chances)))
        """Those in question. All of them have been tried out in the same worlds."""
        self.worlds = 0
        self._worth: dict[int, Floats] = {i: np.zeros(0) for i in self.alive}

    def add(self, worth: Floats) -> None:
        """What new worlds were worth: a row for each proposal in question."""
        for i, more in zip(self.alive, worth, strict=True):
            self._worth[i] = np.concatenate([self._worth[i], more])
        self.worlds += worth.shape[1]
        self._sift()

    @property
    def settled(self) -> bool:
        return len(self.alive) == 1

    @property
    @abstractmethod
    def verdict(self) -> int:
        """The proposal to take by all that is known."""

    @abstractmethod
    def _sift(self) -> None:
        """Give up the proposals that more worlds would not bring back."""
