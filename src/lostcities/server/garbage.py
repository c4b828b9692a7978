"""Clears away what hangs in cycles without stopping the server for what lives long.

Python looks for cycles among the objects made since its last look. But tables live for hours and a move
replaces a few hundred of their objects, so what it takes for young is the state of nearly all tables, and
one look at a thousand of them stops the server for a tenth of a second. Here, whatever outlives a short
while is put aside and not looked at again until those put aside have doubled in number. What is in no cycle,
which is nearly everything, goes at once as always.
"""

from __future__ import annotations

import gc

COUNT_EVERY = 600
"""Looks after which those put aside are counted."""
FEW = 200_000
"""Objects whose doubling is not worth a look at all of them."""


class Garbage:
    """Takes over from Python's own collector, for the whole process."""

    def __init__(self) -> None:
        gc.disable()
        self._looks = 0
        self._clear_all()

    def clear(self) -> None:
        """Look at what is new; to be called several times a second, and then some milliseconds' work."""
        gc.collect(0)
        gc.freeze()
        self._looks += 1
        if self._looks % COUNT_EVERY == 0 and gc.get_freeze_count() > self._many:
            self._clear_all()

    def _clear_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._many = max(FEW, 2 * gc.get_freeze_count())
