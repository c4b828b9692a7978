"""The text forms of cards, colours, exploits and moves."""

from __future__ import annotations

import pytest
from hypothesis import given

from fuzz import parsed, texts
from lostcities.cards import WAGER, Card, Colour, Exploit
from lostcities.errors import NotationError
from lostcities.game.codec import codec
from lostcities.moves import Bid, Claim, Discard, Discover, Draw, Lay, Move, Pass, Stop
from lostcities.variant import EDITIONS
from lostcities.words import LANGUAGES, speaker

CARDS = tuple(Card(colour, value) for colour in Colour for value in range(WAGER, 11))
MOVES = tuple(
    {move: None for edition in EDITIONS.values() for move in codec(edition.family, edition.colours).actions}
)


def test_every_card_is_read_back_in_either_case() -> None:
    assert len(CARDS) == 60
    for card in CARDS:
        assert Card.parse(str(card)) == Card.parse(str(card).lower()) == card


def test_every_move_is_read_back() -> None:
    assert {type(move) for move in MOVES} == {Lay, Discard, Draw, Stop, Claim, Discover, Bid, Pass}
    for move in MOVES:
        assert Move.parse(str(move)) == move


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("+R10", Lay(Card(Colour.RED, 10))),
        ("-wx", Discard(Card(Colour.WHITE, WAGER))),
        ("@", Draw()),
        ("@g", Draw(Colour.GREEN)),
        (".", Stop()),
        ("claim:five-cards", Claim(Exploit.FIVE_CARDS)),
        ("discover", Discover()),
        ("BID:36", Bid(36)),
        ("pass", Pass()),
    ],
)
def test_a_token_means_a_move(token: str, move: Move) -> None:
    assert Move.parse(token) == move


@pytest.mark.parametrize("text", ["", "R", "R1", "R11", "R02", "RXX", "K5", "10R", "R 10", "Ｒ5", "R١"])
def test_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="is no card"):
        Card.parse(text)


@pytest.mark.parametrize(
    "text",
    ["", "R10", "+", "+R1", "@Q", "@R10", "bid:", "bid:0", "bid:03", "bid:100", "bid:٣", "claim:", ".."],
)
def test_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


def test_cards_and_moves_are_said_in_both_languages() -> None:
    english, french = map(speaker, LANGUAGES)
    assert english.name(Card.parse("R10")) == "red 10"
    assert french.name(Card.parse("WX")) == "pari blanc"
    for move in MOVES:
        assert english.name(move) != french.name(move) or move == Pass()


@given(texts("R10", "WX"))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    card = parsed(Card.parse, text)
    assert card is None or str(card) == text.upper()


@given(texts("@", "@R", "+R10", "-WX", "bid:12", "claim:five-cards", "discover", "pass", "."))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    move = parsed(Move.parse, text)
    assert move is None or Move.parse(str(move)) == move
