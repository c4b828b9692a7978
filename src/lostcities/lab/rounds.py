"""Rounds of the row game inside compiled code: what a slot needs beside the rules, on a CPU or a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel import chance, row
from lostcities.kernel.cards import VALUES, WAGER, WAGERS_OF_A_COLOUR
from lostcities.kernel.jit import rule
from lostcities.lab.ends import COLOURS, COUNTED, DONE, MARGIN, SCORE, TOTALS, UTILITY
from lostcities.lab.shares import MATCHES, spread
from lostcities.net.observation import overview, secret, token
from lostcities.net.table import MATCH, Table
from lostcities.net.worth import coming, margin, utility

DRAWS, WIDTH = 4, 32  # the sum of so many numbers from −WIDTH to WIDTH deviates by `worth.SPREAD`

# What a slot counts during a round.
TURNS, TAKES, STRIKES, OPENED, WAGERED = range(5)


def put_into_matches(tables: npt.NDArray[Any], share: float) -> None:
    """Let a share of the tables where two sides meet play rounds of matches."""
    meet = np.flatnonzero((tables["sides"] == 2) & (tables["cooperation"] == 0))
    within = spread([share, 1 - share], meet.size, MATCHES) == 0
    tables["rounds_left"][meet[within]] = 0


@rule
def fill(table: Table, deck: Any) -> None:
    """Every card of the table's deck, in order."""
    for i in range(row.deck_size(table)):
        in_colour = i % row.CARDS_OF_A_COLOUR
        value = max(WAGER, in_colour - WAGERS_OF_A_COLOUR + 2)
        deck[i] = i // row.CARDS_OF_A_COLOUR * VALUES + value - 1


@rule
def some_exploits(table: Table, r: Any) -> int:
    """The exploits of a round, as a mask: each choice equally likely."""
    left, wanted, exploits = row.EXPLOITS, int(table.exploits_dealt), 0
    for exploit in range(row.EXPLOITS):
        if wanted > 0 and chance.below(r, left) < wanted:
            exploits |= 1 << exploit
            wanted -= 1
        left -= 1
    return exploits


@rule
def new_standing(table: Table, r: Any) -> None:
    """Put a round into the midst of a match: how many rounds are still to come, and who leads."""
    table.rounds_left = chance.below(r, MATCH)
    table.lead = 0
    for _ in range(DRAWS * (MATCH - 1 - table.rounds_left)):
        table.lead += chance.below(r, 2 * WIDTH + 1) - WIDTH


@rule
def new_round(table: Table, s: row.State, deck: Any, r: Any) -> None:
    """Shuffle and deal; anyone may start."""
    if table.rounds_left != row.NONE:
        new_standing(table, r)
    fill(table, deck)
    chance.shuffle(r, deck, row.deck_size(table))
    exploits = some_exploits(table, r) if table.exploits_dealt else 0
    row.deal(table, s, deck, exploits, chance.below(r, int(table.seats)))


@rule
def play_at_random(table: Table, s: row.State, deck: Any, r: Any) -> int:
    """A whole round between random players; returns the number of decisions."""
    new_round(table, s, deck, r)
    decisions = 0
    while s.phase != row.OVER:
        action = chance.choose(r, row.legal(table, s))
        row.apply(table, s, action, coming(table, s, deck))
        decisions += 1
    return decisions


@rule
def look(table: Table, s: row.State, deck: Any, part: int, observation: Any) -> None:
    """Write one part of what the mover sees: a colour, or, past the last one, the rest."""
    tokens, overall, secrets, words, sides = observation
    seat = int(s.mover)
    if part < table.colours:
        token(table, s, seat, part, tokens[part])
        secret(table, s, deck, seat, part, secrets[part])
    elif part == tokens.shape[0]:
        overview(table, s, seat, overall)
        words[0], words[1], words[2] = row.legal(table, s)
        sides[0] = row.side_of(table, seat)


@rule
def play_on(table: Table, s: row.State, deck: Any, r: Any, counts: Any, action: int, end: Any) -> None:
    """Carry out an action, and deal afresh if it ends the round."""
    if action < row.TAKE:
        counts[TURNS] += s.phase == row.PLAY
        if action < row.DISCARD:
            colour = action // VALUES
            counts[OPENED] += s.expeditions[row.side_of(table, s.mover), colour] == 0
            counts[WAGERED] += action % VALUES + 1 == WAGER
    elif action < row.DRAW:
        counts[TAKES] += 1
    elif action == row.DRAW:
        counts[STRIKES] += table.guard > 0 and s.dry >= table.guard
    row.apply(table, s, action, coming(table, s, deck))
    end[DONE] = 0
    if s.phase != row.OVER:
        return
    end[DONE] = 1
    for side in range(table.sides):
        end[UTILITY + side] = utility(table, s, side)
        end[MARGIN + side] = margin(table, s, side)
        end[SCORE + side] = row.score(table, s, side)
        for colour in range(table.colours):
            lines = row.expedition_lines(table, int(s.expeditions[side, colour]))
            end[TOTALS + side * COLOURS + colour] = lines.total
    for i in range(counts.size):
        end[COUNTED + i] = counts[i]
        counts[i] = 0
    new_round(table, s, deck, r)


@rule
def begin(table: Table, s: row.State, deck: Any, r: Any, whim: Any, seed: int) -> None:
    chance.seed(r, seed)
    chance.seed(whim, ~seed)
    new_round(table, s, deck, r)
