"""Scores, line by line as on the printed sheets (000, 001, 003, 004)."""

from dataclasses import dataclass

from .cards import numbers_in, wagers_in

EXPLOIT_POINTS = 10  # 004


@dataclass
class ExpeditionLines:
    """One column of the score sheet."""

    sum: int
    cost: int  # as printed: 0 or negative
    result: int
    multiplier: int  # 1 where the sheet leaves the box blank
    after_wagers: int
    bonus: int
    total: int


@dataclass
class Sheet:
    """One side's sheet of a round."""

    expeditions: dict[str, ExpeditionLines]  # by colour
    exploits: int  # points
    hand: int  # 0 or negative
    total: int


def score_expedition(cards: list[str], cost: int, bonus_from: int) -> ExpeditionLines:
    if not cards:
        # No card, no cost (000, 001, 002, 004).
        return ExpeditionLines(0, 0, 0, 1, 0, 0, 0)
    sum_of_numbers = sum(numbers_in(cards))
    result = sum_of_numbers - cost
    multiplier = 1 + wagers_in(cards)
    after_wagers = result * multiplier
    # Wagers count among the cards, and the bonus comes after the multiplication (000, 004).
    bonus = 20 if len(cards) >= bonus_from else 0
    total = after_wagers + bonus
    return ExpeditionLines(sum_of_numbers, -cost, result, multiplier, after_wagers, bonus, total)


def hand_value(hand: list[str]) -> int:
    """The sum of the numbers in a hand. Wagers count nothing (001, 004)."""
    return sum(numbers_in(hand))


# --- exploits (004) ---

THREE_OF_A_COLOUR = {
    "three-yellow": "Y",
    "three-red": "R",
    "three-blue": "B",
    "three-purple": "P",
    "three-green": "G",
}
FIRST_EXPLOITS = [*THREE_OF_A_COLOUR, "five-cards", "three-expeditions", "run-of-three"]
END_EXPLOITS = ["most-expeditions", "best-expedition", "lowest-hand"]
EXPLOITS = FIRST_EXPLOITS + END_EXPLOITS


def has_met(exploit: str, expeditions: dict[str, list[str]]) -> bool:
    """Whether a side with these expeditions has met a first-come exploit."""
    if exploit in THREE_OF_A_COLOUR:
        return len(expeditions.get(THREE_OF_A_COLOUR[exploit], [])) >= 3
    if exploit == "five-cards":
        return any(len(cards) >= 5 for cards in expeditions.values())
    if exploit == "three-expeditions":
        return started(expeditions) >= 3
    if exploit == "run-of-three":
        for cards in expeditions.values():
            values = numbers_in(cards)
            for value in values:
                if value + 1 in values and value + 2 in values:
                    return True
        return False
    raise ValueError(f"{exploit} is not an exploit for the first to meet it")


def started(expeditions: dict[str, list[str]]) -> int:
    return len([cards for cards in expeditions.values() if cards])


def best_unmultiplied(expeditions: dict[str, list[str]], cost: int, bonus_from: int) -> int | None:
    """The best started expedition without its multiplier; None if none is started."""
    results = []
    for cards in expeditions.values():
        if cards:
            lines = score_expedition(cards, cost, bonus_from)
            results.append(lines.result + lines.bonus)
    return max(results) if results else None


def only_best(values: list[int | None]) -> int | None:
    """The side with the highest value; None if it is shared or if no side has a value."""
    present = [value for value in values if value is not None]
    if not present:
        return None
    best = max(present)
    sides = [side for side, value in enumerate(values) if value == best]
    return sides[0] if len(sides) == 1 else None


# --- Rivals (003) ---


@dataclass
class RivalsLines:
    footprints: int
    multiplier: int
    after_wagers: int
    bonus: int
    total: int


@dataclass
class RivalsSheet:
    expeditions: dict[str, RivalsLines]  # by colour
    gold: int
    total: int


def footprints_on(value: int) -> int:
    """2 to 5 carry one footprint, 6 to 10 two (rules §3)."""
    return 1 if value <= 5 else 2


def score_rivals_expedition(cards: list[str]) -> RivalsLines:
    """Starting wagers are among the cards and count like any wager."""
    numbers = numbers_in(cards)
    footprints = sum(footprints_on(value) for value in numbers)
    multiplier = 1 + wagers_in(cards)
    after_wagers = footprints * multiplier
    # Only number cards count for the bonus, and it isn't multiplied.
    bonus = 8 if len(numbers) >= 4 else 0
    return RivalsLines(footprints, multiplier, after_wagers, bonus, after_wagers + bonus)
