"""docs/bots.md says what is so."""

from __future__ import annotations

import json
import re
from dataclasses import fields

from arena.programs import EXAMPLES
from lostcities.bots import BOTS, protocol
from lostcities.game import RivalsView, RowView, new_game
from lostcities.match import Result
from lostcities.plain import plain
from lostcities.variant import Variant

DOCS = (EXAMPLES.parent / "docs" / "bots.md").read_text("utf-8")
MESSAGES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL)]


def test_the_messages_are_those_that_are_sent_and_read() -> None:
    hello, ready, decide, move, end = MESSAGES
    sent = protocol.hello(Variant.parse("classic rounds=1"), 1, 3826917345, 5.0)
    assert hello == json.loads(sent)
    assert protocol.read_ready(json.dumps(ready).encode()) == "greedy"
    assert decide.keys() == json.loads(protocol.decide(plain(new_game("classic", seed=1).view(0)))).keys()
    assert protocol.read_move(json.dumps(move).encode()) in decide["view"]["legal_moves"]
    assert end == json.loads(protocol.end(Result((34, 12), (0,), None)))


def test_every_field_of_a_view_is_described_and_no_other() -> None:
    table = DOCS.partition("| `variant`, `seat`, `mover`")[2].partition("\n\n")[0]
    described = {"variant", "seat", "mover"}
    for line in table.splitlines():
        described |= set(re.findall(r"`(\w+)`", line.split(" | ")[0]))
    assert described == {field.name for view in (RowView, RivalsView) for field in fields(view)}


def test_the_limits_are_those_of_the_protocol() -> None:
    assert f"{protocol.LONGEST_ANSWER:,} bytes" in DOCS
    assert f"up to {protocol.LONGEST_NAME} characters" in DOCS
    assert f'"protocol": {protocol.VERSION},' in DOCS


def test_every_bot_of_ours_is_named() -> None:
    named = DOCS.partition("**Whom to play against.**")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", named)) == set(BOTS)


def test_the_example_is_the_file() -> None:
    assert (EXAMPLES / "greedy_bot.py").read_text("utf-8").strip() in DOCS
