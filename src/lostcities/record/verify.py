"""Verifying a record: that its play is right, and that nobody chose its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lostcities.errors import DealError, LostCitiesError
from lostcities.fair import FairDeal
from lostcities.record.lines import at_line
from lostcities.record.match_record import MatchRecord


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    UNPROVEN = "unproven"  # nothing contradicts it, but the record does not hold what would prove it


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: the play, the commitment, the cuts, the deal or the lots."""

    about: str
    status: Status
    problem: LostCitiesError | None = None

    def say(self, language: str) -> str:
        from lostcities.words import speaker

        return self.problem.say(language) if self.problem else speaker(language).say(f"checks.{self.about}")


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Nothing in the record is wrong."""
        return all(check.status is not Status.FAILED for check in self.checks)

    @property
    def proven(self) -> bool:
        """Everything is right, and nobody can have chosen the cards."""
        return all(check.status is Status.PASSED for check in self.checks)


def verify(record: MatchRecord) -> Verification:
    return Verification(tuple(_checks(record)))


def _checks(record: MatchRecord) -> Iterator[Check]:
    yield _checked("play", _play_problem(record))
    fair = record.fair
    if fair is None:
        yield Check("deal", Status.UNPROVEN, DealError("no-secret"))
        return
    if record.commitment is None:
        yield Check("commitment", Status.UNPROVEN, DealError("no-commitment"))
    else:
        differs = record.commitment != fair.commitment
        problem = DealError("commitment-differs", right=fair.commitment) if differs else None
        yield _checked("commitment", problem)
    if not record.cuts:
        yield Check("cuts", Status.UNPROVEN, DealError("no-cuts"))
    else:
        yield Check("cuts", Status.PASSED)
    yield _checked("deal", _deal_problem(record, fair))
    if record.lots:
        yield _checked("lots", _lot_problem(record, fair))


def _checked(about: str, problem: LostCitiesError | None) -> Check:
    return Check(about, Status.FAILED if problem else Status.PASSED, problem)


def _play_problem(record: MatchRecord) -> LostCitiesError | None:
    try:
        for _ in record.replay():
            pass
    except LostCitiesError as error:
        return error
    return None


def _deal_problem(record: MatchRecord, fair: FairDeal) -> LostCitiesError | None:
    for number, played in enumerate(record.rounds, 1):
        try:
            with at_line(played.line):
                if played.deal != fair.deal(record.variant, number):
                    raise DealError("deal-differs", round=number)
        except LostCitiesError as error:
            return error
    return None


def _lot_problem(record: MatchRecord, fair: FairDeal) -> LostCitiesError | None:
    names = record.variant.seat_names
    seats = {"oldest": record.oldest, "first": record.first}
    for lot in record.lots:
        right = fair.lot(record.variant, lot, record.variant.players)
        if seats[lot] != right:
            return DealError("lot-differs", lot=lot, seat=names[seats[lot]], right=names[right])
    return None
