"""Games of Rivals inside compiled code: what a slot needs beside the rules, on a CPU or a GPU."""

from __future__ import annotations

from typing import Any

from lostcities.kernel import chance, rivals
from lostcities.kernel.cards import HIGHEST_NUMBER, VALUES, WAGER, WAGERS_OF_A_COLOUR, value_of
from lostcities.kernel.jit import rule
from lostcities.kernel.rivals import COLOURS, DECK, STARTING_WAGERS, State
from lostcities.lab.ends import COLOURS as MOST_COLOURS
from lostcities.lab.ends import COUNTED, DONE, MARGIN, SCORE, TOTALS, UTILITY
from lostcities.net.rivals_observation import Table, overview, secret, to_come, token
from lostcities.net.rivals_worth import margin, win_share

STARTERS = 2 * COLOURS
MAX_DECK = DECK + STARTERS
"""The deck, and behind it the colours of the starting wagers."""

WIN = 40
"""What a game won alone is worth beside its margin, in points.

Rivals is won or lost, and a narrow win of four is no small thing; but who is far behind should still have
something to play for, and a beginner something to learn from. Margins spread by 10 to 20 points, so this
lets winning count somewhat more than they do.
"""

# What a slot counts during a game.
AUCTIONS, PAID, LAID, WAGERED, OUT = range(5)


@rule
def fill(deck: Any) -> None:
    """Every card of the deck and every starting wager, in order."""
    at = 0
    for colour in range(COLOURS):
        for value in range(WAGER, HIGHEST_NUMBER + 1):
            number = WAGERS_OF_A_COLOUR if value == WAGER else rivals.copies(value)
            for _ in range(number):
                deck[at] = colour * VALUES + value - 1
                at += 1
    for i in range(STARTERS):
        deck[DECK + i] = i % COLOURS


@rule
def _pairs_differ(table: Table, starters: Any) -> bool:
    for seat in range(table.seats):
        if starters[STARTING_WAGERS * seat] == starters[STARTING_WAGERS * seat + 1]:
            return False
    return True


@rule
def new_game(table: Table, s: State, deck: Any, r: Any) -> None:
    """Shuffle and deal, the starting wagers again until nobody has a colour twice; anyone may start."""
    fill(deck)
    chance.shuffle(r, deck, DECK)
    starters = deck[DECK:]
    chance.shuffle(r, starters, STARTERS)
    while not _pairs_differ(table, starters):
        chance.shuffle(r, starters, STARTERS)
    rivals.deal(table, s, starters, chance.below(r, int(table.seats)))


@rule
def utility(table: Table, s: State, seat: int) -> float:
    """What a finished game is worth to a seat, in points: its lead over the mean of the others, and more if
    it has won. All seats together have nothing."""
    everybody = 0
    for other in range(table.seats):
        everybody += rivals.score(table, s, other)
    own = rivals.score(table, s, seat)
    lead = own - (everybody - own) / (int(table.seats) - 1)
    return lead + WIN * (win_share(table, s, seat) - 1 / int(table.seats))


@rule
def look(table: Table, s: State, deck: Any, part: int, observation: Any) -> None:
    """Write one part of what the mover sees: a colour, or, past the last one, the rest."""
    tokens, overall, secrets, words, sides = observation
    seat = int(s.mover)
    if part < COLOURS:
        token(table, s, to_come(s, deck, part), seat, part, tokens[part])
        secret(s, deck, part, secrets[part])
    else:
        overview(table, s, seat, overall)
        words[0], words[1], words[2] = rivals.legal(table, s)
        sides[0] = seat


@rule
def play_on(table: Table, s: State, deck: Any, r: Any, counts: Any, action: int, end: Any) -> None:
    """Carry out an action, and deal afresh if it ends the game."""
    if action < rivals.PUT_OUT:
        counts[LAID] += 1
        counts[WAGERED] += value_of(action) == WAGER
    elif action < rivals.DISCOVER:
        counts[OUT] += 1
    bidding = s.phase == rivals.TURN or s.phase == rivals.BIDDING
    bid = action - rivals.BID if action > rivals.BID else int(s.bid)
    rivals.apply(table, s, action, int(deck[s.turned]))
    if bidding and action != rivals.DISCOVER and s.phase != rivals.BIDDING:
        # Somebody has won the auction.
        counts[AUCTIONS] += 1
        counts[PAID] += bid
    end[DONE] = 0
    if s.phase != rivals.OVER:
        return
    end[DONE] = 1
    for seat in range(table.seats):
        end[UTILITY + seat] = utility(table, s, seat)
        end[MARGIN + seat] = margin(table, s, seat)
        end[SCORE + seat] = rivals.score(table, s, seat)
        for colour in range(COLOURS):
            lines = rivals.expedition_lines(int(s.expeditions[seat, colour]))
            end[TOTALS + seat * MOST_COLOURS + colour] = lines.total
    for i in range(counts.size):
        end[COUNTED + i] = counts[i]
        counts[i] = 0
    new_game(table, s, deck, r)


@rule
def begin(table: Table, s: State, deck: Any, r: Any, whim: Any, seed: int) -> None:
    chance.seed(r, seed)
    chance.seed(whim, ~seed)
    new_game(table, s, deck, r)
