"""What is counted: matches small enough to be counted by hand."""

from __future__ import annotations

from dataclasses import replace
from statistics import stdev

import pytest

from arranged import moves, rivals_game
from lostcities.arena.estimate import Estimate
from lostcities.arena.plan import ArenaError, pairing, pool, simulation
from lostcities.arena.pool import sum_up_pool
from lostcities.arena.summary import sum_up
from lostcities.arena.tally import Forfeit, Outcome, auctions, forfeited, outcome, side_habits
from lostcities.bots.exec_bot import BotFailure
from lostcities.match import Match
from lostcities.position import Position
from lostcities.variant import Variant

CLASSIC = Variant.parse("classic rounds=1")
LAST_TURNS = (
    "classic rounds=1 | A play | hands RX R2 R5 Y9 Y10 W2 W3 W4 / BX BX BX B2 B3 B4 G9 G10 "
    "| rows Y 2 3 / W X 5 | discards Y X X X 4 5 6 7 8; B 5 6 7 8 9 10; W X X 6 7 8 9 10; "
    "G X X X 4 5 6 7 8; R X X 3 4 6 7 8 9 10 | pile G2 G3"
)


def finished() -> Match:
    """A lays a wager and the yellow 8, and takes two discards; B lays a wager and takes the last cards."""
    match = Match.random(CLASSIC, seed=1)
    match.games[0] = Position.parse(LAST_TURNS).game()
    for move in moves("+RX @Y -B2 @ +Y8 @R +BX @"):
        match.play(move)
    assert match.over
    return match


def test_a_match_counted_by_hand() -> None:
    plan = pairing(CLASSIC, ("explorer", "random"), 1)
    assert outcome(plan, finished(), (0, 1), ["Ada", ""]) == Outcome(
        wins=(1, 0),
        round_wins=((1, 0),),
        points=(-7 - 40, -30 - 40),
        turns=4,
        habits=(
            {"expeditions": 2, "wagers": 1, "discard_draws": 2},
            {"expeditions": 2, "wagers": 1, "discard_draws": 0},
        ),
        names=("Ada", ""),
    )
    swapped = outcome(plan, finished(), (1, 0), ["", "Ada"])
    assert list(swapped.points) == [-70, -47]
    assert list(swapped.names) == ["Ada", ""]
    assert list(swapped.wins) == [0, 1]
    assert [habits["discard_draws"] for habits in swapped.habits] == [0, 2]


def test_together_nobody_wins_a_match_or_a_round_whether_it_ends_or_not() -> None:
    variant = Variant.parse("classic cooperation rounds=1")
    match = Match.random(variant, seed=1)
    while match.mover is not None:
        match.play(match.game.legal_moves[-1])
    plan = pairing(variant, ("explorer", "random"), 1)
    failure = BotFailure("exec.silent", bot="exec:x", name="", seat=0, seconds="5")
    for ended in (outcome(plan, match, (0, 1), ["", ""]), forfeited(plan, (0, 1), failure)):
        assert (ended.wins, ended.round_wins) == ((0, 0), ())


def test_auctions_counted_by_hand_also_where_nobody_can_raise() -> None:
    game = rivals_game("rivals", "GR WY", "BX B5", after="discover bid:3 pass +BX bid:18 +B5")
    assert auctions(game) == [(1, 3), (0, 18)]
    first, second = side_habits(game)
    assert (first["auctions"], first["gold"], first["wagers"], first["expeditions"]) == (1, 18, 0, 1)
    assert (second["auctions"], second["gold"], second["wagers"], second["expeditions"]) == (1, 3, 1, 0)


def game(first: int, second: int, wins: tuple[float, float], draws: float = 0) -> Outcome:
    habits = ({"expeditions": 3.0, "wagers": 1.0, "discard_draws": draws},) * 2
    return Outcome(wins, (wins,) * 2, (first, second), turns=80, habits=habits)


TWO_ROUNDS = replace(CLASSIC, rounds=2)
DEALS = [
    [game(60, 20, (1, 0), 2), game(40, 40, (0.5, 0.5), 4)],
    [game(10, 30, (0, 1), 2), game(70, 10, (1, 0), 0)],
    [game(30, 50, (0, 1), 6), game(50, 10, (1, 0), 4)],
]
LOST = Forfeit(0, "exec.silent", {"bot": "exec:x", "seat": 0, "seconds": "5"})


def test_every_figure_of_a_summary_counted_by_hand() -> None:
    summary = sum_up(pairing(TWO_ROUNDS, ("explorer", "random"), 3), DEALS)
    assert (summary.games, summary.rounds, summary.turns) == (6, 2, 40)
    first, second = summary.standings
    assert first.points is not None
    assert first.points.value == pytest.approx((50 + 40 + 40) / 3 / 2)
    assert first.margin is not None
    assert first.margin.value == pytest.approx((20 + 20 + 10) / 3 / 2)
    assert first.margin.error == pytest.approx(stdev([10, 10, 5]) / 3**0.5)
    assert second.margin is not None
    assert second.margin.value == -first.margin.value
    assert (first.wins.value, first.draws.value) == pytest.approx((3 / 6, 1 / 6))
    assert second.wins.value == pytest.approx(2 / 6)
    assert first.round_wins is not None
    assert first.round_wins.value == pytest.approx(6 / 12)
    assert first.habits == pytest.approx({"expeditions": 1.5, "wagers": 0.5, "discard_draws": 1.5})


def test_a_forfeited_game_counts_as_lost_and_its_deal_not_for_points() -> None:
    with_forfeit = [Outcome((0, 1), ((0, 1),) * 2, forfeit=LOST), game(500, 0, (1, 0), 9)]
    summary = sum_up(pairing(TWO_ROUNDS, ("explorer", "random"), 4), [*DEALS, with_forfeit])
    first, second = summary.standings
    without = sum_up(pairing(TWO_ROUNDS, ("explorer", "random"), 3), DEALS).standings[0]
    assert (first.points, first.margin, first.habits) == (without.points, without.margin, without.habits)
    assert (first.wins.value, second.wins.value) == (4 / 8, 3 / 8)
    assert (first.forfeits, second.forfeits) == (1, 0)
    assert summary.forfeits == (LOST,)


def test_where_every_deal_was_forfeited_there_are_no_points() -> None:
    summary = sum_up(
        pairing(CLASSIC, ("explorer", "random"), 1), [[Outcome((0, 1), ((0, 1),), forfeit=LOST)] * 2]
    )
    assert summary.turns is None
    assert summary.standings[0].margin is None
    assert summary.standings[0].habits == {}
    assert summary.standings[1].wins.value == 1


def test_an_interval_needs_two_observations() -> None:
    assert Estimate.mean([]) is None
    assert Estimate.mean([3.0]) == Estimate(3.0, None, None, None)
    pair = Estimate.mean([2.0, 4.0])
    assert pair is not None
    assert pair.error == pytest.approx(1)
    assert (pair.low, pair.high) == pytest.approx((3 - 1.96, 3 + 1.96))


def test_wilson_s_interval_of_nothing_won_in_ten() -> None:
    rate = Estimate.rate(0, 10)
    assert (rate.value, rate.low) == (0, 0)
    assert rate.high == pytest.approx(0.2775, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "alone", "seatings"),
    [
        ("classic", False, ["01", "10"]),
        ("teams", False, ["0101", "1010"]),
        ("three-players", False, ["001", "010", "011", "100", "101", "110"]),
        ("rivals players=4", True, ["0111", "1011", "1101", "1110"]),
    ],
)
def test_a_pair_meets_in_every_seating(text: str, alone: bool, seatings: list[str]) -> None:
    plan = pairing(Variant.parse(text), ("explorer", "random"), 1, alone=alone)
    assert sorted("".join(map(str, seating)) for seating in plan.seatings) == seatings


def test_a_pool_lets_everybody_meet_and_in_cooperation_their_like_too() -> None:
    bots = ["random", "explorer", "random"]
    assert [plan.bots for plan in pool(CLASSIC, bots, 1)] == [
        ("random", "explorer"), ("random", "random"), ("explorer", "random"),
    ]  # fmt: skip
    together = Variant.parse("classic cooperation")
    assert [plan.bots for plan in pool(together, ["random"], 1)] == [("random", "random")]


def test_pools_that_can_t_be_played() -> None:
    for bots, alone in ((["random"], False), (["random"] * 3, True), (["random"] * 65, False)):
        with pytest.raises(ArenaError):
            pool(CLASSIC, bots, 1, alone=alone)
    with pytest.raises(ArenaError):
        simulation(CLASSIC, ["random"] * 3, 1)
    with pytest.raises(ArenaError, match="choose one or more"):
        pairing(CLASSIC, ("random", "random"), 0)


def test_the_ratings_of_a_pool_follow_from_its_victories() -> None:
    bots = ["random", "explorer", "random"]
    plans = pool(TWO_ROUNDS, bots, 2)
    lost, even = game(0, 50, (0, 1)), game(20, 20, (0.5, 0.5))
    won = game(50, 0, (1, 0))
    summary = sum_up_pool(bots, plans, [[[lost, lost]] * 2, [[even, even]] * 2, [[won, won]] * 2])
    first, second, third = (rating.value for rating in summary.ratings)
    assert second > 1700 > first == pytest.approx(third)
    assert [(meeting.first, meeting.second) for meeting in summary.meetings] == [(0, 1), (0, 2), (1, 2)]
    assert summary.habits[1]["expeditions"] == 1.5
