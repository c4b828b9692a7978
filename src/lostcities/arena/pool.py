"""A pool: everybody against everybody, a cross table and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from lostcities.arena.executor import Played
from lostcities.arena.plan import Plan, pairs
from lostcities.arena.ratings import Rating, rate
from lostcities.arena.summary import Deals, Standing, Summary, sum_up
from lostcities.arena.tally import Forfeit, Habits, Outcome
from lostcities.variant import Variant


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bots, by their places in the pool, and how they did against each other."""

    first: int
    second: int
    summary: Summary


@dataclass(frozen=True, slots=True)
class PoolSummary:
    variant: Variant
    bots: tuple[str, ...]
    names: tuple[str | None, ...]
    """What each calls itself."""
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    """None in cooperation, and none for two: their meeting says it all."""
    habits: tuple[Habits, ...]
    """Of each bot in all its meetings, a round and side."""
    forfeits: tuple[Forfeit, ...]


def gather(plans: Sequence[Plan], played: Iterable[Played]) -> list[list[list[Outcome]]]:
    """The deals of each plan."""
    deals: list[list[list[Outcome]]] = [[] for _ in plans]
    for index, outcomes in played:
        deals[index].append(outcomes)
    return deals


def sum_up_pool(bots: Sequence[str], plans: Sequence[Plan], deals: Sequence[Deals]) -> PoolSummary:
    variant = plans[0].variant
    who = pairs(variant, len(bots))
    meetings = tuple(
        Meeting(first, second, sum_up(plan, of_plan))
        for (first, second), plan, of_plan in zip(who, plans, deals, strict=True)
    )
    rated = not variant.cooperation and len(bots) > 2
    return PoolSummary(
        variant=variant,
        bots=tuple(bots),
        names=tuple(_name(bot, meetings) for bot in range(len(bots))),
        meetings=meetings,
        ratings=_ratings(len(bots), who, plans, deals) if rated else (),
        habits=tuple(_habits(bot, meetings) for bot in range(len(bots))),
        forfeits=tuple(forfeit for meeting in meetings for forfeit in meeting.summary.forfeits),
    )


def _standings(bot: int, meetings: Sequence[Meeting]) -> Iterator[Standing]:
    """How a bot did in each of its meetings."""
    for meeting in meetings:
        for place, standing in zip((meeting.first, meeting.second), meeting.summary.standings, strict=True):
            if place == bot:
                yield standing


def _name(bot: int, meetings: Sequence[Meeting]) -> str | None:
    return next((standing.name for standing in _standings(bot, meetings) if standing.name), None)


def _habits(bot: int, meetings: Sequence[Meeting]) -> Habits:
    seen = [standing.habits for standing in _standings(bot, meetings) if standing.habits]
    return {name: fmean(habits[name] for habits in seen) for name in (seen[0] if seen else ())}


def _ratings(
    bots: int, who: Sequence[tuple[int, int]], plans: Sequence[Plan], deals: Sequence[Deals]
) -> tuple[Rating, ...]:
    scores = np.zeros((plans[0].deals, bots, bots))
    for (first, second), of_plan in zip(who, deals, strict=True):
        for number, games in enumerate(of_plan):
            scores[number, first, second] = sum(game.wins[0] for game in games)
            scores[number, second, first] = sum(game.wins[1] for game in games)
    return tuple(rate(scores, plans[0].seed))
