"""What a person types at the table: a move, in its own form or a shorter one, or a word to the program."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from lostcities.cards import Card, Colour
from lostcities.errors import NotationError
from lostcities.game import Phase, View
from lostcities.moves import Discard, Discover, Draw, Lay, Move, Pass
from lostcities.words import Speaker

CARD = re.compile(r"[ybwgrp](?:x|[0-9]{1,2})", re.ASCII)


class Word(StrEnum):
    """What can be said besides a move."""

    HELP = "help"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Request:
    word: Word
    rest: str = ""


def understand(text: str, view: View, say: Speaker) -> Move | Request:
    """Read a line; the words to the program may be in the person's language or in English."""
    text = text.strip()
    first, _, rest = text.partition(" ")
    if text == "?":
        return Request(Word.HELP)
    for word in Word:
        if first.lower() in (word, *say.say(f"cli.typed.{word}").split()):
            return Request(word, rest.strip())
    return _move(text, view, say)


def _move(text: str, view: View, say: Speaker) -> Move:
    short = text.lower()
    if view.phase in (Phase.TURN, Phase.BID) and (amount := re.fullmatch(r"(?:bid )?([0-9]{1,2})", short)):
        return Move.parse(f"bid:{amount[1]}")
    plain: dict[str, Move] = {"d": Discover(), "p": Pass()}
    if short in plain and view.phase in (Phase.TURN, Phase.BID):
        return plain[short]
    if view.phase is Phase.DRAW and len(text) == 1 and text.upper() in tuple(Colour):
        return Draw(Colour(text.upper()))
    if short.startswith("claim "):
        return Move.parse("claim:" + short[6:].strip())
    if CARD.fullmatch(short):
        card = Card.parse(text)
        return Discard(card) if view.phase is Phase.PUT_OUT else Lay(card)
    try:
        return Move.parse(text.replace(" ", ""))
    except NotationError as error:
        if error.code != "move":
            raise
        raise NotationError("cli.not-understood", text=text[:40]) from None
