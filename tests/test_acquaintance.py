"""Whom the others are taken for, and what that is judged by."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hindsight import views_before
from lostcities.bots import make_bot
from lostcities.bots.acquaintance import Acquaintance
from lostcities.bots.base import Bot
from lostcities.bots.kinds import EXPLORER, NET, THUMB
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.search_worlds import Odds
from lostcities.game import Phase, RowGame, RowView, new_game
from lostcities.kernel import row
from lostcities.match import Match
from lostcities.moves import Claim
from lostcities.net.forward import Net
from lostcities.net.known import known_state
from lostcities.net.shipped import quick_net
from lostcities.variant import Variant
from nets import net_by_chance
from variants import ROW_VARIANTS

CLASSIC = Variant.parse("classic")


class Watcher:
    """Shows an acquaintance what a seat sees."""

    def __init__(self, acquaintance: Acquaintance, variant: Variant) -> None:
        self.acquaintance, self._memory = acquaintance, DiscardMemory(variant)

    def watch(self, view: object) -> None:
        assert isinstance(view, RowView)
        self._memory.watch(view)
        self.acquaintance.watch(view, known_state(view, self._memory.piles))


def met_by_seat_0(variant: Variant, *names: str, rounds: int = 1, seed: int = 1) -> npt.NDArray[np.float64]:
    """What the net on seat 0 takes the named players on the next seats for, after so many rounds: for each
    seat the chances of the kinds."""
    others = Acquaintance(variant, quick_net())
    watcher = Watcher(others, variant)
    for number in range(rounds):
        game = new_game(variant, seed=1000 * seed + number, starter=number % variant.players)
        bots: list[Bot] = [make_bot(name, variant, seat, number) for seat, name in enumerate(("net", *names))]
        while (mover := game.mover) is not None:
            if mover == 0:
                watcher.watch(game.view(0))
            game.play(bots[mover].choose(game.view(mover)))
    return others.kinds


def test_the_kinds_are_told_apart() -> None:
    """Most of the time: some rounds look like another's."""
    for kind, name in ((NET, "net"), (EXPLORER, "explorer"), (THUMB, "thumb")):
        taken_for = [met_by_seat_0(CLASSIC, name, rounds=2, seed=seed)[1] for seed in range(1, 6)]
        assert np.mean(taken_for, axis=0)[kind] > 0.75


def test_each_seat_is_judged_by_what_it_does() -> None:
    three = Variant.parse("three-players")
    [_, first, second] = met_by_seat_0(three, "explorer", "net", rounds=3)
    assert first[EXPLORER] > 0.9
    assert second[EXPLORER] < 0.1


def test_nobody_is_ever_quite_sure() -> None:
    for name in ("explorer", "net", "thumb"):
        [_, chances] = met_by_seat_0(CLASSIC, name, rounds=6)
        assert all(0.001 < chance < 0.999 for chance in chances)
        assert sum(chances) == pytest.approx(1)


def test_who_has_done_nothing_is_rather_a_net() -> None:
    for chances in Acquaintance(CLASSIC, net_by_chance()).kinds:
        assert chances[NET] > max(0.5, *chances[NET + 1 :])


class Recorder(Acquaintance):
    """Writes down what it was to learn from."""

    def __init__(self, variant: Variant, net: Net) -> None:
        super().__init__(variant, net)
        self.decisions: list[tuple[npt.NDArray[Any], int, int]] = []

    def _learn(self, states: npt.NDArray[Any], view: RowView, other: int, action: int, odds: Odds) -> None:
        self.decisions.append((states.copy(), other, action))
        super()._learn(states, view, other, action, odds)


@pytest.mark.parametrize("variant", [v for v in ROW_VARIANTS if not v.cooperation], ids=str)
def test_the_others_decisions_are_looked_at_as_they_were(variant: Variant) -> None:
    """In every row game each turn between two of the seat's own: all that lay open, and the own hand."""
    game, rng = new_game(variant, seed=5), random.Random(5)
    assert isinstance(game, RowGame)
    recorder, seat = Recorder(variant, net_by_chance()), 1
    watcher, passed, expected = Watcher(recorder, variant), False, []
    held_back: list[tuple[npt.NDArray[Any], int, int]] = []
    while (mover := game.mover) is not None and game.phase is not Phase.EXTRA:
        move = rng.choice(game.legal_moves)
        if mover == seat:
            view = game.view(seat)
            watcher.watch(view)
            expected += held_back
            held_back, passed = [], True
        elif passed and not isinstance(move, Claim):
            held_back.append((game._states.copy(), mover, game._codec.actions[move]))
        game.play(move)
    assert len(recorder.decisions) == len(expected) > 20
    for (seen, *what), (true, *really) in zip(recorder.decisions, expected, strict=True):
        assert what == really
        open_to_all = set(row.STATE.names or ()) - {"hands"}
        assert all(np.array_equal(seen[field], true[field]) for field in open_to_all)
        assert np.array_equal(seen["hands"][0, seat], true["hands"][0, seat])


def test_whoever_missed_a_turn_learns_nothing_from_it() -> None:
    game, rng = new_game(CLASSIC, seed=5), random.Random(5)
    while len(game.history) < 40 or game.mover != 0 or game.phase is not Phase.PLAY:
        game.play(rng.choice(game.legal_moves))
    recorder = Recorder(CLASSIC, net_by_chance())
    watcher = Watcher(recorder, CLASSIC)
    watcher.watch(game.view(0))
    watcher.watch(game.view(0))
    assert not recorder.decisions
    seen = views_before(game, 0)
    late = Recorder(CLASSIC, net_by_chance())
    watcher = Watcher(late, CLASSIC)
    for view in (*seen[:6], *seen[9:], game.view(0)):
        watcher.watch(view)
    everything = Recorder(CLASSIC, net_by_chance())
    watcher = Watcher(everything, CLASSIC)
    for view in (*seen, game.view(0)):
        watcher.watch(view)
    assert 0 < len(late.decisions) < len(everything.decisions)


def test_a_new_round_begins_with_what_was_found_out_before() -> None:
    others = Acquaintance(CLASSIC, quick_net())
    watcher, match = Watcher(others, CLASSIC), Match.random(CLASSIC, seed=3)
    bots = [make_bot("net", CLASSIC, 0), make_bot("explorer", CLASSIC, 1)]
    by_round: dict[int, list[float]] = {}
    while not match.over:
        if (mover := match.mover) is None:
            match.next_round()
            continue
        view = match.view(mover)
        if mover == 0:
            watcher.watch(view)
            by_round.setdefault(match.round, []).append(others.kinds[1, EXPLORER])
        match.play(bots[mover].choose(view))
    assert by_round[2][0] == by_round[1][-1]
    assert by_round[3][0] == by_round[2][-1]
    assert by_round[3][-1] > 0.9
