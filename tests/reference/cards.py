"""Cards as strings: a colour letter, then a value `2`..`10` or `X` for a wager."""


def colour_of(card: str) -> str:
    return card[0]


def is_wager(card: str) -> bool:
    return card[1:] == "X"


def is_number(card: str) -> bool:
    return not is_wager(card)


def value_of(card: str) -> int:
    """The value of a number card."""
    return int(card[1:])


def numbers_in(cards: list[str]) -> list[int]:
    return [value_of(card) for card in cards if is_number(card)]


def wagers_in(cards: list[str]) -> int:
    return len([card for card in cards if is_wager(card)])


def row_deck(colours: str) -> list[str]:
    """Three wagers and the numbers 2 to 10 in each colour (000, 001, 002, 004)."""
    faces = ["X", "X", "X", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    return [colour + face for colour in colours for face in faces]


def rivals_deck() -> list[str]:
    """Three wagers, 2 to 5 twice and 6 to 10 once in each colour; no starting wagers (003)."""
    faces = ["X", "X", "X", "2", "2", "3", "3", "4", "4", "5", "5", "6", "7", "8", "9", "10"]
    return [colour + face for colour in "GWRYB" for face in faces]
