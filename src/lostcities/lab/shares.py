"""How the slots of an environment are shared out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

GOLDEN = 5**0.5 / 2 - 0.5


def spread(shares: Sequence[float], slots: int) -> npt.NDArray[np.int64]:
    """Which of several things each slot gets: each by its share, spread evenly over the slots."""
    ends = np.cumsum(np.asarray(shares) / np.sum(shares))
    even = (np.arange(slots) * GOLDEN + 0.5) % 1.0
    return np.minimum(np.searchsorted(ends, even, side="right"), len(shares) - 1)
