"""`Match`: the rounds of a game between the same people, who starts each, and who wins."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from lostcities.deal import Deal
from lostcities.errors import MatchError
from lostcities.game import Game, Sheet, Standing, View, new_game
from lostcities.moves import Move
from lostcities.variant import FinalTie, NextStarter, Variant

Deals = Callable[[int], Deal]
"""Gives the deal of a round; rounds are numbered from 1."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    totals: tuple[int, ...]
    """For each side, the points of all rounds."""
    winners: tuple[int, ...]
    """The winning sides: several if they share the victory, none in cooperation."""
    common: int | None
    """Cooperation's sum of both sides."""


class Match:
    """Rounds in play. The seat of the oldest player settles who starts first and every tie for it.

    With two players the other one is the youngest, who wins the Duel's ties.
    """

    def __init__(self, variant: Variant, deals: Deals, *, oldest: int = 0, first: int | None = None) -> None:
        for seat in (oldest, first or 0):
            if not 0 <= seat < variant.players:
                raise MatchError("seat", seat=seat, last=variant.players - 1)
        self.variant = variant
        self.oldest = oldest
        self.first = oldest if first is None else first
        self.games: list[Game] = []
        self.out_of_time: int | None = None
        """The seat whose time ran out, if that ended the match."""
        self._deals = deals
        self._scores: list[tuple[int, ...]] = []  # of the rounds before the one in play,
        self._totals = (0,) * variant.sides  # and what they add up to
        self.next_round()

    @classmethod
    def random(cls, variant: Variant | str, *, seed: int | None = None, oldest: int = 0) -> Match:
        """A match with random deals, the same for the same seed."""
        if isinstance(variant, str):
            variant = Variant.parse(variant)
        rng: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        return cls(variant, lambda _: Deal.random(variant, rng), oldest=oldest)

    @property
    def game(self) -> Game:
        """The round in play, or the last one."""
        return self.games[-1]

    @property
    def round(self) -> int:
        """The number of the round in play, from 1."""
        return len(self.games)

    @property
    def mover(self) -> int | None:
        return self.game.mover if self.out_of_time is None else None

    @property
    def over(self) -> bool:
        return self.out_of_time is not None or (self.game.over and self.round == self.variant.rounds)

    @property
    def between_rounds(self) -> bool:
        return self.game.over and not self.over

    def play(self, move: Move) -> None:
        self._check_time()
        self.game.play(move)

    def undo(self) -> Move:
        """Take back the last decision of the round in play. Gives the move that was taken back."""
        self._check_time()
        return self.game.undo()

    def run_out_of_time(self, seat: int) -> None:
        """Somebody's time is over: the match ends here, and the best of the others wins."""
        if self.mover is None:
            raise MatchError("nobody-moves")
        self.out_of_time = seat

    def _check_time(self) -> None:
        if self.out_of_time is not None:
            raise MatchError("out-of-time", seat=self.variant.seat_names[self.out_of_time])

    def view(self, seat: int | None = None) -> View:
        return self.game.view(seat, Standing(self.round, self.variant.rounds, self.totals))

    def next_round(self) -> Game:
        """Deal the next round."""
        self._check_time()
        if self.games and not self.game.over:
            raise MatchError("round-in-play", round=self.round)
        if self.games and self.over:
            raise MatchError("match-over", rounds=self.variant.rounds)
        starter = self.next_starter
        if self.games:
            self.game.settle()
            self._scores.append(self.game.scores)
            self._totals = self._added(self._scores[-1])
        self.games.append(new_game(self.variant, self._deals(self.round + 1), starter=starter))
        return self.game

    @property
    def scores(self) -> list[tuple[int, ...]]:
        """The points of each side in each finished round."""
        return [*self._scores, self.game.scores] if self.games and self.game.over else self._scores.copy()

    @property
    def sheets(self) -> list[tuple[Sheet, ...]]:
        """The sheets of each side in each round, the one in play too."""
        return [game.sheets for game in self.games]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side in the finished rounds."""
        return self._added(self.game.scores) if self.games and self.game.over else self._totals

    def _added(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(sum, zip(self._totals, scores, strict=True)))

    @property
    def next_starter(self) -> int:
        """Who starts the round after the finished ones."""
        if not (scores := self.scores):
            return self.first
        last_round = self.variant.edition.next_starter is NextStarter.LAST_ROUND
        points = scores[-1] if last_round else self.totals
        best = {side for side, score in enumerate(points) if score == max(points)}
        players = self.variant.players
        from_oldest = [(self.oldest + i) % players for i in range(players)]
        side = next(s for s in map(self.variant.side_of, from_oldest) if s in best)
        return self._member_to_start(side)

    def _member_to_start(self, side: int) -> int:
        """Of a team, whoever has started fewer rounds, or the first."""
        members = range(side, self.variant.players, self.variant.sides)
        starts = [game.starter for game in self.games]
        return min(members, key=starts.count)

    @property
    def result(self) -> Result | None:
        """The final result, or None while rounds are to be played."""
        if not self.over:
            return None
        totals = self._totals_as_the_cards_lie
        if self.variant.cooperation:
            return Result(totals, (), sum(totals))
        loser = None if self.out_of_time is None else self.variant.side_of(self.out_of_time)
        best = max(total for side, total in enumerate(totals) if side != loser)
        winners = tuple(side for side, total in enumerate(totals) if side != loser and total == best)
        if len(winners) > 1 and self.variant.edition.final_tie is FinalTie.YOUNGEST:
            winners = (1 - self.oldest,)
        return Result(totals, winners, None)

    @property
    def _totals_as_the_cards_lie(self) -> tuple[int, ...]:
        """The points of all rounds, and of the one in play what it would score now."""
        if self.game.over:
            return self.totals
        return self._added(self.game.scores)
