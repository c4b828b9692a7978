"""Mirrored rounds between players on the lab's environment."""

import numpy as np
import pytest
import torch
from torch import Tensor

from lab.positions import VARIANTS, random_play
from lostcities.kernel import row
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
from lostcities.lab.network import Policy, legal_mask, masked
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


@pytest.mark.parametrize("temperature", [1e12, float("inf")])
@pytest.mark.parametrize("reach", [0.1, float("inf")])
def test_at_any_temperature_a_net_plays_legal_moves_within_its_reach(
    temperature: float, reach: float
) -> None:
    torch.manual_seed(2)
    policy = Policy(8, 1).requires_grad_(False)
    for weights in policy.parameters():
        torch.nn.init.normal_(weights, std=0.5)
    others = 0
    for rounds, seen, _ in random_play(VARIANTS, 70, 5):
        logits = masked(policy(seen.tokens, seen.overview).logits, seen.words)
        sensible = legal_mask(seen.words, row.ACTIONS) & (logits >= logits.amax(1, keepdim=True) - reach)
        chosen = net_player(policy, temperature, reach)(rounds, seen)
        assert sensible.gather(1, chosen.unsqueeze(1)).all()
        others += int((chosen != logits.argmax(1)).sum())
    assert others > 10


def test_sets_that_were_not_played_to_their_end_say_so() -> None:
    score = play_sets(Variant.parse("classic"), hasty, hasty, 2, CPU, long_rounds=0)
    assert str(score) == "no set came to its end"
