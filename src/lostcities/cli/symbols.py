"""Cards and colours on a terminal: a letter, a symbol for each place, and a colour where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from lostcities.cards import Card, Colour

SYMBOLS = {
    Colour.YELLOW: "☼",  # desert
    Colour.BLUE: "≈",  # sea
    Colour.WHITE: "▲",  # Himalaya
    Colour.GREEN: "♣",  # rainforest
    Colour.RED: "♦",  # volcanoes
    Colour.PURPLE: "★",
}
STYLES = {
    Colour.YELLOW: "bold yellow",
    Colour.BLUE: "bold bright_blue",
    Colour.WHITE: "bold bright_white",
    Colour.GREEN: "bold green",
    Colour.RED: "bold red",
    Colour.PURPLE: "bold magenta",
}


def symbol(colour: Colour, encoding: str) -> str:
    """The place's symbol, or nothing where the terminal can't show it."""
    try:
        SYMBOLS[colour].encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return SYMBOLS[colour]


def colour_name(colour: Colour, name: str, encoding: str) -> Text:
    parts = (colour.value, symbol(colour, encoding), name)
    return Text(" ".join(part for part in parts if part), STYLES[colour])


def card_text(card: Card) -> Text:
    return Text(str(card), STYLES[card.colour])


def cards_text(cards: Sequence[Card], separator: str = " ") -> Text:
    return Text(separator).join(card_text(card) for card in cards)


def row_text(cards: Sequence[Card], width: int) -> Text:
    """An expedition's values; where it is narrow the cards lie over each other."""
    if not cards:
        return Text("·", "dim")
    values = [str(card)[1:] for card in cards]
    wide = " ".join(values)
    if len(wide) > width:
        wide = "".join(values)
    return Text(wide, STYLES[cards[0].colour])
