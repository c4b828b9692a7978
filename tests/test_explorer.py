"""What `explorer` thinks of a row game: its prospects, its hopes for exploits, and what it looks at."""

from __future__ import annotations

from typing import Any

import pytest

from lostcities.bots.exploits import exploit_hopes
from lostcities.bots.explorer_row import RowExplorer, explorer_choice
from lostcities.bots.judgement import Habits, outlook
from lostcities.bots.memory import DiscardMemory
from lostcities.bots.prospect import NO_GAINS, in_time, joined, prospect
from lostcities.cards import Card
from lostcities.game import Phase, RowGame, RowView, new_game
from lostcities.game.codec import row_set
from lostcities.kernel import row
from lostcities.kernel.chance import RANDOM
from lostcities.kernel.jit import one_record
from lostcities.moves import Draw
from lostcities.net.known import known_state
from lostcities.net.observation import unseen
from lostcities.net.table import TABLE, table_of
from lostcities.variant import Variant
from variants import ROW_VARIANTS

NONE = 0
YELLOW, RED = 0, 1  # in the Duel


def table(variant: Variant) -> Any:
    records = one_record(TABLE)
    records[0] = table_of(variant)
    return records[0]


def state(**fields: int) -> Any:
    records = one_record(row.STATE)
    for name, value in fields.items():
        records[name] = value
    return records[0]


def cards(text: str) -> int:
    return row_set(map(Card.parse, text.split()))


CLASSIC = table(Variant.parse("classic"))
DUEL = table(Variant.parse("duel-2026 exploits"))


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_it_plays_the_same_whether_it_sees_a_view_or_the_true_state(variant: Variant) -> None:
    """So it looks at no hidden card, and plays in training what it plays at a table."""
    game = new_game(variant, seed=3)
    assert isinstance(game, RowGame)
    bots = [RowExplorer(variant, seat, seat) for seat in range(variant.players)]
    twins = [RowExplorer(variant, seat, seat) for seat in range(variant.players)]
    while (seat := game.mover) is not None:
        move = bots[seat].choose(game.view(seat))
        twin = twins[seat]
        action = explorer_choice(twin._table, game._states[0], Habits(), twin._random)
        assert twin._moves[action] == move
        game.play(move)


def test_what_a_seat_has_not_seen_is_in_the_draw_pile_or_in_other_hands() -> None:
    variant = Variant.parse("three-players")
    game = new_game(variant, seed=2)
    memories = [DiscardMemory(variant) for _ in range(3)]
    bots = [RowExplorer(variant, seat, 1) for seat in range(3)]
    while (seat := game.mover) is not None:
        view = game.view(seat)
        assert isinstance(view, RowView)
        memories[seat].watch(view)
        s = known_state(view, memories[seat].piles)[0]
        others = [other for other in range(3) if other != seat]
        hidden = view.pile + sum(view.hand_sizes[i] - len(view.shown[i]) for i in others)
        assert sum(int(unseen(bots[0]._table, s, seat, i)).bit_count() for i in range(5)) == hidden
        game.play(bots[seat].choose(view))


@pytest.mark.parametrize(
    ("laid", "held", "points"),
    [
        ("YX Y5 Y6 Y9 Y10", "", 20),
        ("YX Y2 Y3 Y4 Y5 Y6 Y7 Y8", "", 50),
        ("Y5", "Y3 Y7 Y9", 1),
        ("YX", "YX Y8 Y9 Y10", 21),
        ("", "Y8 Y9 Y10", 7),
        ("", "Y2 Y3", 0),
    ],
)
def test_an_expedition_to_which_nothing_more_comes_is_worth_what_lies_and_fits(
    laid: str, held: str, points: float
) -> None:
    sure = prospect(CLASSIC, cards(laid), cards(held), NONE, 8, 0.0)
    assert sure.worth == pytest.approx(points, abs=1e-3)


def test_a_likelier_card_is_worth_more() -> None:
    laid, held, come = cards("Y5 Y6"), cards("Y8"), cards("YX Y2 Y7 Y9")
    worths = [prospect(CLASSIC, laid, held, come, 8, chance).worth for chance in (0.0, 0.5, 1.0)]
    assert worths[0] == pytest.approx(19 - 20)
    assert worths[1] == pytest.approx(19 + 8 - 20, abs=0.1)
    assert worths[2] == pytest.approx(19 + 16 - 20)


def test_with_more_cards_than_turns_those_that_add_least_stay_in_hand() -> None:
    yellow = prospect(CLASSIC, cards("Y2"), cards("Y3 Y9"), NONE, 2, 0.0)
    blue = prospect(CLASSIC, cards("BX B2"), cards("B4 B10"), NONE, 2, 0.0)
    both = joined(yellow, blue)
    assert both.worth == pytest.approx(-6 - 8)
    assert in_time(both, 4) == both.worth
    assert in_time(both, 2) == pytest.approx(-6 - 8 - 3 - 2 * 4)
    assert in_time(both, 0) == pytest.approx(-6 - 8 - 3 - 9 - 2 * 4 - 2 * 10)


def test_a_wager_adds_what_the_expedition_scores_without_it() -> None:
    found = prospect(CLASSIC, NONE, cards("YX Y8 Y9 Y10"), NONE, 4, 0.0)
    assert found.worth == pytest.approx(2 * 7)
    assert in_time(found, 3) == pytest.approx(7)


def test_an_expedition_that_would_not_pay_is_not_begun() -> None:
    assert prospect(CLASSIC, NONE, cards("Y2 Y3"), NONE, 8, 0.0).gains == NO_GAINS


@pytest.mark.parametrize(
    ("exploit", "mine", "theirs", "points"),
    [
        (YELLOW, "YX Y4 Y9", "", 10),
        (YELLOW, "YX Y4", "", 5),
        (YELLOW, "YX Y4", "Y2 Y4 Y6", 2.5),
        (row.FIVE_CARDS, "Y2 Y3 Y4", "", 2.5),
        (row.THREE_EXPEDITIONS, "Y2", "", 2.5),
        (row.RUN_OF_THREE, "Y3 Y4", "", 5),
        (row.RUN_OF_THREE, "Y4 Y6", "", 2.5),
        (row.MOST_EXPEDITIONS, "", "", 5),
        (row.MOST_EXPEDITIONS, "Y2", "", 7.5),
        (row.BEST_EXPEDITION, "Y10", "", 0),
    ],
)
def test_an_exploit_promises_half_as_much_for_each_card_that_is_missing(
    exploit: int, mine: str, theirs: str, points: float
) -> None:
    s = state(open_exploits=1 << exploit)
    s["expeditions"][1, YELLOW] = cards(theirs)
    if exploit == row.RUN_OF_THREE:  # elsewhere no run can be reached
        s["expeditions"][0, RED:] = cards("R10")
    assert exploit_hopes(DUEL, s, 0, YELLOW, cards(mine)) == pytest.approx(points)


@pytest.mark.parametrize(
    ("text", "pile", "turns"),
    [("classic", 44, 21), ("classic", 2, 0), ("classic", 3, 1), ("three-players", 39, 12 + 2)],
)
def test_how_many_cards_there_is_time_for(text: str, pile: int, turns: int) -> None:
    ahead = outlook(table(Variant.parse(text)), state(pile=pile), Habits(), 0)
    assert ahead.turns == turns


def test_equal_moves_are_chosen_between_by_chance() -> None:
    s = state(pile=30)
    s["hands"][0, :2] = cards("Y2")
    randoms = one_record(RANDOM)
    randoms[0] = 1, 1
    chosen = {explorer_choice(CLASSIC, s, Habits(), randoms[0]) for _ in range(40)}
    assert chosen == {row.DISCARD + 10 * colour + 1 for colour in range(2)}


def test_who_expects_nothing_of_the_draw_pile_takes_every_discard() -> None:
    variant = Variant.parse("classic guard=5")
    game = new_game(variant, seed=1)
    bots = [RowExplorer(variant, seat, 1, Habits(blind=-1000.0)) for seat in range(2)]
    taken = 0
    while (seat := game.mover) is not None:
        view = game.view(seat)
        move = bots[seat].choose(view)
        if view.phase is Phase.DRAW and len(view.legal_moves) > 1:
            assert isinstance(move, Draw)
            assert move.colour is not None
            taken += 1
        game.play(move)
    assert taken > 20
