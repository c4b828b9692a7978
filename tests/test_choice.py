"""What is chosen among legal actions, and with which chance."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES
from lostcities.net.choice import NONE, best, chance_of, only


def words_of(actions: set[int]) -> tuple[int, int, int]:
    first, second, third = (sum(1 << a % 64 for a in actions if a // 64 == word) for word in range(3))
    return first, second, third


CARDS = range(row.MAX_COLOURS * VALUES)
ACTIONS = [*CARDS, *(row.DISCARD + card for card in CARDS), *range(row.TAKE, row.ACTIONS)]


@given(st.sets(st.sampled_from(ACTIONS), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_a_net_chooses_by_its_numbers_for_what_is_legal(actions: set[int], rng: random.Random) -> None:
    logits = np.array([rng.uniform(-8, 8) for _ in range(row.ACTIONS)], np.float32)
    legal, words = sorted(actions), words_of(actions)
    weights = np.exp(logits[legal])
    assert best(words, logits) == legal[int(weights.argmax())]
    assert only(words) == (legal[0] if len(legal) == 1 else NONE)
    for action, weight in zip(legal, weights, strict=True):
        assert chance_of(action, words, logits) == pytest.approx(weight / weights.sum(), rel=1e-4)
