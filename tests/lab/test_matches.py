"""Mirrored rounds between players on the lab's environment."""

import pytest
import torch

from lostcities.lab.matches import net_player, plain_player, play_sets, random_player
from lostcities.lab.network import Policy
from lostcities.variant import Variant

CPU = torch.device("cpu")


@pytest.mark.parametrize("text", ["classic", "three-players", "teams"])
def test_a_player_against_itself_wins_nothing(text: str) -> None:
    score = play_sets(Variant.parse(text), plain_player, plain_player, 20, CPU)
    assert score.margin == 0
    assert score.own == pytest.approx(score.others)
    assert score.rounds == 20 * Variant.parse(text).sides


@pytest.mark.parametrize(
    "text", ["classic", "long", "three-players", "teams", "duel-2026 exploits=announced"]
)
def test_the_plain_player_beats_a_random_one(text: str) -> None:
    torch.manual_seed(1)
    score = play_sets(Variant.parse(text), plain_player, random_player, 10, CPU)
    assert score.margin > 50
    assert score.wins > 0.9


def test_the_plain_player_scores_as_a_beginner_does() -> None:
    score = play_sets(Variant.parse("classic"), plain_player, plain_player, 100, CPU)
    assert 12 < score.own < 25
    assert 43 < score.turns < 50


def test_in_cooperation_the_sum_counts() -> None:
    score = play_sets(Variant.parse("classic cooperation"), plain_player, plain_player, 20, CPU)
    assert score.margin == pytest.approx(score.own + score.others)


def test_a_greedy_net_repeats_itself_and_a_warm_one_does_not() -> None:
    torch.manual_seed(2)
    policy = Policy(8, 1)
    variant = Variant.parse("classic")
    greedy = [play_sets(variant, net_player(policy), plain_player, 4, CPU) for _ in range(2)]
    warm = [play_sets(variant, net_player(policy, 1.0), plain_player, 4, CPU) for _ in range(2)]
    assert greedy[0] == greedy[1]
    assert warm[0] != warm[1]
