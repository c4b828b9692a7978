"""How the slots of an environment are shared out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

# How far it is from slot to slot when something is shared out. Each thing has a ratio of its own: by the same
# one, what a slot gets of one thing would decide what it gets of another.
VARIANTS, MATCHES, FREEDOM = 5**0.5 / 2 - 0.5, 2**0.5 - 1, 3**0.5 - 1


def evenly(number: int, ratio: float) -> npt.NDArray[np.float64]:
    """So many numbers from 0 to 1, spread evenly, also among any that follow each other."""
    return (np.arange(number, dtype=np.float64) * ratio + 0.5) % 1.0


def spread(shares: Sequence[float], slots: int, ratio: float = VARIANTS) -> npt.NDArray[np.int64]:
    """Which of several things each slot gets: each by its share, spread evenly over the slots."""
    ends = np.cumsum(np.asarray(shares) / np.sum(shares))
    return np.minimum(np.searchsorted(ends, evenly(slots, ratio), side="right"), len(shares) - 1)
