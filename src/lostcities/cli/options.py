"""The command line's options: parsed by argparse, refused in the user's language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from lostcities.errors import LostCitiesError
from lostcities.variant import Variant
from lostcities.words import LANGUAGES, Speaker

MOST_DIGITS = 12
LARGEST_SEED = 2**39
EDITION = "classic"


class UsageError(LostCitiesError):
    """A command line that can't be understood."""


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and speaks the user's language."""

    def __init__(self, *, say: Speaker, **settings: Any) -> None:
        self.say = say
        settings.setdefault("formatter_class", _formatter(say))
        super().__init__(add_help=False, allow_abbrev=False, **settings)
        self._positionals.title = say.say("cli.help.arguments")
        self._optionals.title = say.say("cli.help.options")
        self.add_argument("-h", "--help", action="help", help=say.say("cli.help.help"))

    def error(self, message: str) -> NoReturn:
        """argparse's own messages are English: known ones are said again, the rest is passed on."""
        for code, pattern in _KNOWN:
            if found := re.search(pattern, message, re.DOTALL):
                raise UsageError(f"cli.{code}", what=_shorten(found[1]), command=self.prog)
        raise UsageError("cli.usage", what=_shorten(message), command=self.prog)


_KNOWN = (
    ("required", r"^the following arguments are required: (.*)"),
    ("unrecognized", r"^unrecognized arguments: (.*)"),
    ("no-value", r"^argument (.*): expected"),
    ("no-command", r"^argument [^:]*: invalid choice: ['\"]?(.*?)['\"]? \(choose from"),
)


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


def _formatter(say: Speaker) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.HelpFormatter):
        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[Any],
            prefix: str | None = None,
        ) -> None:
            super().add_usage(usage, actions, groups, say.say("cli.help.usage") if prefix is None else prefix)

    return Formatter


def common_options(parser: argparse.ArgumentParser, say: Speaker, *, inherited: bool = False) -> None:
    """What every command takes, before or after its name."""
    default: Any = argparse.SUPPRESS if inherited else None
    parser.add_argument("--lang", metavar="en|fr", default=default, help=say.say("cli.help.lang"))
    parser.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS if inherited else False,
        help=say.say("cli.help.json"),
    )


def wanted_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """`--lang`, or the language of the environment where we speak it, or English."""
    for i, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == "--lang":
            wanted = value if equals else (words[i + 1] if i + 1 < len(words) else "")
            if wanted in LANGUAGES:
                return wanted
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            return locale[:2] if locale[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def check_language(options: argparse.Namespace) -> None:
    if options.lang is not None and options.lang not in LANGUAGES:
        raise UsageError("cli.language", what=options.lang, languages=LANGUAGES)


def variant_option(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("--edition", metavar="TEXT", help=say.say("cli.help.edition"))


def read_variant(options: argparse.Namespace) -> Variant:
    return Variant.parse(EDITION if options.edition is None else options.edition)


def read_number(option: str, text: str, least: int, most: int) -> int:
    """A whole number in bounds."""
    if re.fullmatch(rf"-?[0-9]{{1,{MOST_DIGITS}}}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    raise UsageError("cli.number", option=option, what=text, least=least, most=most)
