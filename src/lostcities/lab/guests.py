"""Who sits beside the learner in the last slots of a run: explorers at the very last, before them explorers
who think of themselves alone, and past selves before these."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel import row
from lostcities.lab.config import Config
from lostcities.lab.shares import FREEDOM, evenly


def explorers_at(config: Config) -> slice:
    return _last(config, config.explorer_share, config.slots)


def loners_at(config: Config) -> slice:
    return _last(config, config.loner_share, explorers_at(config).start)


def pool_at(config: Config) -> slice:
    return _last(config, config.pool_share, loners_at(config).start)


def _last(config: Config, share: float, end: int) -> slice:
    """A share of all slots, the last ones before an end."""
    return slice(end - int(share * config.slots), end)


def _freedom(config: Config) -> npt.NDArray[np.float64]:
    """How freely a past self chooses, from 0 to 1, in each of the pool's slots."""
    where = pool_at(config)
    return evenly(where.stop - where.start, FREEDOM)


def pool_temperatures(config: Config) -> npt.NDArray[np.float32]:
    """From 1 to that of the config, in equal ratios."""
    return (config.pool_temperature ** _freedom(config)).astype(np.float32)


def let_forget(tables: npt.NDArray[Any], learners: npt.NDArray[np.int64], config: Config) -> None:
    """Let past selves forget where they choose most freely; the learner, one side in each slot, remembers."""
    pool = np.arange(config.slots)[pool_at(config)]
    slots = pool[_freedom(config) > 0.5]
    sides, seats = tables["sides"][slots], tables["seats"][slots]
    for seat in range(row.MAX_SEATS):
        guest = (seat < seats) & (seat % sides != learners[slots])
        tables["forgetful"][slots] |= guest.astype(np.int16) << seat
