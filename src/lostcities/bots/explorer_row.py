"""`explorer` in the row game.

It judges what each of its expeditions may still become (`prospect`), and plays the card that leaves the
best prospects: so it opens where enough points are at hand, climbs in small steps, and discards what neither
side can use. Where two moves are equal, its seed decides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from lostcities.bots.exploits import exploit_hopes
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.prospect import Laid, Outlook, Prospect
from lostcities.cards import WAGER, Card, Colour
from lostcities.game import Phase, RowView, View
from lostcities.moves import Claim, Discard, Draw, Lay, Move, Stop
from lostcities.variant import Variant


@dataclass(frozen=True, slots=True)
class Habits:
    """What the player weighs, and how much. The numbers come from play against itself."""

    hope: float = 0.6
    """How much of the chance that an unseen card comes is counted on."""
    contested: float = 0.8
    """What is left of that chance in a colour that a rival explores too."""
    tempo: float = 2.0
    """Points for a turn that lays a card, when the hand is full of cards to lay."""
    gift: float = 0.6
    """The weight of a rival's gain from a card that is discarded."""
    opening_gift: float = 0.15
    """The same, where the rival has not started that expedition."""
    deny: float = 0.2
    """The weight of a rival's gain from a discard that is left lying."""
    blind: float = 3.0
    """What a card from the draw pile is expected to be worth."""


class RowExplorer:
    def __init__(self, variant: Variant, seat: int, seed: int, habits: Habits | None = None) -> None:
        self._variant = variant
        self._seat = seat
        self._rng = random.Random(seed)
        self._habits = habits or Habits()
        self._memory = DiscardMemory(variant)

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        for move in view.legal_moves:
            if isinstance(move, Claim):
                return move
        if view.phase is Phase.PLAY:
            self._memory.watch(view)
        table = _Table(view, self._memory.unseen(view), self._habits)
        judge = table.draw if view.phase is Phase.DRAW else table.play
        return max(view.legal_moves, key=lambda move: (judge(move), self._rng.random()))


class _Table:
    """A view, with what is worth knowing for one decision."""

    def __init__(self, view: RowView, unseen: dict[Colour, list[int]], habits: Habits) -> None:
        assert view.seat is not None
        self.view = view
        self.habits = habits
        variant = self.variant = view.variant
        self.side = variant.side_of(view.seat)
        self.unseen = unseen
        self.laid = [
            {colour: Laid.of(cards) for colour, cards in expeditions.items()}
            for expeditions in view.expeditions
        ]
        self.mine = self.laid[self.side]
        self.rivals = [side for i, side in enumerate(self.laid) if i != self.side]
        self.held: dict[Colour, list[int]] = {colour: [] for colour in variant.colours}
        for card in view.hand:
            self.held[card.colour].append(card.value)
        self._outlooks: dict[tuple[int, bool], Outlook] = {}
        self._prospects: dict[tuple[Colour, int], Prospect] = {}

    # How many cards there is time for.

    def turns_after(self, pile: int) -> int:
        """The turns that the viewer still has once this one is over and the pile has `pile` cards."""
        others = self.variant.players - 1
        return max(0, -(-(pile - others) // self.variant.players)) + self.variant.edition.extra_cards

    def outlook(self, colour: Colour, turns: int) -> Outlook:
        contested = any(side[colour].cards for side in self.rivals)
        key = turns, contested
        if key not in self._outlooks:
            self._outlooks[key] = Outlook(self.variant.edition, turns, self._chance(turns, contested))
        return self._outlooks[key]

    def _chance(self, turns: int, contested: bool) -> float:
        hidden = self.view.pile + sum(
            size - len(shown)
            for seat, (size, shown) in enumerate(zip(self.view.hand_sizes, self.view.shown, strict=True))
            if seat != self.view.seat
        )
        waiting = sum(
            laid.takes(value) for colour, laid in self.mine.items() if laid.cards for value in self.held[colour]
        )
        draws = max(0, turns - self.variant.edition.extra_cards)
        if self.variant.is_teams:
            draws = 2 * draws + self.variant.edition.hand_size
        time_to_lay = max(0.0, 1 - waiting / (turns + 1))
        chance = self.habits.hope * min(1.0, draws / max(hidden, 1)) * time_to_lay
        return chance * self.habits.contested if contested else chance

    # What the position is worth.

    def worth(self, turns: int, changed: Colour | None = None, laid: Laid | None = None,
              held: list[int] | None = None) -> float:
        """The points to be expected, with one colour as it will be after a move."""
        total = 0.0
        gains: list[int] = []
        for colour, now in self.mine.items():
            if colour is changed:
                found = self.outlook(colour, turns).prospect(
                    laid or now, self.held[colour] if held is None else held, self.unseen[colour]
                )
            else:
                key = colour, turns
                if key not in self._prospects:
                    self._prospects[key] = self.outlook(colour, turns).prospect(
                        now, self.held[colour], self.unseen[colour]
                    )
                found = self._prospects[key]
            total += found.worth
            gains.extend(found.gains)
        if len(gains) > turns:
            total -= sum(sorted(gains)[: len(gains) - turns])
        return total

    def play(self, move: Move) -> float:
        """Judge a lay, a discard, or laying no more."""
        extra = self.view.phase is Phase.EXTRA
        turns = self.view.extra_cards_left - 1 if extra else self.turns_after(self.view.pile - 1)
        match move:
            case Lay(card):
                laid = self.mine[card.colour].with_card(card.value)
                held = _without(self.held[card.colour], card.value)
                worth = self.worth(turns, card.colour, laid, held) + self.habits.tempo
                worth += exploit_hopes(self.view, self.side, card)
            case Discard(card):
                held = _without(self.held[card.colour], card.value)
                worth = self.worth(turns, card.colour, None, held) - self.gift(card)
                worth += exploit_hopes(self.view, self.side, None)
            case _:
                return self.worth(0)
        return worth

    def gift(self, card: Card) -> float:
        """What a discard gives to the rivals, or, in cooperation, takes from the partner."""
        given = sum(self.use(side[card.colour], card) for side in self.rivals) / len(self.rivals)
        return -given if self.variant.cooperation else given

    def use(self, laid: Laid, card: Card) -> float:
        if not laid.takes(card.value):
            return 0.0
        if laid.cards:
            value = 4 if card.is_wager else card.value * (1 + laid.wagers)
            return self.habits.gift * value
        left = sum(value != WAGER for value in self.unseen[card.colour])
        return self.habits.opening_gift * (card.value if not card.is_wager else 6) * left / 5

    def draw(self, move: Move) -> float:
        assert isinstance(move, Draw)
        if move.colour is None:
            return self.worth(self.turns_after(self.view.pile - 1)) + self.habits.blind
        card = self.view.discard_tops[move.colour]
        assert card is not None
        held = [*self.held[card.colour], card.value]
        turns = self.turns_after(self.view.pile)
        denied = self.habits.deny * self.gift(card)
        return self.worth(turns, card.colour, None, held) + denied


def _without(values: list[int], value: int) -> list[int]:
    left = values.copy()
    left.remove(value)
    return left
