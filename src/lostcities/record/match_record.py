"""`MatchRecord`: a match, finished or running, as what happened in it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby

from lostcities.deal import Deal
from lostcities.errors import MatchError, NotationError
from lostcities.fair import FairDeal
from lostcities.game import Game
from lostcities.match import Match, Result
from lostcities.moves import Move
from lostcities.record.lines import at_line, points_text, result_text
from lostcities.variant import Variant

LOTS = ("oldest", "first")
"""What a fair deal may have drawn by lot, by `FairDeal.lot` under the same name."""


class CutBy(StrEnum):
    """How the cut of a seat came about. What the dealer knew of it decides what it proves."""

    SEALED = "sealed"
    """Its seal was given before any cut was shown, and then the cut."""
    WITHHELD = "withheld"
    """Its seal was given, and the cut was not shown in time: the cards do not follow from it."""
    OPEN = "open"
    """It was given to the server as it is."""
    SERVER = "server"
    """The server made it for somebody who gave none."""

    @property
    def has_seal(self) -> bool:
        return self in (CutBy.SEALED, CutBy.WITHHELD)


@dataclass(frozen=True, slots=True)
class Seal:
    """Where a cut was made and how; the seal itself where it was given first."""

    seat: int
    by: CutBy
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did until another seat had the word."""

    seat: int
    moves: tuple[Move, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    starter: int
    deal: Deal
    turns: tuple[Turn, ...] = ()
    scores: tuple[int, ...] | None = None
    """The points of each side once the round is over."""
    line: int = field(default=0, compare=False)
    last_line: int = field(default=0, compare=False)

    @classmethod
    def of(cls, game: Game) -> RoundRecord:
        by_seat = groupby(game.history, key=lambda decision: decision[0])
        turns = tuple(Turn(seat, tuple(move for _, move in decisions)) for seat, decisions in by_seat)
        return cls(game.starter, game.deal, turns, game.scores if game.over else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """Everything that is needed to go through a match again, state by state.

    It holds every card that was dealt, so of a running match show players `public()` alone.
    """

    variant: Variant
    rounds: tuple[RoundRecord, ...] = ()
    names: tuple[str, ...] = ()
    """For each seat; all empty if nobody gave a name."""
    oldest: int = 0
    first: int = 0
    date: datetime.date | None = None
    commitment: str | None = None
    cuts: tuple[str, ...] = ()
    seals: tuple[Seal, ...] = ()
    """For each cut, also for one that was withheld, in the order of the seats. Older records lack them."""
    secret: str | None = None
    lots: tuple[str, ...] = ()
    """Which of `LOTS` were drawn; the others were said by the players."""
    out_of_time: int | None = None
    """The seat whose time ran out, if that ended the match."""
    out_of_time_line: int = field(default=0, compare=False)
    result: Result | None = None
    """None while the match is running."""
    result_line: int = field(default=0, compare=False)
    head: str | None = None
    """Of the log that the match was played in."""
    key: str | None = None
    """The public key of the server that signed the record."""
    signature: str | None = None
    text: str | None = field(default=None, compare=False, repr=False)
    """What the record was read from: a signed one must be exactly as it was written."""
    digest: str | None = field(default=None, compare=False)
    """The checksum that stood in the text."""
    digest_line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", ("",) * self.variant.players)
        if len(self.names) != self.variant.players:
            raise NotationError("names", number=len(self.names), right=self.variant.players)

    @classmethod
    def of(
        cls,
        match: Match,
        *,
        names: tuple[str, ...] = (),
        date: datetime.date | None = None,
        fair: FairDeal | None = None,
        lots: tuple[str, ...] = (),
        seals: tuple[Seal, ...] = (),
    ) -> MatchRecord:
        """The record of a match as it stands; `fair` is where its deals come from, if they can be proven."""
        return cls(
            variant=match.variant,
            rounds=tuple(map(RoundRecord.of, match.games)),
            names=names,
            oldest=match.oldest,
            first=match.first,
            date=date,
            commitment=fair.commitment if fair else None,
            cuts=fair.cuts if fair else (),
            seals=seals,
            secret=fair.secret if fair else None,
            lots=lots,
            out_of_time=match.out_of_time,
            result=match.result,
        )

    @staticmethod
    def parse(text: str) -> MatchRecord:
        """Read a record as `str()` prints it. Whether its play is right, `match` finds out."""
        from lostcities.record.text import parse

        return parse(text)

    def __str__(self) -> str:
        from lostcities.record.text import write

        return write(self)

    @property
    def fair(self) -> FairDeal | None:
        """Where the deals come from, once the secret is known."""
        return FairDeal(self.secret, self.cuts) if self.secret else None

    @property
    def cutters(self) -> tuple[int, ...]:
        """The seats that the cuts were made at, as far as the record says so."""
        if not self.seals:
            return tuple(range(self.variant.players)) if len(self.cuts) == self.variant.players else ()
        return tuple(seal.seat for seal in self.seals if seal.by is not CutBy.WITHHELD)

    def signed(self, head: str, key: str, sign: Callable[[bytes], str]) -> MatchRecord:
        """The record of a finished match with a signature over everything else in it."""
        from lostcities.record.text import signed_part

        ready = replace(self, head=head, key=key)
        return replace(ready, signature=sign(signed_part(ready)))

    def public(self) -> MatchRecord:
        """What may be shown now: of a running match only the rounds that are over, and no secret."""
        if self.result is not None:
            return self
        return replace(
            self, rounds=tuple(done for done in self.rounds if done.scores is not None), secret=None
        )

    def match(self) -> Match:
        """The match at the end of the record, to be looked at or taken up again."""
        *_, match = self.replay()
        return match

    def replay(self) -> Iterator[Match]:
        """The match after each deal and each move, one object that goes through all states.

        What is not right is refused with its line: starter, seat, move, score, result, digest.
        """
        match = Match(self.variant, self._deal, oldest=self.oldest, first=self.first)
        if not self.rounds:
            yield match
        for number, played in enumerate(self.rounds, 1):
            with at_line(played.line):
                if number > 1:
                    match.next_round()
                self._check_seat("record-starter", played.starter, match.game.starter)
            yield match
            for turn in played.turns:
                for move in turn.moves:
                    with at_line(turn.line):
                        self._check_seat("record-seat", turn.seat, match.mover)
                        match.play(move)
                    yield match
            with at_line(played.last_line):
                self._check_scores(number, played.scores, match.game)
        if self.out_of_time is not None:
            with at_line(self.out_of_time_line):
                self._check_seat("record-seat", self.out_of_time, match.mover)
                match.run_out_of_time(self.out_of_time)
        with at_line(self.result_line):
            self._check_result(match.result)
        with at_line(self.digest_line):
            self._check_digest()

    def _deal(self, number: int) -> Deal:
        """The recorded deals, then those that follow from the secret, or random ones if none was promised."""
        if number <= len(self.rounds):
            return self.rounds[number - 1].deal
        if self.fair:
            return self.fair.deal(self.variant, number)
        if self.commitment:
            raise MatchError("secret-kept", round=number)
        return Deal.random(self.variant)

    def _check_seat(self, code: str, seat: int, right: int | None) -> None:
        names = self.variant.seat_names
        if seat != right and right is not None:
            raise NotationError(code, seat=names[seat], right=names[right])

    def _check_scores(self, number: int, scores: tuple[int, ...] | None, game: Game) -> None:
        if scores is None and not game.over:
            return
        if not game.over:
            raise MatchError("round-in-play", round=number)
        if scores != game.scores:
            raise NotationError("record-score", round=number, right=points_text(self.variant, game.scores))

    def _check_result(self, right: Result | None) -> None:
        if self.result != right:
            text = "*" if right is None else result_text(self.variant, right)
            raise NotationError("record-result", right=text)

    def _check_digest(self) -> None:
        """Found last, so that a change which breaks the rules is told as such."""
        from lostcities.record.text import digest

        if self.digest is not None and self.digest != digest(self):
            raise NotationError("record-digest", right=digest(self))
