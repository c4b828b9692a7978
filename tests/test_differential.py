"""The engine agrees with the independent reference, decision by decision, in states, moves and scores."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from differential import compare, compare_many
from lostcities.game import RowGame
from lostcities.variant import Variant
from policies import GUARD_SEEKER, Policy, policies_for
from variants import ROW_VARIANTS, VARIANTS

GAMES = 8
GUARD = 40


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_games_agree(variant: Variant) -> None:
    for policy in policies_for(variant):
        compare_many(variant, policy, GAMES)


@pytest.mark.parametrize("variant", ROW_VARIANTS[::4], ids=str)
def test_games_that_stall_until_the_guard_strikes_agree(variant: Variant) -> None:
    game = compare(variant, GUARD_SEEKER, random.Random(str(variant)))
    assert longest_drought(game) == variant.guard == GUARD


@pytest.mark.parametrize("policy", policies_for(ROW_VARIANTS[0]), ids=str)
def test_a_guard_of_three_strikes_whatever_the_play(policy: Policy) -> None:
    rng = random.Random(str(policy))
    games = [compare(replace(ROW_VARIANTS[0], guard=3), policy, rng) for _ in range(8)]
    assert max(map(longest_drought, games)) == 3


def longest_drought(game: object) -> int:
    """The most turns in a row in which nobody drew from the pile."""
    assert isinstance(game, RowGame)
    draws = "".join("p" if str(move) == "@" else "d" for _, move in game.history if str(move)[0] == "@")
    return max(map(len, draws.split("p")))
