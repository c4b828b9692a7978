"""Play-time search in Rivals: what it finds, what it may not know, and what it costs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt
import pytest

from hindsight import views_before
from lostcities.bots.base import remind
from lostcities.bots.explorer_rivals import RivalsExplorer
from lostcities.bots.policy import RivalsPolicyBot
from lostcities.bots.rivals_rollouts import RivalsRollouts
from lostcities.bots.rivals_search import RivalsMethod, RivalsSearchBot, Shuffles
from lostcities.bots.search_challenge import Gate
from lostcities.bots.searching import Budget
from lostcities.game import Game, RivalsGame, new_game
from lostcities.game.rivals import takes
from lostcities.game.view import Phase
from lostcities.kernel import rivals
from lostcities.moves import Bid, Move
from lostcities.net.forward import Net, Opinion
from lostcities.net.rivals_observation import to_come
from lostcities.net.rivals_worth import POINT, WIN
from lostcities.net.shape import RIVALS
from lostcities.position import Position
from lostcities.variant import Variant
from nets import net_by_chance
from redeal import redealt_rivals
from variants import RIVALS_VARIANTS

ALWAYS = RivalsMethod(proposals=50, least=0.0, sure=1.0, turns=2)
net_of = partial(net_by_chance, shape=RIVALS)


def late_game(variant: Variant, seed: int, left: int) -> RivalsGame:
    """A game between explorers, stopped at a choice when so many cards are left, or fewer."""
    game = new_game(variant, seed=seed)
    assert isinstance(game, RivalsGame)
    players = [RivalsExplorer(variant, seat, seed) for seat in range(variant.players)]
    while len(game.draw_pile) > left or len(game.legal_moves) < 3:
        assert game.mover is not None
        game.play(players[game.mover].choose(game.view(game.mover)))
    return game


def searcher(game: RivalsGame, net: Net, seed: int = 3, budget: Budget | None = None) -> RivalsSearchBot:
    """A bot that has followed the game from the mover's seat."""
    assert game.mover is not None
    bot = RivalsSearchBot(game.variant, net, seed=seed, budget=budget or Budget(worlds=16), method=ALWAYS)
    remind(bot, views_before(game, game.mover))
    return bot


def shuffles(game: RivalsGame, seed: int) -> Shuffles:
    bot, view = searcher(game, net_of(), seed), game.view(game.mover)
    bot.watch(view)
    return bot.worlds_of(view)


def decide(game: RivalsGame, net: Net, seed: int = 3, budget: Budget | None = None) -> tuple[Move, int]:
    """Its choice, and the worlds it took."""
    bot, view = searcher(game, net, seed, budget), game.view(game.mover)
    move = bot.choose(view)
    assert move in view.legal_moves
    return move, bot.worlds_tried


ROWS = "rows B X X 2 3 4; G X / R X 2 2; B X 6 7 8 | river B10"
BID = f"rivals | A turn | {ROWS} | gold 6 / 0 | reserve 30 | pile YX"
"""A has 3 footprints three times and 6 coins, B has 6 and 2 twice: who discovers ends the game at 15 to 16.
With the blue ten A has 5 three times and 8 for four numbers. B can't bid, so it costs one coin: 28 to 16."""

TAKE = f"rivals | A lay price=1 | {ROWS} | gold 5 / 0 | reserve 31 | pile YX"
"""The same, bought."""

PASS = (
    "rivals | A bid price=3 by=B in=A,B | rows G X; W X 5 / W X 6 8; R X "
    "| river W2 | gold 8 / 3 | reserve 25 | pile YX"
)
"""Nobody can lay the white two, and B has bid all its coins: 10 to 11 becomes 10 to 8 if A lets B pay."""


def lays_the_ten(net: Net) -> bool:
    """To buy it is no use to a net that doesn't."""
    return str(first_choice(Position.parse(TAKE).game(), net)) == "+B10"


def first_choice(game: Game, net: Net) -> Move:
    return RivalsPolicyBot(game.variant, net).choose(game.view(game.mover))


@pytest.mark.parametrize(
    ("position", "wrong", "right"), [(BID, "discover", "bid:1"), (TAKE, ".", "+B10"), (PASS, "bid:4", "pass")]
)
def test_the_move_that_wins_the_game_is_found_where_the_net_misses_it(
    position: str, wrong: str, right: str
) -> None:
    game, missed = Position.parse(position).game(), 0
    for net in map(net_of, range(40)):
        if str(first_choice(game, net)) == wrong and (position != BID or lays_the_ten(net)):
            bot = RivalsSearchBot(game.variant, net, method=replace(ALWAYS, gate=Gate(points=0.0, prior=0.0)))
            assert str(bot.choose(game.view(0))) == right
            missed += 1
    assert missed > 2


def test_a_sure_net_is_not_asked_twice() -> None:
    game, net = Position.parse(PASS).game(), net_of(1)
    for method in (replace(ALWAYS, sure=0.0), replace(ALWAYS, proposals=1), replace(ALWAYS, least=1.0)):
        bot = RivalsSearchBot(game.variant, net, method=method)
        assert bot.choose(game.view(0)) == first_choice(game, net)
        assert bot.worlds_tried == 0


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_every_number_of_players_plays_legally_to_the_end(variant: Variant) -> None:
    game, net = late_game(variant, 5, 6), net_of()
    budget, method = Budget(worlds=4), replace(ALWAYS, proposals=3)
    bots = [RivalsSearchBot(variant, net, budget=budget, method=method) for _ in range(variant.players)]
    for seat, bot in enumerate(bots):
        remind(bot, views_before(game, seat))
    while (mover := game.mover) is not None:
        game.play(bots[mover].choose(game.view(mover)))
    assert game.over


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_the_order_of_the_cards_to_come_never_matters(variant: Variant) -> None:
    rng = random.Random(2)
    for seed in range(3):
        game, net = late_game(variant, seed, 12), net_of(seed)
        other = redealt_rivals(game, rng)
        assert other.draw_pile != game.draw_pile
        assert decide(other, net) == decide(game, net)


def test_equal_seeds_decide_equally_and_others_shuffle_otherwise() -> None:
    game = late_game(Variant.parse("rivals"), 1, 12)
    decks = [shuffles(game, seed).deal(8) for seed in (1, 1, 2)]
    assert np.array_equal(decks[0], decks[1])
    assert not np.array_equal(decks[0], decks[2])
    assert decide(game, net_of(), seed=1) == decide(game, net_of(), seed=1)


def test_who_is_shown_the_past_decides_as_who_was_there() -> None:
    game = new_game("rivals players=3", seed=4)
    assert isinstance(game, RivalsGame)
    budget = Budget(worlds=8)
    bots = [RivalsSearchBot(game.variant, net_of(), seed=3, budget=budget, method=ALWAYS) for _ in range(3)]
    for _ in range(90):
        assert game.mover is not None
        view = game.view(game.mover)
        move = bots[game.mover].choose(view)
        if len(game.history) % 15 == 14:
            assert decide(game, net_of(), budget=budget)[0] == move
        game.play(move)


@pytest.mark.parametrize("worlds", [1, 20, 70])
def test_no_more_worlds_are_played_than_the_budget_has(worlds: int) -> None:
    _, played = decide(late_game(Variant.parse("rivals"), 4, 9), net_of(4), budget=Budget(worlds=worlds))
    assert 0 < played <= worlds


@pytest.mark.parametrize("budget", [Budget(worlds=0), Budget(worlds=1000, seconds=0.0)])
def test_without_worlds_or_time_the_net_answers(budget: Budget) -> None:
    game = late_game(Variant.parse("rivals"), 4, 9)
    assert decide(game, net_of(4), budget=budget) == (first_choice(game, net_of(4)), 0)


def test_one_slow_moment_does_not_end_all_thinking() -> None:
    game = late_game(Variant.parse("rivals"), 4, 9)
    bot, view = searcher(game, net_of(4), budget=Budget(worlds=8, seconds=60.0)), game.view(game.mover)
    bot._pace = 100.0
    tried = []
    for _ in range(30):
        bot.choose(view)
        tried.append(bot.worlds_tried)
    assert tried[0] == 0
    assert tried[-1] == 8


@pytest.mark.parametrize("seed", range(3))
def test_a_world_holds_the_cards_to_come_that_anybody_can_lay(seed: int) -> None:
    game = late_game(Variant.parse("rivals"), seed, 30)
    decks = shuffles(game, seed=3).deal(20)
    left, cards = len(game.draw_pile), game._codec.cards

    def living(numbers: Iterable[int]) -> Counter[int]:
        rows = [game.expeditions(seat) for seat in (0, 1)]
        return Counter(n for n in numbers if any(takes(own[cards[n].colour], cards[n]) for own in rows))

    right = living(deck_of(game).tolist()[-left:])
    assert 0 < right.total() < left
    assert [living(deck[-left:]) for deck in decks.tolist()] == [right] * 20


def test_of_too_many_cards_that_may_come_some_do() -> None:
    decks = Shuffles([1, 2, 3, 4], [5], left=3, seed=1).deal(40)
    assert {len(set(deck) & {1, 2, 3, 4}) for deck in decks[:, -3:].tolist()} == {3}
    assert len({frozenset(deck) for deck in decks[:, -3:].tolist()}) == 4


def deck_of(game: RivalsGame) -> npt.NDArray[np.int8]:
    return np.array([game._codec.card_number(card) for card in game.deal.deck], np.int8)


def opinion(game: RivalsGame, net: Net) -> Opinion:
    """What the net says to the mover, with the cards to come as they are."""
    assert game.mover is not None
    unseen = np.array([to_come(game._states[0], deck_of(game), colour) for colour in range(5)])
    return net(*RivalsPolicyBot(game.variant, net).observe_state(game._states, unseen, game.mover))


def worth_of_moves(game: RivalsGame, net: Net, turns: int) -> dict[Move, float]:
    """What rollouts with the true deck find."""
    moves, tables = game.legal_moves, RivalsPolicyBot(game.variant, net)._tables
    found = RivalsRollouts(net, tables, turns).worth(
        game._states.repeat(len(moves)),
        np.tile(deck_of(game), (len(moves), 1)),
        np.array([game._codec.actions[move] for move in moves]),
        game.mover or 0,
    )
    return dict(zip(moves, found.tolist(), strict=True))


def after(game: RivalsGame, move: Move) -> RivalsGame:
    moves = [done for _, done in game.history]
    return RivalsGame.replay(game.variant, game.deal, game.starter, [*moves, move])


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_a_game_that_is_played_out_is_worth_its_result(variant: Variant) -> None:
    game, net = late_game(variant, 6, 9), net_of(2)
    for move, found in worth_of_moves(game, net, rivals.DECK).items():
        again = after(game, move)
        while again.mover is not None:
            logits = opinion(again, net).logits[0]
            again.play(max(again.legal_moves, key=lambda m: logits[game._codec.actions[m]]))
        others = [sheet.total for sheet in again.sheets]
        own = others.pop(game.mover or 0)
        share = 0.0 if own < max(others) else 1 / (1 + others.count(own))
        assert found == pytest.approx(WIN * share + POINT * (own - max(others)))


def test_a_game_that_is_cut_short_is_worth_what_the_net_foresees_at_the_next_choice() -> None:
    game, net = late_game(Variant.parse("rivals"), 6, 30), net_of(2)
    while game.phase is not Phase.LAY or len(game.legal_moves) < 3:
        bids = [move for move in game.legal_moves if isinstance(move, Bid)]
        game.play(bids[0] if bids and len(game.river) > 3 else game.legal_moves[0])
    lay = game.legal_moves[0]
    chances, margins = opinion(after(game, lay), net).margin[0], net.shape.bin_margins
    won = chances[margins > 0].sum() + chances[margins == 0].sum() / 2
    foreseen = WIN * won + POINT * (chances @ margins)
    assert worth_of_moves(game, net, turns=0)[lay] == pytest.approx(float(foreseen), rel=1e-4)
