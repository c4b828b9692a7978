"""Ratings: exact where that can be worked out, and right within their interval where it can't."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lostcities.arena.ratings import fit, rate


def test_two_bots_differ_by_the_logarithm_of_what_they_scored() -> None:
    first, second = fit(np.array([[0, 29.5], [9.5, 0]]))
    assert first - second == pytest.approx(400 * math.log10(30 / 10))
    assert first + second == pytest.approx(3000)


def test_equals_are_rated_equally() -> None:
    scores = 10 * (np.ones((4, 4)) - np.eye(4))
    assert fit(scores) == pytest.approx([1500] * 4)


def test_one_who_lost_every_match_has_a_rating_too() -> None:
    ratings = fit(np.array([[0, 100, 100], [0, 0, 50], [0, 50, 0]], float))
    assert np.isfinite(ratings).all()
    assert ratings[0] > ratings[1] + 400
    assert ratings[1] == pytest.approx(ratings[2])


def test_known_strengths_are_recovered_within_the_interval() -> None:
    true = np.array([1300.0, 1400.0, 1500.0, 1600.0, 1700.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    rng = np.random.default_rng(5)
    deals = np.zeros((300, 5, 5))
    for i in range(5):
        for j in range(i):
            won = rng.random(300) < chance[i, j]
            deals[:, i, j], deals[:, j, i] = won, ~won
    ratings = rate(deals)
    assert [rating.value for rating in ratings] == sorted(rating.value for rating in ratings)
    for rating, strength in zip(ratings, true, strict=True):
        assert rating.low < rating.value < rating.high
        assert rating.low - 20 < strength < rating.high + 20
        assert rating.high - rating.low < 80
    assert ratings == rate(deals)
