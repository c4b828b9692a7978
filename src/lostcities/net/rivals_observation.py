"""What a network is shown of a game of Rivals: a token for each colour and an overview.

All lies open but the order of the cards to come. Which cards these are is not on the table either, but it can
be remembered, and so an observation is made with a set of `unseen` cards. It leaves out those that nobody can
lay any more: they go out of the game as they are turned over, and to have missed one changes nothing.

Colours have no identity. Seats stand in *places*: the own, then on to the left; what a place doesn't hold
is 0. All features are whole numbers; `TOKEN_SCALE` and `OVERVIEW_SCALE` bring them to the size of 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from lostcities.kernel import rivals
from lostcities.kernel.cards import VALUES, colour_of, count, value_of
from lostcities.kernel.jit import rule
from lostcities.kernel.rivals import (
    BONUS,
    BONUS_FROM,
    COLOURS,
    DECK,
    GOLD,
    MAX_SEATS,
    NUMBERS_FROM,
    ONE_FOOTPRINT,
    PILE_SIZE,
    TWO_FOOTPRINTS_FROM,
    WAGERS,
    State,
)
from lostcities.net.features import scale, size, write
from lostcities.variant import Variant

CARDS = 17  # the bits of a set of cards of one colour
LATE = 16  # so many cards to come, or fewer, are told apart one by one
PILES = DECK // PILE_SIZE

TABLE = np.dtype([("seats", np.int16), ("sides", np.int16), ("colours", np.int16)], align=True)
"""The parameters of a game as a record, which the rules take in place of their tuple."""
Table: TypeAlias = Any  # one record of TABLE

# A block with a number for each place holds `MAX_SEATS` of them, or that many times its length.
TOKEN_BLOCKS = (
    ("river", CARDS, 1),
    ("unseen", CARDS, 1),
    ("expeditions", MAX_SEATS * CARDS, 1),
    ("layable kinds", MAX_SEATS * VALUES, 1),
    ("laid: numbers", MAX_SEATS, 4),
    ("laid: footprints", MAX_SEATS, 6),
    ("laid: wagers", MAX_SEATS, 2),
    ("laid: points", MAX_SEATS, 20),
    ("in the river: numbers", MAX_SEATS, 2),
    ("in the river: footprints", MAX_SEATS, 3),
    ("in the river: wagers", MAX_SEATS, 1),
    ("in the river: points", MAX_SEATS, 10),
    ("unseen: numbers", MAX_SEATS, 6),
    ("unseen: footprints", MAX_SEATS, 6),
    ("unseen: wagers", MAX_SEATS, 2),
)
OVERVIEW_BLOCKS = (
    ("phase", 4, 1),
    ("seats", 3, 1),
    ("piles to come", PILES, 1),
    ("cards of the pile", 1, 20),
    ("cards to come", 1, 40),
    ("late", LATE + 1, 1),
    ("gold", MAX_SEATS, 10),
    ("reserve, a share of it", 2, 10),
    ("own gold", GOLD + 1, 1),
    ("bid", GOLD + 1, 1),
    ("most gold against it", GOLD + 1, 1),
    ("bidder", MAX_SEATS, 1),
    ("in the auction", MAX_SEATS, 1),
    ("points", MAX_SEATS, 30),
    ("lead", 1, 20),
    ("river: cards", 1, 5),
    ("river: points", MAX_SEATS, 10),
)
# What only a critic sees in training.
SECRET_BLOCKS = (("turns until it comes", CARDS, 20),)

TOKEN, OVERVIEW, SECRET = map(size, (TOKEN_BLOCKS, OVERVIEW_BLOCKS, SECRET_BLOCKS))
TOKEN_SCALE, OVERVIEW_SCALE, SECRET_SCALE = map(scale, (TOKEN_BLOCKS, OVERVIEW_BLOCKS, SECRET_BLOCKS))


def table_of(variant: Variant) -> tuple[int, ...]:
    """The fields of a variant's table."""
    return variant.players, variant.sides, COLOURS


@rule
def fitting(cards: int, expedition: int) -> int:
    """The cards of a set that an expedition takes, laid in their best order."""
    lowest = rivals.place(rivals.last_number(expedition))
    return cards >> lowest << lowest


@rule
def footprints(cards: int) -> int:
    return count(cards >> NUMBERS_FROM & ONE_FOOTPRINT) + 2 * count(cards >> TWO_FOOTPRINTS_FROM)


@rule
def points_with(expedition: int, more: int) -> int:
    """What an expedition scores with more cards laid on it."""
    steps = footprints(expedition) + footprints(more)
    numbers = count(expedition >> NUMBERS_FROM) + count(more >> NUMBERS_FROM)
    factor = 1 + count(expedition & WAGERS) + count(more & WAGERS)
    return steps * factor + (BONUS if numbers >= BONUS_FROM else 0)


@rule
def river_points(s: State, seat: int, colour: int) -> int:
    """What a seat would gain if it laid all that it can of a colour in the river."""
    expedition = int(s.expeditions[seat, colour])
    fits = fitting(int(s.river[colour]), expedition)
    return points_with(expedition, fits) - points_with(expedition, 0)


@rule
def living(table: Table, s: State, cards: int, colour: int) -> int:
    """The cards of a set that somebody can still lay."""
    alive = 0
    for seat in range(table.seats):
        alive |= fitting(cards, int(s.expeditions[seat, colour]))
    return alive


@rule
def to_come(s: State, deck: Any, colour: int) -> int:
    """The cards of a colour that are to come, as a set."""
    cards = 0
    for i in range(s.turned, DECK):
        card = int(deck[i])
        if colour_of(card) == colour:
            cards += rivals.held(cards, value_of(card)) + 1 << rivals.place(value_of(card))
    return cards


@rule
def token(table: Table, s: State, unseen: int, seat: int, colour: int, out: Any) -> int:
    """Write one colour as a seat knows it; returns the number of features."""
    river = int(s.river[colour])
    unseen = living(table, s, unseen, colour)
    write(out, 0, river, CARDS)
    write(out, CARDS, unseen, CARDS)
    sets = 2 * CARDS
    kinds = sets + MAX_SEATS * CARDS
    figures = kinds + MAX_SEATS * VALUES
    for place in range(MAX_SEATS):
        there = place < table.seats
        who = (seat + place) % table.seats
        laid = int(s.expeditions[who, colour]) if there else 0
        offered = fitting(river, laid) if there else 0
        hoped = fitting(unseen, laid) if there else 0
        write(out, sets + place * CARDS, laid, CARDS)
        write(out, kinds + place * VALUES, rivals.layable(laid) if there else 0, VALUES)
        now = points_with(laid, 0)
        at = _figures(laid, now, out, figures + place)
        at = _figures(offered, points_with(laid, offered) - now, out, at)
        _counts(hoped, out, at)
    return figures + 11 * MAX_SEATS


@rule
def _counts(cards: int, out: Any, at: int) -> int:
    """Numbers, footprints and wagers, each in the block of its own."""
    out[at] = count(cards >> NUMBERS_FROM)
    out[at + MAX_SEATS] = footprints(cards)
    out[at + 2 * MAX_SEATS] = count(cards & WAGERS)
    return at + 3 * MAX_SEATS


@rule
def _figures(cards: int, points: int, out: Any, at: int) -> int:
    at = _counts(cards, out, at)
    out[at] = points
    return at + MAX_SEATS


@rule
def overview(table: Table, s: State, seat: int, out: Any) -> int:
    """Write all that is not of one colour; returns the number of features."""
    left = DECK - int(s.turned)
    auction = s.phase != rivals.TURN and s.phase != rivals.OVER
    at = write(out, 0, 1 << s.phase, 4)
    at = write(out, at, 1 << table.seats >> 2, 3)
    at = write(out, at, 1 << max(0, left - 1) // PILE_SIZE, PILES)
    out[at] = (left - 1) % PILE_SIZE + 1 if left > 0 else 0
    out[at + 1] = left
    at = write(out, at + 2, 1 << min(LATE, left), LATE + 1)

    gold = at
    bidder = gold + MAX_SEATS + 2 + 3 * (GOLD + 1)
    points = bidder + 2 * MAX_SEATS
    offered = points + MAX_SEATS + 2
    against, best = 0, 0
    for place in range(MAX_SEATS):
        there = place < table.seats
        who = (seat + place) % table.seats
        bids = auction and s.bidding >> who & 1 == 1
        own = rivals.score(table, s, who) if there else 0
        out[gold + place] = s.gold[who] if there else 0
        out[bidder + place] = there and auction and s.bidder == who
        out[bidder + MAX_SEATS + place] = there and bids
        out[points + place] = own
        gain = 0
        for colour in range(COLOURS):
            gain += river_points(s, who, colour)
        out[offered + place] = gain if there else 0
        if there and place > 0:
            best = max(best, own)
            if bids or not auction:
                against = max(against, int(s.gold[who]))
    at = gold + MAX_SEATS
    out[at] = s.reserve
    out[at + 1] = s.reserve // table.seats
    at = write(out, at + 2, 1 << int(s.gold[seat]), GOLD + 1)
    at = write(out, at, 1 << int(s.bid), GOLD + 1)
    write(out, at, 1 << against, GOLD + 1)
    out[points + MAX_SEATS] = out[points] - best
    cards = 0
    for colour in range(COLOURS):
        cards += count(int(s.river[colour]))
    out[points + MAX_SEATS + 1] = cards
    return offered + MAX_SEATS


@rule
def secret(s: State, deck: Any, colour: int, out: Any) -> int:
    """Write what nobody may know of a colour: when its cards come."""
    for i in range(CARDS):
        out[i] = 0
    cards = 0
    for i in range(s.turned, DECK):
        card = int(deck[i])
        if colour_of(card) == colour:
            value = value_of(card)
            same = rivals.held(cards, value)
            cards += same + 1 << rivals.place(value)
            out[rivals.place(value) + count(same)] = i + 1 - s.turned
    return CARDS
