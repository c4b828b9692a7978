"""Positions: states and views on one line, and games that go on from there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given

from fuzz import parsed, texts
from lostcities import new_game
from lostcities.errors import NotationError
from lostcities.game import Game, Phase, RivalsView
from lostcities.position import Position, RowPosition
from lostcities.variant import Variant
from policies import policies_for
from variants import ROW_VARIANTS, VARIANTS

ROW = (
    "three-players | B play dry=3 | hands YX Y2* R5 R6 R7 R8 R9 / ?7 / B10* ?6 "
    "| rows Y 3 5; R 3 / B X / - | discards Y ?2 7; R 4 | pile ?31"
)
EXTRA = (
    "teams | A1 extra laid=1 last=B1 | hands ?5 / ?6 / ?6 / ?6 "
    "| rows Y X X X 2 3 4 5 6 7 8 9 10; B X X X / G X X 2 3 4 5 6 7 "
    "| discards W ?8 2; R ?4 X | pile -"
)
DUEL = (
    "duel-2026 exploits=announced | A draw closed=P | hands ?7 / ?8 | rows Y 2 3 4 / R X 5 7 | discards P 5 "
    "| pile ?38 | open five-cards lowest-hand | exploits three-yellow run-of-three / three-red"
)
BID = (
    "rivals players=3 | C bid price=3 by=B in=B,C | rows G X; R X 2 2 6 / G X; Y X / W X; Y X "
    "| river BX B5 | gold 9 / 12 / 12 | reserve 3 | pile ?51"
)
LAY = "rivals | A lay price=5 | rows G X; R X / G X; Y X | river R2 BX | gold 13 / 18 | reserve 5 | pile ?77"
EXAMPLES = (ROW, EXTRA, DUEL, BID, LAY)


def moments(variant: Variant, chance: float = 0.05) -> Iterator[Game]:
    """A game at random moments, at the first of each phase, and at its end."""
    rng = random.Random(f"positions of {variant}")
    policy = rng.choice(policies_for(variant))
    game = new_game(variant, seed=rng.randrange(1000))
    seen: set[Phase] = set()
    while not game.over:
        if game.phase not in seen or rng.random() < chance:
            seen.add(game.phase)
            yield game
        game.play(policy.move(rng, game))
    yield game


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_a_game_and_each_view_hold_is_read_back(variant: Variant) -> None:
    for game in moments(variant):
        for source in (game, game.view(), *map(game.view, range(variant.players))):
            position = Position.of(source)
            assert Position.parse(str(position)) == position
            assert str(Position.parse(str(position))) == str(position)
        assert Position.of(game).is_complete


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_game_goes_on_from_its_position_as_it_would_have(variant: Variant) -> None:
    rng = random.Random(f"going on from {variant}")
    for game in moments(variant, chance=0.02):
        again = Position.parse(str(Position.of(game))).game()
        copy = type(game).replay(variant, game.deal, game.starter, [move for _, move in game.history])
        while not copy.over:
            assert (again.mover, again.legal_moves) == (copy.mover, copy.legal_moves)
            move = rng.choice(copy.legal_moves)
            copy.play(move)
            again.play(move)
        assert again.over
        assert Position.of(again) == Position.of(copy)
        assert again.sheets == copy.sheets


def test_the_views_of_a_game_gone_on_with_differ_in_the_past_alone() -> None:
    for variant in VARIANTS:
        for game in moments(variant, chance=0.01):
            again = Position.of(game).game()
            for seat in range(variant.players):
                view = game.view(seat)
                told = again.view(seat)
                past: dict[str, object] = {
                    "starter": view.starter,
                    "ply": view.ply,
                    "last_turns": view.last_turns,
                }
                if isinstance(view, RivalsView):
                    past["last_turned"] = view.last_turned
                    past["left_at_once"] = view.left_at_once
                assert replace(told, **past) == view  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ROW_VARIANTS[::3], ids=str)
def test_a_view_names_only_the_cards_that_its_seat_knows(variant: Variant) -> None:
    for game in moments(variant):
        if game.over:
            continue
        for seat in range(variant.players):
            position = Position.of(game.view(seat))
            assert isinstance(position, RowPosition)
            assert not position.is_complete
            assert set(position.pile) <= {None}
            assert all(hand.cards == hand.shown for i, hand in enumerate(position.hands) if i != seat)
            assert position.hands[seat].unknown == 0
            for pile in position.discards.values():
                assert set(pile[:-1]) <= {None}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.partition(" |")[0])
def test_an_example_is_printed_as_it_was_written(text: str) -> None:
    assert str(Position.parse(text)) == text


def test_parts_and_hands_may_come_in_any_order() -> None:
    start, turn, *parts = ROW.split(" | ")
    mixed = " | ".join([start, turn, *reversed(parts)]).replace("YX Y2* R5 R6", "r6 y2* YX R5")
    assert Position.parse(mixed) == Position.parse(ROW)


def test_unknown_cards_can_lie_between_known_ones() -> None:
    position = Position.parse(ROW.replace("Y ?2 7", "Y 8 ?1 7").replace("pile ?31", "pile W2 ?29 W3"))
    assert isinstance(position, RowPosition)
    assert [str(card) for card in position.pile if card] == ["W2", "W3"]
    assert "Y 8 ?1 7" in str(position)


def test_a_position_with_unknown_cards_is_no_game() -> None:
    with pytest.raises(NotationError, match="unknown cards"):
        Position.parse(ROW).game()


@pytest.mark.parametrize(
    ("text", "old", "new", "code"),
    [
        (ROW, "three-players", "four-players", "edition"),
        (ROW, "B play", "D play", "seat-name"),
        (ROW, "B play dry=3", "B", "turn"),
        (ROW, "B play dry=3", "", "seat-name"),
        (ROW, "B play", "B sing", "turn"),
        (ROW, "B play", "over", "turn-fact-phase"),
        (ROW, "B play dry=3", "over", "pile-phase"),
        (ROW, "B play", "B bid", "turn-phase"),
        (ROW, "dry=3", "dry=41", "dry"),
        (ROW, "dry=3", "dry=x", "number"),
        (ROW, "dry=3", "dry=3 dry=3", "turn-fact"),
        (ROW, "dry=3", "closed=Y", "turn-fact-phase"),
        (ROW, "dry=3", "laid=1", "turn-fact-phase"),
        (ROW, "B play", "B draw", "hand-count"),
        (ROW, "| pile ?31", "", "part-missing"),
        (ROW, "pile ?31", "pile ?31 | pile ?31", "part-twice"),
        (ROW, "pile ?31", "stack ?31", "part-unknown"),
        (ROW, "pile ?31", "pile ?30", "cards-total"),
        (ROW, "pile ?31", "pile ?0", "card"),
        (ROW, "pile ?31", "pile ?30 R5", "card-surplus"),
        (ROW, "pile ?31", "pile ?30 P5", "no-such-colour"),
        (ROW, "/ ?7 /", "/", "part-seats"),
        (ROW, "/ ?7 /", "/ ?8 /", "cards-total"),
        (ROW, "/ ?7 / B10* ?6", "/ ?6 / B10* ?7", "hand-count"),
        (ROW, "Y 3 5; R 3", "Y 5 3; R 3", "too-low"),
        (ROW, "Y 3 5; R 3", "Y 3 5; Y 4", "row-twice"),
        (ROW, "R 4", "R ?1", "top-unknown"),
        (ROW, "Y ?2 7", "Y ?9 7", "cards-total"),
        (EXTRA, " last=B1", "", "turn-fact-missing"),
        (EXTRA, "laid=1", "laid=2", "number"),
        (EXTRA, "laid=1 ", "", "hand-count"),
        (EXTRA, "W ?8 2; R ?4 X", "G ?8 9; R ?4 X", "colour-total"),
        (DUEL, "closed=P", "closed=G", "closed-empty"),
        (DUEL, "closed=P", "closed=W", "closed-empty"),
        (DUEL, "A draw closed=P", "A extra", "turn-phase"),
        (DUEL, "open five-cards", "open", "exploits-dealt"),
        (DUEL, "open five-cards", "open three-red", "exploits-dealt"),
        (DUEL, "open five-cards", "open six-cards", "exploit"),
        (DUEL, "R X 5 7", "G X 5 7", "exploit-not-laid"),
        (BID, "C bid", "C play", "turn-fact-phase"),
        (BID, "C bid price=3 by=B in=B,C", "C play", "turn-phase"),
        (BID, "price=3", "price=13", "auction-price"),
        (BID, "price=3", "", "auction-price"),
        (BID, "by=B", "by=C", "auction-bidder"),
        (BID, "by=B", "", "auction-bidder"),
        (BID, "in=B,C", "in=A,B", "auction-in"),
        (BID, "in=B,C", "in=", "seat-name"),
        (BID, "gold 9", "gold 10", "gold-total"),
        (BID, "gold 9", "gold 99", "number"),
        (BID, "BX B5", "BX ?1", "river-unknown"),
        (BID, "BX B5", "-", "river-empty"),
        (BID, "BX B5", "BX P5", "no-such-colour"),
        (BID, "BX B5", "BX R6", "card-surplus"),
        (BID, "BX B5", "GX GX GX GX GX", "starting-wagers-rows"),
        (BID, "/ W X; Y X", "/ W X; Y 2", "starting-wagers-rows"),
        (BID, "?51", "?78", "cards-total"),
        (BID, "?51", "-", "pile-phase"),
        (LAY, "price=5", "price=6", "auction-paid"),
        (LAY, "price=5", "price=5 by=A", "turn-fact-phase"),
    ],
)
def test_nonsense_is_refused(text: str, old: str, new: str, code: str) -> None:
    assert old in text
    with pytest.raises(NotationError) as refusal:
        Position.parse(text.replace(old, new, 1))
    assert refusal.value.code == code


@given(texts(*EXAMPLES))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    position = parsed(Position.parse, text)
    if position is not None:
        assert Position.parse(str(position)) == position
