"""What is counted of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean

from lostcities.arena.plan import Plan, Seating
from lostcities.bots.exec_bot import BotFailure
from lostcities.game import Game, Phase
from lostcities.kernel.rivals import DECK as RIVALS_TURNS
from lostcities.match import Match
from lostcities.moves import Bid, Draw, Lay, Pass
from lostcities.variant import Family

HABITS = {
    Family.ROW: ("expeditions", "wagers", "discard_draws"),
    Family.RIVALS: ("expeditions", "wagers", "auctions", "gold"),
}
"""What a side does in a round. Expeditions: those with a card of their own, in Rivals with a number. Wagers:
those laid. Gold: what was paid for auctions."""
Habits = dict[str, float]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that a program lost because it could not go on; `code` and `facts` are those of the error."""

    entrant: int
    code: str
    facts: dict[str, object]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match, by entrant. What an entrant does on several sides is their mean."""

    wins: tuple[float, ...]
    """1 for a victory, 0.5 for a shared one."""
    round_wins: tuple[tuple[float, ...], ...]
    """The same for each round."""
    points: tuple[float, ...] = ()
    """Of all rounds together. Nothing is counted of a match that was forfeited."""
    turns: int = 0
    habits: tuple[Habits, ...] = ()
    names: tuple[str, ...] = ()
    """What each calls itself, if it is a program and has said so."""
    forfeit: Forfeit | None = None


def outcome(plan: Plan, match: Match, seating: Seating, names: Sequence[str]) -> Outcome:
    """What a finished match was; `names` are those that each seat gave itself."""
    result = match.result
    assert result is not None
    sides = plan.sides_of(seating)
    winners = [] if plan.variant.cooperation else [_best(scores) for scores in match.scores]
    counted: list[Counter[str]] = [Counter() for _ in range(plan.variant.sides)]
    for game in match.games:
        for side, counts in enumerate(side_habits(game)):
            counted[side].update(counts)
    return Outcome(
        wins=_wins(set(result.winners), sides),
        round_wins=tuple(_wins(best, sides) for best in winners),
        points=tuple(fmean(result.totals[side] for side in own) for own in sides),
        turns=sum(map(_turns, match.games)),
        habits=tuple(
            {name: fmean(counted[side][name] for side in own) for name in HABITS[plan.variant.edition.family]}
            for own in sides
        ),
        names=tuple(names[seating.index(entrant)] for entrant in range(len(plan.bots))),
    )


def forfeited(plan: Plan, seating: Seating, failure: BotFailure) -> Outcome:
    """A match lost by the entrant on the seat that failed: all its rounds, to everybody else."""
    loser = seating[int(str(failure.facts["seat"]))]
    sides = plan.sides_of(seating)
    lost = sides[loser]
    others = set().union(*sides) - lost
    wins = (0.0,) * len(plan.bots) if plan.variant.cooperation else _wins(others, sides)
    rounds = 0 if plan.variant.cooperation else plan.variant.rounds
    names = tuple(str(failure.facts["name"]) if i == loser else "" for i in range(len(plan.bots)))
    return Outcome(wins, (wins,) * rounds, names=names, forfeit=Forfeit(loser, failure.code, failure.facts))


def _best(scores: Sequence[int]) -> set[int]:
    return {side for side, points in enumerate(scores) if points == max(scores)}


def _wins(winners: set[int], sides: Sequence[set[int]]) -> tuple[float, ...]:
    return tuple((1.0 if winners <= own else 0.5) if winners & own else 0.0 for own in sides)


def _turns(game: Game) -> int:
    if game.variant.edition.family is Family.RIVALS:
        return RIVALS_TURNS
    return sum(isinstance(move, Draw) for _, move in game.history)


def side_habits(game: Game) -> list[Counter[str]]:
    """What each side did in a round."""
    variant = game.variant
    counts: list[Counter[str]] = [Counter() for _ in range(variant.sides)]
    for side, sheet in enumerate(game.sheets):
        for row in sheet.expeditions:
            cards = [
                card for card in row.cards if not (card.is_wager and variant.edition.family is Family.RIVALS)
            ]
            counts[side]["expeditions"] += bool(cards)
    for seat, move in game.history:
        own = counts[variant.side_of(seat)]
        own["wagers"] += isinstance(move, Lay) and move.card.is_wager
        own["discard_draws"] += isinstance(move, Draw) and move.colour is not None
    if variant.edition.family is Family.RIVALS:
        for seat, price in auctions(game):
            counts[seat]["auctions"] += 1
            counts[seat]["gold"] += price
    return counts


def auctions(game: Game) -> list[tuple[int, int]]:
    """Who won each auction of a game of Rivals, and for how much. The game is gone through again, because
    whoever can't raise passes without a move."""
    won = []
    price = 0
    for again in islice(game.states(), 1, None):
        _, move = again.history[-1]
        if isinstance(move, Bid):
            price = move.amount
        if isinstance(move, Bid | Pass) and again.phase in (Phase.LAY, Phase.PUT_OUT):
            assert again.mover is not None
            won.append((again.mover, price))
    return won
