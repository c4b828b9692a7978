"""To take a decision back, to copy a round, to go through it again: everything is as it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import tries
from lostcities.errors import IllegalMove, MatchError
from lostcities.game import Game, RivalsGame, RowGame, new_game
from lostcities.match import Match
from lostcities.moves import Draw
from lostcities.position import Position
from policies import policies_for
from variants import VARIANTS

VARIANT = st.sampled_from(VARIANTS)
SEED = st.integers(0, 2**32 - 1)


def everything(game: Game) -> dict[str, Any]:
    """All that can be seen of a round from outside, and the kernel's state."""
    seats = range(game.variant.players)
    seen: dict[str, Any] = {
        "state": str(game._states.tolist()),
        "views": [game.view(), *map(game.view, seats)],
        "legal": game.legal_moves,
        "mover": game.mover,
        "over": game.over,
        "phase": game.phase,
        "history": list(game.history),
        "scores": game.scores,
        "sheets": game.sheets,
        "draw pile": game.draw_pile,
        "position": str(Position.of(game)),
    }
    if isinstance(game, RowGame):
        seen["hands"] = list(map(game.hand, seats))
        seen["piles"] = list(map(game.discard_pile, game.variant.colours))
    if isinstance(game, RivalsGame):
        seen["river"] = game.river
    return seen


def course(variant: Any, seed: int) -> Iterator[Game]:
    """A round, one game that goes through its states."""
    rng = random.Random(seed)
    policy = rng.choice(policies_for(variant))
    game = new_game(variant, seed=seed)
    yield game
    while not game.over:
        game.play(policy.move(rng, game))
        yield game


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whatever_is_played_and_taken_back_leaves_no_trace(variant: Any) -> None:
    game = new_game(variant, seed=3)
    rng = random.Random(3)
    while not game.over:
        if rng.random() < 0.2:
            before = everything(game)
            for move in game.legal_moves:
                game.play(move)
                assert game.undo() == move
            assert everything(game) == before
        game.play(rng.choice(game.legal_moves))


@settings(max_examples=tries(40))
@given(VARIANT, SEED)
def test_a_whole_round_can_be_taken_back_state_by_state(variant: Any, seed: int) -> None:
    rng = random.Random(seed)
    before = {}
    for game in course(variant, seed):
        if rng.random() < 0.1:
            before[len(game.history)] = everything(game)
    for ply in range(len(game.history), -1, -1):
        if ply in before:
            assert everything(game) == before[ply]
        if ply:
            assert game.history[-1][1] == game.undo()
    with pytest.raises(IllegalMove, match="nothing has been played"):
        game.undo()


@settings(max_examples=tries(40))
@given(VARIANT, SEED)
def test_a_copy_goes_its_own_way(variant: Any, seed: int) -> None:
    rng = random.Random(seed)
    for game in course(variant, seed):
        if rng.random() < 0.95 and not game.over:
            continue
        before, copy = everything(game), game.copy()
        assert everything(copy) == before
        for _ in range(20):
            if copy.over:
                break
            copy.play(rng.choice(copy.legal_moves))
        changed = everything(copy)
        assert everything(game) == before
        if game.history:
            game.undo()
            assert everything(copy) == changed
            game.play(before["history"][-1][1])
        while len(copy.history) > len(game.history):
            copy.undo()
        assert everything(copy) == everything(game) == before


@settings(max_examples=tries(40))
@given(VARIANT, SEED)
def test_the_states_of_a_round_are_those_it_went_through(variant: Any, seed: int) -> None:
    rng = random.Random(seed)
    before = {}
    for game in course(variant, seed):
        if game.over or rng.random() < 0.1:
            before[len(game.history)] = everything(game)
    after = {len(state.history): everything(state) for state in game.states() if len(state.history) in before}
    assert after == before
    assert everything(game) == before[len(game.history)]


@given(VARIANT, SEED)
def test_a_round_that_began_from_a_position_goes_back_to_it(variant: Any, seed: int) -> None:
    rng = random.Random(seed)
    later = next(game for game in course(variant, seed) if game.over or rng.random() < 0.05)
    game = Position.of(later).game()
    before = [everything(game)]
    while not game.over and len(before) < 15:
        game.play(rng.choice(game.legal_moves))
        before.append(everything(game))
    assert [everything(state) for state in game.states()] == before
    while game.history:
        assert everything(game) == before.pop()
        game.undo()
    assert everything(game) == before.pop()


def test_what_is_settled_stays() -> None:
    game = new_game("classic", seed=1)
    for _ in range(3):
        game.play(game.legal_moves[0])
    before = everything(game)
    game.settle()
    assert everything(game) == before
    with pytest.raises(IllegalMove, match="nothing has been played"):
        game.undo()
    game.play(game.legal_moves[0])
    game.undo()
    assert everything(game) == before
    assert len(list(game.states())) == 4


def test_a_match_takes_back_in_its_round_alone() -> None:
    match = Match.random("classic rounds=2", seed=1)
    with pytest.raises(IllegalMove, match="nothing has been played"):
        match.undo()
    while not match.game.over:
        match.play(Draw() if Draw() in match.game.legal_moves else match.game.legal_moves[-1])
    totals = match.totals
    last = match.undo()
    assert match.mover is not None
    match.play(last)
    assert match.totals == totals
    match.next_round()
    with pytest.raises(IllegalMove, match="nothing has been played"):
        match.undo()
    match.play(match.game.legal_moves[0])
    assert match.mover is not None
    match.run_out_of_time(match.mover)
    with pytest.raises(MatchError, match="time"):
        match.undo()
