"""Signed records: whoever knows the key notices every change, and old records are verified for ever."""

from __future__ import annotations

import random
import re
import string
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lostcities.errors import LostCitiesError, NotationError
from lostcities.fair import FairDeal, seal_of
from lostcities.match import Match
from lostcities.record import Authenticity, CutBy, Kept, MatchRecord, Seal, Status, verify
from lostcities.signature import SignatureError, fingerprint, read_fingerprint
from lostcities.variant import Variant
from policies import CLIMBER

RECORDS = Path(__file__).parent / "golden" / "records"
SECRET_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = SECRET_KEY.public_key().public_bytes_raw().hex()
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
FAIR = FairDeal(bytes(range(32)).hex(), ("ada-1", "grace-2"))
SEALS = tuple(Seal(seat, CutBy.SEALED, seal_of(cut)) for seat, cut in enumerate(FAIR.cuts))
KEPT = Kept(fingerprint=fingerprint(KEY))
CHANGES = 4000


def played(variant: str, fair: FairDeal = FAIR) -> Match:
    rules = Variant.parse(variant)
    oldest = fair.lot(rules, "oldest", rules.players)
    match = Match(rules, lambda number: fair.deal(rules, number), oldest=oldest)
    rng = random.Random(7)
    while not match.over:
        CLIMBER.finish(rng, match.game)
        if not match.over:
            match.next_round()
    return match


def record_of(fair: FairDeal = FAIR, seals: tuple[Seal, ...] = SEALS) -> MatchRecord:
    match = played("duel-2026 exploits=announced rounds=2", fair)
    return MatchRecord.of(match, names=("Ada", "Grace"), fair=fair, lots=("oldest",), seals=seals)


def signed(record: MatchRecord, key: Ed25519PrivateKey = SECRET_KEY) -> MatchRecord:
    public = key.public_key().public_bytes_raw().hex()
    return record.signed("ab" * 32, public, lambda message: key.sign(message).hex())


TEXT = str(signed(record_of()))


def read_golden(name: str) -> str:
    return (RECORDS / f"{name}.txt").read_text("utf-8")


def authentic(text: str) -> bool:
    """What `record verify --key` says in the end."""
    try:
        found = verify(MatchRecord.parse(text), KEPT)
    except LostCitiesError:
        return False
    return found.ok and found.authenticity is Authenticity.AUTHENTIC


def problem(about: str, record: MatchRecord, kept: Kept | None = None) -> tuple[Status, str | None]:
    (check,) = (check for check in verify(record, kept).checks if check.about == about)
    assert check.say("en") != check.say("fr")
    return check.status, check.problem.code if check.problem else None


def changed(text: str, rng: random.Random) -> str:
    """The text with one thing changed: a character, a word, a line, or the order of lines."""
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    place = rng.randrange(len(text))
    kind = rng.randrange(7)
    if kind == 0:
        return text[:place] + rng.choice(string.printable) + text[place + 1 :]
    if kind == 1:
        return text[:place] + rng.choice(string.printable) + text[place:]
    if kind == 2:
        return text[:place] + text[place + 1 :]
    if kind == 3:
        words = lines[number].split(" ")
        word, other = rng.randrange(len(words)), rng.choice(rng.choice(lines).split(" "))
        words[word] = other
        lines[number] = " ".join(words)
    elif kind == 4:
        other_line = rng.randrange(len(lines))
        lines[number], lines[other_line] = lines[other_line], lines[number]
    elif kind == 5:
        del lines[number]
    else:
        lines[number] = lines[number].swapcase()
    return "\n".join(lines)


def test_of_thousands_of_changes_every_one_is_found() -> None:
    assert authentic(TEXT)
    rng = random.Random(18)
    tried = 0
    while tried < CHANGES:
        other = changed(TEXT, rng)
        if other.rstrip("\n") == TEXT.rstrip("\n"):
            continue
        tried += 1
        assert not authentic(other), other


def test_what_is_changed_and_given_a_new_digest_is_found_too() -> None:
    """By somebody who knows the form: moves, names, dates, lots, tags, results."""
    record = MatchRecord.parse(TEXT)
    turns = record.rounds[0].turns
    for other in (
        replace(record, names=("Ada", "Bob")),
        replace(record, names=("", "")),
        replace(record, oldest=1 - record.oldest),
        replace(record, lots=()),
        replace(record, cuts=("ada-2", "grace-2")),
        replace(record, seals=()),
        replace(record, secret=None),
        replace(record, commitment=None),
        replace(record, head="cd" * 32),
        replace(record, result=None),
        replace(record, rounds=record.rounds[:1]),
        replace(record, rounds=(replace(record.rounds[0], turns=turns[:-1]), *record.rounds[1:])),
        replace(record, key=None),
        replace(record, signature=None),
        replace(record, signature="00" * 64),
        signed(record, OTHER),
    ):
        assert str(other) != TEXT
        assert not authentic(str(other))


def test_ends_of_lines_are_no_change() -> None:
    assert authentic(TEXT.replace("\n", "\r\n"))
    assert authentic(TEXT.rstrip("\n"))
    assert authentic(TEXT + "\n\n")


def test_a_signature_proves_something_to_those_who_know_the_key() -> None:
    record = MatchRecord.parse(TEXT)
    assert verify(record, KEPT).authenticity is Authenticity.AUTHENTIC
    assert problem("signature", record, KEPT) == (Status.PASSED, None)
    assert verify(record).authenticity is Authenticity.CONSISTENT
    assert problem("signature", record) == (Status.UNPROVEN, "not-authentic")
    forged = MatchRecord.parse(str(signed(record, OTHER)))
    assert verify(forged).authenticity is Authenticity.CONSISTENT
    assert problem("signature", forged, KEPT) == (Status.FAILED, "signed-by-other")
    assert problem("signature", replace(record, names=("Eve", ""), text=None)) == (
        Status.FAILED,
        "signature-differs",
    )


def test_an_unsigned_record_is_said_to_be_so_and_refused_where_a_key_was_given() -> None:
    record = MatchRecord.parse(str(record_of()))
    assert verify(record).authenticity is Authenticity.UNSIGNED
    assert verify(record).ok
    assert problem("signature", record) == (Status.UNPROVEN, "unsigned")
    assert problem("signature", record, KEPT) == (Status.FAILED, "unsigned")


def test_what_was_kept_is_compared() -> None:
    record = record_of()
    good = Kept(FAIR.commitment, {0: "ada-1"}, {seal.seat: seal.seal for seal in SEALS})
    assert verify(record, good).proven
    assert problem("cuts", record, Kept(cuts={0: "ada-2"})) == (Status.FAILED, "cut-not-kept")
    assert problem("cuts", record, Kept(cuts={1: "ada-1"})) == (Status.FAILED, "cut-not-kept")
    assert problem("seals", record, Kept(seals={1: "00" * 32})) == (Status.FAILED, "seal-not-kept")
    differs = [check for check in verify(record, Kept(commitment="00" * 32)).checks if check.problem]
    assert differs[0].status is Status.FAILED
    assert differs[0].problem is not None
    assert differs[0].problem.code == "commitment-not-kept"


def test_the_own_cut_is_found_in_an_old_record() -> None:
    record = MatchRecord.parse(read_golden("1-two-cuts"))
    assert problem("cuts", record, Kept(cuts={1: "grace-2"})) == (Status.PASSED, None)
    assert problem("cuts", record, Kept(cuts={0: "grace-2"})) == (Status.FAILED, "cut-not-kept")


def test_what_cuts_leave_open_is_said() -> None:
    one, two = FAIR.cuts
    alone = FairDeal(FAIR.secret, (one,))
    sealed = Seal(0, CutBy.SEALED, seal_of(one))
    assert problem("seals", record_of(FAIR, ())) == (Status.UNPROVEN, "no-seals")
    assert problem("seals", record_of(alone, (sealed, Seal(1, CutBy.WITHHELD, seal_of(two))))) == (
        Status.UNPROVEN,
        "cut-withheld",
    )
    assert problem("seals", record_of(FAIR, (sealed, Seal(1, CutBy.OPEN)))) == (Status.UNPROVEN, "cut-open")
    assert problem("seals", record_of(alone, (Seal(0, CutBy.OPEN),))) == (Status.PASSED, None)
    assert problem("seals", record_of(alone, (Seal(0, CutBy.SERVER),))) == (Status.UNPROVEN, "cut-by-server")
    wrong = (sealed, Seal(1, CutBy.SEALED, seal_of(one)))
    assert problem("seals", record_of(FAIR, wrong)) == (Status.FAILED, "seal-differs")


@pytest.mark.parametrize(
    ("pattern", "new", "code"),
    [
        (r'Version "2"', 'Version "3"', "record-newer"),
        (r"A:sealed:..", "A:sealed:", "seal"),
        (r"A:sealed:\w+", "A:open:" + "0" * 64, "seal"),
        (r"A:sealed:\w+ ", "", "seals"),
        (r"A:sealed", "A:withheld", "seals"),
        (r"(A:\S+) (B:\S+)\"", r'\2 \1"', "seals"),
        (r"B:sealed", "C:sealed", "seat-name"),
        (r'Key "..', 'Key "', "hexadecimal"),
        (r'Signature "..', 'Signature "', "hexadecimal"),
    ],
)
def test_what_no_record_can_say_is_refused_with_its_line(pattern: str, new: str, code: str) -> None:
    other = re.sub(pattern, new, TEXT, count=1)
    assert other != TEXT
    with pytest.raises(NotationError) as refusal:
        MatchRecord.parse(other)
    inner = refusal.value.facts["problem"]
    assert isinstance(inner, LostCitiesError)
    assert inner.code == code


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.txt")))
def test_records_that_were_written_once_are_verified_for_ever(name: str) -> None:
    text = read_golden(name)
    record = MatchRecord.parse(text)
    assert str(record) == text
    assert verify(record).ok
    signed_once = name.startswith("2-signed")
    assert authentic(text) == signed_once
    assert text.startswith("[Version") == name.startswith("2-")


def test_a_record_without_what_is_new_is_as_the_first_version_reads_it() -> None:
    tags = set(re.findall(r"^\[(\w+)", read_golden("1-two-cuts"), re.MULTILINE))
    assert not tags & {"Version", "Seals", "Head", "Key", "Signature"}
    match = played("classic rounds=1")
    assert "Version" not in str(MatchRecord.of(match, fair=FAIR, lots=("oldest",)))


def test_a_key_is_read_from_what_a_server_answers() -> None:
    answer = f'{{"algorithm":"ed25519","key":"{KEY}","fingerprint":"{fingerprint(KEY)}"}}'
    for text in (KEY, fingerprint(KEY), f"lostcities ed25519 {KEY}\n", answer):
        assert read_fingerprint(text) == fingerprint(KEY)
    for text in ("", "key", KEY + KEY, f"{KEY} {'0' * 64}"):
        with pytest.raises(SignatureError):
            read_fingerprint(text)


WITHOUT = """
import sys
sys.modules["cryptography"] = None
from lostcities.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def verified_without_the_package(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT, "record", "verify", "-", *words]
    return subprocess.run(command, input=TEXT, capture_output=True, text=True, timeout=300)


def test_without_the_package_for_signatures_the_rest_is_verified_and_one_line_says_what_is_missing() -> None:
    done = verified_without_the_package()
    assert done.returncode == 0
    assert "pip install cryptography" in " ".join(done.stdout.split())
    assert "The signature was not verified." in done.stdout
    done = verified_without_the_package("--key", fingerprint(KEY))
    assert done.returncode == 2
    assert "pip install cryptography" in done.stderr
    assert len(done.stderr.splitlines()) == 1
