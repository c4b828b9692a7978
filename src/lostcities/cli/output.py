"""Where a command's output goes: a document for machines, or rich text for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from lostcities.variant import Family, Variant
from lostcities.words import Speaker

if TYPE_CHECKING:
    from rich.console import Console

NARROWEST = 60


def print_json(document: Any) -> None:
    """One JSON document on standard output, at once: whoever reads it may wait for it, as with `serve`."""
    print(json.dumps(document, indent=2, allow_nan=False), flush=True)


def printable(text: str) -> str:
    """A text from outside, without what would move the cursor or give the terminal orders."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def console(*, stderr: bool = False) -> Console:
    """Rich text that keeps to plain characters and no colour where the terminal can do no more. Brackets are
    brackets: styles are said by arguments."""
    from rich.console import Console

    class PatientConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # Rich would leave with a status of its own

    made = PatientConsole(stderr=stderr, highlight=False, soft_wrap=False, emoji=False, markup=False)
    if made.width < NARROWEST:
        made.width = NARROWEST
    return made


def prepare_rules(variant: Variant, say: Speaker) -> None:
    """Compile the rules of a family, with a line that says so the first time."""
    from lostcities.warm import prepare_rules

    prepare_rules(variant.edition.family, compiling(say, variant.edition.family))


def prepare_players(variant: Variant, bots: Iterable[str], say: Speaker) -> None:
    """Compile what a game with these bots needs, likewise."""
    from lostcities.bots.catalogue import THINKER
    from lostcities.warm import prepare_players, prepare_search

    family = variant.edition.family
    announce = compiling(say, family)
    prepare_players(family, announce)
    if THINKER in bots:
        prepare_search(family, announce)


def compiling(say: Speaker, family: Family | None) -> Callable[[], None]:
    """Says what is being compiled: once, however many parts of it are."""

    @cache
    def announce() -> None:
        what = say.say(f"cli.families.{family or 'all'}")
        print(say.say("cli.compiling", what=what), file=sys.stderr, flush=True)

    return announce
