"""`explorer` in Rivals.

It estimates what every expedition may become, counts what winning the river would add to its own and take
from the others, and pays no more than that is worth: gold is dear early, while every coin can still win an
auction, and worth a point in the end. Where two cards are equally worth putting out, chance decides.

The player is compiled and reads a state of the kernel, so that it plays at one table of people and at
thousands on a GPU. It doesn't remember what was put out of the game, and counts it among the cards to come.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from lostcities.game import RivalsView, View
from lostcities.game.codec import codec
from lostcities.kernel import rivals
from lostcities.kernel.cards import (
    HIGHEST_NUMBER,
    VALUES,
    WAGER,
    WAGERS_OF_A_COLOUR,
    colour_of,
    count,
    value_of,
)
from lostcities.kernel.chance import RANDOM, below, nth_bit
from lostcities.kernel.jit import one_record, rule, wide
from lostcities.kernel.rivals import BONUS, BONUS_FROM, COLOURS, DECK, NUMBERS_FROM, WAGERS, State
from lostcities.moves import Move
from lostcities.net.rivals_known import known_state
from lostcities.net.rivals_observation import TABLE, Table, fitting, footprints, table_of
from lostcities.variant import Variant


class Habits(NamedTuple):
    """What the player weighs, and how much. The numbers come from play against itself."""

    share: float = 0.6
    """How much of an equal share in the cards to come is counted on."""
    thrift: float = 0.5
    """What a coin is worth at the start beyond the point it counts in the end, for each player."""
    least: float = 4.0
    """The points that make it worth opening an auction."""
    deny: float = 0.5
    """The weight of what winning takes from the strongest rival, shared among the rivals."""


class Gain(NamedTuple):
    """What cards of one colour can do for a player."""

    points: float
    cards: int
    """Those to lay, as a set."""


@rule
def explorer_choice(table: Table, s: State, habits: Habits, r: Any) -> int:
    """The action that the explorer takes for the mover."""
    chance = _chance(table, s, habits)
    if s.phase == rivals.LAYING:
        return _lay(s, chance)
    if s.phase == rivals.PUTTING_OUT:
        return _put_out(table, s, chance, r)
    gold, raised = wide(s.gold[s.mover]), wide(s.bid) + 1
    opens = s.phase == rivals.TURN
    if raised <= gold and not rivals.river_is_empty(s):
        prize = _prize(table, s, habits, chance)
        if raised <= _limit(table, s, habits, prize) and (prize >= habits.least or not opens):
            return rivals.BID + raised
    return rivals.DISCOVER if opens else rivals.PASS


@rule
def _limit(table: Table, s: State, habits: Habits, prize: float) -> int:
    """The most coins to pay: they are dear at the start, and a point each in the end."""
    return int(prize / (1 + habits.thrift * table.seats * (DECK - s.turned) / DECK))


# The value of cards.


@rule
def hidden(s: State, colour: int) -> int:
    """The cards of a colour's deck that are not on the table, as a set. A starting wager stands for one of
    the deck's."""
    cards = 0
    for value in range(WAGER, HIGHEST_NUMBER + 1):
        left = WAGERS_OF_A_COLOUR if value == WAGER else rivals.copies(value)
        left -= count(rivals.held(wide(s.river[colour]), value))
        for seat in range(rivals.MAX_SEATS):
            left -= count(rivals.held(wide(s.expeditions[seat, colour]), value))
        if left > 0:
            cards |= (1 << left) - 1 << rivals.place(value)
    return cards


@rule
def _chance(table: Table, s: State, habits: Habits) -> float:
    """That a hidden card comes, and comes to the mover."""
    everything = 0
    for colour in range(COLOURS):
        everything += count(hidden(s, colour))
    share = habits.share / int(table.seats)
    return share * min(1.0, (DECK - int(s.turned)) / max(1, everything))


@rule
def _worth(expedition: int, unseen: int, chance: float) -> float:
    """What an expedition may be worth in the end."""
    hoped = fitting(unseen, expedition)
    steps = footprints(expedition) + chance * footprints(hoped)
    numbers = count(expedition >> NUMBERS_FROM) + chance * count(hoped >> NUMBERS_FROM)
    factor = 1 + count(expedition & WAGERS) + chance * count(hoped & WAGERS)
    return steps * factor + BONUS * min(1.0, max(0.0, (numbers - BONUS_FROM + 2) / 2))


@rule
def _best_lay(s: State, seat: int, offered: int, colour: int, chance: float) -> Gain:
    """The most that a player can gain by laying cards of a colour, from the lowest up to some card."""
    expedition, unseen = wide(s.expeditions[seat, colour]), hidden(s, colour)
    now = _worth(expedition, unseen, chance)
    best, chosen, laid = now, 0, 0
    fits = fitting(offered, expedition)
    for value in range(WAGER, HIGHEST_NUMBER + 1):
        for _ in range(count(rivals.held(fits, value))):
            laid = _with_card(laid, value)
            expedition = _with_card(expedition, value)
            worth = _worth(expedition, unseen, chance)
            if worth > best:
                best, chosen = worth, laid
    return Gain(best - now, chosen)


@rule
def _with_card(cards: int, value: int) -> int:
    return cards + (rivals.held(cards, value) + 1 << rivals.place(value))


@rule
def _without(cards: int, taken: int) -> int:
    """A set less some of its cards. Equal cards fill their bits from below."""
    left = 0
    for value in range(WAGER, HIGHEST_NUMBER + 1):
        number = count(rivals.held(cards, value)) - count(rivals.held(taken, value))
        left |= (1 << number) - 1 << rivals.place(value)
    return left


@rule
def _prize(table: Table, s: State, habits: Habits, chance: float) -> float:
    """What winning the auction is worth in points: the own gain, and what the strongest rival then lacks."""
    gain, loss = 0.0, 0.0
    for colour in range(COLOURS):
        gain += _best_lay(s, s.mover, wide(s.river[colour]), colour, chance).points
    for seat in range(table.seats):
        if seat != s.mover:
            lacks = 0.0
            for colour in range(COLOURS):
                river = wide(s.river[colour])
                taken = _best_lay(s, s.mover, river, colour, chance).cards
                lacks += _best_lay(s, seat, river, colour, chance).points
                lacks -= _best_lay(s, seat, _without(river, taken), colour, chance).points
            loss = max(loss, lacks)
    return gain + habits.deny * loss / (table.seats - 1) if gain > 0 else 0.0


# What to do with the river once it is won.


@rule
def _lay(s: State, chance: float) -> int:
    for colour in range(COLOURS):
        cards = _best_lay(s, s.mover, wide(s.river[colour]), colour, chance).cards
        if cards != 0:
            return rivals.LAY + VALUES * colour + nth_bit(rivals.kinds(cards), 0)
    return rivals.DONE


@rule
def _put_out(table: Table, s: State, chance: float, r: Any) -> int:
    """The card that serves another most, compared with what it could still do for oneself."""
    best, choice, equals = 0.0, rivals.DONE, 0
    river = rivals.river_cards(s)
    for card in range(VALUES * COLOURS):
        if river >> card & 1:
            harm = _harm(table, s, card, chance)
            if harm > best:
                best, choice, equals = harm, rivals.PUT_OUT + card, 1
            elif harm == best and best > 0:
                equals += 1
                if below(r, equals) == 0:
                    choice = rivals.PUT_OUT + card
    return choice


@rule
def _harm(table: Table, s: State, card: int, chance: float) -> float:
    one, colour = 1 << rivals.place(value_of(card)), colour_of(card)
    most = 0.0
    for seat in range(table.seats):
        if seat != s.mover:
            most = max(most, _best_lay(s, seat, one, colour, chance).points)
    return most - _best_lay(s, s.mover, one, colour, chance).points


class RivalsExplorer:
    """The explorer on one seat."""

    def __init__(self, variant: Variant, seat: int, seed: int, habits: Habits | None = None) -> None:
        self._habits = habits or Habits()
        self._moves = codec(variant.edition.family, variant.colours).moves
        tables, randoms = one_record(TABLE), one_record(RANDOM)
        rng = random.Random(seed)
        tables[0], randoms[0] = table_of(variant), (rng.getrandbits(32), rng.getrandbits(32) | 1)
        self._table, self._random = tables[0], randoms[0]

    def choose(self, view: View) -> Move:
        assert isinstance(view, RivalsView)
        s = known_state(view)[0]
        return self._moves[explorer_choice(self._table, s, self._habits, self._random)]
