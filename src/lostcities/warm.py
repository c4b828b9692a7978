"""Compiles the rules before they are needed, where somebody can see why it takes a while.

Numba compiles a function when it is first called and keeps the result on disk. A marker beside it tells the
next start that there is nothing to do.
"""

from __future__ import annotations

import subprocess
import sys
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
    prepare(f"rules-{family}", announce, lambda: _play_a_round(family, "random"))


def prepare_players(family: Family, announce: Callable[[], None]) -> None:
    """Compile what a game of this family with bots needs, but for the search of the strongest."""
    prepare_rules(family, announce)
    prepare(f"players-{family}", announce, lambda: _play_a_round(family, "explorer", "professor"))


def prepare_search(family: Family, announce: Callable[[], None]) -> None:
    """Compile what the strongest bot needs to think."""
    prepare(f"search-{family}", announce, lambda: _play_a_round(family, "legend"))


def _variant_of(family: Family) -> Variant:
    return Variant(edition=next(edition for edition in EDITIONS.values() if edition.family is family))


def _play_a_round(family: Family, *names: str) -> None:
    """One game with every kind of call that a `Game` and these bots make; who thinks has short thoughts."""
    from lostcities.bots import make_bot
    from lostcities.bots.searching import LEAST, Budget, Searching
    from lostcities.game import new_game

    variant = _variant_of(family)
    game = new_game(variant, seed=1)
    bots = [make_bot(names[seat % len(names)], variant, seat) for seat in range(variant.players)]
    for bot in bots:
        if isinstance(bot, Searching):
            bot.budget = Budget(LEAST)
    while (seat := game.mover) is not None:
        game.play(bots[seat].choose(game.view(seat)))


def prepare_every_search() -> None:
    """Compile the search of every family, without a word."""
    for family in Family:
        prepare_search(family, lambda: None)


def prepare_search_beside() -> None:
    """The same in a process of its own, while people begin to play."""
    if not all(is_ready(f"search-{family}") for family in Family):
        script = "from lostcities.warm import prepare_every_search; prepare_every_search()"
        subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.DEVNULL)


def _marker(part: str) -> Path:
    return cache_folder() / f"{part}.ready"
