"""What a player remembers: the covered discards of the row game, and in Rivals the cards that may come."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from lostcities.bots.memory import DiscardMemory
from lostcities.bots.rivals_memory import RivalsMemory
from lostcities.cards import Card, Colour
from lostcities.game import Game, RivalsGame, RivalsView, RowGame, RowView, new_game
from lostcities.kernel.rivals import HIGHEST_OF_TWO
from lostcities.moves import Discard
from lostcities.variant import Variant
from policies import policies_for
from variants import RIVALS_VARIANTS, ROW_VARIANTS


def decisions_of(variant: Variant, seed: int) -> Iterator[Game]:
    """A round at each of its decisions, played in every way that there is to play."""
    rng = random.Random(f"{variant} {seed}")
    policies = policies_for(variant)
    game = new_game(variant, seed=seed, starter=seed % variant.players)
    while not game.over:
        yield game
        game.play(policies[seed % len(policies)].move(rng, game))


def row_view(game: Game) -> RowView:
    view = game.view(game.mover)
    assert isinstance(view, RowView)
    return view


def true_piles(game: Game) -> dict[Colour, list[Card]]:
    assert isinstance(game, RowGame)
    return {colour: list(game.discard_pile(colour)) for colour in game.variant.colours}


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_a_seat_knows_every_discard_in_one_round_after_the_other(variant: Variant) -> None:
    memories = [DiscardMemory(variant) for _ in range(variant.players)]
    for seed in range(5):
        for game in decisions_of(variant, seed):
            assert game.mover is not None
            memory = memories[game.mover]
            for _ in range(2):  # to look twice changes nothing
                memory.watch(row_view(game))
                assert memory.piles == true_piles(game)


SOME = ("classic", "three-players", "teams", "duel-2026 exploits=announced")


@pytest.mark.parametrize("text", SOME)
def test_a_seat_that_sat_down_late_knows_the_top_of_what_it_has_not_seen_grow(text: str) -> None:
    variant = Variant.parse(text)
    whole = covered = 0
    for seed in range(10):
        memories = [DiscardMemory(variant) for _ in range(variant.players)]
        for game in decisions_of(variant, seed):
            if game.mover is None or len(game.history) < 20:
                continue
            memories[game.mover].watch(row_view(game))
            for colour, pile in true_piles(game).items():
                known = memories[game.mover].piles[colour]
                assert known in (pile, pile[-1:])
                whole += known == pile and len(pile) > 1
                covered += known != pile
    assert whole > 0
    assert covered > 0


@pytest.mark.parametrize("text", SOME)
def test_a_seat_that_was_away_for_some_decisions_is_right_about_every_top(text: str) -> None:
    variant = Variant.parse(text)
    for seed in range(10):
        memories = [DiscardMemory(variant) for _ in range(variant.players)]
        rng = random.Random(seed)
        for game in decisions_of(variant, seed):
            if game.mover is not None and rng.random() < 0.6:
                memories[game.mover].watch(row_view(game))
                for colour, pile in true_piles(game).items():
                    assert memories[game.mover].piles[colour][-1:] == pile[-1:]


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_a_rival_knows_the_cards_that_may_come(variant: Variant) -> None:
    """Besides those of the piles it counts on cards that left the game at once, and, where it was passed over
    while one came and was put out, on that one. Of two players nobody is passed over for so long."""
    for seed in range(12):
        memories = [RivalsMemory(variant) for _ in range(variant.players)]
        seen: list[set[Card]] = [set() for _ in range(variant.players)]
        for game in decisions_of(variant, seed):
            assert isinstance(game, RivalsGame)
            view = game.view(game.mover)
            assert isinstance(view, RivalsView)
            assert game.mover is not None
            memories[game.mover].watch(view)
            may_come = memories[game.mover].may_come
            put_out = Counter(move.card for _, move in game.history if isinstance(move, Discard))
            piles = Counter(game.draw_pile)
            left_at_once = turned_over(game) - put_out - lying(view)
            assert piles + left_at_once <= may_come <= piles + left_at_once + put_out
            assert not any(card.value > HIGHEST_OF_TWO and card in may_come for card in seen[game.mover])
            seen[game.mover].update(lying(view))
            if variant.players == 2:
                assert may_come == piles + left_at_once


def turned_over(game: RivalsGame) -> Counter[Card]:
    """The cards that have come, and the starting wagers."""
    wagers = (Card(colour, 1) for pair in game.deal.starting_wagers for colour in pair)
    return Counter(game.deal.deck) - Counter(game.draw_pile) + Counter(wagers)


def lying(view: RivalsView) -> Counter[Card]:
    laid = Counter(card for rows in view.expeditions for cards in rows.values() for card in cards)
    return laid + Counter(view.river)
