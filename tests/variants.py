"""The one list of variants that conformance tests go through.

An edition joins by being in `EDITIONS`: every number of players, every switch, every combination.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from lostcities.variant import EDITIONS, Edition, Exploits, Family, Variant

OFF_OR_ON = (False, True)


def variants_of(edition: Edition) -> Iterator[Variant]:
    """The variants of an edition that differ within a round; rounds and guard keep their defaults."""
    row_game = edition.family is Family.ROW
    for players in edition.players:
        for nothing_in_hand, cooperation, exploits in product(
            OFF_OR_ON if row_game else (False,),
            OFF_OR_ON if row_game and players == 2 else (False,),
            Exploits if edition.has_exploits else (Exploits.OFF,),
        ):
            yield Variant(
                edition=edition,
                players=players,
                nothing_in_hand=nothing_in_hand,
                cooperation=cooperation,
                exploits=exploits,
            )


VARIANTS = tuple(variant for edition in EDITIONS.values() for variant in variants_of(edition))
ROW_VARIANTS = tuple(variant for variant in VARIANTS if variant.edition.family is Family.ROW)
RIVALS_VARIANTS = tuple(variant for variant in VARIANTS if variant.edition.family is Family.RIVALS)
