"""Moves: one for each decision, with one token as its text form.

+R10  lay a card                     discover  turn over the next card   (Rivals)
-R10  discard it, or put it out      bid:3     open an auction, or raise (Rivals)
@     draw from the pile             pass      leave the auction         (Rivals)
@R    take the top of a discard      .         lay no more, put out none
claim:five-cards  take an exploit that is to be announced
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lostcities.cards import Card, Colour, Exploit
from lostcities.errors import NotationError

MOST_GOLD = 36


class Move:
    """A decision. Moves are values: equal if they say the same."""

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> Move:
        """Read a token, as `str()` of a move prints it."""
        head, rest = text[:1], text[1:]
        if head == "+":
            return Lay(Card.parse(rest))
        if head == "-":
            return Discard(Card.parse(rest))
        if head == "@":
            return Draw(Colour.parse(rest) if rest else None)
        if plain := _PLAIN.get(text.lower()):
            return plain
        if text.lower().startswith("claim:"):
            return Claim(Exploit.parse(text[6:]))
        if amount := re.fullmatch(r"bid:([1-9][0-9]?)", text, re.IGNORECASE | re.ASCII):
            return Bid(int(amount[1]))
        raise NotationError("move", text=text)


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Add a card to an own expedition."""

    card: Card

    def __str__(self) -> str:
        return f"+{self.card}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Put a card on its colour's discard pile; in Rivals, out of the game."""

    card: Card

    def __str__(self) -> str:
        return f"-{self.card}"


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take the top of a colour's discard pile, or, without a colour, of the draw pile."""

    colour: Colour | None = None

    def __str__(self) -> str:
        return f"@{self.colour or ''}"


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Lay no more cards, or put none out of the game."""

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """Announce an exploit."""

    exploit: Exploit

    def __str__(self) -> str:
        return f"claim:{self.exploit}"


@dataclass(frozen=True, slots=True)
class Discover(Move):
    """Turn over the next card into the river."""

    def __str__(self) -> str:
        return "discover"


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Open an auction, or raise."""

    amount: int

    def __str__(self) -> str:
        return f"bid:{self.amount}"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Leave the auction."""

    def __str__(self) -> str:
        return "pass"


_PLAIN: dict[str, Move] = {str(move): move for move in (Stop(), Discover(), Pass())}
