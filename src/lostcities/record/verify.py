"""Verifying a record: that its play is right, that nobody chose its cards, and who has written it.

A record alone shows that it agrees with itself. What somebody has kept from before the deal, and the key of
the server, show that it is the record of the match they played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lostcities.errors import DealError, LostCitiesError
from lostcities.fair import FairDeal, seal_of
from lostcities.record.lines import at_line
from lostcities.record.match_record import CutBy, MatchRecord
from lostcities.signature import SignatureError, fingerprint, fits


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    UNPROVEN = "unproven"  # nothing contradicts it, but the record does not hold what would prove it


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: the play, the commitment, the cuts, their seals, the deal, the lots or
    the signature."""

    about: str
    status: Status
    problem: LostCitiesError | None = None

    def say(self, language: str) -> str:
        from lostcities.words import speaker

        return self.problem.say(language) if self.problem else speaker(language).say(f"checks.{self.about}")


@dataclass(frozen=True, slots=True)
class Kept:
    """What somebody has kept of a match, to compare the record with."""

    commitment: str | None = None
    cuts: Mapping[int, str] = field(default_factory=dict)
    """By seat, the own cuts,"""
    seals: Mapping[int, str] = field(default_factory=dict)
    """and everybody's seals, as they were shown before the own cut was."""
    fingerprint: str | None = None
    """Of the server's key."""


class Authenticity(StrEnum):
    AUTHENTIC = "authentic"  # signed by the server with the key that was kept
    CONSISTENT = (
        "consistent"  # signed, but whoever made the record up could have signed it with a key of theirs
    )
    UNSIGNED = "unsigned"
    UNCHECKED = "unchecked"  # the signature does not fit, or could not be verified here


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]
    authenticity: Authenticity = Authenticity.UNSIGNED

    @property
    def ok(self) -> bool:
        """Nothing in the record is wrong."""
        return all(check.status is not Status.FAILED for check in self.checks)

    @property
    def proven(self) -> bool:
        """Everything about the play and the deal is right: if the commitment was published before the cuts,
        and the seals before the first cut was shown, nobody can have chosen the cards."""
        return all(check.status is Status.PASSED for check in self.checks if check.about != "signature")


def verify(record: MatchRecord, kept: Kept | None = None) -> Verification:
    kept = kept or Kept()
    signature = _signature(record, kept.fingerprint)
    found = {"unsigned": Authenticity.UNSIGNED, "not-authentic": Authenticity.CONSISTENT}
    code = signature.problem.code if signature.problem else ""
    authenticity = found.get(code, Authenticity.UNCHECKED) if code else Authenticity.AUTHENTIC
    return Verification((*_checks(record, kept), signature), authenticity)


def _checks(record: MatchRecord, kept: Kept) -> Iterator[Check]:
    yield _checked("play", _play_problem(record))
    fair = record.fair
    if kept.commitment not in (None, record.commitment):
        yield Check("commitment", Status.FAILED, DealError("commitment-not-kept", right=kept.commitment))
    if fair is None:
        yield Check("deal", Status.UNPROVEN, DealError("no-secret"))
        return
    if record.commitment is None:
        yield Check("commitment", Status.UNPROVEN, DealError("no-commitment"))
    else:
        differs = record.commitment != fair.commitment
        problem = DealError("commitment-differs", right=fair.commitment) if differs else None
        yield _checked("commitment", problem)
    yield _cuts(record, kept)
    yield from _seals(record, kept)
    yield _checked("deal", _deal_problem(record, fair))
    if record.lots:
        yield _checked("lots", _lot_problem(record, fair))


def _cuts(record: MatchRecord, kept: Kept) -> Check:
    names = record.variant.seat_names
    cuts = dict(zip(record.cutters, record.cuts, strict=False))
    withheld = {seal.seat for seal in record.seals if seal.by is CutBy.WITHHELD}
    for seat, cut in kept.cuts.items():
        found = cuts.get(seat) == cut if cuts else cut in record.cuts
        if not found and seat not in withheld:
            return Check("cuts", Status.FAILED, DealError("cut-not-kept", seat=names[seat], cut=cut))
    if not record.cuts:
        return Check("cuts", Status.UNPROVEN, DealError("no-cuts"))
    return Check("cuts", Status.PASSED)


def _seals(record: MatchRecord, kept: Kept) -> Iterator[Check]:
    """Whether each cut was chosen before any other was known."""
    names = record.variant.seat_names
    cuts = dict(zip(record.cutters, record.cuts, strict=False))
    own = {seal.seat: seal.seal or seal_of(cuts[seal.seat]) for seal in record.seals}
    wrong = [seal.seat for seal in record.seals if seal.by is CutBy.SEALED]
    wrong = [seat for seat in wrong if seal_of(cuts[seat]) != own[seat]]
    changed = [seat for seat, seal in kept.seals.items() if own.get(seat) != seal]
    if wrong:
        yield Check("seals", Status.FAILED, DealError("seal-differs", seat=names[wrong[0]]))
    elif changed:
        yield Check("seals", Status.FAILED, DealError("seal-not-kept", seat=names[changed[0]]))
    elif not record.seals:
        if len(record.cuts) > 1:
            yield Check("seals", Status.UNPROVEN, DealError("no-seals"))
    elif problem := _weakness(record):
        yield Check("seals", Status.UNPROVEN, problem)
    else:
        yield Check("seals", Status.PASSED)


def _weakness(record: MatchRecord) -> DealError | None:
    """What cuts that were not sealed, or sealed and not shown, leave open."""
    names = record.variant.seat_names

    def seats(by: CutBy) -> list[str]:
        return [names[seal.seat] for seal in record.seals if seal.by is by]

    if withheld := seats(CutBy.WITHHELD):
        return DealError("cut-withheld", seats=withheld)
    if servers := seats(CutBy.SERVER):
        return DealError("cut-by-server", seats=servers)
    if (known := seats(CutBy.OPEN)) and len(record.seals) > 1:
        return DealError("cut-open", seats=known)
    return None


def _signature(record: MatchRecord, wanted: str | None) -> Check:
    """Who has signed the record, if anybody has; `wanted` is the fingerprint of the key that must have."""
    from lostcities.record.text import is_as_written, signed_part

    if not record.signature or not record.key:
        status = Status.FAILED if wanted else Status.UNPROVEN
        return Check("signature", status, SignatureError("unsigned"))
    found = fingerprint(record.key)
    if wanted not in (None, found):
        return Check(
            "signature", Status.FAILED, SignatureError("signed-by-other", fingerprint=found, right=wanted)
        )
    if not is_as_written(record):
        return Check("signature", Status.FAILED, SignatureError("not-as-written"))
    try:
        if not fits(record.key, record.signature, signed_part(record)):
            return Check("signature", Status.FAILED, SignatureError("signature-differs"))
    except SignatureError as error:
        if wanted:
            raise
        return Check("signature", Status.UNPROVEN, error)
    if wanted is None:
        return Check("signature", Status.UNPROVEN, SignatureError("not-authentic", fingerprint=found))
    return Check("signature", Status.PASSED)


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
