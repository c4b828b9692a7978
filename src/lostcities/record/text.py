"""A record as text: tags, then for each round its deal, its turns and its score.

A running match has the result ``*`` and ends with a line ``*``, so that a text that was cut off is noticed.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal
from lostcities.errors import NotationError
from lostcities.fair import FairDeal, check_cut
from lostcities.moves import Move
from lostcities.record.lines import (
    at_line,
    parse_points,
    parse_result,
    parse_tag,
    points_text,
    result_text,
    tag_line,
)
from lostcities.record.match_record import LOTS, CutBy, MatchRecord, RoundRecord, Seal, Turn
from lostcities.signature import KEY, SIGNATURE
from lostcities.variant import Exploits, Family, Variant

T = TypeVar("T")
RUNNING = "*"
ROUND = re.compile(r"Round ([1-9][0-9]?): (\S+) starts", re.ASCII)
TURN = re.compile(r"([1-9][0-9]{0,5}) ([A-D]\S*) (\S+(?: \S+)*)", re.ASCII)
COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)
SEAL = re.compile(r"([A-D][12]?):(sealed|withheld|open|server)(?::([0-9a-f]{64}))?", re.ASCII)
VERSION = "2"
"""Of records with the tags that came with it; without them a record is as the first version reads it."""
TAGS = (
    "Version",
    "Edition",
    "Options",
    "Oldest",
    "First",
    "Date",
    "Commitment",
    "Cuts",
    "Seals",
    "Secret",
    "Lots",
    "OutOfTime",
    "Result",
    "Head",
    "Key",
    "Signature",
    "Digest",
)
DIGEST_DIGITS = 16
NEEDED = ("Edition", "Oldest", "Result")


def write(record: MatchRecord) -> str:
    tags = [*_tags(record), tag_line("Digest", digest(record))]
    return "\n\n".join(["\n".join(tags), *_rounds(record)]) + "\n"


def digest(record: MatchRecord) -> str:
    """A checksum of everything else, against damage; whoever forges a record can make a new one."""
    lines = "\n".join([*_tags(record), *_rounds(record)])
    return hashlib.sha256(lines.encode()).hexdigest()[:DIGEST_DIGITS]


def signed_part(record: MatchRecord) -> bytes:
    """What a signature is made over: all lines but those of the signature and the digest."""
    lines = "\n".join(["lostcities record", *_tags(replace(record, signature=None)), *_rounds(record)])
    return lines.encode()


def is_as_written(record: MatchRecord) -> bool:
    """Whether the text that the record was read from is the one that `write` gives, but for ends of lines."""
    written = write(record)
    text = written if record.text is None else record.text.replace("\r\n", "\n")
    return text.rstrip("\n") == written.rstrip("\n")


def _tags(record: MatchRecord) -> Iterator[str]:
    variant, seats = record.variant, record.variant.seat_names
    if record.seals or record.head or record.key:
        yield tag_line("Version", VERSION)
    yield tag_line("Edition", variant.edition.id)
    if switches := variant.switches():
        yield tag_line("Options", " ".join(switches))
    yield from (tag_line(seat, name) for seat, name in zip(seats, record.names, strict=True) if name)
    yield tag_line("Oldest", seats[record.oldest])
    if record.first != record.oldest:
        yield tag_line("First", seats[record.first])
    if record.date:
        yield tag_line("Date", record.date.isoformat())
    for name, value in (
        ("Commitment", record.commitment),
        ("Cuts", " ".join(record.cuts)),
        ("Seals", " ".join(_seal_text(seats[it.seat], it) for it in record.seals)),
        ("Secret", record.secret),
        ("Lots", " ".join(record.lots)),
    ):
        if value:
            yield tag_line(name, value)
    if record.out_of_time is not None:
        yield tag_line("OutOfTime", seats[record.out_of_time])
    yield tag_line("Result", result_text(variant, record.result) if record.result else RUNNING)
    for name, value in (("Head", record.head), ("Key", record.key), ("Signature", record.signature)):
        if value:
            yield tag_line(name, value)


def _seal_text(seat: str, it: Seal) -> str:
    return f"{seat}:{it.by}:{it.seal}" if it.seal else f"{seat}:{it.by}"


def _rounds(record: MatchRecord) -> Iterator[str]:
    for number, played in enumerate(record.rounds, 1):
        yield "\n".join(_round(record.variant, number, played))
    if not record.result:
        yield RUNNING


def _round(variant: Variant, number: int, played: RoundRecord) -> Iterator[str]:
    seats, deal = variant.seat_names, played.deal
    yield f"Round {number}: {seats[played.starter]} starts"
    yield " ".join(["Deck", *map(str, deal.deck)])
    if deal.exploits:
        yield " ".join(["Exploits", *deal.exploits])
    if deal.starting_wagers:
        yield " ".join(["Wagers", *(a + b for a, b in deal.starting_wagers)])
    for i, turn in enumerate(played.turns, 1):
        yield " ".join([str(i), seats[turn.seat], *map(str, turn.moves)])
    if played.scores is not None:
        yield f"Score {points_text(variant, played.scores)}"


def parse(text: str) -> MatchRecord:
    return _Reader(text).record()


class _Reader:
    """Goes through the lines of a record."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [(i, line.strip()) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
        self.next = 0
        self.variant: Variant

    @property
    def line(self) -> str:
        """The next line; empty after the last."""
        return self.lines[self.next][1] if self.next < len(self.lines) else ""

    @property
    def number(self) -> int:
        """Where the next line stands, or the last one did."""
        return self.lines[min(self.next, len(self.lines) - 1)][0] if self.lines else 1

    def record(self) -> MatchRecord:
        tags: dict[str, tuple[int, str]] = {}
        while self.line.startswith("["):
            with at_line(self.number):
                name, value = parse_tag(self.line)
                if name in tags:
                    raise NotationError("tag-twice", tag=name)
            tags[name] = (self.number, value)
            self.next += 1
        head = self._head(tags)
        rounds: list[RoundRecord] = []
        while self.line.startswith("Round "):
            rounds.append(self._round(len(rounds) + 1))
        if head.result is None:
            self._expect(self.line == RUNNING)
            self.next += 1
        self._expect(self.next >= len(self.lines))
        return replace(head, rounds=tuple(rounds))

    def _expect(self, right: bool) -> None:
        if not right:
            with at_line(self.number):
                raise NotationError("record-line" if self.line else "record-cut-off", text=self.line)

    def _head(self, tags: dict[str, tuple[int, str]]) -> MatchRecord:
        for name in NEEDED:
            if name not in tags:
                with at_line(self.number):
                    raise NotationError("tag-missing", tag=name)

        def tag(name: str) -> str:
            return tags[name][1] if name in tags else ""

        def line(name: str) -> int:
            return tags[name][0] if name in tags else self.number

        with at_line(line("Version")):
            if tag("Version") not in ("", VERSION):
                raise NotationError("record-newer", text=tag("Version"), right=VERSION)
        with at_line(line("Edition")):
            Variant.parse(tag("Edition"))
        with at_line(line("Options")):
            variant = self.variant = Variant.parse(f"{tag('Edition')} {tag('Options')}")
        for name, (number, _) in tags.items():
            if name not in TAGS + variant.seat_names:
                with at_line(number):
                    raise NotationError("tag-unknown", tag=name, tags=TAGS + variant.seat_names)
        with at_line(line("Oldest")):
            oldest = self._seat(tag("Oldest"))
        with at_line(line("First")):
            first = self._seat(tag("First")) if "First" in tags else oldest
        with at_line(line("Date")):
            date = _date(tag("Date")) if "Date" in tags else None
        with at_line(line("Lots")):
            lots = tuple(tag("Lots").split())
            if not set(lots) <= set(LOTS) or len(set(lots)) < len(lots):
                raise NotationError("lots", text=tag("Lots"), lots=LOTS)
        with at_line(line("Commitment")):
            if "Commitment" in tags and not COMMITMENT.fullmatch(tag("Commitment")):
                raise NotationError("commitment", text=tag("Commitment"))
        with at_line(line("Cuts")):
            cuts = tuple(tag("Cuts").split())
            for cut in cuts:
                check_cut(cut)
        with at_line(line("Seals")):
            seals = tuple(map(self._seal, tag("Seals").split()))
            self._check_seals(seals, len(cuts))
        for name, form in (("Head", KEY), ("Key", KEY), ("Signature", SIGNATURE)):
            with at_line(line(name)):
                if name in tags and not form.fullmatch(tag(name)):
                    raise NotationError("hexadecimal", tag=name, text=tag(name)[:40])
        with at_line(line("Secret")):
            if "Secret" in tags:
                FairDeal(tag("Secret"))
        with at_line(line("OutOfTime")):
            out_of_time = self._seat(tag("OutOfTime")) if "OutOfTime" in tags else None
        with at_line(line("Result")):
            result = None if tag("Result") == RUNNING else parse_result(variant, tag("Result"))
        return MatchRecord(
            variant=variant,
            names=tuple(tag(seat) for seat in variant.seat_names),
            oldest=oldest,
            first=first,
            date=date,
            commitment=tag("Commitment") or None,
            cuts=cuts,
            seals=seals,
            secret=tag("Secret") or None,
            lots=lots,
            out_of_time=out_of_time,
            out_of_time_line=line("OutOfTime"),
            result=result,
            result_line=line("Result"),
            head=tag("Head") or None,
            key=tag("Key") or None,
            signature=tag("Signature") or None,
            text=self.text,
            digest=tag("Digest") if "Digest" in tags else None,
            digest_line=line("Digest"),
        )

    def _seat(self, text: str) -> int:
        if text not in self.variant.seat_names:
            raise NotationError("seat-name", text=text, seats=self.variant.seat_names)
        return self.variant.seat_names.index(text)

    def _seal(self, text: str) -> Seal:
        found = SEAL.fullmatch(text)
        by = CutBy(found[2]) if found else None
        if not found or not by or by.has_seal != bool(found[3]):
            raise NotationError("seal", text=text[:40])
        return Seal(self._seat(found[1]), by, found[3] or "")

    def _check_seals(self, seals: tuple[Seal, ...], cuts: int) -> None:
        """Each seat once, in order, and a cut for each that was not withheld."""
        seats = [seal.seat for seal in seals]
        shown = sum(seal.by is not CutBy.WITHHELD for seal in seals)
        if seats != sorted(set(seats)) or (seals and shown != cuts):
            raise NotationError("seals", number=cuts)

    def _round(self, number: int) -> RoundRecord:
        start = self.number
        with at_line(start):
            header = ROUND.fullmatch(self.line)
            if not header or int(header[1]) != number:
                raise NotationError("round-header", text=self.line, number=number)
            starter = self._seat(header[2])
        self.next += 1
        deal = self._deal()
        turns: list[Turn] = []
        while self.line[:1].isdigit():
            with at_line(self.number):
                turns.append(self._turn(len(turns) + 1))
                if turns[-2:-1] and turns[-2].seat == turns[-1].seat:
                    raise NotationError("record-same-seat", seat=self.variant.seat_names[turns[-1].seat])
            self.next += 1
        scores, last = None, self.lines[self.next - 1][0]
        if self.line.startswith("Score "):
            last = self.number
            with at_line(last):
                scores = parse_points(self.variant, self.line.removeprefix("Score "))
            self.next += 1
        return RoundRecord(starter, deal, tuple(turns), scores, start, last)

    def _turn(self, number: int) -> Turn:
        turn = TURN.fullmatch(self.line)
        if not turn or int(turn[1]) != number:
            raise NotationError("record-turn", text=self.line, number=number)
        return Turn(self._seat(turn[2]), tuple(map(Move.parse, turn[3].split(" "))), self.number)

    def _deal(self) -> Deal:
        start = self.number
        deck = self._words("Deck", Card.parse)
        has_exploits = self.variant.exploits is not Exploits.OFF
        exploits = self._words("Exploits", Exploit.parse) if has_exploits else ()
        is_rivals = self.variant.edition.family is Family.RIVALS
        deal = Deal(deck, exploits, self._words("Wagers", _pair) if is_rivals else ())
        with at_line(start):
            deal.check(self.variant)
        return deal

    def _words(self, name: str, read: Callable[[str], T]) -> tuple[T, ...]:
        """What follows the name that the next line must begin with."""
        with at_line(self.number):
            first, *words = self.line.split() or [""]
            if first != name:
                raise NotationError("record-part", text=self.line, part=name)
            found = tuple(map(read, words))
        self.next += 1
        return found


def _pair(text: str) -> tuple[Colour, Colour]:
    return Colour.parse(text[:1]), Colour.parse(text[1:])


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise NotationError("date", text=text) from None
