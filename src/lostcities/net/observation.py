"""What a network is shown of a round of the row game: a token for each colour and an overview.

An observation is a seat's: it is made of what that seat may know and of what it may remember, since every
discard was once on top. It reads no other hand than its own, apart from the cards that were taken openly.
Colours have no identity, so that positions which differ by an exchange of colours look alike. Other players
stand in the places *next* (left neighbour), *previous* (right neighbour, where three or four play) and
*partner*; what a place doesn't hold is 0.

All features are whole numbers. `TOKEN_SCALE` and `OVERVIEW_SCALE` bring them to the size of 1.
"""

from __future__ import annotations

from typing import Any

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES, WAGERS, add, count, sum_of_numbers
from lostcities.kernel.jit import rule
from lostcities.kernel.row import CARDS_OF_A_COLOUR, MAX_SEATS, MAX_SIDES, NONE, State, side_of
from lostcities.net.features import place, scale, size, write
from lostcities.net.table import Table

TOPS = 3  # cards of a discard pile that are told apart by their place
LATE = 16  # draw piles up to this size are told apart one by one
FULL = (1 << CARDS_OF_A_COLOUR) - 1
FIRST_COMMON_EXPLOIT = row.FIVE_CARDS

# The blocks of features in the order in which they are written: name, length, divisor.
TOKEN_BLOCKS = (
    ("hand", 12, 1),
    ("own expedition", 12, 1),
    ("next expedition", 12, 1),
    ("previous expedition", 12, 1),
    ("next shown", 12, 1),
    ("previous shown", 12, 1),
    ("partner shown", 12, 1),
    ("discarded", 12, 1),
    ("unseen", 12, 1),
    ("own layable kinds", 10, 1),
    ("next layable kinds", 10, 1),
    ("previous layable kinds", 10, 1),
    ("tops", TOPS * VALUES, 1),
    ("own: cards, sum, total", 3, 20),
    ("next: cards, sum, total", 3, 20),
    ("previous: cards, sum, total", 3, 20),
    ("own: layable in hand, unseen", 4, 20),
    ("next: layable unseen", 2, 20),
    ("previous: layable unseen", 2, 20),
    ("hand sum, height", 2, 10),
    ("to the bonus", 3, 8),
    ("top layable", 3, 1),
    ("closed", 1, 1),
    ("exploit: open, own, next", 3, 1),
)
OVERVIEW_BLOCKS = (
    ("phase", 3, 1),
    ("late pile", LATE + 1, 1),
    ("pile, own draws left", 2, 20),
    ("last drawer", MAX_SEATS, 1),
    ("dry, guard, left to the guard", 3, 20),
    ("extra cards laid, seats to come", 2, 2),
    ("totals", MAX_SIDES, 50),
    ("lead", 1, 50),
    ("started", MAX_SIDES, 3),
    ("cards in hand", 1, 8),
    ("hand value", 1, 40),
    ("common exploits: open, own, next", 3 * (row.EXPLOITS - FIRST_COMMON_EXPLOIT), 1),
    ("exploits held", 2, 3),
    ("seats", 3, 1),
    ("six colours", 1, 1),
    ("hand size, cost, bonus from", 3, 10),
    ("extra cards", 1, 2),
    ("hand counts, announced, cooperation", 3, 1),
    ("match: any, rounds left", 2, 1),
    ("match: lead", 1, 50),
)
# What only a critic sees in training.
SECRET_BLOCKS = (
    ("next hand", 12, 1),
    ("previous hand", 12, 1),
    ("partner hand", 12, 1),
    ("draws until it comes", 12, 20),
    ("comes to the own side", 12, 1),
)

TOKEN, OVERVIEW, SECRET = map(size, (TOKEN_BLOCKS, OVERVIEW_BLOCKS, SECRET_BLOCKS))
TOKEN_SCALE, OVERVIEW_SCALE, SECRET_SCALE = map(scale, (TOKEN_BLOCKS, OVERVIEW_BLOCKS, SECRET_BLOCKS))
SIX_COLOURS = place(OVERVIEW_BLOCKS, "six colours")


@rule
def next_seat(table: Table, seat: int) -> int:
    return (seat + 1) % int(table.seats)


@rule
def previous_seat(table: Table, seat: int) -> int:
    """The right neighbour, or `NONE` where it is the left one too."""
    return (seat + table.seats - 1) % table.seats if table.seats > 2 else NONE


@rule
def partner(table: Table, seat: int) -> int:
    return (seat + table.sides) % table.seats if table.sides < table.seats else NONE


@rule
def next_side(table: Table, side: int) -> int:
    return (side + 1) % int(table.sides)


@rule
def previous_side(table: Table, side: int) -> int:
    return (side + 2) % table.sides if table.sides > 2 else NONE


@rule
def cards_of(sets: Any, who: int, colour: int) -> int:
    """A set of cards, empty where there is nobody."""
    return int(sets[who, colour]) if who != NONE else 0


@rule
def _join(cards: int, more: int) -> int:
    """Two sets of cards of one colour as one."""
    wagers = count(cards & WAGERS) + count(more & WAGERS)
    return (cards | more) & ~WAGERS | ((1 << wagers) - 1)


@rule
def discarded(stack: int) -> int:
    """The cards of a discard pile, as a set."""
    cards = 0
    while stack != 0:
        cards = add(cards, stack & 15)
        stack >>= 4
    return cards


@rule
def known_discards(table: Table, s: State, seat: int, colour: int) -> int:
    """A discard pile as a seat knows it: the whole stack, or its top if the seat forgets."""
    return int(s.discards[colour]) & (15 if table.forgetful >> seat & 1 else ~0)


@rule
def unseen(table: Table, s: State, seat: int, colour: int) -> int:
    """The cards of a colour that are, for all that a seat knows, in the draw pile or in a hidden part of
    another hand."""
    seen = _join(int(s.hands[seat, colour]), discarded(known_discards(table, s, seat, colour)))
    for side in range(table.sides):
        seen = _join(seen, int(s.expeditions[side, colour]))
    for other in range(table.seats):
        if other != seat:
            seen = _join(seen, int(s.shown[other, colour]))
    wagers = 3 - count(seen & WAGERS)
    return FULL & ~seen & ~WAGERS | ((1 << wagers) - 1)


@rule
def _numbers_among(cards: int, kinds_wanted: int) -> int:
    """The numbers of a set that are of these kinds, as a set."""
    return cards & (kinds_wanted >> 1) << 3


@rule
def token(table: Table, s: State, seat: int, colour: int, out: Any) -> int:
    """Write one colour as a seat knows it; returns the number of features."""
    side = side_of(table, seat)
    after, before = next_side(table, side), previous_side(table, side)
    hand = int(s.hands[seat, colour])
    own = int(s.expeditions[side, colour])
    theirs = int(s.expeditions[after, colour])
    third = cards_of(s.expeditions, before, colour)
    stack = known_discards(table, s, seat, colour)
    hidden = unseen(table, s, seat, colour)
    own_fits, their_fits = row.layable(own), row.layable(theirs)
    third_fits = row.layable(third) if before != NONE else 0

    at = write(out, 0, hand, 12)
    at = write(out, at, own, 12)
    at = write(out, at, theirs, 12)
    at = write(out, at, third, 12)
    at = write(out, at, int(s.shown[next_seat(table, seat), colour]), 12)
    at = write(out, at, cards_of(s.shown, previous_seat(table, seat), colour), 12)
    at = write(out, at, cards_of(s.shown, partner(table, seat), colour), 12)
    at = write(out, at, discarded(stack), 12)
    at = write(out, at, hidden, 12)
    at = write(out, at, own_fits, 10)
    at = write(out, at, their_fits, 10)
    at = write(out, at, third_fits, 10)
    for i in range(TOPS):
        value = stack >> 4 * i & 15
        at = write(out, at, 1 << value >> 1, 10)

    at = _worth(table, own, True, out, at)
    at = _worth(table, theirs, True, out, at)
    at = _worth(table, third, before != NONE, out, at)
    at = _still(_numbers_among(hand, own_fits), out, at)
    at = _still(_numbers_among(hidden, own_fits), out, at)
    at = _still(_numbers_among(hidden, their_fits), out, at)
    at = _still(_numbers_among(hidden, third_fits), out, at)
    out[at] = sum_of_numbers(hand)
    out[at + 1] = count(discarded(stack))
    at += 2
    out[at] = max(0, table.bonus_from - count(own))
    out[at + 1] = max(0, table.bonus_from - count(theirs))
    out[at + 2] = max(0, table.bonus_from - count(third)) if before != NONE else 0
    at += 3
    top = 1 << (stack & 15) >> 1
    out[at] = (own_fits & top) != 0
    out[at + 1] = (their_fits & top) != 0
    out[at + 2] = (third_fits & top) != 0
    at += 3
    out[at] = s.closed == colour
    exploit = 1 << colour if colour < FIRST_COMMON_EXPLOIT else 0
    out[at + 1] = (s.open_exploits & exploit) != 0
    out[at + 2] = (s.exploits[side] & exploit) != 0
    out[at + 3] = (s.exploits[after] & exploit) != 0
    return at + 4


@rule
def _worth(table: Table, expedition: int, there: bool, out: Any, at: int) -> int:
    lines = row.expedition_lines(table, expedition)
    out[at] = count(expedition) if there else 0
    out[at + 1] = lines.sum if there else 0
    out[at + 2] = lines.total if there else 0
    return at + 3


@rule
def _still(numbers: int, out: Any, at: int) -> int:
    out[at] = count(numbers)
    out[at + 1] = sum_of_numbers(numbers)
    return at + 2


@rule
def overview(table: Table, s: State, seat: int, out: Any) -> int:
    """Write all that is not of one colour; returns the number of features."""
    side = side_of(table, seat)
    after, before = next_side(table, side), previous_side(table, side)
    at = write(out, 0, 1 << s.phase, 3)
    at = write(out, at, 1 << min(LATE, int(s.pile)), LATE + 1)
    # If all draw from the pile: how many cards this seat still gets, and how far on the last one falls.
    mine = s.mover == seat
    until = 0 if mine else (seat - s.mover + table.seats) % table.seats
    drawing = s.phase != row.EXTRA
    out[at] = s.pile
    out[at + 1] = max(0, (s.pile - until + table.seats - 1) // table.seats) if drawing else 0
    at += 2
    last = (s.mover + s.pile - 1 - seat + table.seats) % table.seats
    at = write(out, at, 1 << last if drawing and s.pile > 0 else 0, MAX_SEATS)
    out[at] = s.dry
    out[at + 1] = min(100, table.guard)
    out[at + 2] = max(0, table.guard - s.dry) if table.guard > 0 and table.guard - s.dry < 100 else 100
    out[at + 3] = s.extras
    out[at + 4] = s.extra_seats
    at += 5

    own, theirs = row.score(table, s, side), row.score(table, s, after)
    third = row.score(table, s, before) if before != NONE else 0
    out[at] = own
    out[at + 1] = theirs
    out[at + 2] = third
    out[at + 3] = own + theirs if table.cooperation else own - max(theirs, third)
    out[at + 4] = _started(table, s, side)
    out[at + 5] = _started(table, s, after)
    out[at + 6] = _started(table, s, before)
    at += 7
    held, value = 0, 0
    for colour in range(table.colours):
        held += count(int(s.hands[seat, colour]))
        value += sum_of_numbers(int(s.hands[seat, colour]))
    out[at] = held
    out[at + 1] = value
    at += 2

    common = row.EXPLOITS - FIRST_COMMON_EXPLOIT
    at = write(out, at, s.open_exploits >> FIRST_COMMON_EXPLOIT, common)
    at = write(out, at, s.exploits[side] >> FIRST_COMMON_EXPLOIT, common)
    at = write(out, at, s.exploits[after] >> FIRST_COMMON_EXPLOIT, common)
    out[at] = count(int(s.exploits[side]))
    out[at + 1] = count(int(s.exploits[after]))
    at += 2

    at = write(out, at, 1 << table.seats >> 2, 3)
    out[at] = table.colours == row.MAX_COLOURS
    out[at + 1] = table.hand_size
    out[at + 2] = table.cost
    out[at + 3] = table.bonus_from
    out[at + 4] = table.extra_cards
    out[at + 5] = table.hand_counts
    out[at + 6] = table.announced
    out[at + 7] = table.cooperation
    alone = table.rounds_left == NONE
    out[at + 8] = not alone
    out[at + 9] = 0 if alone else table.rounds_left
    out[at + 10] = table.lead if side == 0 or table.cooperation else -table.lead
    return at + 11


@rule
def _started(table: Table, s: State, side: int) -> int:
    started = 0
    for colour in range(table.colours):
        started += cards_of(s.expeditions, side, colour) != 0
    return started


@rule
def secret(table: Table, s: State, deck: Any, seat: int, colour: int, out: Any) -> int:
    """Write what nobody may know of a colour: the other hands, and how the draw pile lies."""
    at = write(out, 0, int(s.hands[next_seat(table, seat), colour]), 12)
    at = write(out, at, cards_of(s.hands, previous_seat(table, seat), colour), 12)
    at = write(out, at, cards_of(s.hands, partner(table, seat), colour), 12)
    for i in range(2 * CARDS_OF_A_COLOUR):
        out[at + i] = 0
    wagers = 0
    side = side_of(table, seat)
    for i in range(s.pile):
        card = int(deck[row.deck_size(table) - s.pile + i])
        if card // VALUES == colour:
            value = card % VALUES
            bit = value + 2
            if value == 0:
                bit = wagers
                wagers += 1
            out[at + bit] = i + 1
            out[at + CARDS_OF_A_COLOUR + bit] = side_of(table, (s.mover + i) % table.seats) == side
    return at + 2 * CARDS_OF_A_COLOUR
