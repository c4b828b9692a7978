"""What the end of a game of Rivals is worth to a seat: whether it has won, and by how much."""

from __future__ import annotations

from lostcities.kernel import rivals
from lostcities.kernel.jit import rule
from lostcities.kernel.rivals import State
from lostcities.net.rivals_observation import Table

WIN = 100.0  # so that what a search weighs is the chance to win in per cent
POINT = 0.2  # how many of these a point of the margin is worth, between games won or lost alike


@rule
def win_share(table: Table, s: State, seat: int) -> float:
    """1 for who has won alone; a tie is shared."""
    own, equals = rivals.score(table, s, seat), 0
    for other in range(table.seats):
        points = rivals.score(table, s, other)
        if points > own:
            return 0.0
        equals += points == own
    return 1.0 / equals


@rule
def margin(table: Table, s: State, seat: int) -> int:
    """The lead over the best of the others: it tells whether the game is won."""
    best = 0
    for other in range(table.seats):
        if other != seat:
            best = max(best, rivals.score(table, s, other))
    return rivals.score(table, s, seat) - best


@rule
def worth(table: Table, s: State, seat: int) -> float:
    """What a finished game is worth to who plays to win it."""
    return WIN * win_share(table, s, seat) + POINT * margin(table, s, seat)


def worth_of_margin(points: float) -> float:
    """The same, where only the margin is known: a tie is one between two."""
    return WIN * (0.5 if points == 0 else points > 0) + POINT * points
