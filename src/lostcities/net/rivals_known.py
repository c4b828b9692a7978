"""A view of Rivals as a state of the kernel, which the observation functions read as they do in training."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from lostcities.game import RivalsView
from lostcities.game.codec import rivals_set
from lostcities.game.rivals import PHASE_NUMBERS
from lostcities.kernel import rivals
from lostcities.kernel.jit import one_record


def known_state(view: RivalsView) -> npt.NDArray[Any]:
    """What all can see, as an array of one record."""
    states = one_record(rivals.STATE)
    s = states[0]
    for i, colour in enumerate(view.variant.colours):
        s["river"][i] = rivals_set(card for card in view.river if card.colour is colour)
        for seat, expeditions in enumerate(view.expeditions):
            s["expeditions"][seat, i] = rivals_set(expeditions[colour])
    s["gold"][: len(view.gold)] = view.gold
    s["reserve"] = view.reserve
    s["turned"] = rivals.DECK - view.pile - rivals.PILE_SIZE * view.piles_left
    s["mover"] = view.mover or 0
    s["phase"] = PHASE_NUMBERS[view.phase]
    s["bid"] = view.bid
    s["bidder"] = view.bidder or 0
    s["bidding"] = sum(1 << seat for seat in view.bidding)
    return states
