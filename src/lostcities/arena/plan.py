"""What is to be played: which bots, on which deals, in which seatings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product

from lostcities.bots.catalogue import THINKER
from lostcities.bots.entrants import check_entrant, is_program
from lostcities.bots.exec_bot import Terms
from lostcities.errors import LostCitiesError
from lostcities.variant import Variant

MOST_SEATS = 4
MOST_BOTS = 64
Seating = tuple[int, ...]
"""For each seat, the entrant that sits there."""


class ArenaError(LostCitiesError):
    """Games that can't be played as they are asked for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Deals, each played once in every seating. Entrants are counted apart, also if they have one name."""

    variant: Variant
    bots: tuple[str, ...]
    deals: int
    seatings: tuple[Seating, ...]
    seed: int = 0
    terms: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        for name in self.bots:
            check_entrant(name, self.variant)
        if self.deals < 1:
            raise ArenaError("simulate.games", games=self.deals)

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)

    @property
    def takes_time(self) -> bool:
        """Whether somebody plays who is slow: a program, or who thinks."""
        return any(is_program(name) or name == THINKER for name in self.bots)

    def sides_of(self, seating: Seating) -> list[set[int]]:
        """For each entrant, the sides that it plays."""
        sides: list[set[int]] = [set() for _ in self.bots]
        for seat, entrant in enumerate(seating):
            sides[entrant].add(self.variant.side_of(seat))
        return sides


def simulation(
    variant: Variant,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    mirrored: bool = False,
    terms: Terms | None = None,
) -> Plan:
    """All bots at one table, in the order given or, mirrored, in every order. They take the seats in turn, so
    two of them make two teams; Rivals has as many seats as bots, unless it is said how many play."""
    number = len(bots)
    if not 1 <= number <= MOST_SEATS:
        raise ArenaError("simulate.seats", bots=number, seats=variant.players)
    variant = variant.for_players(number)
    if variant.players % number:
        raise ArenaError("simulate.seats", bots=number, seats=variant.players)
    orders = permutations(range(number)) if mirrored else [tuple(range(number))]
    seatings = tuple(tuple(order[seat % number] for seat in range(variant.players)) for order in orders)
    return Plan(variant, tuple(bots), -(-games // len(seatings)), seatings, seed, terms or Terms())


def pairing(
    variant: Variant,
    bots: tuple[str, str],
    deals: int,
    *,
    alone: bool = False,
    seed: int = 0,
    terms: Terms | None = None,
) -> Plan:
    """Two bots on all sides of the table, in every way in which both play; or the first one alone against all
    others, on each side once."""
    sides = (by_side for by_side in product((0, 1), repeat=variant.sides) if len(set(by_side)) == 2)
    seatings = tuple(
        tuple(by_side[variant.side_of(seat)] for seat in range(variant.players))
        for by_side in sides
        if not alone or by_side.count(0) == 1
    )
    return Plan(variant, bots, deals, seatings, seed, terms or Terms())


def pool(
    variant: Variant,
    bots: Sequence[str],
    deals: int,
    *,
    alone: bool = False,
    seed: int = 0,
    terms: Terms | None = None,
) -> list[Plan]:
    """Everybody against everybody, on the same deals. In cooperation everybody with everybody, and with their
    like."""
    least = 1 if variant.cooperation else 2
    if not least <= len(bots) <= MOST_BOTS:
        raise ArenaError("arena.bots", bots=len(bots), least=least, most=MOST_BOTS)
    if alone and len(bots) != 2:
        raise ArenaError("arena.alone", bots=len(bots))
    return [
        pairing(variant, (bots[i], bots[j]), deals, alone=alone, seed=seed, terms=terms)
        for i, j in pairs(variant, len(bots))
    ]


def pairs(variant: Variant, bots: int) -> list[tuple[int, int]]:
    """Who meets whom in a pool, in the order of its plans."""
    return list((combinations_with_replacement if variant.cooperation else combinations)(range(bots), 2))
