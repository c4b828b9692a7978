"""A variant as a record that compiled code reads by name.

A `TABLE` holds the fields of `row.Rules`, so that the rules take it in place of the tuple, and what the rules
don't ask for but a player does: whether both score together, how the match around the round stands, and who
forgets.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from lostcities.deal import exploits_dealt
from lostcities.game import Standing
from lostcities.game.row import rules_of
from lostcities.kernel import row
from lostcities.variant import Variant

MATCH = 3
"""The rounds of the matches that nets are trained for; a longer one is played as if these were its last."""

TABLE = np.dtype(
    [
        *((name, np.int16) for name in row.Rules._fields),
        ("exploits_dealt", np.int16),
        ("cooperation", np.int16),
        ("rounds_left", np.int16),  # after this one; row.NONE for a round that stands alone
        ("lead", np.int16),  # the points by which side 0 leads after the finished rounds
        ("forgetful", np.int16),  # the seats, as bits, that know no discard but those on top
    ],
    align=True,
)
Table: TypeAlias = Any  # one record of TABLE


def table_of(variant: Variant, rounds_left: int = row.NONE, lead: int = 0) -> tuple[int, ...]:
    """The fields of a variant's table."""
    everybody_remembers = 0
    return (
        *map(int, rules_of(variant)),
        exploits_dealt(variant),
        int(variant.cooperation),
        rounds_left,
        lead,
        everybody_remembers,
    )


def table_within(variant: Variant, standing: Standing | None) -> tuple[int, ...]:
    """The table of a round within a match. Nets learn to play for the match where two sides meet; in a single
    round, in cooperation and where three sides meet, points count."""
    if standing is None or standing.rounds == 1 or variant.sides != 2 or variant.cooperation:
        return table_of(variant)
    left = min(MATCH - 1, standing.rounds - standing.round)
    return table_of(variant, left, standing.totals[0] - standing.totals[1])
