"""Rows as text, and their score sheets."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import parsed, texts
from lostcities import new_game
from lostcities.cards import Card, Colour, Exploit
from lostcities.errors import NotationError
from lostcities.game import RivalsGame, RowGame, RowSheet
from lostcities.rows import parse_rows, rows_text, sheet_of
from lostcities.variant import EDITIONS, Variant
from policies import policies_for
from variants import VARIANTS

CLASSIC, RIVALS = Variant.parse("classic"), Variant.parse("rivals")
DUEL = Variant.parse("duel-2026 exploits")
PRINTED = "Y 2 3 8 10; W X; G X 4 5 6; R X X 2 3 5 7 8 10"
FULL = "X X X 2 3 4 5 6 7 8 9 10"


def total(edition: str, rows: str, coins: int = 0) -> int:
    variant = Variant.parse(edition)
    return sheet_of(variant, parse_rows(variant, rows), coins=coins).total


@pytest.mark.parametrize(
    ("edition", "rows", "points"),
    [
        ("classic", PRINTED, 18),
        ("duel-2026", "Y 2 3 8 10; P X; G X 4 5 6; R X X 2 3 5 7 8 10", 18),
        ("classic", "-", 0),
        ("classic", f"R {FULL}", 156),
        ("classic", "B X X X", -80),
        ("long", f"P {FULL}; Y X", 116),
        ("three-players", f"R {FULL}", 168),
        ("three-players", "R 2 3 4 5 6 7 8", 38),
        ("three-players", "B X X X", -68),
        ("teams", "Y 9 10", -1),
        ("rivals", "G 2 3 6 7 8; W X 3 7 8; R X X 2 4 6 7; Y X X; B X X X X 2 5 10", 72),
        ("rivals", "B X X X X 2 2 3 3 4 4 5 5 6 7 8 9 10", 98),
    ],
)
def test_the_vectors_of_the_rulebooks(edition: str, rows: str, points: int) -> None:
    assert total(edition, rows) == points


def test_each_line_of_the_printed_sheet() -> None:
    sheet = sheet_of(CLASSIC, parse_rows(CLASSIC, PRINTED))
    assert isinstance(sheet, RowSheet)
    assert [lines.total for lines in sheet.expeditions] == [3, 0, -40, -10, 65]
    red = sheet.expeditions[-1]
    assert (red.sum, red.cost, red.result, red.factor, red.multiplied, red.bonus) == (35, -20, 15, 3, 45, 20)


def test_rows_may_stand_in_any_order_and_empty_ones_be_left_out() -> None:
    rows = {colour: cards for colour, cards in parse_rows(CLASSIC, PRINTED).items() if cards}
    backwards = dict(reversed(rows.items()))
    assert sheet_of(CLASSIC, backwards) == sheet_of(CLASSIC, parse_rows(CLASSIC, PRINTED))
    red = {Colour.RED: (Card.parse("RX"), Card.parse("R2"))}
    assert sheet_of(RIVALS, red, coins=5) == sheet_of(RIVALS, parse_rows(RIVALS, "R X 2"), coins=5)
    with pytest.raises(NotationError, match="purple"):
        sheet_of(CLASSIC, {Colour.PURPLE: ()})


def test_coins_exploits_and_the_hand_count() -> None:
    assert total("rivals", "G X 2", coins=5) == 7
    rows = parse_rows(DUEL, "Y 2 3 4")
    sheet = sheet_of(DUEL, rows, exploits=[Exploit.RUN_OF_THREE, Exploit.THREE_YELLOW])
    assert sheet.total == 9 - 20 + 20
    thrifty = Variant.parse("classic nothing-in-hand")
    hand = [Card.parse(card) for card in ("R10", "RX", "Y3")]
    assert sheet_of(thrifty, parse_rows(thrifty, "-"), hand=hand).total == -13


@pytest.mark.parametrize(
    "text", ["R 6 8; Y X 2", " y x,2 ;; r 6 , 8; ", "R 6 8;Y X 2; G;", "B;W; R 6 8; Y X, 2"]
)
def test_case_commas_spaces_and_empty_rows_do_not_matter(text: str) -> None:
    assert rows_text(parse_rows(CLASSIC, text)) == "Y X 2; R 6 8"


def test_no_expedition_at_all() -> None:
    for text in ("", "-", " ; ", "Y"):
        assert rows_text(parse_rows(CLASSIC, text)) == "-"


@pytest.mark.parametrize(
    ("variant", "text", "code"),
    [
        (CLASSIC, "R 6 4", "too-low"),
        (CLASSIC, "R 6 X", "wager-after-number"),
        (CLASSIC, "R 6 6", "card-surplus"),
        (CLASSIC, "R X X X X", "card-surplus"),
        (CLASSIC, "R 2; R 3", "row-twice"),
        (CLASSIC, "P 2", "no-such-colour"),
        (DUEL, "W 2", "no-such-colour"),
        (CLASSIC, "R 11", "card"),
        (CLASSIC, "R2 3", "colour"),
        (CLASSIC, "2 3", "colour"),
        (RIVALS, "R 5 4", "too-low-rivals"),
        (RIVALS, "R 5 5 5", "card-surplus"),
        (RIVALS, "R 6 6", "card-surplus"),
        (RIVALS, "R X X X X X", "card-surplus"),
        (RIVALS, "R X X X X; G X X X X; B X X X X", "four-wagers"),
        (RIVALS, "P 2", "no-such-colour"),
    ],
)
def test_rows_that_could_not_have_been_laid_are_refused(variant: Variant, text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_rows(variant, text)
    assert refusal.value.code == code


def test_a_refusal_names_the_cards_in_both_languages() -> None:
    with pytest.raises(NotationError, match="red 4 can't follow red 6") as refusal:
        parse_rows(CLASSIC, "R 6 4")
    assert "le 4 rouge ne peut pas suivre le 6 rouge" in refusal.value.say("fr")


def test_what_does_not_belong_to_the_variant_is_refused() -> None:
    card = Card.parse("R10")
    thrifty = Variant.parse("classic nothing-in-hand")
    none = parse_rows(CLASSIC, "-")
    refused: list[tuple[str, Variant, dict[str, object]]] = [
        ("coins-row-game", CLASSIC, {"coins": 1}),
        ("coins", RIVALS, {"coins": 37}),
        ("coins", RIVALS, {"coins": -1}),
        ("hand-not-counted", CLASSIC, {"hand": [card]}),
        ("hand-size", thrifty, {"hand": [card] * 9}),
        ("card-surplus", thrifty, {"hand": [card, card]}),
        ("no-such-colour", thrifty, {"hand": [Card.parse("P2")]}),
        ("no-exploits", CLASSIC, {"exploits": [Exploit.FIVE_CARDS]}),
        ("exploits-held", DUEL, {"exploits": [Exploit.FIVE_CARDS] * 2}),
        ("exploits-held", DUEL, {"exploits": list(Exploit)[:6]}),
        ("exploit-not-laid", DUEL, {"exploits": [Exploit.MOST_EXPEDITIONS, Exploit.THREE_RED]}),
    ]
    for code, variant, more in refused:
        rows = none if variant.colours == CLASSIC.colours else parse_rows(variant, "-")
        with pytest.raises(NotationError) as refusal:
            sheet_of(variant, rows, **more)  # type: ignore[arg-type]
        assert refusal.value.code == code


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_rows_of_a_finished_game_score_as_the_game_does(variant: Variant) -> None:
    rng = random.Random(str(variant))
    game = new_game(variant, seed=1)
    policies_for(variant)[1].finish(rng, game)
    for side, sheet in enumerate(game.sheets):
        if isinstance(game, RowGame):
            hands = [game.hand(seat) for seat in range(side, variant.players, variant.sides)]
            again = sheet_of(
                variant,
                parse_rows(variant, rows_text(game.expeditions(side))),
                exploits=game.view().exploits[side],
                hand=[card for hand in hands for card in hand] if variant.nothing_in_hand else (),
            )
        else:
            assert isinstance(game, RivalsGame)
            rows = parse_rows(variant, rows_text(game.expeditions(side)))
            again = sheet_of(variant, rows, coins=game.view().gold[side])
        assert again == sheet


@given(
    st.sampled_from([Variant(edition=edition) for edition in EDITIONS.values()]),
    texts(PRINTED, "Y X X 2 2 3; G 10", "r x, 5; P 7 8 9"),
)
def test_any_text_is_rows_or_refused(variant: Variant, text: str) -> None:
    rows = parsed(lambda text: parse_rows(variant, text), text)
    if rows is not None:
        assert parse_rows(variant, rows_text(rows)) == rows
        sheet_of(variant, rows)
