"""What a network is shown: all that a seat may know, nothing else, the same in training and at play."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from lab.positions import VARIANTS, random_play
from lostcities.bots.manner import Manner
from lostcities.bots.policy import PolicyBot
from lostcities.game import RowGame, RowView
from lostcities.kernel import row
from lostcities.lab.environment import Environment
from lostcities.lab.network import Policy
from lostcities.match import Match
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, SECRET, TOKEN, overview, secret, token
from lostcities.variant import Variant


def small_net() -> Net:
    torch.manual_seed(1)
    return Net({name: value.numpy() for name, value in Policy(8, 1).state_dict().items()})


def seen_by_mover(environment: Environment) -> npt.NDArray[np.int16]:
    seen = environment.empty_observation()
    environment.observe(seen)
    return np.concatenate([seen.tokens.flatten(1).numpy(), seen.overview.numpy()], 1)


def test_every_declared_feature_is_written_and_no_other() -> None:
    for environment, _, _ in random_play(VARIANTS, 14, 40):
        for slot in range(14):
            table, s, deck = environment.tables[slot], environment.states[slot], environment.decks[slot]
            out = np.full(500, -999, np.int16)
            assert token(table, s, int(s["mover"]), 0, out) == TOKEN == (out != -999).sum()
            out[:] = -999
            assert overview(table, s, int(s["mover"]), out) == OVERVIEW == (out != -999).sum()
            out[:] = -999
            assert secret(table, s, deck, int(s["mover"]), 0, out) == SECRET == (out != -999).sum()


def hide(environment: Environment) -> None:
    """Empty all other hands and turn the draw pile over."""
    for slot in range(environment.slots):
        s = environment.states[slot]
        for seat in range(row.MAX_SEATS):
            if seat != s["mover"]:
                s["hands"][seat] = 0
        environment.decks[slot] = environment.decks[slot][::-1]


def test_an_observation_does_not_depend_on_hidden_cards() -> None:
    for environment, _, _ in random_play(VARIANTS, 28, 120):
        before = seen_by_mover(environment)
        states, decks = environment.states.copy(), environment.decks.copy()
        hide(environment)
        assert np.array_equal(seen_by_mover(environment), before)
        environment.states[:], environment.decks[:] = states, decks


def test_a_seat_that_forgets_is_shown_the_tops_of_the_discard_piles_and_the_others_are_shown_all() -> None:
    differ = 0
    for environment, _, _ in random_play(VARIANTS, 28, 60):
        all_discards = seen_by_mover(environment)
        environment.tables["forgetful"] = 0b0101
        shown = seen_by_mover(environment)
        environment.tables["forgetful"] = 0
        discards = environment.states["discards"].copy()
        environment.states["discards"] &= 15
        tops = seen_by_mover(environment)
        environment.states["discards"] = discards
        forgets = environment.states["mover"] % 2 == 0
        assert np.array_equal(shown, np.where(forgets[:, None], tops, all_discards))
        differ += (tops != all_discards).any(1).sum()
    assert differ > 100


def exchange(states: npt.NDArray[Any], first: int, second: int) -> None:
    """Exchange two colours of a round."""
    for field in ("discards", "hands", "shown", "expeditions"):
        sets = states[field]
        sets[..., [first, second]] = sets[..., [second, first]]
    closed = states["closed"].copy()
    states["closed"][closed == first] = second
    states["closed"][closed == second] = first


def test_colours_have_no_identity() -> None:
    for environment, seen, _ in random_play(["classic", "three-players", "teams"], 12, 60):
        tokens, rest = seen.tokens.clone(), seen.overview.clone()
        states = environment.states.copy()
        exchange(environment.states, 1, 4)
        environment.observe(seen)
        assert torch.equal(seen.tokens, tokens[:, [0, 4, 2, 3, 1]])
        assert torch.equal(seen.overview, rest)
        environment.states[:] = states


@pytest.mark.parametrize(
    "text", [*VARIANTS, "three-players guard=3", "duel-2026 exploits=announced rounds=2"]
)
def test_a_bot_sees_at_play_what_the_net_saw_in_training(text: str) -> None:
    variant = Variant.parse(text)
    net = small_net()
    for seed in range(2):
        match, rng = Match.random(variant, seed=seed), random.Random(seed)
        bots = [PolicyBot(variant, net) for _ in range(variant.players)]
        truth = PolicyBot(variant, net)
        while not match.over:
            if match.between_rounds:
                match.next_round()
            while (seat := match.mover) is not None:
                view, game = match.game.view(seat), match.game
                assert isinstance(view, RowView)
                assert isinstance(game, RowGame)
                tokens, rest = (part.copy() for part in bots[seat].observe(view))
                true_tokens, true_rest = truth.observe_state(game._states, seat)
                assert np.array_equal(tokens, true_tokens)
                assert np.array_equal(rest, true_rest)
                match.play(rng.choice(view.legal_moves))


def test_a_bot_plays_a_whole_match_with_legal_moves() -> None:
    match = Match.random("teams", seed=3)
    bots = [PolicyBot(match.variant, small_net(), Manner(1.0), seed=seat) for seat in range(4)]
    while not match.over:
        if match.between_rounds:
            match.next_round()
        while (seat := match.mover) is not None:
            match.play(bots[seat].choose(match.view(seat)))
    assert len(match.scores) == 3
