"""Words: what the product says, in every language it speaks.

A language is one file, `en.toml`, `fr.toml` …, with the same keys. Facts are put into the sentences by
``{name}``; a colour or a card is named in the language, ``{colour:f}`` in its feminine form.
"""

from __future__ import annotations

import re
import string
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from lostcities.cards import Card, Colour, Exploit
from lostcities.errors import LostCitiesError
from lostcities.moves import Bid, Claim, Discard, Discover, Draw, Lay, Move, Pass, Stop

LANGUAGES = ("en", "fr")
STAY_TOGETHER = {"fr": re.compile(r" (?=[;:!?»])|(?<=«) ")}
"""Spaces at which no line may end."""


class Speaker(string.Formatter):
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        text = (resources.files(__package__) / f"{language}.toml").read_text("utf-8")
        if stay_together := STAY_TOGETHER.get(language):
            text = stay_together.sub("\N{NO-BREAK SPACE}", text)
        self.words = _flatten(tomllib.loads(text))

    def say(self, key: str, **facts: object) -> str:
        return self.vformat(self.words[key], (), facts)

    def name(self, thing: object, form: str = "") -> str:
        """A game thing, or a figure, as the language writes it."""
        match thing:
            case Card(colour, _) if thing.is_wager:
                return self.say("card.wager", colour=colour)
            case Card(colour, value):
                return self.say("card.number", colour=colour, value=str(value))
            case Colour():
                return self.words[f"colours.{form or 'plain'}.{thing.value}"]
            case Exploit():
                return self.words[f"exploits.{thing.value}"]
            case Move():
                return self._move(thing)
            case LostCitiesError():
                return thing.say(self.language)
            case list() | tuple():
                return ", ".join(self.name(item, form) for item in thing)
            case bool() | None:
                return str(thing)
            case float():
                return format(thing, form).replace(".", self.words["decimal-sign"])
            case _:
                return format(thing, form)

    def _move(self, move: Move) -> str:
        match move:
            case Lay(card):
                return self.say("moves.lay", card=card)
            case Discard(card):
                return self.say("moves.discard", card=card)
            case Draw(None):
                return self.say("moves.draw")
            case Draw(colour):
                return self.say("moves.take", colour=colour)
            case Claim(exploit):
                return self.say("moves.claim", exploit=exploit)
            case Bid(amount):
                return self.say("moves.bid", amount=amount)
            case Discover():
                return self.say("moves.discover")
            case Pass():
                return self.say("moves.pass")
            case Stop():
                return self.say("moves.stop")
        raise TypeError(move)

    def format_field(self, value: Any, format_spec: str) -> str:
        return self.name(value, format_spec)


@cache
def speaker(language: str) -> Speaker:
    return Speaker(language if language in LANGUAGES else "en")


def _flatten(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
