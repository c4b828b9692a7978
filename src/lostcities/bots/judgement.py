"""What the moves of a row game are worth to the mover, as `explorer` sees it.

Every function reads of a state what the mover may know and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from lostcities.bots.exploits import exploit_hopes
from lostcities.bots.prospect import NO_GAINS, Prospect, fitting, in_time, joined, prospect
from lostcities.kernel import row
from lostcities.kernel.cards import WAGER, WAGERS, add, count, remove, sum_of_numbers, value_of
from lostcities.kernel.jit import rule, wide
from lostcities.net.observation import unseen
from lostcities.net.table import Table

WAGER_USE = 5
"""What a wager may be worth to another side, in points of a number card."""
LOWEST_HAND = 0.3
"""What a point left in hand costs, where only an exploit asks for a low hand."""


class Habits(NamedTuple):
    """What a player weighs, and how much. The numbers come from play against itself."""

    hope: float = 0.7
    """How much of the chance that an unseen card comes is counted on."""
    contested: float = 0.9
    """What is left of that chance in a colour that a rival explores too."""
    tempo: float = 1.5
    """Points for a turn that lays a card, when the hand is full of cards to lay."""
    gift: float = 0.5
    """The weight of a rival's gain from a card that is discarded."""
    opening_gift: float = 0.2
    """The same, where the rival has not started that expedition."""
    deny: float = 0.1
    """The weight of a rival's gain from a discard that is left lying."""
    blind: float = 5.0
    """What a card from the draw pile is expected to be worth."""


class Outlook(NamedTuple):
    """The rest of the round as it looks from a decision."""

    turns: int
    """How many more cards the mover can lay once the turn is over."""
    chance: float
    """That a given unseen card comes to the mover in time."""
    contested: float
    """The same in a colour that a rival explores too."""
    hand_weight: float
    """What a point in hand costs, less while there is time to get rid of it."""


@rule
def held_by_mover(s: row.State, colour: int) -> int:
    return wide(s.hands[s.mover, colour])


@rule
def laid_by_mover(table: Table, s: row.State, colour: int) -> int:
    return wide(s.expeditions[row.side_of(table, s.mover), colour])


@rule
def _turns_after(table: Table, s: row.State, colour: int) -> int:
    """How many more cards the mover can lay after an action on a colour, or on none."""
    if s.phase == row.EXTRA:
        return 0 if colour == row.NONE else int(table.extra_cards - s.extras - 1)
    taken = s.phase == row.DRAW_CARD and colour != row.NONE
    pile = int(s.pile) if taken else int(s.pile) - 1
    return pile // int(table.seats) + int(table.extra_cards)


@rule
def outlook(table: Table, s: row.State, habits: Habits, colour: int) -> Outlook:
    """What is ahead after an action on a colour, or on none: the draw pile, laying no more."""
    turns = _turns_after(table, s, colour)
    hidden = waiting = 0
    for i in range(wide(table.colours)):
        hidden += count(unseen(table, s, s.mover, i))
        laid = laid_by_mover(table, s, i)
        if laid != 0:
            waiting += count(fitting(laid, held_by_mover(s, i)))
    draws = max(0, turns - table.extra_cards)
    if table.seats > table.sides:
        draws = 2 * draws + table.hand_size  # the partner's cards serve as well
    time_to_lay = max(0.0, 1 - waiting / (turns + 1))
    chance = habits.hope * min(1.0, draws / max(hidden, 1)) * time_to_lay
    hand_weight = max(0.0, 1 - turns / table.hand_size)
    if not table.hand_counts:
        hand_weight *= LOWEST_HAND if s.open_exploits >> row.LOWEST_HAND & 1 else 0.0
    return Outlook(turns, chance, chance * habits.contested, hand_weight)


@rule
def _promise(table: Table, s: row.State, ahead: Outlook, colour: int, laid: int, held: int) -> Prospect:
    """What a colour promises with this expedition and these cards in hand."""
    in_hand = ahead.hand_weight * sum_of_numbers(held)
    contested = _is_contested(table, s, colour)
    if table.cooperation and contested and laid == 0:
        # Two expeditions of a colour only cost twice: the first to start it goes on alone.
        return Prospect(-in_hand, NO_GAINS)
    chance = ahead.contested if contested else ahead.chance
    hoped = unseen(table, s, s.mover, colour)
    found = prospect(table, laid, held, hoped, ahead.turns, chance)
    return Prospect(found.worth - in_hand, found.gains)


@rule
def _is_contested(table: Table, s: row.State, colour: int) -> bool:
    own = row.side_of(table, s.mover)
    for side in range(wide(table.sides)):
        if side != own and s.expeditions[side, colour] != 0:
            return True
    return False


@rule
def elsewhere(table: Table, s: row.State, ahead: Outlook, changed: int) -> Prospect:
    """What all colours promise but the one that a move changes."""
    total = Prospect(0.0, NO_GAINS)
    for colour in range(wide(table.colours)):
        if colour != changed:
            laid, held = laid_by_mover(table, s, colour), held_by_mover(s, colour)
            total = joined(total, _promise(table, s, ahead, colour, laid, held))
    return total


@rule
def worth(
    table: Table, s: row.State, habits: Habits, ahead: Outlook, others: Prospect, colour: int, action: int
) -> float:
    """The points to be expected after an action on a colour, or on none."""
    if colour == row.NONE:
        return in_time(others, ahead.turns) + (habits.blind if action == row.DRAW else 0.0)
    laid, held = laid_by_mover(table, s, colour), held_by_mover(s, colour)
    top = int(s.discards[colour] & 15)
    value = top if action >= row.TAKE else value_of(action % row.DISCARD)
    if action < row.DISCARD:
        laid = add(laid, value)
    held = remove(held, value) if action < row.TAKE else add(held, value)
    points = in_time(joined(others, _promise(table, s, ahead, colour, laid, held)), ahead.turns)
    if s.open_exploits != 0 and action < row.TAKE:
        points += exploit_hopes(table, s, row.side_of(table, s.mover), colour, laid)
    if action < row.DISCARD:
        return points + habits.tempo
    given = _gift(table, s, habits, colour, value)
    if action >= row.TAKE:
        return points + habits.deny * given
    if table.cooperation and top != 0:
        points += _gift(table, s, habits, colour, top)  # it buries what the partner may wait for
    return points - given


@rule
def _gift(table: Table, s: row.State, habits: Habits, colour: int, value: int) -> float:
    """What a discard gives to the rivals; in cooperation it is welcome."""
    own = row.side_of(table, s.mover)
    given = 0.0
    for side in range(wide(table.sides)):
        if side != own:
            given += _use(table, s, habits, side, colour, value)
    given /= int(table.sides) - 1
    return -given if table.cooperation else given


@rule
def _use(table: Table, s: row.State, habits: Habits, side: int, colour: int, value: int) -> float:
    """What another side could make of a card."""
    laid = int(s.expeditions[side, colour])
    if not row.layable(laid) >> (value - 1) & 1:
        return 0.0
    if laid != 0:
        return habits.gift * (WAGER_USE if value == WAGER else value * (1 + count(laid & WAGERS)))
    numbers = count(unseen(table, s, s.mover, colour) & ~WAGERS)
    return habits.opening_gift * (WAGER_USE if value == WAGER else value) * numbers / 5
