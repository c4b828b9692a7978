"""Worlds that a seat can't tell from the true one: what is true in them, and how likely the rest is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lostcities.bots.kinds import KINDS
from lostcities.game import RowGame
from lostcities.variant import Variant
from thinking import late_game, worlds_for


@pytest.mark.parametrize("text", ["classic", "long", "three-players", "teams"])
def test_a_world_holds_every_card_once_and_what_the_seat_knows(text: str) -> None:
    game = late_game(Variant.parse(text), 3, 9)
    seat, colours = game.mover or 0, game.variant.colours
    view = game.view(seat)
    held = np.random.default_rng(1).normal(size=(3, len(colours), 10)).astype(np.float32)
    states, decks, _ = worlds_for(game, held).deal(5)
    size = len(game.deal.deck)
    for i in range(5):
        again = RowGame(game.variant, game.deal)
        again._take_up(states[i : i + 1])
        again._read_news()
        again._deck = [*decks[i, :size].tolist(), -1]
        cards = [card for other in range(game.variant.players) for card in again.hand(other)]
        cards += [
            card for side in range(game.variant.sides) for e in again.expeditions(side).values() for card in e
        ]
        cards += [card for colour in colours for card in again.discard_pile(colour)]
        cards += [again._codec.cards[number] for number in decks[i, size - view.pile : size]]
        assert sorted(map(str, cards)) == sorted(map(str, game.deal.deck))
        assert again.hand(seat) == view.hand
        assert again.view(seat).hand_sizes == view.hand_sizes
        assert again.view(seat).shown == view.shown


SEATS = {"classic": (1,), "three-players": (1, 2), "teams": (1, 3, 2)}
"""The next, the previous and the partner of seat 0."""


@pytest.mark.parametrize("text", SEATS)
def test_hands_follow_the_odds_of_each_card(text: str) -> None:
    game = late_game(Variant.parse(text), 3, 9)
    while game.mover != 0:
        game.play(game.legal_moves[0])
    unseen = {game._codec.card_number(card) for card in game.draw_pile if not card.is_wager}
    for place, seat in enumerate(SEATS[text]):
        held = np.zeros((3, len(game.variant.colours), 10), np.float32)
        likely, unlikely, *_ = sorted(unseen)
        held[place].flat[likely], held[place].flat[unlikely] = 9.0, -9.0
        states = worlds_for(game, held).deal(200).states
        share = {card: np.mean([holds(state, seat, card) for state in states]) for card in unseen}
        assert share[likely] > 0.97
        assert share[unlikely] < 0.03
        assert all(0.05 < share[card] < 0.95 for card in unseen - {likely, unlikely})


def test_odds_of_e_are_met_e_times_as_often() -> None:
    game = late_game(Variant.parse("classic"), 3, 9)
    while game.mover != 0:
        game.play(game.legal_moves[0])
    first, second, *_ = sorted(game._codec.card_number(card) for card in game.draw_pile if not card.is_wager)
    held = np.zeros((3, 5, 10), np.float32)
    held[0].flat[first] = 1.0
    states = worlds_for(game, held).deal(4000).states
    only = [
        sum(holds(s, 1, a) and not holds(s, 1, b) for s in states)
        for a, b in ((first, second), (second, first))
    ]
    assert only[0] / only[1] == pytest.approx(np.e, rel=0.15)


def holds(state: Any, seat: int, card: int) -> bool:
    """A card that is no wager."""
    return bool(state["hands"][seat, card // 10] >> (card % 10 + 2) & 1)


def test_worlds_have_each_kind_of_players_as_often_as_it_is_likely() -> None:
    game = late_game(Variant.parse("teams"), 3, 9)
    seat = game.mover or 0
    likely = np.zeros((4, KINDS))
    likely[:, :3] = np.roll([(0, 0.5, 0.5), (1, 0, 0), (0.7, 0.3, 0), (0.1, 0.2, 0.7)], seat, axis=0)
    there = worlds_for(game, kinds=likely).deal(2000).players
    met = [[float(np.mean(there[:, (seat + i) % 4] == kind)) for kind in range(3)] for i in range(4)]
    assert met[0] == [1.0, 0.0, 0.0]  # the seat itself thinks with a net, whatever is said of it
    assert met[1] == [1.0, 0.0, 0.0]
    assert met[2] == pytest.approx([0.7, 0.3, 0.0], abs=0.05)
    assert met[3] == pytest.approx([0.1, 0.2, 0.7], abs=0.05)
