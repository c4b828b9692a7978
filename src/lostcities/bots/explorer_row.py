"""`explorer` in the row game.

It judges what each of its expeditions may still become (`prospect`), and plays the card that leaves the
best prospects: so it opens where enough points are at hand, climbs in small steps, and discards what neither
side can use. Where two moves are equal, its seed decides.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from lostcities.bots.exploits import exploit_hopes
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.prospect import Laid, Outlook, Prospect
from lostcities.cards import WAGER, Card, Colour, Exploit
from lostcities.game import Phase, RowView, View
from lostcities.moves import Claim, Discard, Draw, Lay, Move
from lostcities.variant import Variant

WAGER_USE = 5
"""What a wager may be worth to another side, in points of a number card."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What the player weighs, and how much. The numbers come from play against itself."""

    hope: float = 0.7
    """How much of the chance that an unseen card comes is counted on."""
    contested: float = 0.9
    """What is left of that chance in a colour that a rival explores too."""
    tempo: float = 1.5
    """Points for a turn that lays a card, when the hand is full of cards to lay."""
    gift: float = 0.5
    """The weight of a rival's gain from a card that is discarded."""
    opening_gift: float = 0.2
    """The same, where the rival has not started that expedition."""
    deny: float = 0.1
    """The weight of a rival's gain from a discard that is left lying."""
    blind: float = 5.0
    """What a card from the draw pile is expected to be worth."""


class RowExplorer:
    def __init__(self, variant: Variant, seat: int, seed: int, habits: Habits | None = None) -> None:
        self._rng = random.Random(seed)
        self._habits = habits or Habits()
        self._memory = DiscardMemory(variant)

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        self._memory.watch(view)
        for move in view.legal_moves:
            if isinstance(move, Claim):
                return move
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
        self._hand_sum = sum(map(_numbers, self.held.values()))
        self._outlooks: dict[tuple[int, bool], Outlook] = {}
        self._prospects: dict[tuple[Colour, int], Prospect] = {}
        self._exploits_now: float | None = None

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
            laid.takes(value)
            for colour, laid in self.mine.items()
            if laid.cards
            for value in self.held[colour]
        )
        draws = max(0, turns - self.variant.edition.extra_cards)
        if self.variant.is_teams:
            draws = 2 * draws + self.variant.edition.hand_size
        time_to_lay = max(0.0, 1 - waiting / (turns + 1))
        chance = self.habits.hope * min(1.0, draws / max(hidden, 1)) * time_to_lay
        return chance * self.habits.contested if contested else chance

    # What the position is worth.

    def worth(self, turns: int, changed: Colour, laid: Laid, held: list[int]) -> float:
        """The points to be expected, with one colour as it will be after a move."""
        total = 0.0
        gains: list[int] = []
        for colour, now in self.mine.items():
            if self._is_partners(colour, laid if colour is changed else now):
                continue
            if colour is changed:
                prospect = self.outlook(colour, turns).prospect(laid, held, self.unseen[colour])
            else:
                prospect = self._unchanged(colour, now, turns)
            total += prospect.worth
            gains.extend(prospect.gains)
        if len(gains) > turns:
            total -= sum(sorted(gains)[: len(gains) - turns])
        return total - self._hand_weight(turns) * (
            self._hand_sum - _numbers(self.held[changed]) + _numbers(held)
        )

    def _unchanged(self, colour: Colour, laid: Laid, turns: int) -> Prospect:
        key = colour, turns
        if key not in self._prospects:
            outlook = self.outlook(colour, turns)
            self._prospects[key] = outlook.prospect(laid, self.held[colour], self.unseen[colour])
        return self._prospects[key]

    def _is_partners(self, colour: Colour, laid: Laid) -> bool:
        """In cooperation two expeditions of a colour only cost twice: the first to start it goes on alone."""
        return self.variant.cooperation and not laid.cards and self.rivals[0][colour].cards > 0

    def _hand_weight(self, turns: int) -> float:
        """What a point left in hand costs, less while there is time to get rid of it."""
        share = max(0.0, 1 - turns / self.variant.edition.hand_size)
        if self.variant.nothing_in_hand:
            return share
        return share * 0.3 if Exploit.LOWEST_HAND in self.view.open_exploits else 0.0

    def play(self, move: Move) -> float:
        """Judge a lay, a discard, or laying no more."""
        if self.view.phase is Phase.EXTRA:
            turns = self.view.extra_cards_left - 1
        else:
            turns = self.turns_after(self.view.pile - 1)
        match move:
            case Lay(card):
                held = _without(self.held[card.colour], card.value)
                laid = self.mine[card.colour].with_card(card.value)
                return self.worth(turns, card.colour, laid, held) + self.habits.tempo + self.exploits(card)
            case Discard(card):
                held = _without(self.held[card.colour], card.value)
                worth = self.worth(turns, card.colour, self.mine[card.colour], held)
                return worth - self.gift(card) - self.cover(card.colour) + self.exploits()
        colour = self.variant.colours[0]
        return self.worth(0, colour, self.mine[colour], self.held[colour])

    def exploits(self, card: Card | None = None) -> float:
        """What the exploits promise, once a card has been laid or as it is now."""
        if not self.view.open_exploits:
            return 0.0
        if card is None and self._exploits_now is not None:
            return self._exploits_now
        mine, rival = (
            {colour: [card.value for card in cards] for colour, cards in self.view.expeditions[side].items()}
            for side in (self.side, 1 - self.side)
        )
        if card:
            mine[card.colour].append(card.value)
            return exploit_hopes(self.view.open_exploits, mine, rival)
        self._exploits_now = exploit_hopes(self.view.open_exploits, mine, rival)
        return self._exploits_now

    def gift(self, card: Card) -> float:
        """What a discard gives to the rivals; in cooperation it is welcome."""
        given = sum(self.use(side[card.colour], card) for side in self.rivals) / len(self.rivals)
        return -given if self.variant.cooperation else given

    def use(self, laid: Laid, card: Card) -> float:
        """What another side could make of a card."""
        if not laid.takes(card.value):
            return 0.0
        if laid.cards:
            return self.habits.gift * (WAGER_USE if card.is_wager else card.value * (1 + laid.wagers))
        left = sum(value != WAGER for value in self.unseen[card.colour])
        return self.habits.opening_gift * (WAGER_USE if card.is_wager else card.value) * left / 5

    def cover(self, colour: Colour) -> float:
        """What a discard on this pile buries: in cooperation, a card that the partner waits for."""
        top = self.view.discard_tops[colour]
        return -self.gift(top) if top and self.variant.cooperation else 0.0

    def draw(self, move: Move) -> float:
        assert isinstance(move, Draw)
        colour = move.colour or self.variant.colours[0]
        top = self.view.discard_tops[colour]
        if move.colour is None or top is None:
            turns = self.turns_after(self.view.pile - 1)
            return self.worth(turns, colour, self.mine[colour], self.held[colour]) + self.habits.blind
        turns = self.turns_after(self.view.pile)
        held = [*self.held[colour], top.value]
        return self.worth(turns, colour, self.mine[colour], held) + self.habits.deny * self.gift(top)


def _numbers(values: list[int]) -> int:
    return sum(value for value in values if value != WAGER)


def _without(values: list[int], value: int) -> list[int]:
    left = values.copy()
    left.remove(value)
    return left
