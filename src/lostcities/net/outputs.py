"""What a network says: numbers for each action, the final margin in bins, and the outlook of each colour."""

from __future__ import annotations

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES

# A colour: ten lays, ten discards, the take of its discard pile, the claim of its exploit.
OF_A_COLOUR = 2 * VALUES + 2
# All: draw from the pile, lay no more, claim a common exploit.
OF_ALL = 2 + row.EXPLOITS - row.FIVE_CARDS
# A colour's outlook: the points of the own and of the next side's expedition at the end.
OUTLOOK = 2
# Hands that a student reads: those of the next, the previous and the partner.
OTHERS = 3

POINTS = 50  # a network's unit of value
BIN_WIDTH = 5
MOST = 250
BINS = 2 * MOST // BIN_WIDTH + 1
