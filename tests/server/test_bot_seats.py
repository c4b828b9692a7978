"""Bots that take up a seat in the middle of a match."""

from __future__ import annotations

import numpy as np
import pytest

from lostcities.bots import make_bot
from lostcities.bots.base import Remembering, remind
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.search import SearchBot
from lostcities.game import RowView, View
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.server.background.bots import past_views, rounds_so_far


class Watcher:
    """Remembers the discards, and would not like to think about an old decision again."""

    def __init__(self, match: Match) -> None:
        self.memory = DiscardMemory(match.variant)

    def watch(self, view: View) -> None:
        assert isinstance(view, RowView)
        self.memory.watch(view)

    def choose(self, view: View) -> Move:
        raise AssertionError("this was decided before")


@pytest.mark.parametrize("variant", ["classic", "three-players", "teams"])
def test_a_bot_that_comes_late_remembers_what_its_seat_saw(variant: str) -> None:
    match = Match.random(variant, seed=4)
    seats = range(match.variant.players)
    bots = [make_bot("explorer", match.variant, seat, seed=seat) for seat in seats]
    there_all_along = Watcher(match)
    while not match.game.over and match.game.view().pile > 6:
        assert match.mover is not None
        view = match.view(match.mover)
        if match.mover == 1:
            there_all_along.watch(view)
        match.play(bots[match.mover].choose(view))
    late = Watcher(match)
    remind(late, past_views(rounds_so_far(match), 1))
    assert late.memory.piles == there_all_along.memory.piles
    assert any(len(pile) > 1 for pile in late.memory.piles.values())


def test_a_bot_that_comes_late_knows_of_the_rounds_before() -> None:
    """On a seat of a server that is every bot, at the start of each round."""
    match = Match.random("classic", seed=4)
    bots = [make_bot("explorer", match.variant, 0, seed=1), make_bot("net", match.variant, 1)]
    there_all_along, late = (make_bot("legend", match.variant, 1) for _ in range(2))
    assert isinstance(there_all_along, SearchBot)
    assert isinstance(late, SearchBot)
    stranger = late.others.kinds[0]
    while match.round < 2 or match.mover != 1:
        if match.mover is None:
            match.next_round()
            continue
        view = match.view(match.mover)
        if match.mover == 1:
            there_all_along.watch(view)
        match.play(bots[match.mover].choose(view))
    remind(late, past_views(rounds_so_far(match), 1))
    assert np.array_equal(late.others.kinds, there_all_along.others.kinds)
    assert not np.array_equal(late.others.kinds[0], stranger)


def test_a_bot_without_a_memory_is_not_bothered() -> None:
    bot = make_bot("random", Match.random("classic", seed=1).variant, 0)
    assert not isinstance(bot, Remembering)

    def nothing_to_show() -> View:
        raise AssertionError("nobody asked for this")

    remind(bot, (nothing_to_show() for _ in range(3)))
