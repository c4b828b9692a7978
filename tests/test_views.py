"""A view tells a seat all that it may know, and nothing else."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest

from arranged import row_game
from lostcities.cards import Card
from lostcities.deal import Deal
from lostcities.errors import MatchError
from lostcities.game import Game, RivalsGame, RivalsView, RowGame, new_game
from lostcities.game.view import CommonView
from lostcities.match import Match
from lostcities.moves import Discard, Discover, Lay
from lostcities.plain import plain
from lostcities.position import Position
from lostcities.variant import Family, Variant
from policies import CLIMBER, policies_for
from redeal import Table, redealt_rivals, redealt_row
from variants import RIVALS_VARIANTS, ROW_VARIANTS, VARIANTS


def positions(variant: Variant, share: float = 0.06) -> Iterator[tuple[Game, random.Random]]:
    """Games under way: of every policy's decisions, a share."""
    for policy in policies_for(variant):
        rng = random.Random(f"{variant} {policy}")
        game = new_game(variant, Deal.random(variant, rng), starter=rng.randrange(variant.players))
        while not game.over:
            if rng.random() < share or game.phase == "extra":
                yield game, rng
            game.play(policy.move(rng, game))


def viewers(variant: Variant) -> list[int | None]:
    return [*range(variant.players), None]


def json_of(view: CommonView) -> str:
    return json.dumps(plain(view))


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_other_unseen_cards_give_the_same_view(variant: Variant) -> None:
    compared = tried = 0
    for game, rng in positions(variant):
        assert isinstance(game, RowGame)
        for viewer in viewers(variant):
            tried += game.phase != "extra"
            again = redealt_row(game, viewer, rng)
            if again is None:
                assert game.phase == "extra"
                continue
            compared += game.phase != "extra"
            assert again.deal != game.deal or len(game.draw_pile) < 3
            assert again.view(viewer) == game.view(viewer)
            assert json_of(again.view(viewer)) == json_of(game.view(viewer))
    assert compared == tried > 0


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_another_order_of_the_cards_to_come_gives_the_same_view(variant: Variant) -> None:
    for game, rng in positions(variant):
        assert isinstance(game, RivalsGame)
        again = redealt_rivals(game, rng)
        for viewer in viewers(variant):
            assert again.view(viewer) == game.view(viewer)
            assert json_of(again.view(viewer)) == json_of(game.view(viewer))


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_the_card_turned_over_last_is_told_and_whether_it_left_the_game_at_once(variant: Variant) -> None:
    left, left_beside_a_twin = 0, 0
    turned, river, stayed = 0, Counter[Card](), True
    for game, _ in positions(variant, share=1):
        view, before = game.view(), turned
        assert isinstance(view, RivalsView)
        turned = len(game.deal.deck) - len(game.draw_pile)
        assert view.last_turned == (game.deal.deck[turned - 1] if turned else None)
        if turned != before:
            taken = [move.card for _, move in game.history[-1:] if isinstance(move, Lay | Discard)]
            come = Counter(view.river) - (river - Counter(taken))
            stayed = turned == 0 or come == Counter([view.last_turned])
            left += not stayed
            left_beside_a_twin += not stayed and view.last_turned in view.river
        assert view.left_at_once == (not stayed)
        river = Counter(view.river)
    assert left > left_beside_a_twin > 0


def test_a_game_that_goes_on_from_a_position_tells_only_what_it_turned_over_itself() -> None:
    game = new_game("rivals", seed=3)
    for _ in range(9):
        game.play(Discover())
    again = Position.parse(str(Position.of(game))).game()
    coming = game.draw_pile[0]
    views = [again.view()]
    again.play(Discover())
    views.append(again.view())
    assert [view.last_turned for view in views if isinstance(view, RivalsView)] == [None, coming]


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_no_hidden_card_is_named_in_a_view(variant: Variant) -> None:
    for game, _ in positions(variant):
        assert isinstance(game, RowGame)
        table = Table(game)
        for viewer in viewers(variant):
            hidden = {*table.unseen_by(viewer), *table.covered()}
            seen = {str(table.card(place)) for place in range(len(game.deal.deck)) if place not in hidden}
            named = re.findall(r'"[+-]?([YBWGRP](?:X|[2-9]|10))"', json_of(game.view(viewer)))
            assert set(named) <= seen


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_view_tells_whose_decision_it_is_and_the_last_turns(variant: Variant) -> None:
    for game, _ in positions(variant):
        turns = dict.fromkeys(range(variant.players), ()) | {
            seat: tuple(move for _, move in turn)
            for seat, turn in groupby(game.history, lambda entry: entry[0])
        }
        for viewer in viewers(variant):
            view = game.view(viewer)
            assert (view.seat, view.mover, view.starter) == (viewer, game.mover, game.starter)
            assert view.ply == len(game.history)
            assert view.legal_moves == (game.legal_moves if viewer == game.mover else ())
            assert view.last_turns == tuple(turns.values())
            assert view.sheets == game.sheets


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_a_seat_sees_its_own_hand_and_the_size_of_the_others(variant: Variant) -> None:
    for game, _ in positions(variant):
        assert isinstance(game, RowGame)
        for viewer in range(variant.players):
            view = game.view(viewer)
            assert view.hand == game.hand(viewer)
            assert [seat for seat, hand in enumerate(view.hands) if hand is not None] == [viewer]
            assert view.hand_sizes == tuple(len(game.hand(seat)) for seat in range(variant.players))
        assert game.view().hands == (None,) * variant.players
        assert game.view().hand == ()


def test_partners_do_not_see_each_other_s_hands() -> None:
    game = row_game("teams", ["Y2 Y3", "B2 B3", "G2 G3", "R2 R3"])
    for seat in range(4):
        assert [hand is not None for hand in game.view(seat).hands] == [seat == i for i in range(4)]


def test_a_card_taken_openly_is_known_until_it_is_played() -> None:
    game = row_game("classic", ["Y4 Y5", "B2 B3"], "R2 R3 R4", after="-Y4 @ -B2 @Y")
    assert [list(map(str, cards)) for cards in game.view(0).shown] == [[], ["Y4"]]
    for move in ("-Y5 @B", "+Y4"):
        for token in move.split():
            game.play(next(legal for legal in game.legal_moves if str(legal) == token))
    assert [list(map(str, cards)) for cards in game.view(0).shown] == [["B2"], []]


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_once_the_round_is_over_every_hand_is_open(variant: Variant) -> None:
    rng = random.Random(str(variant))
    game = new_game(variant, Deal.random(variant, rng))
    assert isinstance(game, RowGame)
    CLIMBER.finish(rng, game)
    for viewer in viewers(variant):
        view = game.view(viewer)
        assert view.over
        assert view.mover is None
        assert view.legal_moves == ()
        assert view.hands == tuple(game.hand(seat) for seat in range(variant.players))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_match_s_view_is_the_round_s_with_the_standing(variant: Variant) -> None:
    if variant.edition.family is Family.RIVALS:
        match = Match.random(variant, seed=1)
    else:
        rng = random.Random(1)
        match = Match.random(f"{variant} rounds=2", seed=1)
        CLIMBER.finish(rng, match.game)
        match.next_round()
    standing = match.view(0).standing
    assert standing is not None
    assert (standing.round, standing.rounds) == (match.round, match.variant.rounds)
    assert standing.totals == match.totals
    assert match.game.view(0).standing is None


@pytest.mark.parametrize("variant", ["classic", "rivals players=3", "teams"])
def test_a_seat_that_is_not_there_sees_nothing(variant: str) -> None:
    game = new_game(variant, seed=1)
    for seat in (-1, game.variant.players):
        with pytest.raises(
            MatchError, match=f"no seat {seat}; the seats are 0 to {game.variant.players - 1}"
        ):
            game.view(seat)
