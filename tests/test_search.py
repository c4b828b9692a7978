"""Play-time search: what it finds, what it may not know, and what it costs."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from hindsight import views_before
from lostcities.bots.acquaintance import SURE
from lostcities.bots.base import remind
from lostcities.bots.kinds import KINDS
from lostcities.bots.policy import PolicyBot
from lostcities.bots.search import Method, SearchBot
from lostcities.bots.search_contest import Belief
from lostcities.bots.searching import Budget
from lostcities.game import RowGame
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.position import Position
from lostcities.variant import Variant
from nets import net_by_chance
from redeal import Table
from thinking import late_game, worlds_for
from variants import ROW_VARIANTS

ALWAYS = Method(proposals=20, least=0.0, sure=1.0)


def decide(game: RowGame, net: Net, seed: int = 3, budget: Budget | None = None) -> tuple[Move, int]:
    """The choice of a bot that has followed the round, and the worlds it took."""
    seat = game.mover
    assert seat is not None
    bot = SearchBot(game.variant, net, seed=seed, budget=budget or Budget(worlds=16), method=ALWAYS)
    remind(bot, views_before(game, seat))
    view = game.view(seat)
    move = bot.choose(view)
    assert move in view.legal_moves
    return move, bot.worlds_tried


LAST_TURN = (
    "classic | A play dry=40 | hands B10 W2 W3 W4 G2 G3 G4 R5 / YX Y2 Y3 Y4 Y5 Y6 Y7 Y8 "
    "| rows B X X X 6 7 8 9 / - | discards Y X X 9 10; B 2 3 4 5; W X X X 5 6 7 8 9 10; "
    "G X X X 5 6 7 8 9 10; R X X X 2 3 4 6 7 8 9 | pile R10"
)
"""The guard leaves only the last card of the draw pile, and the blue ten is worth 60 points."""


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_last_card_that_scores_is_found_where_the_net_misses_it(seed: int) -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(seed)
    assert str(PolicyBot(game.variant, net).choose(view)) != "+B10"
    assert str(SearchBot(game.variant, net, method=ALWAYS).choose(view)) == "+B10"


def test_a_sure_net_is_not_searched() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    for method in (
        replace(ALWAYS, sure=0.0),
        replace(ALWAYS, proposals=1),
        replace(ALWAYS, least=1.0),
    ):
        bot = SearchBot(game.variant, net, method=method)
        assert bot.choose(view) == first
        assert bot.worlds_tried == 0


def test_a_firm_belief_leaves_the_first_choice() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    bot = SearchBot(game.variant, net, method=replace(ALWAYS, belief=Belief(slope=1, spread=0.001)))
    assert bot.choose(view) == first


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_every_row_game_is_played_legally_to_its_end(variant: Variant) -> None:
    game, net = late_game(variant, 5, 3), net_by_chance()
    method, budget = replace(ALWAYS, proposals=3), Budget(worlds=4)
    bots = [SearchBot(game.variant, net, budget=budget, method=method) for _ in range(variant.players)]
    for seat, bot in enumerate(bots):
        remind(bot, views_before(game, seat))
    while (mover := game.mover) is not None:
        game.play(bots[mover].choose(game.view(mover)))
    assert game.over


def redealt(game: RowGame, viewer: int, rng: random.Random) -> RowGame:
    """The same course of play with other cards where a seat, with all that it remembers, knows of none."""
    unseen, deck = Table(game).unseen_by(viewer), list(game.deal.deck)
    for place, card in zip(unseen, rng.sample([deck[i] for i in unseen], len(unseen)), strict=True):
        deck[place] = card
    moves = [move for _, move in game.history]
    return RowGame.replay(game.variant, replace(game.deal, deck=tuple(deck)), game.starter, moves)


@pytest.mark.parametrize("text", ["classic", "three-players", "teams", "duel-2026 exploits=announced"])
def test_hidden_cards_never_matter(text: str) -> None:
    rng = random.Random(2)
    for seed in range(3):
        game = late_game(Variant.parse(text), seed, 6)
        assert game.mover is not None
        other = redealt(game, game.mover, rng)
        assert other.draw_pile != game.draw_pile
        assert decide(other, net_by_chance(seed)) == decide(game, net_by_chance(seed))


def test_equal_seeds_decide_equally_and_others_deal_other_worlds() -> None:
    game = late_game(Variant.parse("classic"), 1, 6)
    decks = [worlds_for(game, seed=seed).deal(8).decks for seed in (1, 1, 2)]
    assert np.array_equal(decks[0], decks[1])
    assert not np.array_equal(decks[0], decks[2])
    assert decide(game, net_by_chance(), seed=1) == decide(game, net_by_chance(), seed=1)


@pytest.mark.parametrize("worlds", [1, 20, 70])
def test_no_more_worlds_are_played_than_the_budget_has(worlds: int) -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    _, played = decide(game, net_by_chance(4), budget=Budget(worlds=worlds))
    assert 0 < played <= worlds


def test_without_time_the_net_answers() -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    move, played = decide(game, net_by_chance(4), budget=Budget(worlds=1000, seconds=0.0))
    assert played == 0
    assert move == PolicyBot(game.variant, net_by_chance(4)).choose(game.view(game.mover))


def test_the_others_cards_of_a_world_are_those_that_the_quick_net_reads() -> None:
    game = late_game(Variant.parse("classic"), 3, 9)
    view, seat = game.view(game.mover), game.mover or 0
    net = net_by_chance(4)
    bot = SearchBot(game.variant, net_by_chance(3), net)
    remind(bot, [*views_before(game, seat), view])
    held = net.hands(*PolicyBot(game.variant, net).observe_state(game._states, seat))[0]
    assert np.array_equal(
        bot.worlds_of(view).deal(20).decks, worlds_for(game, held, bot.seed_of(view)).deal(20).decks
    )


def test_a_bot_thinks_with_what_it_has_found_out_about_the_others() -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    view, net = game.view(game.mover), net_by_chance(4)
    bot = SearchBot(game.variant, net)
    moves, other = bot.proposals(view)[0], 1 - (game.mover or 0)
    worths = []
    for kind in range(KINDS):
        bot.others._likely[other] = -SURE
        bot.others._likely[other, kind] = 0
        assert np.mean(bot.worlds_of(view).deal(50).players[:, other] == kind) > 0.9
        worths.append(bot.play_out(view, bot.worlds_of(view), moves, 8))
    for one, another in combinations(worths, 2):
        assert not np.array_equal(one, another)


def test_the_shorter_the_worlds_the_more_of_them_there_are() -> None:
    tried = []
    for pile in (14, 4):
        method = replace(ALWAYS, turns=300, belief=Belief(enough=0.0))
        game = late_game(Variant.parse("classic"), 4, pile)
        bot = SearchBot(game.variant, net_by_chance(4), budget=Budget(worlds=1000), method=method)
        bot.choose(game.view(game.mover))
        tried.append(bot.worlds_tried)
    assert tried == [15, 30]


def test_the_quick_net_plays_the_worlds_that_try_out_the_others_proposals() -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    view = game.view(game.mover)
    net, quick = net_by_chance(4), net_by_chance(5)
    both, by_net, by_quick = (SearchBot(game.variant, *nets) for nets in ((net, quick), (net,), (quick,)))
    assert both.proposals(view) == by_net.proposals(view) != by_quick.proposals(view)
    moves, worths = both.proposals(view)[0], []
    for bot in (both, by_net, by_quick):
        bot.watch(view)
        worths.append(bot.play_out(view, bot.worlds_of(view), moves, 8))
    assert np.array_equal(worths[0], worths[2])
    assert not np.array_equal(worths[0], worths[1])
