"""Mirrored rounds between players on the lab's environment."""

import numpy as np
import pytest
import torch
from torch import Tensor

from lostcities.lab.environment import Environment, Observation, environment
from lostcities.lab.families import ROW
from lostcities.lab.matches import (
    explorer_player,
    explorers,
    loner_player,
    net_player,
    play_sets,
    random_player,
)
from lostcities.lab.network import Policy, legal_mask
from lostcities.lab.rollout import Player
from lostcities.variant import Variant

CPU = torch.device("cpu")


def hasty(environment: Environment, seen: Observation) -> Tensor:
    """Lays the first card that it can, else does the last thing on the list; never decides by chance."""
    actions = environment.game.shape.actions
    legal = legal_mask(seen.words, actions).int()
    last = actions - 1 - legal.flip(1).argmax(1)
    return torch.where(seen.words[:, 0] != 0, legal.argmax(1), last)


@pytest.mark.parametrize("text", ["classic", "three-players", "teams", "rivals", "rivals players=4"])
def test_a_player_against_itself_wins_nothing(text: str) -> None:
    score = play_sets(Variant.parse(text), hasty, hasty, 20, CPU)
    assert score.margin == pytest.approx(0, abs=1e-9)
    assert score.own == pytest.approx(score.others)
    assert score.rounds == 20 * Variant.parse(text).sides


@pytest.mark.parametrize(
    "text", ["classic", "long", "three-players", "teams", "duel-2026 exploits=announced"]
)
def test_the_explorer_beats_a_random_player(text: str) -> None:
    torch.manual_seed(1)
    score = play_sets(Variant.parse(text), explorer_player, random_player, 10, CPU)
    assert score.margin > 50
    assert score.wins > 0.9


@pytest.mark.parametrize(
    ("text", "own", "auctions"),
    [("rivals", 102, 23), ("rivals players=3", 63, 29), ("rivals players=4", 45, 28)],
)
def test_the_explorer_of_rivals_plays_in_the_lab_as_at_a_table(text: str, own: int, auctions: int) -> None:
    torch.manual_seed(1)
    variant = Variant.parse(text)
    score = play_sets(variant, explorer_player, explorer_player, 25, CPU)
    assert score.own == pytest.approx(own, rel=0.1)
    assert score.counted["auctions"] == pytest.approx(auctions, rel=0.2)
    assert play_sets(variant, explorer_player, random_player, 10, CPU).wins > 0.9


def test_the_explorer_scores_in_the_lab_what_it_scores_at_a_table() -> None:
    score = play_sets(Variant.parse("classic"), explorer_player, explorer_player, 100, CPU)
    assert 33 < score.own < 42
    assert 48 < score.counted["turns"] < 55


def test_in_cooperation_the_sum_counts() -> None:
    score = play_sets(Variant.parse("classic cooperation"), explorer_player, explorer_player, 20, CPU)
    assert score.margin == pytest.approx(score.own + score.others)


def test_a_loner_is_an_explorer_that_knows_no_partner() -> None:
    alone, together = (Variant.parse(text) for text in ("classic", "classic cooperation"))
    scores = {
        (player, variant): play_sets(variant, player, player, 20, CPU)
        for player in (explorer_player, loner_player)
        for variant in (alone, together)
    }
    assert scores[loner_player, alone] == scores[explorer_player, alone]
    assert scores[loner_player, together].own == scores[explorer_player, alone].own
    assert scores[explorer_player, together].margin > scores[loner_player, together].margin + 100


def test_explorers_sit_before_the_very_last() -> None:
    tables = np.repeat(ROW.tables_of([Variant.parse("classic cooperation")]), 12)

    def chosen(player: Player, where: slice) -> list[int]:
        rounds = environment(ROW, tables, np.arange(12, dtype=np.int64), CPU)
        seen = rounds.empty_observation()
        rounds.observe(seen)
        actions: list[int] = player(rounds, seen.at(where)).tolist()
        return actions

    for alone in (False, True):
        everywhere = chosen(explorers(alone=alone), slice(0, 12))
        assert chosen(explorers(alone=alone, before=4), slice(3, 8)) == everywhere[3:8]


def test_a_greedy_net_repeats_itself_and_a_warm_one_does_not() -> None:
    torch.manual_seed(2)
    policy = Policy(8, 1)
    variant = Variant.parse("classic")
    greedy = [play_sets(variant, net_player(policy), explorer_player, 4, CPU) for _ in range(2)]
    warm = [play_sets(variant, net_player(policy, 1.0), explorer_player, 4, CPU) for _ in range(2)]
    assert greedy[0] == greedy[1]
    assert warm[0] != warm[1]
