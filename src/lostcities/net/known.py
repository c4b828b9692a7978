"""A view as a state of the kernel in which all that is hidden is left empty.

The observation functions read it as they read the true state in training, and see the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.cards import Card, Colour
from lostcities.game import Phase, RowView
from lostcities.game.codec import row_set
from lostcities.game.row import PHASE_NUMBERS, exploit_set
from lostcities.kernel import row
from lostcities.kernel.jit import one_record


def known_state(view: RowView, piles: Mapping[Colour, Sequence[Card]]) -> npt.NDArray[Any]:
    """What a seat knows, with its memory of the discard piles, as an array of one record."""
    variant = view.variant
    index = {colour: i for i, colour in enumerate(variant.colours)}
    states = one_record(row.STATE)
    s = states[0]
    for colour, i in index.items():
        for side, expeditions in enumerate(view.expeditions):
            s["expeditions"][side, i] = row_set(expeditions[colour])
        s["discards"][i] = _stack(piles[colour])
    for seat, shown in enumerate(view.shown):
        _by_colour(shown, index, s["shown"][seat])
    if view.seat is not None:
        _by_colour(view.hand, index, s["hands"][view.seat])
    for side, exploits in enumerate(view.exploits):
        s["exploits"][side] = exploit_set(exploits)
    s["open_exploits"] = exploit_set(view.open_exploits)
    s["pile"] = view.pile
    s["dry"] = view.dry_turns
    s["mover"] = view.mover if view.mover is not None else 0
    s["phase"] = PHASE_NUMBERS[view.phase]
    s["closed"] = row.NONE if view.closed is None else index[view.closed]
    if view.phase is Phase.EXTRA:
        s["extras"] = variant.edition.extra_cards - view.extra_cards_left
        s["extra_seats"] = view.extra_seats_left
    return states


def _by_colour(cards: Iterable[Card], index: Mapping[Colour, int], masks: npt.NDArray[np.int16]) -> None:
    of_colours: dict[Colour, list[Card]] = {}
    for card in cards:
        of_colours.setdefault(card.colour, []).append(card)
    for colour, same in of_colours.items():
        masks[index[colour]] = row_set(same)


def _stack(pile: Sequence[Card]) -> int:
    stack = 0
    for card in pile:
        stack = stack << 4 | card.value
    return stack
