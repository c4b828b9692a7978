"""Every example of docs/notation.md is read, and printed as it stands there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from lostcities.cards import Card, Exploit
from lostcities.fair import FairDeal
from lostcities.moves import Move
from lostcities.position import Position
from lostcities.record import MatchRecord, Status, verify
from lostcities.rows import parse_rows, rows_text
from lostcities.variant import SWITCHES, Variant

PAGE = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")
FENCES = re.findall(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def examples(kind: str) -> list[tuple[str, str]]:
    return [(about, text.removesuffix("\n")) for name, about, text in FENCES if name == kind]


def test_every_kind_of_example_is_read() -> None:
    assert {kind for kind, _, _ in FENCES} == {
        "cards",
        "moves",
        "variants",
        "rows",
        "position",
        "record",
        "python",
    }


def test_cards_moves_and_variants() -> None:
    for _, text in examples("cards"):
        assert [str(Card.parse(word)) for word in text.split()] == text.split()
    for _, text in examples("moves"):
        assert [str(Move.parse(word)) for word in text.split()] == text.split()
    for _, text in examples("variants"):
        assert [str(Variant.parse(line)) for line in text.split("\n")] == text.split("\n")


def test_every_exploit_and_switch_is_named() -> None:
    for name in (*Exploit, *SWITCHES):
        assert f"`{name}" in PAGE


@pytest.mark.parametrize(("edition", "text"), examples("rows"))
def test_rows(edition: str, text: str) -> None:
    assert rows_text(parse_rows(Variant.parse(edition), text)) == text


@pytest.mark.parametrize("text", [text for _, text in examples("position")])
def test_position(text: str) -> None:
    assert str(Position.parse(text)) == text


@pytest.mark.parametrize("text", [text for _, text in examples("record")])
def test_record(text: str) -> None:
    record = MatchRecord.parse(text)
    assert str(record) == text + "\n"
    assert record.fair == FairDeal(bytes(range(32)).hex(), ("ada-1", "grace-2"))
    found = {check.about: check.status for check in verify(record).checks}
    assert found.pop("signature") is Status.UNPROVEN
    assert set(found.values()) == {Status.PASSED}


def test_the_python_examples_run() -> None:
    code = "\n".join(text for _, text in examples("python"))
    test = doctest.DocTestParser().get_doctest(code, {}, "docs/notation.md", None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test)
    assert results.attempted > 15
    assert results.failed == 0


def test_the_table_of_the_fair_deal() -> None:
    fair = FairDeal(bytes(range(32)).hex(), ("ada-1", "grace-2"))
    assert f"`{fair.commitment}`" in PAGE
    rows = re.findall(r"first cards, `([^`]+)` \| `([^`]+)`", PAGE)
    assert len(rows) == 3
    for variant, cards in rows:
        deck = fair.deal(Variant.parse(variant), 1).deck
        assert " ".join(map(str, deck[:12])) == cards
