"""The same game with other cards where a seat can't see: a second state that must give it the same view."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from lostcities.cards import Card, Colour
from lostcities.errors import IllegalMove
from lostcities.game import RivalsGame, RowGame
from lostcities.moves import Discard, Draw, Lay, Move


class Table:
    """Where each card of a round lies, copy by copy. A card is called by its place in the deck."""

    def __init__(self, game: RowGame) -> None:
        size, seats = game.variant.edition.hand_size, game.variant.players
        self.game = game
        self.hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(seats)]
        self.drawn = size * seats
        self.discards: dict[Colour, list[int]] = {colour: [] for colour in game.variant.colours}
        self.taken_openly: set[int] = set()
        for seat, move in game.history:
            self._follow(seat, move)

    def card(self, place: int) -> Card:
        return self.game.deal.deck[place]

    def _follow(self, seat: int, move: Move) -> None:
        if isinstance(move, Lay):
            self._leave_hand(seat, move.card)
        elif isinstance(move, Discard):
            self.discards[move.card.colour].append(self._leave_hand(seat, move.card))
        elif isinstance(move, Draw) and move.colour:
            place = self.discards[move.colour].pop()
            self.hands[seat].append(place)
            self.taken_openly.add(place)
        elif isinstance(move, Draw):
            self.hands[seat].append(self.drawn)
            self.drawn += 1

    def _leave_hand(self, seat: int, card: Card) -> int:
        """Of equal wagers, one that was taken openly goes first."""
        copies = [place for place in self.hands[seat] if self.card(place) == card]
        place = min(copies, key=lambda place: place not in self.taken_openly)
        self.hands[seat].remove(place)
        return place

    def unseen_by(self, viewer: int | None) -> list[int]:
        """Hands of the others, as far as they were not taken openly, and the draw pile."""
        others = [hand for seat, hand in enumerate(self.hands) if seat != viewer]
        in_hands = [place for hand in others for place in hand if place not in self.taken_openly]
        return in_hands + list(range(self.drawn, len(self.game.deal.deck)))

    def covered(self) -> list[int]:
        """Under the top of a discard pile, and not told by the last turns either."""
        told = {getattr(move, "card", None) for turn in self.game.view().last_turns for move in turn}
        under = [place for pile in self.discards.values() for place in pile[:-1]]
        return [place for place in under if self.card(place) not in told]


def redealt_row(game: RowGame, viewer: int | None, rng: random.Random) -> RowGame | None:
    """Unseen cards change places, and covered discards change with unseen numbers of their colour.

    None if the round would have gone another way: in the extra phase, who can't lay is passed over.
    """
    table = Table(game)
    deck = list(game.deal.deck)
    unseen = table.unseen_by(viewer)
    for place, card in zip(unseen, rng.sample([deck[i] for i in unseen], len(unseen)), strict=True):
        deck[place] = card
    renamed: dict[Card, Card] = {}
    for place in table.covered():
        twins = [i for i in unseen if deck[i].colour is deck[place].colour and not deck[i].is_wager]
        if twins and not deck[place].is_wager:
            other = rng.choice(twins)
            renamed[table.card(place)] = deck[other]
            deck[place], deck[other] = deck[other], deck[place]
            unseen.remove(other)
    moves = [_renamed(move, renamed.get) for _, move in game.history]
    try:
        again = RowGame.replay(game.variant, replace(game.deal, deck=tuple(deck)), game.starter, moves)
    except IllegalMove:
        return None
    same_course = [seat for seat, _ in again.history] == [seat for seat, _ in game.history]
    return again if same_course and again.mover == game.mover else None


def _renamed(move: Move, new_name: Callable[[Card, Card], Card]) -> Move:
    return Discard(new_name(move.card, move.card)) if isinstance(move, Discard) else move


def redealt_rivals(game: RivalsGame, rng: random.Random) -> RivalsGame:
    """The cards to come in another order."""
    to_come = game.draw_pile
    seen = game.deal.deck[: len(game.deal.deck) - len(to_come)]
    deal = replace(game.deal, deck=(*seen, *rng.sample(to_come, len(to_come))))
    return RivalsGame.replay(game.variant, deal, game.starter, [move for _, move in game.history])
