"""What an expedition can be worth: every possible one, and the examples of the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from lostcities.cards import WAGER
from lostcities.game.row import rules_of
from lostcities.kernel import cards, rivals, row
from lostcities.kernel.jit import one_record
from lostcities.variant import EDITIONS, Variant
from reference.scoring import score_expedition, score_rivals_expedition

CLASSIC = rules_of(Variant(edition=EDITIONS["classic"]))
THREE_PLAYERS = rules_of(Variant(edition=EDITIONS["three-players"]))
NUMBERS = range(2, 11)


def row_values() -> Iterator[list[int]]:
    """Every expedition of the row game, as values in the order of laying."""
    for wagers in range(4):
        for size in range(len(NUMBERS) + 1):
            for numbers in combinations(NUMBERS, size):
                yield [WAGER] * wagers + list(numbers)


def rivals_values() -> Iterator[list[int]]:
    """Every expedition of Rivals: 2 to 5 up to twice, 6 to 10 up to once, and up to four wagers."""
    for wagers, *copies in product(range(5), *[range(3)] * 4, *[range(2)] * 5):
        numbers = [number for number, times in zip(NUMBERS, copies, strict=True) for _ in range(times)]
        yield [WAGER] * wagers + numbers


def row_mask(values: list[int]) -> int:
    mask = 0
    for value in values:
        mask = cards.add(mask, value)
    return mask


def rivals_mask(values: list[int]) -> int:
    return sum(
        ((1 << values.count(value)) - 1) << rivals.place(value) for value in range(WAGER, NUMBERS.stop)
    )


def texts(values: list[int]) -> list[str]:
    return [f"Y{'X' if value == WAGER else value}" for value in values]


@pytest.mark.parametrize(
    ("rules", "limits"), [(CLASSIC, (-80, 156)), (THREE_PLAYERS, (-68, 168))], ids=["20", "17"]
)
def test_every_expedition_of_the_row_game(rules: row.Rules, limits: tuple[int, int]) -> None:
    totals = set()
    for values in row_values():
        lines = row.expedition_lines(rules, row_mask(values))
        expected = score_expedition(texts(values), rules.cost, rules.bonus_from)
        assert tuple(lines) == tuple(vars(expected).values()), values
        totals.add(lines.total)
    assert (min(totals), max(totals)) == limits


def test_every_expedition_of_rivals() -> None:
    totals = set()
    for values in rivals_values():
        lines = rivals.expedition_lines(rivals_mask(values))
        assert tuple(lines) == tuple(vars(score_rivals_expedition(texts(values))).values()), values
        totals.add(lines.total)
    assert (min(totals), max(totals)) == (0, 98)


def numbers(*values: int, wagers: int = 0) -> list[int]:
    return [WAGER] * wagers + list(values)


@pytest.mark.parametrize(
    ("rules", "values", "total"),
    [
        (CLASSIC, numbers(2, 3, 8, 10), 3),
        (CLASSIC, numbers(), 0),
        (CLASSIC, numbers(wagers=1), -40),
        (CLASSIC, numbers(4, 5, 6, wagers=1), -10),
        (CLASSIC, numbers(2, 3, 5, 7, 8, 10, wagers=2), 65),
        (CLASSIC, numbers(*NUMBERS, wagers=3), 156),
        (CLASSIC, numbers(wagers=3), -80),
        (CLASSIC, numbers(2, 3, 4, 5, 6, 7, 8), 15),
        (THREE_PLAYERS, numbers(*NUMBERS, wagers=3), 168),
        (THREE_PLAYERS, numbers(2, 3, 4, 5, 6, 7, 8), 38),
    ],
)
def test_the_printed_expeditions(rules: row.Rules, values: list[int], total: int) -> None:
    assert row.expedition_lines(rules, row_mask(values)).total == total


@pytest.mark.parametrize(
    ("expeditions", "best"),
    [
        ([numbers(2, 3, 5, 7, 8, 10, wagers=2), numbers(9, 10)], 35),
        ([numbers(3, wagers=3), numbers(2, 3)], -15),
        ([numbers(2), numbers()], -18),
    ],
)
def test_the_best_expedition_is_compared_with_its_bonus_and_without_its_wagers(
    expeditions: list[list[int]], best: int
) -> None:
    state = one_record(row.STATE)[0]
    for colour, values in enumerate(expeditions):
        state["expeditions"][0, colour] = row_mask(values)
    assert row.at_the_end(CLASSIC, state, 0, row.BEST_EXPEDITION) == best


@pytest.mark.parametrize(
    ("values", "footprints", "total"),
    [
        (numbers(2, 3, 6, 7, 8), 8, 16),
        (numbers(3, 7, 9, wagers=1), 5, 10),
        (numbers(2, 4, 6, 8, wagers=2), 6, 26),
        (numbers(wagers=2), 0, 0),
        (numbers(2, 5, 10, wagers=4), 4, 20),
        (numbers(2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, wagers=4), 18, 98),
    ],
)
def test_the_printed_expeditions_of_rivals(values: list[int], footprints: int, total: int) -> None:
    lines = rivals.expedition_lines(rivals_mask(values))
    assert (lines.footprints, lines.total) == (footprints, total)


@pytest.mark.parametrize("values", [*row_values()][::17], ids=lambda values: ".".join(map(str, values)))
def test_a_set_of_cards_gives_back_what_was_put_in(values: list[int]) -> None:
    mask = row_mask(values)
    assert cards.count(mask) == len(values)
    assert {value for value in range(1, 11) if cards.kinds(mask) >> (value - 1) & 1} == set(values)
    for value in values:
        mask = cards.remove(mask, value)
    assert mask == 0
