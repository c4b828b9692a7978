"""What the games of a plan show.

The mean of a deal's games counts as one observation: mirrored, the luck of its cards cancels out. A deal with
a forfeited game says nothing about points and habits, and counts for victories alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from lostcities.arena.estimate import Estimate
from lostcities.arena.plan import Plan
from lostcities.arena.tally import HABITS, Forfeit, Habits, Outcome
from lostcities.variant import Variant


@dataclass(frozen=True, slots=True)
class Standing:
    """How one entrant did."""

    bot: str
    name: str | None
    """What it calls itself, if it is a program and has said so: the first time, if it can't decide."""
    points: Estimate | None
    """A round."""
    margin: Estimate | None
    """A round, over the mean of the others."""
    wins: Estimate
    """Of games."""
    draws: Estimate
    round_wins: Estimate | None
    round_draws: Estimate | None
    """There are none in cooperation."""
    habits: Habits
    """A round and side."""
    forfeits: int


@dataclass(frozen=True, slots=True)
class Summary:
    variant: Variant
    games: int
    rounds: int
    """Of a game."""
    mirrored: bool
    turns: float | None
    """A round, of all players together."""
    standings: tuple[Standing, ...]
    common: Estimate | None
    """Cooperation's sum, a round."""
    forfeits: tuple[Forfeit, ...]


Deals = Sequence[Sequence[Outcome]]
"""For each deal, its games: one for each seating."""


def sum_up(plan: Plan, deals: Deals) -> Summary:
    games = [game for deal in deals for game in deal]
    whole = [deal for deal in deals if not any(game.forfeit for game in deal)]
    rounds = plan.variant.rounds
    sums = [fmean(2 * fmean(game.points) for game in deal) / rounds for deal in whole]
    return Summary(
        variant=plan.variant,
        games=len(games),
        rounds=rounds,
        mirrored=len(plan.seatings) > 1,
        turns=fmean(game.turns for deal in whole for game in deal) / rounds if whole else None,
        standings=tuple(_standing(plan, i, games, whole) for i in range(len(plan.bots))),
        common=Estimate.mean(sums) if plan.variant.cooperation else None,
        forfeits=tuple(game.forfeit for game in games if game.forfeit),
    )


def _standing(plan: Plan, i: int, games: Sequence[Outcome], whole: Deals) -> Standing:
    rounds = plan.variant.rounds
    won = [game.wins[i] for game in games]
    rounds_won = [wins[i] for game in games for wins in game.round_wins]
    played = [game for deal in whole for game in deal]
    return Standing(
        bot=plan.bots[i],
        name=next((game.names[i] for game in games if game.names and game.names[i]), None),
        points=Estimate.mean([fmean(game.points[i] for game in deal) / rounds for deal in whole]),
        margin=Estimate.mean([fmean(_margin(game, i) for game in deal) / rounds for deal in whole]),
        wins=Estimate.rate(won.count(1), len(won)),
        draws=Estimate.rate(won.count(0.5), len(won)),
        round_wins=Estimate.rate(rounds_won.count(1), len(rounds_won)) if rounds_won else None,
        round_draws=Estimate.rate(rounds_won.count(0.5), len(rounds_won)) if rounds_won else None,
        habits={
            name: fmean(game.habits[i][name] for game in played) / rounds
            for name in HABITS[plan.variant.edition.family]
            if played
        },
        forfeits=sum(game.forfeit is not None and game.forfeit.entrant == i for game in games),
    )


def _margin(game: Outcome, entrant: int) -> float:
    others = [points for i, points in enumerate(game.points) if i != entrant]
    return game.points[entrant] - fmean(others) if others else 0.0
