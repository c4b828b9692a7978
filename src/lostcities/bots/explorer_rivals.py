"""`explorer` in Rivals.

It estimates what each expedition of each player may become, and so what the river is worth to everyone. It
raises by one coin at a time up to what winning is worth to it, in coins, and then lays what helps it and
puts out what helps the others most.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lostcities.cards import WAGER, Card, Colour
from lostcities.deal import full_deck
from lostcities.game import Phase, RivalsView, View
from lostcities.kernel.rivals import BONUS, BONUS_FROM, DECK, PILE_SIZE
from lostcities.moves import Bid, Discard, Discover, Lay, Move, Pass, Stop
from lostcities.variant import Variant

Rows = Mapping[Colour, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Habits:
    """What the player weighs, and how much. The numbers come from play against itself."""

    share: float = 0.6
    """How much of an equal share in the cards to come is counted on."""
    thrift: float = 0.5
    """What a coin is worth at the start beyond the point it counts in the end, for each player."""
    least: float = 4.0
    """The points that make it worth opening an auction."""
    deny: float = 0.5
    """The weight of what winning takes from the strongest rival, shared among the rivals."""


class RivalsExplorer:
    def __init__(self, variant: Variant, seat: int, seed: int, habits: Habits | None = None) -> None:
        self._deck = Counter(full_deck(variant))
        self._rng = random.Random(seed)
        self._habits = habits or Habits()

    def choose(self, view: View) -> Move:
        assert isinstance(view, RivalsView)
        table = _Table(view, self._deck, self._habits)
        if view.phase is Phase.TURN:
            return table.turn()
        if view.phase is Phase.BID:
            return table.bid()
        if view.phase is Phase.LAY:
            return table.lay()
        return table.put_out(self._rng)


class _Table:
    """A view, with what is worth knowing for one decision."""

    def __init__(self, view: RivalsView, deck: Counter[Card], habits: Habits) -> None:
        assert view.seat is not None
        self.view = view
        self.habits = habits
        self.seat = view.seat
        self.to_come = view.pile + PILE_SIZE * view.piles_left
        hidden = deck.copy()
        hidden.subtract(view.river)
        for rows in view.expeditions:
            for cards in rows.values():
                hidden.subtract(cards)
        # The starting wagers are no cards of the deck, and cards out of the game are counted as hidden.
        self.hidden: dict[Colour, list[int]] = {colour: [] for colour in view.variant.colours}
        for card, number in hidden.items():
            self.hidden[card.colour].extend([card.value] * max(0, number))
        everything = sum(map(len, self.hidden.values())) or 1
        self.chance = habits.share / view.variant.players * min(1.0, self.to_come / everything)

    # The value of cards.

    def worth(self, colour: Colour, cards: tuple[Card, ...]) -> float:
        """What an expedition may be worth in the end."""
        last = cards[-1].value if cards else WAGER
        wagers = sum(card.is_wager for card in cards)
        hoped = [value for value in self.hidden[colour] if value >= last]
        more_wagers = hoped.count(WAGER) if last == WAGER else 0
        footprints = sum(map(_footprints, (card.value for card in cards)))
        footprints_hoped = self.chance * sum(map(_footprints, hoped))
        numbers = len(cards) - wagers + self.chance * (len(hoped) - more_wagers)
        factor = 1 + wagers + self.chance * more_wagers
        bonus = BONUS * min(1.0, max(0.0, (numbers - BONUS_FROM + 2) / 2))
        return (footprints + footprints_hoped) * factor + bonus

    def best_lay(self, seat: int, river: Iterable[Card]) -> tuple[float, list[Card]]:
        """The most that a player can gain by laying cards of the river, and these cards in order."""
        gain = 0.0
        cards: list[Card] = []
        by_colour: dict[Colour, list[Card]] = {}
        for card in sorted(river):
            by_colour.setdefault(card.colour, []).append(card)
        for colour, offered in by_colour.items():
            row = self.view.expeditions[seat][colour]
            now = best = self.worth(colour, row)
            laid: list[Card] = []
            chosen: list[Card] = []
            for card in offered:
                if _takes(row, card):
                    laid.append(card)
                    worth = self.worth(colour, (*row, *laid))
                    if worth > best:
                        best, chosen = worth, laid.copy()
            gain += best - now
            cards += chosen
        return gain, cards

    def prize(self) -> float:
        """What winning the auction is worth in points: the own gain, and what the others then lack."""
        gain, cards = self.best_lay(self.seat, self.view.river)
        left = list(self.view.river)
        for card in cards:
            left.remove(card)
        loss = max(
            self.best_lay(rival, self.view.river)[0] - self.best_lay(rival, left)[0]
            for rival in range(self.view.variant.players)
            if rival != self.seat
        )
        rivals = self.view.variant.players - 1
        return gain + self.habits.deny * loss / rivals if gain > 0 else 0.0

    def limit(self, prize: float) -> int:
        """The most coins to pay: they are dear at the start, and a point each in the end."""
        return int(prize / (1 + self.habits.thrift * self.view.variant.players * self.to_come / DECK))

    # The decisions.

    def turn(self) -> Move:
        prize = self.prize()
        opening = Bid(1)
        if prize >= self.habits.least and self.limit(prize) >= 1 and opening in self.view.legal_moves:
            return opening
        return Discover()

    def bid(self) -> Move:
        raised = Bid(self.view.bid + 1)
        if raised.amount <= self.limit(self.prize()) and raised in self.view.legal_moves:
            return raised
        return Pass()

    def lay(self) -> Move:
        _, cards = self.best_lay(self.seat, self.view.river)
        return Lay(cards[0]) if cards else Stop()

    def put_out(self, rng: random.Random) -> Move:
        """The card that serves the others most, compared with what it could still do for oneself."""
        best = 0.0
        move: Move = Stop()
        for card in sorted(set(self.view.river), key=lambda _: rng.random()):
            harm = (
                max(
                    self.best_lay(rival, [card])[0]
                    for rival in range(self.view.variant.players)
                    if rival != self.seat
                )
                - self.best_lay(self.seat, [card])[0]
            )
            if harm > best:
                best, move = harm, Discard(card)
        return move


def _footprints(value: int) -> int:
    if value == WAGER:
        return 0
    return 1 if value <= 5 else 2


def _takes(row: tuple[Card, ...], card: Card) -> bool:
    return not row or card.value >= row[-1].value
