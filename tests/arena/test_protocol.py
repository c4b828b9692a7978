"""The lines of the bot protocol: whatever a program says is read or refused, never more."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fuzz import damaged
from lostcities.bots import protocol
from lostcities.errors import LostCitiesError
from lostcities.game import new_game
from lostcities.plain import plain
from lostcities.variant import Variant
from lostcities.words import LANGUAGES

RIGHT = ('{"type": "ready", "name": "Ada"}\n', '{"move": "+R10"}\n', '{"move": "@", "why": [1, 2.5, null]}\n')
LINES = st.one_of(
    st.binary(max_size=80),
    damaged(RIGHT).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.floats(), st.text()),
        lambda inner: st.one_of(
            st.lists(inner), st.dictionaries(st.sampled_from(["move", "type", "name", "x"]), inner)
        ),
    ).map(lambda thing: json.dumps(thing).encode()),
)


@given(line=LINES)
@example(line=b"[" * 65_000)
@example(line=b'{"move": ' + b"9" * 6000 + b"}")
@example(line=b'{"type": "ready", "name": "\\ud800\\u0000 \x7f"}')
def test_any_line_is_read_or_refused(line: bytes) -> None:
    for read in (protocol.read_ready, protocol.read_move):
        try:
            answer = read(line)
        except LostCitiesError as error:
            refusal = error
        else:
            assert isinstance(answer, str)
            continue
        for language in LANGUAGES:
            assert "\n" not in LostCitiesError(refusal.code, **refusal.facts, bot="b").say(language)


@given(move=st.text())
def test_a_move_is_read_as_it_was_written(move: str) -> None:
    assert protocol.read_move(json.dumps({"move": move}).encode()) == move


@given(name=st.text())
def test_a_name_is_made_fit_to_be_shown(name: str) -> None:
    shown = protocol.read_ready(json.dumps({"type": "ready", "name": name}).encode())
    assert shown.isprintable()
    assert len(shown) <= protocol.LONGEST_NAME
    assert shown == shown.strip()


@pytest.mark.parametrize("text", ["three-players nothing-in-hand", "rivals players=4"])
def test_hello_says_what_is_played_and_where(text: str) -> None:
    variant = Variant.parse(text)
    hello = json.loads(protocol.hello(variant, 2, 99, 1.5))
    assert (hello["type"], hello["protocol"], hello["seat"], hello["seed"]) == ("hello", 1, 2, 99)
    assert hello["time_limit"] == 1.5
    assert hello["variant"]["text"] == text
    assert hello["variant"]["players"] == variant.players
    row_game = {"hand_size": 7, "cost": 17, "bonus_from": 7, "extra_cards": 2}
    assert hello["rules"] == ({} if text.startswith("rivals") else row_game)


def test_a_question_is_the_view_of_the_seat_on_one_line() -> None:
    view = plain(new_game("classic", seed=3).view(0))
    line = protocol.decide(view)
    assert line.count(b"\n") == 1
    assert json.loads(line) == {"type": "decide", "view": view}
