"""Nothing appears and nothing vanishes: cards in every game, coins and turns in Rivals."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lostcities.cards import Card, Colour
from lostcities.deal import Deal, full_deck
from lostcities.game import RivalsGame, RowGame
from lostcities.moves import Discard
from lostcities.variant import Variant
from policies import BIDDER, policies_for
from variants import RIVALS_VARIANTS, ROW_VARIANTS

COINS = 36
TURNS = 80


def row_game(variant: Variant, rng: random.Random) -> RowGame:
    return RowGame(variant, Deal.random(variant, rng), rng.randrange(variant.players))


def rivals_game(variant: Variant, rng: random.Random) -> RivalsGame:
    return RivalsGame(variant, Deal.random(variant, rng), rng.randrange(variant.players))


def row_cards_in_play(game: RowGame) -> Counter[Card]:
    places = [game.draw_pile]
    places += [game.hand(seat) for seat in range(game.variant.players)]
    places += [pile for side in range(game.variant.sides) for pile in game.expeditions(side).values()]
    places += [game.discard_pile(colour) for colour in game.variant.colours]
    return Counter(card for place in places for card in place)


def rivals_cards_in_play(game: RivalsGame) -> Counter[Card]:
    laid = [row for seat in range(game.variant.players) for row in game.expeditions(seat).values()]
    return Counter(card for place in [game.draw_pile, game.river, *laid] for card in place)


def fits_somewhere(game: RivalsGame, card: Card) -> bool:
    """Whether anybody could lay this card."""
    for seat in range(game.variant.players):
        numbers = [laid.value for laid in game.expeditions(seat)[card.colour] if not laid.is_wager]
        if not numbers or (not card.is_wager and card.value >= max(numbers)):
            return True
    return False


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_every_card_of_a_row_game_is_always_in_exactly_one_place(variant: Variant) -> None:
    deck = Counter(full_deck(variant))
    for policy in policies_for(variant):
        rng = random.Random(f"{variant} {policy}")
        game = row_game(variant, rng)
        while not game.over:
            assert row_cards_in_play(game) == deck
            game.play(policy.move(rng, game))
        assert row_cards_in_play(game) == deck
        assert game.draw_pile == ()


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_a_card_leaves_rivals_only_put_out_or_dead(variant: Variant) -> None:
    left_at_once = 0
    for policy in policies_for(variant):
        rng = random.Random(f"{variant} {policy}")
        game = rivals_game(variant, rng)
        while not game.over:
            before, coming = rivals_cards_in_play(game), game.draw_pile[0]
            to_come = len(game.draw_pile)
            move = policy.move(rng, game)
            game.play(move)
            leaves = Counter([move.card] if isinstance(move, Discard) else [])
            if len(game.draw_pile) < to_come and not fits_somewhere(game, coming):
                leaves[coming] += 1
                left_at_once += 1
            assert before - rivals_cards_in_play(game) == leaves
            assert rivals_cards_in_play(game) - before == Counter()
    assert left_at_once > 0


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_starting_wagers_start_expeditions(variant: Variant) -> None:
    game = rivals_game(variant, random.Random(str(variant)))
    assert rivals_cards_in_play(game).total() == TURNS + 2 * variant.players
    for seat, pair in enumerate(game.deal.starting_wagers):
        rows = {colour: row for colour, row in game.expeditions(seat).items() if row}
        assert rows == {colour: (Card(Colour(colour), 1),) for colour in pair}
        assert game.view(seat).gold == (COINS // variant.players,) * variant.players


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_rivals_has_80_turns_and_36_coins_shared_at_20_40_and_60(variant: Variant) -> None:
    for policy in policies_for(variant):
        rng = random.Random(f"{variant} {policy}")
        game = rivals_game(variant, rng)
        turns = 0
        while not game.over:
            before = game.view()
            assert sum(before.gold) + before.reserve == COINS
            game.play(policy.move(rng, game))
            after = game.view()
            if len(game.draw_pile) == TURNS - turns:
                continue
            turns += 1
            assert len(game.draw_pile) == TURNS - turns
            if turns in (20, 40, 60):
                assert after.reserve < variant.players
            else:
                assert after.reserve >= before.reserve
        assert turns == TURNS


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_a_pile_that_ends_shares_the_reserve_evenly_and_keeps_the_rest(variant: Variant) -> None:
    """Whoever turns over a pile's last card by discovering sees the whole reserve go round."""
    shared = set()
    for seed in range(12):
        rng = random.Random(seed)
        game = rivals_game(variant, rng)
        while not game.over:
            view, move = game.view(), BIDDER.move(rng, game)
            game.play(move)
            after = game.view()
            if str(move) == "discover":
                share, rest = divmod(view.reserve, variant.players)
                if view.pile > 1 or view.piles_left == 0:
                    share, rest = 0, view.reserve
                assert after.gold == tuple(coins + share for coins in view.gold)
                assert after.reserve == rest
                if share:
                    shared.add(view.piles_left)
    assert shared == {1, 2, 3}


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_the_winner_pays_the_bid_into_the_reserve(variant: Variant) -> None:
    rng = random.Random(str(variant))
    game = rivals_game(variant, rng)
    auctions = 0
    while not game.over:
        before = game.view()
        game.play(BIDDER.move(rng, game))
        after = game.view()
        if before.phase in ("turn", "bid") and after.phase in ("lay", "put-out"):
            auctions += 1
            assert after.bidder == after.mover
            assert after.bidding == (after.mover,)
            assert after.reserve == before.reserve + after.bid
            paid = tuple(b - a for a, b in zip(after.gold, before.gold, strict=True))
            assert paid == tuple(after.bid * (seat == after.bidder) for seat in range(variant.players))
    assert auctions > 10
