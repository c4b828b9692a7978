"""Rounds make a match: who starts each one, and who has won at the end.

A history is one list per finished round, with one score per side. Sides are seats, except with
teams, where the side of a seat is `seat % 2`.
"""

from .editions import EDITIONS

# 004 alone breaks a tie at the end; elsewhere the victory is shared (rules §1).
YOUNGEST_WINS_TIES = ["duel"]


def totals(history: list[list[int]]) -> list[int]:
    """Each side's sum over all the rounds played."""
    sums = [0] * len(history[0])
    for scores in history:
        for side, score in enumerate(scores):
            sums[side] += score
    return sums


def best_sides(scores: list[int]) -> list[int]:
    return [side for side, score in enumerate(scores) if score == max(scores)]


def starter(edition: str, history: list[list[int]], oldest: int, starts: list[int]) -> int:
    """The seat that starts the next round.

    `starts` holds the number of rounds that each seat has started so far.
    """
    if not history:
        return oldest  # 000, 001, 002, 004
    facts = EDITIONS[edition]
    # 000 and 001 look at the last round, 002 and 004 at the running total.
    best = best_sides(history[-1] if facts.next_start == "last round" else totals(history))
    if facts.teams:
        # An equal claim goes to the oldest player's team, then to its member with fewer starts.
        side = best[0] if len(best) == 1 else oldest % 2
        first, second = side, side + 2
        return second if starts[second] < starts[first] else first
    # An equal claim goes to the oldest (004); if he has none, to the first seated after him.
    seat = oldest
    while seat not in best:
        seat = (seat + 1) % facts.players
    return seat


def starters(edition: str, history: list[list[int]], oldest: int) -> list[int]:
    """The starting seat of every round played and of the one to come."""
    starts = [0] * EDITIONS[edition].players
    seats = []
    for played in range(len(history) + 1):
        seat = starter(edition, history[:played], oldest, starts)
        starts[seat] += 1
        seats.append(seat)
    return seats


def winners(edition: str, history: list[list[int]], youngest: int) -> list[int]:
    """The winning sides. A Rivals game is a history of one round."""
    best = best_sides(totals(history))
    if len(best) > 1 and edition in YOUNGEST_WINS_TIES:
        return [youngest]
    return best


def cooperation_result(history: list[list[int]]) -> int:
    """Both sides' points of all the rounds together; nobody wins or loses (001)."""
    return sum(totals(history))
