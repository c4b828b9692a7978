"""What a sample says about the truth: a value, its standard error and a confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a rate, and the interval that holds the true one 95 times in 100."""

    value: float
    error: float | None
    """One standard error."""
    low: float | None
    high: float | None
    """No error and no interval can be told from one observation."""

    @classmethod
    def mean(cls, values: Sequence[float]) -> Estimate | None:
        """Nothing can be told from no observation."""
        if not values:
            return None
        middle = fmean(values)
        if len(values) == 1:
            return cls(middle, None, None, None)
        error = stdev(values) / sqrt(len(values))
        return cls(middle, error, middle - NORMAL_95 * error, middle + NORMAL_95 * error)

    @classmethod
    def rate(cls, hits: int, trials: int) -> Estimate:
        """Wilson's interval, which is right near 0 and 1 too."""
        z, p = NORMAL_95, hits / trials
        middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
        half = z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
        return cls(p, sqrt(p * (1 - p) / trials), max(0.0, middle - half), min(1.0, middle + half))
