"""Games between bots: played, counted and summed up."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice, permutations
from math import sqrt
from statistics import fmean, stdev

from lostcities.bots import BOTS, UnknownBot, make_bot
from lostcities.deal import Deal
from lostcities.errors import LostCitiesError
from lostcities.kernel.rivals import DECK as RIVALS_TURNS
from lostcities.match import Match
from lostcities.moves import Draw
from lostcities.variant import Family, Variant

NORMAL_95 = 1.96
DEALS_AT_ONCE = 16
MOST_SEATS = 4


class SimulationError(LostCitiesError):
    """A simulation that can't be run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate: participants take the seats in turn, so two of them make two teams."""

    variant: Variant
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    mirrored: bool = False

    def __post_init__(self) -> None:
        for name in self.bots:
            if name not in BOTS:
                raise UnknownBot("bots.unknown", name=name, bots=tuple(BOTS))
        if not 1 <= self.games <= 10_000_000:
            raise SimulationError("simulate.games", games=self.games)
        if self.variant.players not in self.variant.edition.players or self.variant.players % len(self.bots):
            raise SimulationError("simulate.seats", bots=len(self.bots), seats=self.variant.players)

    @classmethod
    def of(cls, variant: Variant, bots: Sequence[str], games: int, *, seed: int, mirrored: bool) -> Plan:
        """A plan in which Rivals has as many seats as bots."""
        if not bots or len(bots) > MOST_SEATS:
            raise SimulationError("simulate.seats", bots=len(bots), seats=variant.players)
        if variant.edition.family is Family.RIVALS and variant.players % len(bots):
            variant = replace(variant, players=len(bots))
        return cls(variant, tuple(bots), games, seed, mirrored)

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """Which participant sits where; all different ways, if the deals are mirrored."""
        seats = tuple(seat % len(self.bots) for seat in range(self.variant.players))
        if not self.mirrored:
            return [seats]
        return sorted({tuple(order[i] for i in seats) for order in permutations(range(len(self.bots)))})

    @property
    def deals(self) -> int:
        """How many deals the games need; a mirrored one is always played out in every seating."""
        return -(-self.games // len(self.seatings))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game, by participant."""

    points: tuple[float, ...]
    wins: tuple[float, ...]
    """1 for a victory, 0.5 for a shared one."""
    turns: int


def play_match(match: Match, bots: Sequence[str], seed: str) -> None:
    """Play a match to its end with these bots in its seats."""
    rng = random.Random(seed)
    players = [make_bot(bot, match.variant, seat, rng.getrandbits(32)) for seat, bot in enumerate(bots)]
    while not match.over:
        if match.between_rounds:
            match.next_round()
        while (seat := match.mover) is not None:
            match.play(players[seat].choose(match.view(seat)))


def play_deal(plan: Plan, number: int) -> list[Outcome]:
    """Play one deal in all its seatings."""
    outcomes = []
    for seating in plan.seatings:
        match = Match(
            plan.variant,
            lambda round_number: Deal.random(
                plan.variant, random.Random(f"{plan.seed} deal {number} round {round_number}")
            ),
            oldest=number % plan.variant.players,
        )
        play_match(match, [plan.bots[i] for i in seating], f"{plan.seed} bots {number}")
        outcomes.append(_outcome(plan, match, seating))
    return outcomes


def _outcome(plan: Plan, match: Match, seating: tuple[int, ...]) -> Outcome:
    result = match.result
    assert result is not None
    sides: list[set[int]] = [set() for _ in plan.bots]
    for seat, participant in enumerate(seating):
        sides[participant].add(plan.variant.side_of(seat))
    winners = set(result.winners)
    return Outcome(
        points=tuple(fmean(result.totals[side] for side in own) for own in sides),
        wins=tuple((1.0 if winners <= own else 0.5) if winners & own else 0.0 for own in sides),
        turns=sum(_turns(plan.variant, game.history) for game in match.games),
    )


def _turns(variant: Variant, history: Sequence[tuple[int, object]]) -> int:
    if variant.edition.family is Family.RIVALS:
        return RIVALS_TURNS
    return sum(isinstance(move, Draw) for _, move in history)


def run(plan: Plan, jobs: int = 1) -> Iterator[list[Outcome]]:
    """Play all deals, over several processes if wanted; each comes with its games, in order."""
    if jobs <= 1:
        for number in range(plan.deals):
            yield play_deal(plan, number)
        return
    # Spawned, because a forked child would inherit locks of the threads of its parent.
    # Ctrl-C is for the parent, which then lets them finish.
    with ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        starts = iter(range(0, plan.deals, DEALS_AT_ONCE))
        waiting = [pool.submit(_play_deals, plan, start) for start in islice(starts, 2 * jobs)]
        try:
            while waiting:
                yield from waiting.pop(0).result()
                waiting += [pool.submit(_play_deals, plan, start) for start in islice(starts, 1)]
        finally:
            for future in waiting:
                future.cancel()


def _play_deals(plan: Plan, start: int) -> list[list[Outcome]]:
    return [play_deal(plan, number) for number in range(start, min(start + DEALS_AT_ONCE, plan.deals))]


def sensible_jobs(plan: Plan) -> int:
    """As many processes as there are cores, but none that would hardly be busy."""
    return max(1, min(os.cpu_count() or 1, plan.deals // (2 * DEALS_AT_ONCE)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a rate, and the interval that holds the true one 95 times in 100."""

    value: float
    low: float | None
    high: float | None
    """No interval can be told from one observation."""

    @classmethod
    def mean(cls, values: Sequence[float]) -> Estimate:
        middle = fmean(values)
        if len(values) == 1:
            return cls(middle, None, None)
        half = NORMAL_95 * stdev(values) / sqrt(len(values))
        return cls(middle, middle - half, middle + half)

    @classmethod
    def rate(cls, hits: int, trials: int) -> Estimate:
        """Wilson's interval, which is right near 0 and 1 too."""
        z, p = NORMAL_95, hits / trials
        middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
        half = z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
        return cls(p, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True, slots=True)
class Standing:
    """How one participant did."""

    bot: str
    points: Estimate
    """A round."""
    margin: Estimate
    """A round, over the mean of the others."""
    wins: Estimate
    draws: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    variant: Variant
    games: int
    rounds: int
    mirrored: bool
    turns: float
    """A round, of all players together."""
    standings: tuple[Standing, ...]
    common: Estimate | None
    """Cooperation's sum, a round."""


def sum_up(plan: Plan, deals: Sequence[Sequence[Outcome]]) -> Summary:
    """Means over the games. The mean of a mirrored deal's games counts as one observation."""
    games = [game for deal in deals for game in deal]
    rounds = plan.variant.rounds
    standings = []
    for i, bot in enumerate(plan.bots):
        won = sum(game.wins[i] == 1 for game in games)
        drawn = sum(game.wins[i] == 0.5 for game in games)
        points = [fmean(game.points[i] for game in deal) / rounds for deal in deals]
        margins = [fmean(_margin(game, i) for game in deal) / rounds for deal in deals]
        standings.append(
            Standing(
                bot,
                Estimate.mean(points),
                Estimate.mean(margins),
                Estimate.rate(won, len(games)),
                Estimate.rate(drawn, len(games)),
            )
        )
    sums = [fmean(2 * fmean(game.points) for game in deal) / rounds for deal in deals]
    return Summary(
        plan.variant,
        len(games),
        rounds,
        plan.mirrored,
        fmean(game.turns for game in games) / rounds,
        tuple(standings),
        Estimate.mean(sums) if plan.variant.cooperation else None,
    )


def _margin(game: Outcome, participant: int) -> float:
    others = [points for i, points in enumerate(game.points) if i != participant]
    return game.points[participant] - fmean(others) if others else 0.0
