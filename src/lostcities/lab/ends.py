"""What is written when a round ends, in one row of numbers that both families share.

A mark, then for each side what the round was worth to it, its margin and its score, then the totals of its
expeditions, then what was counted on the way.
"""

from __future__ import annotations

from lostcities.kernel import rivals, row

SIDES = max(row.MAX_SIDES, rivals.MAX_SEATS)
COLOURS = max(row.MAX_COLOURS, rivals.COLOURS)
COUNTS = 5

DONE = 0
UTILITY = 1
MARGIN = UTILITY + SIDES
SCORE = MARGIN + SIDES
TOTALS = SCORE + SIDES
COUNTED = TOTALS + SIDES * COLOURS
END = COUNTED + COUNTS
