"""Ratings from a pool, after Bradley and Terry: 400 points more mean ten victories for each defeat.

They are relative: the mean of a pool is 1500. Each pair is counted as if it had drawn once more than it did,
so that a bot that lost every match has a rating too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MEAN = 1500.0
SCALE = 400 / np.log(10)
RESAMPLES = 400
STEPS = 50
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    value: float
    low: float
    high: float
    """95 % confidence: over the deals, drawn anew from those that were played."""


def fit(scores: Floats) -> Floats:
    """The likeliest ratings. `scores[i, j]` is what i scored against j, a shared victory as a half."""
    met = (scores + scores.T) > 0
    scores = scores + 0.5 * met
    games = scores + scores.T
    strength: Floats = np.zeros(len(scores))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (scores - games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        bend = np.diag(weight.sum(axis=1)) - weight
        # only differences can be known: the pseudoinverse leaves the mean where it is
        step = np.linalg.pinv(bend, hermitian=True) @ slope
        strength += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-9:
            break
    rated: Floats = MEAN + SCALE * (strength - strength.mean())
    return rated


def rate(deals: Floats, seed: int = 0) -> list[Rating]:
    """Ratings with intervals. `deals[d, i, j]` is what i scored against j on deal d, in all seatings."""
    likeliest = fit(deals.sum(axis=0))
    rng = np.random.default_rng(seed)
    number = len(deals)
    drawn = [fit(deals[rng.integers(number, size=number)].sum(axis=0)) for _ in range(RESAMPLES)]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return [Rating(*map(float, of_one)) for of_one in zip(likeliest, low, high, strict=True)]
