"""Matches: who starts each round, the totals, the winners; against the reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace

import pytest

from differential import reference_edition
from lostcities.deal import Deal
from lostcities.errors import MatchError
from lostcities.game import Game
from lostcities.match import Match
from lostcities.moves import Lay
from lostcities.variant import Variant
from policies import ANY, BIDDER, CLIMBER, DISCARDER
from reference.match import cooperation_result, starters, totals, winners
from variants import RIVALS_VARIANTS, ROW_VARIANTS

Round = Callable[[Game], None]


def started(variant: Variant, seed: str, oldest: int = 0, first: int | None = None) -> Match:
    rng = random.Random(seed)
    return Match(variant, lambda _: Deal.random(variant, rng), oldest=oldest, first=first)


def play_rounds(match: Match, play_round: Round) -> Match:
    play_round(match.game)
    while not match.over:
        match.next_round()
        play_round(match.game)
    return match


def only_these_lay(sides: Collection[int], rng: random.Random) -> Round:
    """One card for each of these sides, which costs it points; the others keep nothing but discards: 0."""

    def play_round(game: Game) -> None:
        to_lay = set(sides)
        while not game.over:
            side = game.variant.side_of(game.mover or 0)
            lays = [move for move in game.legal_moves if isinstance(move, Lay) and not move.card.is_wager]
            if side in to_lay and lays and game.phase == "play":
                game.play(lays[0])
                to_lay.remove(side)
            else:
                game.play(DISCARDER.move(rng, game))

    return play_round


def agree(match: Match) -> None:
    """Everything that the match tells follows from its scores, as the reference reads the rules."""
    edition, history = reference_edition(match.variant), [list(scores) for scores in match.scores]
    assert [game.starter for game in match.games] == starters(edition, history, match.oldest)[:-1]
    assert list(match.totals) == totals(history)
    assert match.result is not None
    assert list(match.result.totals) == totals(history)
    if match.variant.cooperation:
        assert match.result.winners == ()
        assert match.result.common == cooperation_result(history)
    else:
        assert list(match.result.winners) == winners(edition, history, youngest=1 - match.oldest)
        assert match.result.common is None


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_random_matches_agree_with_the_reference(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for oldest in range(variant.players):
        match = started(replace(variant, rounds=4), f"{variant} {oldest}", oldest)
        agree(play_rounds(match, lambda game: rng.choice((ANY, CLIMBER)).finish(rng, game)))


@pytest.mark.parametrize("variant", [v for v in ROW_VARIANTS if not v.switches()], ids=str)
def test_matches_full_of_ties_agree_with_the_reference(variant: Variant) -> None:
    rng = random.Random(str(variant))
    ties = 0

    def play_round(game: Game) -> None:
        only_these_lay([side for side in range(variant.sides) if rng.random() < 0.15], rng)(game)

    for number in range(12):
        match = started(replace(variant, rounds=4), f"{number}", oldest=number % variant.players)
        agree(play_rounds(match, play_round))
        ties += match.totals.count(max(match.totals)) > 1
    assert ties > 0


def only_discards(variant: str, oldest: int, rounds: int = 3) -> Match:
    rng = random.Random(variant)
    match = started(replace(Variant.parse(variant), rounds=rounds), variant, oldest)
    return play_rounds(match, only_these_lay((), rng))


def test_a_tie_of_three_is_shared_and_the_oldest_starts_again() -> None:
    match = only_discards("three-players", oldest=2)
    assert [game.starter for game in match.games] == [2, 2, 2]
    assert match.result is not None
    assert match.result.winners == (0, 1, 2)


def test_two_of_three_tie_and_the_first_after_the_oldest_starts() -> None:
    rng = random.Random(1)
    match = started(Variant.parse("three-players rounds=2"), "1", oldest=1)
    play_rounds(match, only_these_lay([1], rng))
    assert [game.starter for game in match.games] == [1, 2]
    assert match.result is not None
    assert match.result.winners == (0, 2)


def test_partners_take_turns_to_start() -> None:
    match = only_discards("teams", oldest=2, rounds=5)
    assert [game.starter for game in match.games] == [2, 0, 0, 2, 0]


def test_the_better_team_starts_with_the_member_who_started_less() -> None:
    rng = random.Random(1)
    match = started(Variant.parse("teams rounds=4"), "2", oldest=0)
    play_rounds(match, only_these_lay([0], rng))
    assert [game.starter for game in match.games] == [0, 1, 3, 1]


@pytest.mark.parametrize("oldest", [0, 1])
def test_the_youngest_wins_a_tied_duel(oldest: int) -> None:
    match = only_discards("duel-2026", oldest)
    assert match.result is not None
    assert match.result.winners == (1 - oldest,)


@pytest.mark.parametrize("oldest", [0, 1])
def test_a_tied_classic_match_is_shared(oldest: int) -> None:
    match = only_discards("classic", oldest)
    assert match.result is not None
    assert match.result.winners == (0, 1)


@pytest.mark.parametrize(("text", "starter"), [("classic", 0), ("rio-grande", 1), ("long", 1)])
def test_the_last_round_or_the_running_total_decides_who_starts(text: str, starter: int) -> None:
    """Seat 0 loses the first round by more than seat 1 loses the second."""
    rng = random.Random(text)
    match = started(Variant.parse(text), text)
    only_these_lay([0], rng)(match.game)
    match.next_round()
    lay_high(match.game, side=1, better_than=match.scores[0][0], rng=rng)
    assert match.scores[0][0] < match.scores[1][1] < 0
    assert match.next_round().starter == starter


def lay_high(game: Game, side: int, better_than: int, rng: random.Random) -> None:
    """Lay one number that costs less than so many points."""
    laid = False
    while not game.over:
        lays = [move for move in game.legal_moves if isinstance(move, Lay)]
        high = [move for move in lays if move.card.value - 20 > better_than]
        if game.mover == side and high and not laid:
            game.play(high[0])
            laid = True
        else:
            game.play(DISCARDER.move(rng, game))
    assert laid


@pytest.mark.parametrize("variant", RIVALS_VARIANTS, ids=str)
def test_rivals_is_one_game_that_the_best_win(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for first in range(variant.players):
        match = play_rounds(started(variant, f"{first}", first=first), lambda game: BIDDER.finish(rng, game))
        assert match.game.starter == first
        history = [list(match.scores[0])]
        assert match.result is not None
        assert list(match.result.winners) == winners("rivals", history, youngest=0)


def test_equal_rivals_share_the_victory() -> None:
    """Two who only discover keep their gold and their starting wagers: 18 points each."""
    match = started(Variant.parse("rivals"), "")
    while not match.over:
        match.play(next(move for move in match.game.legal_moves if str(move) == "discover"))
    assert match.result is not None
    assert (match.result.totals, match.result.winners) == ((18, 18), (0, 1))


def test_a_round_is_finished_before_the_next_and_the_last_is_the_last() -> None:
    match = started(Variant.parse("classic rounds=1"), "")
    with pytest.raises(MatchError, match="round 1 is still being played"):
        match.next_round()
    play_rounds(match, only_these_lay((), random.Random(1)))
    assert match.over
    with pytest.raises(MatchError, match="all 1 rounds have been played"):
        match.next_round()


@pytest.mark.parametrize("oldest", [0, 1])
def test_whoever_runs_out_of_time_loses_and_nothing_follows(oldest: int) -> None:
    match = started(Variant.parse("duel-2026"), "", oldest=oldest)
    late = match.game.starter
    match.play(match.game.legal_moves[0])
    match.run_out_of_time(late)
    assert match.over
    assert match.mover is None
    assert match.result is not None
    assert (match.result.totals, match.result.winners) == (match.game.scores, (1 - late,))
    for go_on in (lambda: match.play(match.game.legal_moves[0]), match.next_round):
        with pytest.raises(MatchError, match="ran out of time"):
            go_on()
    with pytest.raises(MatchError, match="time runs"):
        match.run_out_of_time(late)


def test_no_time_runs_between_two_rounds() -> None:
    match = started(Variant.parse("classic rounds=2"), "")
    CLIMBER.finish(random.Random(1), match.game)
    with pytest.raises(MatchError, match="time runs"):
        match.run_out_of_time(0)


@pytest.mark.parametrize("oldest", [-1, 2])
def test_the_oldest_has_a_seat(oldest: int) -> None:
    with pytest.raises(MatchError, match=f"there is no seat {oldest}"):
        started(Variant.parse("classic"), "", oldest=oldest)


@pytest.mark.parametrize("first", [-1, 2])
def test_who_starts_has_a_seat(first: int) -> None:
    with pytest.raises(MatchError, match=f"there is no seat {first}"):
        started(Variant.parse("classic"), "", first=first)
