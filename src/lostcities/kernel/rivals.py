"""Rivals: the auction game for two, three or four.

A card is ``colour * 10 + value - 1``, as in the row game. Rivals has the numbers 2 to 5 twice and up to four
wagers in an expedition, so a set of cards of one colour is a 17-bit mask of its own: four bits for wagers,
two for each of 2 to 5, one for each of 6 to 10. Equal cards fill their bits from below.

A turn is a discovery or an auction, and turns over exactly one card. Chance is explicit: whoever holds the
deck tells `apply` which card comes next.

An action is ``64 * word + bit``, so that the legal ones are three words of bits:

    word 0    the auction's winner lays a card of the river       bit = card
    word 1    the winner puts a card of the river out of the game bit = card
    word 2    discover, pass, done, bid an amount
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from lostcities.kernel.cards import (
    ALL_KINDS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    VALUES,
    WAGER,
    colour_of,
    count,
    value_of,
)
from lostcities.kernel.jit import rule

MAX_SEATS = 4
COLOURS = 5
GOLD = 36
PILE_SIZE = 20
DECK = 80
STARTING_WAGERS = 2

TURN, BIDDING, LAYING, PUTTING_OUT, OVER = range(5)

LAY = 0
PUT_OUT = 64
DISCOVER, PASS, DONE = 128, 129, 130
BID = DONE  # a bid of n is the action BID + n
ACTIONS = BID + GOLD + 1

WAGERS = 0b1111
ONE_FOOTPRINT = 0b11111111
HIGHEST_OF_TWO = 5
NUMBERS_FROM = 4  # the lowest bit of a number
TWO_FOOTPRINTS_FROM = 12  # the lowest bit of a 6

BONUS = 8
BONUS_FROM = 4


class Rules(NamedTuple):
    seats: int


STATE = np.dtype(
    [
        ("river", np.int32, (COLOURS,)),
        ("expeditions", np.int32, (MAX_SEATS, COLOURS)),
        ("gold", np.int8, (MAX_SEATS,)),
        ("reserve", np.int8),
        ("turned", np.int8),  # cards of the deck that have been turned over
        ("mover", np.int8),
        ("phase", np.int8),
        ("bid", np.int8),
        ("bidder", np.int8),  # who made the highest bid
        ("bidding", np.int8),  # who is still in the auction, a bit for each seat
    ],
    align=True,
)
State: TypeAlias = Any  # one record of STATE


@rule
def deal(rules: Rules, s: State, wagers: Any, starter: int) -> None:
    """Start the expeditions: `wagers` holds two colours for seat 0, two for seat 1 …"""
    for colour in range(COLOURS):
        s.river[colour] = 0
        for seat in range(MAX_SEATS):
            s.expeditions[seat, colour] = 0
    for seat in range(MAX_SEATS):
        s.gold[seat] = GOLD // rules.seats if seat < rules.seats else 0
    for i in range(STARTING_WAGERS * rules.seats):
        _add_to(s.expeditions[i // STARTING_WAGERS], int(wagers[i]) * VALUES)
    s.reserve = 0
    s.turned = 0
    s.mover = starter
    s.phase = TURN
    s.bid = 0
    s.bidder = starter
    s.bidding = 0


@rule
def place(value: int) -> int:
    """The lowest bit of a value in a set of cards."""
    if value == WAGER:
        return 0
    return 2 * value if value <= HIGHEST_OF_TWO else value + 6


@rule
def copies(value: int) -> int:
    """The most cards of a value that one set can hold."""
    if value == WAGER:
        return 4
    return 2 if value <= HIGHEST_OF_TWO else 1


@rule
def held(cards: int, value: int) -> int:
    """The bits of one value in a set of cards: 0, 1, 11, 111 or 1111."""
    return cards >> place(value) & ((1 << copies(value)) - 1)


@rule
def _add_to(sets: Any, card: int) -> None:
    cards, value = int(sets[colour_of(card)]), value_of(card)
    sets[colour_of(card)] = cards + (held(cards, value) + 1 << place(value))


@rule
def _remove_from(sets: Any, card: int) -> None:
    cards, value = int(sets[colour_of(card)]), value_of(card)
    same = held(cards, value)
    sets[colour_of(card)] = cards - (same - (same >> 1) << place(value))


@rule
def kinds(cards: int) -> int:
    """The distinct values of a set, as a mask with bit ``value - 1``."""
    mask = 0
    for value in range(WAGER, HIGHEST_NUMBER + 1):
        if cards >> place(value) & 1:
            mask |= 1 << (value - 1)
    return mask


@rule
def last_number(expedition: int) -> int:
    """The number that an expedition has reached, or `WAGER` before its first."""
    for value in range(HIGHEST_NUMBER, LOWEST_NUMBER - 1, -1):
        if expedition >> place(value) & 1:
            return value
    return WAGER


@rule
def layable(expedition: int) -> int:
    """The kinds that an expedition still takes: equal or higher, and wagers before the first number."""
    return ALL_KINDS & ~((1 << (last_number(expedition) - 1)) - 1)


@rule
def dead(rules: Rules, s: State, card: int) -> bool:
    """Nobody can lay this card any more."""
    for seat in range(rules.seats):
        if layable(int(s.expeditions[seat, colour_of(card)])) >> (value_of(card) - 1) & 1:
            return False
    return True


@rule
def river_cards(s: State) -> int:
    """The kinds of card in the river, as a mask over cards."""
    cards = 0
    for colour in range(COLOURS):
        if s.river[colour] != 0:
            cards |= kinds(int(s.river[colour])) << (VALUES * colour)
    return cards


@rule
def legal_lays(s: State) -> int:
    """The cards of the river that the mover may lay, as a mask over cards."""
    lays = 0
    for colour in range(COLOURS):
        if s.river[colour] != 0:
            fits = kinds(int(s.river[colour])) & layable(int(s.expeditions[s.mover, colour]))
            lays |= fits << (VALUES * colour)
    return lays


@rule
def river_is_empty(s: State) -> bool:
    for colour in range(COLOURS):
        if s.river[colour] != 0:
            return False
    return True


@rule
def bids(lowest: int, highest: int) -> int:
    """The bids from `lowest` to `highest`, as bits of the third word."""
    if highest < lowest:
        return 0
    return (1 << (highest + 1)) - (1 << lowest) << (BID - DISCOVER)


@rule
def legal(rules: Rules, s: State) -> tuple[int, int, int]:
    """The legal actions, as three words of bits."""
    gold = int(s.gold[s.mover])
    done = 1 << (DONE - DISCOVER)
    if s.phase == TURN:
        return 0, 0, 1 | (0 if river_is_empty(s) else bids(1, gold))
    if s.phase == BIDDING:
        return 0, 0, 1 << (PASS - DISCOVER) | bids(int(s.bid) + 1, gold)
    if s.phase == LAYING:
        return legal_lays(s), 0, done
    if s.phase == PUTTING_OUT:
        return 0, river_cards(s), done
    return 0, 0, 0


@rule
def apply(rules: Rules, s: State, action: int, coming: int) -> None:
    """Carry out a legal action. `coming` is the next card of the deck, used if the action turns it over."""
    if action < PUT_OUT:
        _lay(rules, s, action - LAY, coming)
    elif action < DISCOVER:
        _remove_from(s.river, action - PUT_OUT)
        _turn_over(rules, s, coming)
    elif action == DISCOVER:
        _turn_over(rules, s, coming)
    elif action == PASS:
        s.bidding &= ~(1 << s.mover)
        _next_bidder(rules, s, coming)
    elif action > BID:
        _bid(rules, s, action - BID, coming)
    elif s.phase == LAYING:
        _end_laying(rules, s, coming)
    else:
        _turn_over(rules, s, coming)


@rule
def _bid(rules: Rules, s: State, amount: int, coming: int) -> None:
    """Whoever can't raise any more passes by himself."""
    if s.phase == TURN:
        s.phase = BIDDING
        s.bidding = (1 << rules.seats) - 1
    s.bid = amount
    s.bidder = s.mover
    for seat in range(rules.seats):
        if seat != s.mover and s.gold[seat] <= amount:
            s.bidding &= ~(1 << seat)
    _next_bidder(rules, s, coming)


@rule
def _next_bidder(rules: Rules, s: State, coming: int) -> None:
    """On to the next seat in the auction; the last one has won it."""
    s.mover = (s.mover + 1) % rules.seats
    while not s.bidding >> s.mover & 1:
        s.mover = (s.mover + 1) % rules.seats
    if s.mover != s.bidder:
        return
    s.gold[s.mover] -= s.bid
    s.reserve += s.bid
    s.phase = LAYING
    if legal_lays(s) == 0:
        _end_laying(rules, s, coming)


@rule
def _lay(rules: Rules, s: State, card: int, coming: int) -> None:
    _remove_from(s.river, card)
    _add_to(s.expeditions[s.mover], card)
    if legal_lays(s) == 0:
        _end_laying(rules, s, coming)


@rule
def _end_laying(rules: Rules, s: State, coming: int) -> None:
    if river_is_empty(s):
        _turn_over(rules, s, coming)
    else:
        s.phase = PUTTING_OUT


@rule
def _turn_over(rules: Rules, s: State, card: int) -> None:
    """The next card comes into the river, unless nobody can lay it; then the turn passes to the left."""
    if not dead(rules, s, card):
        _add_to(s.river, card)
    s.turned += 1
    if s.turned == DECK:
        s.phase = OVER
    else:
        if s.turned % PILE_SIZE == 0:
            _share_out(rules, s)
        s.phase = TURN
        s.mover = (s.mover + 1) % rules.seats
    s.bid = 0
    s.bidder = s.mover
    s.bidding = 0


@rule
def _share_out(rules: Rules, s: State) -> None:
    share = s.reserve // rules.seats
    for seat in range(rules.seats):
        s.gold[seat] += share
    s.reserve -= share * rules.seats


class Lines(NamedTuple):
    """The lines of a score sheet for one expedition."""

    footprints: int
    factor: int
    multiplied: int
    bonus: int
    total: int


@rule
def expedition_lines(expedition: int) -> Lines:
    footprints = count(expedition >> NUMBERS_FROM & ONE_FOOTPRINT)
    footprints += 2 * count(expedition >> TWO_FOOTPRINTS_FROM)
    factor = 1 + count(expedition & WAGERS)
    bonus = BONUS if count(expedition >> NUMBERS_FROM) >= BONUS_FROM else 0
    return Lines(footprints, factor, footprints * factor, bonus, footprints * factor + bonus)


@rule
def score(rules: Rules, s: State, seat: int) -> int:
    """What a seat has as the cards lie now: its expeditions, and a point for each coin."""
    points = int(s.gold[seat])
    for colour in range(COLOURS):
        points += expedition_lines(int(s.expeditions[seat, colour])).total
    return points
