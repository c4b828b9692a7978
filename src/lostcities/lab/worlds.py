"""A world for one slot inside compiled code: a position as its mover knows it, the rest by chance.

Worlds are dealt as at play (`bots.search_worlds`): hands by the odds that a net reads, the draw pile from
what is left. A world may also keep the true hands, so that nothing but the order of the draw pile is by
chance: over many positions such worlds say what a move is truly worth, whatever the net reads.
"""

from __future__ import annotations

from typing import Any

from lostcities.bots.rollouts import carry_out, to_next_choice
from lostcities.bots.search_worlds import follow_odds, unseen_cards
from lostcities.kernel import chance, row
from lostcities.kernel.cards import add, colour_of, count, value_of
from lostcities.kernel.jit import rule
from lostcities.net.choice import best
from lostcities.net.observation import next_seat, overview, partner, previous_seat, token
from lostcities.net.outputs import OTHERS
from lostcities.net.table import Table


@rule
def copy_state(source: row.State, s: row.State) -> None:
    for colour in range(row.MAX_COLOURS):
        s.discards[colour] = source.discards[colour]
        for seat in range(row.MAX_SEATS):
            s.hands[seat, colour] = source.hands[seat, colour]
            s.shown[seat, colour] = source.shown[seat, colour]
        for side in range(row.MAX_SIDES):
            s.expeditions[side, colour] = source.expeditions[side, colour]
    for side in range(row.MAX_SIDES):
        s.exploits[side] = source.exploits[side]
    s.open_exploits = source.open_exploits
    s.pile = source.pile
    s.dry = source.dry
    s.mover = source.mover
    s.phase = source.phase
    s.closed = source.closed
    s.extra_seats = source.extra_seats
    s.extras = source.extras


@rule
def seat_at(table: Table, seat: int, place: int) -> int:
    """Who sits in a place, in the order in which a student reads hands; `row.NONE` if nobody does."""
    if place == 0:
        return next_seat(table, seat)
    if place == 1:
        return previous_seat(table, seat)
    return partner(table, seat)


@rule
def hidden_cards(table: Table, s: row.State, seat: int) -> int:
    """How many cards of a hand the others have not seen."""
    hidden = 0
    for colour in range(table.colours):
        hidden += count(int(s.hands[seat, colour])) - count(int(s.shown[seat, colour]))
    return hidden


@rule
def deal_world(
    table: Table, root: row.State, root_deck: Any, true_hands: bool, odds: Any, s: row.State, deck: Any,
    owners: Any, r: Any,
) -> None:  # fmt: skip
    """Write a world that the mover of a root can't tell from it. `odds` has a row for each place and one for
    the draw pile; `owners` is there to work on."""
    copy_state(root, s)
    seat, front = int(root.mover), row.deck_size(table) - root.pile
    if true_hands:
        for i in range(front, row.deck_size(table)):
            deck[i] = root_deck[i]
        chance.shuffle(r, deck[front:], int(root.pile))
        return
    dealt = 0
    for place in range(OTHERS):
        other = seat_at(table, seat, place)
        if other != row.NONE:
            for _ in range(hidden_cards(table, root, other)):
                owners[dealt] = place
                dealt += 1
    # In a deck the hands come before the draw pile.
    cards = deck[front - dealt :]
    number = unseen_cards(table, root, seat, cards)
    for i in range(dealt, number):
        owners[i] = OTHERS
    chance.shuffle(r, cards, number)
    follow_odds(cards, owners, number, odds, r)
    for other in range(table.seats):
        if other != seat:
            for colour in range(table.colours):
                s.hands[other, colour] = root.shown[other, colour]
    for i in range(dealt):
        other = seat_at(table, seat, int(owners[i]))
        colour, value = colour_of(int(cards[i])), value_of(int(cards[i]))
        s.hands[other, colour] = add(int(s.hands[other, colour]), value)


@rule
def begin_in_world(
    table: Table, root: row.State, root_deck: Any, true_hands: bool, odds: Any, seed: int, action: int,
    s: row.State, deck: Any, owners: Any, r: Any, tops: Any, sides: Any, i: int,
) -> None:  # fmt: skip
    """Deal a world to slot `i`, carry out an action of the root's mover and go on to the next choice."""
    chance.seed(r, seed)
    deal_world(table, root, root_deck, true_hands, odds, s, deck, owners, r)
    side = row.side_of(table, int(root.mover))
    sides[i] = side
    tops[i] = row.deck_size(table) - s.pile
    carry_out(table, s, deck, tops, i, side, action)
    to_next_choice(table, s, deck, tops, i, side)


@rule
def see_part(table: Table, s: row.State, part: int, tokens: Any, overall: Any) -> None:
    """Write one part of what the mover sees: a colour, or, past the last one, the rest."""
    if s.phase == row.OVER:
        return
    if part < table.colours:
        token(table, s, int(s.mover), part, tokens[part])
    elif part == tokens.shape[0]:
        overview(table, s, int(s.mover), overall)


@rule
def choose_on(table: Table, s: row.State, deck: Any, tops: Any, sides: Any, i: int, logits: Any) -> None:
    """Do what a net likes best in slot `i` and go on to the next choice."""
    if s.phase != row.OVER:
        side = int(sides[i])
        carry_out(table, s, deck, tops, i, side, best(row.legal(table, s), logits))
        to_next_choice(table, s, deck, tops, i, side)
