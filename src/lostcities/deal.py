"""The deal: which cards come in which order, decided outside the rules.

`Deal.random` serves simulation; `lostcities.fair` derives a deal that nobody could choose.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from lostcities.cards import WAGER, Card, Colour, Exploit
from lostcities.errors import DealError
from lostcities.variant import Exploits, Family, Variant

EXPLOITS_DEALT = 5
T = TypeVar("T")
Below = Callable[[int], int]
"""Gives a number from 0 to n - 1, all equally likely."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a round.

    The row game deals from the front of `deck`, a whole hand to seat 0, then to seat 1 …; the rest is the
    draw pile. Rivals turns the deck's cards over one by one.
    """

    deck: tuple[Card, ...]
    exploits: tuple[Exploit, ...] = ()
    starting_wagers: tuple[tuple[Colour, Colour], ...] = ()

    @classmethod
    def random(cls, variant: Variant, rng: random.Random | None = None) -> Deal:
        return shuffled(variant, (rng or random.SystemRandom()).randrange)

    def check(self, variant: Variant) -> None:
        """Refuse what no deal of this variant can be."""
        wrong = Counter(self.deck)
        wrong.subtract(Counter(full_deck(variant)))
        for card, surplus in wrong.items():
            if surplus:
                raise DealError("deck-surplus" if surplus > 0 else "deck-lacks", card=card)
        exploits = exploits_dealt(variant)
        if len(set(self.exploits)) != len(self.exploits) or len(self.exploits) != exploits:
            raise DealError("exploits-dealt", right=exploits)
        seats = variant.players if variant.edition.family is Family.RIVALS else 0
        if len(self.starting_wagers) != seats or not _fits(self.starting_wagers):
            raise DealError("starting-wagers", right=seats)


def exploits_dealt(variant: Variant) -> int:
    return 0 if variant.exploits is Exploits.OFF else EXPLOITS_DEALT


@cache
def full_deck(variant: Variant) -> tuple[Card, ...]:
    """Every card of the variant, in order of colour and value."""
    return tuple(
        Card(colour, value)
        for colour in variant.colours
        for value in range(WAGER, 11)
        for _ in range(_copies(variant, value))
    )


def _copies(variant: Variant, value: int) -> int:
    if value == WAGER:
        return 3
    return 2 if variant.edition.family is Family.RIVALS and value <= 5 else 1


def shuffled(variant: Variant, below: Below) -> Deal:
    """Shuffle everything, in a fixed order of draws from `below`."""
    deck = tuple(shuffle(list(full_deck(variant)), below))
    if variant.edition.family is Family.RIVALS:
        return Deal(deck, starting_wagers=_starting_wagers(variant, below))
    if variant.exploits is not Exploits.OFF:
        return Deal(deck, exploits=tuple(shuffle(list(Exploit), below)[:EXPLOITS_DEALT]))
    return Deal(deck)


def shuffle(items: list[T], below: Below) -> list[T]:
    """Fisher and Yates, from the last place down."""
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def _starting_wagers(variant: Variant, below: Below) -> tuple[tuple[Colour, Colour], ...]:
    """Two of the ten for each seat, again until nobody has a colour twice."""
    while True:
        drawn = shuffle([colour for colour in variant.colours for _ in range(2)], below)
        pairs = tuple((drawn[2 * seat], drawn[2 * seat + 1]) for seat in range(variant.players))
        if _fits(pairs):
            return pairs


def _fits(pairs: tuple[tuple[Colour, Colour], ...]) -> bool:
    dealt = Counter(colour for pair in pairs for colour in pair)
    return all(a != b for a, b in pairs) and all(number <= 2 for number in dealt.values())
