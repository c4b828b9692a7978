"""Every bot plays every variant; and `explorer` plays it well."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from lostcities.bots import BOTS, UnknownBot, make_bot
from lostcities.cards import WAGER
from lostcities.deal import Deal
from lostcities.game import Game, RowGame, new_game
from lostcities.moves import Claim
from lostcities.variant import Variant
from variants import VARIANTS


def play(variant: Variant, bots: list[str], seed: int) -> Game:
    """A round between named bots; each choice is checked to be one of the view's legal moves."""
    game = new_game(variant, Deal.random(variant, random.Random(seed)), starter=seed % variant.players)
    players = [make_bot(bot, variant, seat, seed) for seat, bot in enumerate(bots)]
    while (seat := game.mover) is not None:
        view = game.view(seat)
        move = players[seat].choose(view)
        assert move in view.legal_moves
        game.play(move)
    return game


# One of each kind plays every variant; what tells their relatives apart is tried on few. `legend` takes its
# time, and has tests of its own.
KINDS = ("random", "thumb", "explorer", "tourist", "professor")
RELATIVES = [bot for bot in BOTS if bot not in (*KINDS, "legend")]
PLAYED = [(bot, variant) for bot in KINDS for variant in VARIANTS] + [
    (bot, Variant.parse(text)) for bot in RELATIVES for text in ("classic", "rivals players=3")
]


@pytest.mark.parametrize(("bot", "variant"), PLAYED, ids=str)
def test_a_bot_plays_legally_to_the_end_and_alike_for_the_same_seed(bot: str, variant: Variant) -> None:
    first = play(variant, [bot] * variant.players, 1)
    again = play(variant, [bot] * variant.players, 1)
    assert first.over
    assert first.history == again.history


@pytest.mark.parametrize("bot", KINDS)
def test_a_bot_goes_on_through_the_rounds_of_a_match(bot: str) -> None:
    variant = Variant.parse("three-players")
    players = [make_bot(bot, variant, seat, 0) for seat in range(3)]
    for seed in range(2):
        game = new_game(variant, seed=seed)
        while (seat := game.mover) is not None:
            game.play(players[seat].choose(game.view(seat)))
        assert game.over


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match="no bot “lucy”; the bots are random, thumb, explorer"):
        make_bot("lucy", Variant.parse("classic"), 0)


def test_random_tries_every_legal_move() -> None:
    game = new_game("classic", seed=4)
    view = game.view(0)
    chosen = {make_bot("random", game.variant, 0, seed).choose(view) for seed in range(400)}
    assert chosen == set(view.legal_moves)


def test_explorers_score_at_least_fifteen_points_a_round_against_each_other() -> None:
    variant = Variant.parse("classic")
    points = [score for seed in range(60) for score in play(variant, ["explorer"] * 2, seed).scores]
    assert fmean(points) >= 15


def test_a_rule_of_thumb_earns_its_points_but_fewer_than_explorers() -> None:
    variant = Variant.parse("classic")
    points = [score for seed in range(60) for score in play(variant, ["thumb"] * 2, seed).scores]
    assert 8 <= fmean(points) <= 28


@pytest.mark.parametrize("players", [2, 3, 4])
def test_explorer_beats_random_players_in_rivals(players: int) -> None:
    variant = Variant.parse(f"rivals players={players}")
    games = 40
    won = 0
    for seed in range(games):
        seat = seed % players
        bots = ["explorer" if i == seat else "random" for i in range(players)]
        scores = play(variant, bots, seed).scores
        won += scores[seat] > max(score for i, score in enumerate(scores) if i != seat)
    assert won >= 0.95 * games


@pytest.mark.parametrize(
    "text",
    [
        "long",
        "three-players",
        "teams",
        "duel-2026 exploits",
        "classic nothing-in-hand",
        "teams nothing-in-hand",
    ],
)
def test_explorer_beats_random_in_every_row_game(text: str) -> None:
    variant = Variant.parse(text)
    bots = ["explorer" if variant.side_of(seat) == 0 else "random" for seat in range(variant.players)]
    for seed in range(5):
        own, *others = play(variant, bots, seed).scores
        assert own > max(others)


def test_explorer_claims_an_exploit_as_soon_as_it_can() -> None:
    variant = Variant.parse("duel-2026 exploits=announced")
    claimed = 0
    for seed in range(5):
        game = new_game(variant, seed=seed)
        players = [make_bot("explorer", variant, seat, 0) for seat in range(2)]
        while (seat := game.mover) is not None:
            view = game.view(seat)
            move = players[seat].choose(view)
            if any(isinstance(legal, Claim) for legal in view.legal_moves):
                assert isinstance(move, Claim)
                claimed += 1
            game.play(move)
    assert claimed >= 5


def left_in_hand(text: str) -> float:
    """What the numbers in an explorer's hand add up to at the end of a round, on average."""
    variant = Variant.parse(text)
    hands = []
    for seed in range(25):
        game = play(variant, ["explorer"] * 2, seed)
        assert isinstance(game, RowGame)
        hands += [sum(card.value for card in game.hand(seat) if card.value != WAGER) for seat in range(2)]
    return fmean(hands)


def test_explorer_empties_its_hand_where_it_counts() -> None:
    assert left_in_hand("classic nothing-in-hand") < 0.75 * left_in_hand("classic")


def test_explorers_reach_more_together_than_against_each_other() -> None:
    def sum_of_both(text: str) -> float:
        variant = Variant.parse(text)
        return fmean(sum(play(variant, ["explorer"] * 2, seed).scores) for seed in range(25))

    assert sum_of_both("classic cooperation") > sum_of_both("classic") + 30


def test_partners_in_cooperation_hardly_ever_start_the_same_expedition() -> None:
    variant = Variant.parse("classic cooperation")
    twice = started = 0
    for seed in range(25):
        game = play(variant, ["explorer"] * 2, seed)
        assert isinstance(game, RowGame)
        first, second = game.expeditions(0), game.expeditions(1)
        twice += sum(bool(first[colour] and second[colour]) for colour in variant.colours)
        started += sum(bool(first[colour] or second[colour]) for colour in variant.colours)
    assert twice < 0.1 * started
