"""Plays matches between bots. Everything follows from the plan's seed and the number of the deal."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lostcities.arena.plan import Plan
from lostcities.arena.tally import Outcome, forfeited, outcome
from lostcities.bots.entrants import get_up, own_name, sit_down
from lostcities.bots.exec_bot import BotFailure, Terms
from lostcities.deal import Deal
from lostcities.match import Match


def play_match(match: Match, bots: Sequence[str], seed: str, terms: Terms | None = None) -> list[str]:
    """Play a match to its end with these bots in its seats; `BotFailure` if a program can't go on. Answers
    with what each calls itself."""
    rng = random.Random(seed)
    seeds = [rng.getrandbits(32) for _ in bots]
    players = sit_down(dict(enumerate(bots)), match.variant, seeds, terms)
    try:
        while not match.over:
            if match.between_rounds:
                match.next_round()
            while (seat := match.mover) is not None:
                match.play(players[seat].choose(match.view(seat)))
    finally:
        get_up(players, match.result)
    return [own_name(players[seat]) for seat in range(len(bots))]


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
        try:
            bots = [plan.bots[entrant] for entrant in seating]
            names = play_match(match, bots, f"{plan.seed} bots {number}", plan.terms)
            outcomes.append(outcome(plan, match, seating, names))
        except BotFailure as failure:
            outcomes.append(forfeited(plan, seating, failure))
    return outcomes
