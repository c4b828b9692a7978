"""Compiles the rules before they are needed, where somebody can see why it takes a while.

Numba compiles a function when it is first called and keeps the result on disk. A marker beside it tells the
next start that there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lostcities.kernel.jit import cache_folder, config
from lostcities.variant import EDITIONS, Family, Variant


def is_ready(part: str) -> bool:
    """Whether this part of the compiled code is on disk, or runs interpreted."""
    return bool(config.DISABLE_JIT) or _marker(part).exists()


def prepare(part: str, announce: Callable[[], None], compile_it: Callable[[], object]) -> None:
    """Compile a part once; `announce` is called only if there is something to do."""
    if is_ready(part):
        return
    announce()
    compile_it()
    with suppress(OSError):  # the next start will announce it again
        _marker(part).parent.mkdir(parents=True, exist_ok=True)
        _marker(part).touch()


def prepare_rules(family: Family, announce: Callable[[], None]) -> None:
    """Compile what a game of this family needs."""
    prepare(f"rules-{family}", announce, lambda: _play_a_round(family))


def _play_a_round(family: Family) -> None:
    """One game with every kind of call that a `Game` makes."""
    from lostcities.game import new_game

    edition = next(edition for edition in EDITIONS.values() if edition.family is family)
    game = new_game(Variant(edition=edition), seed=1)
    while not game.over:
        game.view(game.mover)
        game.play(game.legal_moves[-1])


def _marker(part: str) -> Path:
    return cache_folder() / f"{part}.ready"
