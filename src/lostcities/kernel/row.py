"""The row game: the rules of every edition but Rivals.

A state is a record with named fields (`STATE`), an edition a tuple of named parameters (`Rules`). A turn
is two decisions: lay or discard a card, then draw one. Chance is explicit: whoever holds the deck tells
`apply` which card is drawn.

An action is a number, ``64 * word + bit``, so that the legal ones are three words of bits:

    word 0    lay a card        bit = card
    word 1    discard a card    bit = card
    word 2    take the top of a discard pile (bit = colour), draw from the pile, lay no more, claim an exploit
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from lostcities.kernel.cards import (
    ALL_KINDS,
    VALUES,
    WAGERS,
    add,
    colour_of,
    count,
    kinds,
    remove,
    sum_of_numbers,
    value_of,
)
from lostcities.kernel.jit import rule

MAX_SEATS = 4
MAX_SIDES = 3
MAX_COLOURS = 6
CARDS_OF_A_COLOUR = 12

PLAY, DRAW_CARD, EXTRA, OVER = range(4)

LAY = 0
DISCARD = 64
TAKE = 128
DRAW = TAKE + MAX_COLOURS
STOP = DRAW + 1
CLAIM = STOP + 1

# Exploits 0 to 4: three cards in that colour of the edition.
FIVE_CARDS, THREE_EXPEDITIONS, RUN_OF_THREE = 5, 6, 7
MOST_EXPEDITIONS, BEST_EXPEDITION, LOWEST_HAND = 8, 9, 10
EXPLOITS = 11
ACTIONS = CLAIM + EXPLOITS
EXPLOIT_POINTS = 10

BONUS = 20
WORST = -1000
NONE = -1


class Rules(NamedTuple):
    """What tells one edition from another."""

    seats: int
    sides: int
    colours: int
    hand_size: int
    cost: int
    bonus_from: int
    extra_cards: int
    hand_counts: bool
    announced: bool
    guard: int


STATE = np.dtype(
    [
        ("discards", np.int64, (MAX_COLOURS,)),
        ("hands", np.int16, (MAX_SEATS, MAX_COLOURS)),
        ("shown", np.int16, (MAX_SEATS, MAX_COLOURS)),  # the part of a hand that was taken openly
        ("expeditions", np.int16, (MAX_SIDES, MAX_COLOURS)),
        ("exploits", np.int16, (MAX_SIDES,)),
        ("open_exploits", np.int16),
        ("pile", np.int16),  # cards left in the draw pile
        ("dry", np.int16),  # turns in a row without a card from the draw pile
        ("mover", np.int8),
        ("phase", np.int8),
        ("closed", np.int8),  # the colour just discarded, or NONE
        ("extra_seats", np.int8),  # seats still to come in the extra phase
        ("extras", np.int8),  # extra cards that the mover has laid
    ],
    align=True,
)
State: TypeAlias = Any  # one record of STATE


@rule
def side_of(rules: Rules, seat: int) -> int:
    """Partners sit opposite each other and share their expeditions."""
    return seat % rules.sides


@rule
def deck_size(rules: Rules) -> int:
    return CARDS_OF_A_COLOUR * rules.colours


@rule
def deal(rules: Rules, s: State, deck: Any, exploits: int, starter: int) -> None:
    """Give each seat its hand, seat by seat, from the front of `deck`. The rest is the draw pile."""
    for colour in range(MAX_COLOURS):
        s.discards[colour] = 0
        for seat in range(MAX_SEATS):
            s.hands[seat, colour] = 0
            s.shown[seat, colour] = 0
        for side in range(MAX_SIDES):
            s.expeditions[side, colour] = 0
    for side in range(MAX_SIDES):
        s.exploits[side] = 0
    for seat in range(rules.seats):
        for i in range(rules.hand_size):
            _add_to(s.hands, seat, int(deck[seat * rules.hand_size + i]))
    s.open_exploits = exploits
    s.pile = deck_size(rules) - rules.seats * rules.hand_size
    s.dry = 0
    s.mover = starter
    s.phase = PLAY
    s.closed = NONE
    s.extra_seats = 0
    s.extras = 0


@rule
def layable(expedition: int) -> int:
    """The kinds that an expedition still takes: higher numbers, and wagers before the first number."""
    numbers = expedition >> 3
    if numbers == 0:
        return ALL_KINDS
    up_to_last = numbers | numbers >> 1
    up_to_last |= up_to_last >> 2
    up_to_last |= up_to_last >> 4
    up_to_last |= up_to_last >> 8
    return ALL_KINDS & ~(up_to_last << 1 | 1)


@rule
def legal_lays(rules: Rules, s: State) -> int:
    """The cards that the mover may lay, as a mask over cards."""
    side = side_of(rules, s.mover)
    lays = 0
    for colour in range(rules.colours):
        held = kinds(int(s.hands[s.mover, colour]))
        lays |= (held & layable(int(s.expeditions[side, colour]))) << (VALUES * colour)
    return lays


@rule
def legal_discards(rules: Rules, s: State) -> int:
    """The cards in the mover's hand, as a mask over cards."""
    discards = 0
    for colour in range(rules.colours):
        discards |= kinds(int(s.hands[s.mover, colour])) << (VALUES * colour)
    return discards


@rule
def legal_draws(rules: Rules, s: State) -> int:
    """The sources to draw from, as a mask: a bit for each discard pile, then the draw pile."""
    draws = 1 << (DRAW - TAKE)
    if rules.guard > 0 and s.dry >= rules.guard:
        return draws
    for colour in range(rules.colours):
        if s.discards[colour] != 0 and colour != s.closed:
            draws |= 1 << colour
    return draws


@rule
def legal_claims(rules: Rules, s: State) -> int:
    """The exploits that the mover may claim, as a mask."""
    if not rules.announced or s.open_exploits == 0:
        return 0
    return met(rules, s, side_of(rules, s.mover)) & int(s.open_exploits)


@rule
def legal(rules: Rules, s: State) -> tuple[int, int, int]:
    """The legal actions, as three words of bits."""
    if s.phase == PLAY:
        claims = legal_claims(rules, s) << (CLAIM - TAKE)
        return legal_lays(rules, s), legal_discards(rules, s), claims
    if s.phase == DRAW_CARD:
        return 0, 0, legal_draws(rules, s) | legal_claims(rules, s) << (CLAIM - TAKE)
    if s.phase == EXTRA:
        return legal_lays(rules, s), 0, 1 << (STOP - TAKE)
    return 0, 0, 0


@rule
def apply(rules: Rules, s: State, action: int, drawn: int) -> None:
    """Carry out a legal action. `drawn` is the card that comes, where the action draws from the pile."""
    if action < DISCARD:
        _lay(rules, s, action - LAY)
    elif action < TAKE:
        _discard(s, action - DISCARD)
    elif action < DRAW:
        _take(rules, s, action - TAKE)
    elif action == DRAW:
        _draw(rules, s, drawn)
    elif action == STOP:
        _next_extra(rules, s)
    else:
        _award(s, side_of(rules, s.mover), 1 << (action - CLAIM))


@rule
def _add_to(hands: Any, seat: int, card: int) -> None:
    hands[seat, colour_of(card)] = add(int(hands[seat, colour_of(card)]), value_of(card))


@rule
def _play_from_hand(s: State, card: int) -> None:
    colour, value = colour_of(card), value_of(card)
    s.hands[s.mover, colour] = remove(int(s.hands[s.mover, colour]), value)
    s.shown[s.mover, colour] = remove(int(s.shown[s.mover, colour]), value)


@rule
def _lay(rules: Rules, s: State, card: int) -> None:
    side = side_of(rules, s.mover)
    _play_from_hand(s, card)
    _add_to(s.expeditions, side, card)
    if s.open_exploits != 0 and not rules.announced:
        _award(s, side, met(rules, s, side) & int(s.open_exploits))
    if s.phase == EXTRA:
        s.extras += 1
        if s.extras == rules.extra_cards or legal_lays(rules, s) == 0:
            _next_extra(rules, s)
    else:
        s.closed = NONE
        s.phase = DRAW_CARD


@rule
def _discard(s: State, card: int) -> None:
    _play_from_hand(s, card)
    s.discards[colour_of(card)] = s.discards[colour_of(card)] << 4 | value_of(card)
    s.closed = colour_of(card)
    s.phase = DRAW_CARD


@rule
def _take(rules: Rules, s: State, colour: int) -> None:
    card = colour * VALUES + int(s.discards[colour] & 15) - 1
    s.discards[colour] >>= 4
    _add_to(s.hands, s.mover, card)
    _add_to(s.shown, s.mover, card)
    s.dry += 1
    _next_turn(rules, s)


@rule
def _draw(rules: Rules, s: State, card: int) -> None:
    _add_to(s.hands, s.mover, card)
    s.pile -= 1
    s.dry = 0
    if s.pile > 0:
        _next_turn(rules, s)
    elif rules.extra_cards > 0:
        s.phase = EXTRA
        s.closed = NONE
        s.extra_seats = rules.seats
        _next_extra(rules, s)
    else:
        _finish(rules, s)


@rule
def _next_turn(rules: Rules, s: State) -> None:
    s.mover = (s.mover + 1) % rules.seats
    s.phase = PLAY
    s.closed = NONE


@rule
def _next_extra(rules: Rules, s: State) -> None:
    """On to the next seat that can lay a card; whoever drew the last card comes last."""
    while s.extra_seats > 0:
        s.extra_seats -= 1
        s.extras = 0
        s.mover = (s.mover + 1) % rules.seats
        if legal_lays(rules, s) != 0:
            return
    _finish(rules, s)


@rule
def _finish(rules: Rules, s: State) -> None:
    s.phase = OVER
    s.closed = NONE
    for exploit in range(MOST_EXPEDITIONS, EXPLOITS):
        if s.open_exploits >> exploit & 1:
            first, second = at_the_end(rules, s, 0, exploit), at_the_end(rules, s, 1, exploit)
            if first != second:
                _award(s, 0 if first > second else 1, 1 << exploit)


@rule
def _award(s: State, side: int, exploits: int) -> None:
    s.exploits[side] |= exploits
    s.open_exploits &= ~exploits


@rule
def met(rules: Rules, s: State, side: int) -> int:
    """The exploits that go to whoever meets them first and that this side meets now."""
    exploits = 0
    started = 0
    for colour in range(rules.colours):
        expedition = int(s.expeditions[side, colour])
        cards, numbers = count(expedition), expedition >> 3
        if cards > 0:
            started += 1
        if cards >= 3:
            exploits |= 1 << colour
        if cards >= 5:
            exploits |= 1 << FIVE_CARDS
        if numbers & numbers >> 1 & numbers >> 2:
            exploits |= 1 << RUN_OF_THREE
    if started >= 3:
        exploits |= 1 << THREE_EXPEDITIONS
    return exploits


@rule
def at_the_end(rules: Rules, s: State, side: int, exploit: int) -> int:
    """What an end-of-game exploit compares; the higher side takes it."""
    if exploit == LOWEST_HAND:
        return -hand_value(rules, s, side)
    started = 0
    best = WORST
    for colour in range(rules.colours):
        expedition = int(s.expeditions[side, colour])
        if expedition != 0:
            started += 1
            lines = expedition_lines(rules, expedition)
            best = max(best, lines.result + lines.bonus)
    return started if exploit == MOST_EXPEDITIONS else best


class Lines(NamedTuple):
    """The lines of a score sheet for one expedition."""

    sum: int
    cost: int
    result: int
    factor: int
    multiplied: int
    bonus: int
    total: int


@rule
def expedition_lines(rules: Rules, expedition: int) -> Lines:
    if expedition == 0:
        return Lines(0, 0, 0, 1, 0, 0, 0)
    numbers = sum_of_numbers(expedition)
    result = numbers - rules.cost
    factor = 1 + count(expedition & WAGERS)
    bonus = BONUS if count(expedition) >= rules.bonus_from else 0
    return Lines(numbers, -rules.cost, result, factor, result * factor, bonus, result * factor + bonus)


@rule
def hand_value(rules: Rules, s: State, side: int) -> int:
    """The numbers left in the hands of a side; wagers count nothing."""
    value = 0
    for seat in range(side, rules.seats, rules.sides):
        for colour in range(rules.colours):
            value += sum_of_numbers(int(s.hands[seat, colour]))
    return value


@rule
def score(rules: Rules, s: State, side: int) -> int:
    """What a side's round is worth as the cards lie now; a hand counts only once the round is over."""
    points = EXPLOIT_POINTS * count(int(s.exploits[side]))
    for colour in range(rules.colours):
        points += expedition_lines(rules, int(s.expeditions[side, colour])).total
    if rules.hand_counts and s.phase == OVER:
        points -= hand_value(rules, s, side)
    return points
