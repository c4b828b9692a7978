"""What people may be called: names that can be read, and that nobody else at the table could be taken for.

Names that exist are never judged again: only what is typed anew is. The properties of characters are those of
Python's Unicode; which emoji are standard, and what looks like what (UTS 39), is told by libraries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from unicodedata import category, normalize

from lostcities.bots.catalogue import CATALOGUE
from lostcities.errors import LostCitiesError
from lostcities.words import LANGUAGES, speaker

LONGEST = 24
MARKS = 3
"""So many marks may stand on a letter: Vietnamese, Hebrew and Tibetan need no more."""
UNSEEN = frozenset(
    chr(code)
    for first, last in (
        # Default_Ignorable_Code_Point, as far as it isn't Cf (which is refused as a whole)
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2065, 0x2065),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0xE0000, 0xE0FFF),
        # signs that are drawn as nothing
        (0x2800, 0x2800),
        (0x16FE4, 0x16FE4),
        (0x1D159, 0x1D159),
        (0x13441, 0x13442),
        (0xFFFC, 0xFFFD),
    )
    for code in range(first, last + 1)
)


class BadName(LostCitiesError):  # noqa: N818 - what it is
    """A name that nobody can be given."""


def well_formed(text: str) -> str:
    """The name in the one form that it is kept in: in one line, composed, with emoji as the standard has
    them."""
    name = _composed(text)
    while (again := _composed(name)) != name:
        name = again
    if not name:
        raise BadName("nickname")
    for part, is_emoji in _parts(name):
        if not is_emoji:
            _check(part)
    if len(name) > LONGEST:
        raise BadName("nickname-long", most=LONGEST, length=len(name))
    if (like := key(name)) in bots():
        raise BadName("nickname-bot", bot=bots()[like])
    return name


def told_apart(name: str, others: Iterable[str], bot_ids: Iterable[str] = ()) -> str:
    """The name with a number after it, if it could be taken for another's, or for that of a bot there."""
    known = {key(other) for other in others}
    known |= {like for bot in bot_ids for like in _names_of(bot)}
    if key(name) not in known:
        return name
    return next(numbered for n in count(2) if key(numbered := f"{name} {n}") not in known)


def key(name: str) -> str:
    """Two names that look alike, but for their capitals, have the same key: the skeleton of UTS 39."""
    seen = "".join(c for c in normalize("NFD", name) if c not in UNSEEN and category(c) != "Cf")
    prototypes = _prototypes()
    return normalize("NFD", "".join(prototypes.get(c, c) for c in seen)).casefold()


@cache
def bots() -> dict[str, str]:
    """What the bots are called in any language, by its key."""
    return {like: name for bot in CATALOGUE for like, name in _names_of(bot.id).items()}


@cache
def _names_of(bot: str) -> dict[str, str]:
    told = (speaker(language).words.get(f"bots.{bot}.name", bot) for language in LANGUAGES)
    return {key(name): name for name in told}


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces: standard emoji, and what stands between them."""
    emoji, longest = _emoji()
    begin = place = 0
    while place < len(text):
        for length in range(min(longest, len(text) - place), 0, -1):
            if text[place : place + length] in emoji:
                if begin < place:
                    yield text[begin:place], False
                yield text[place : place + length], True
                begin = place = place + length
                break
        else:
            place += 1
    if begin < place:
        yield text[begin:place], False


def _composed(text: str) -> str:
    return " ".join("".join(_normal(part, is_emoji) for part, is_emoji in _parts(text)).split())


def _normal(part: str, is_emoji: bool) -> str:
    return _emoji()[0][part] if is_emoji else normalize("NFKC", part)


def _check(part: str) -> None:
    """Refuse what can't be seen, what not every device can show, and towers of marks."""
    marks = ""
    letter = False
    for c in part:
        kind = category(c)
        if kind in ("Cc", "Cf", "Zl", "Zp") or c in UNSEEN:
            raise BadName("nickname-unseen", sign=f"U+{ord(c):04X}")
        if kind in ("Cs", "Co", "Cn"):
            raise BadName("nickname-unknown", sign=f"U+{ord(c):04X}")
        if kind == "Mn":
            if not letter or c in marks or len(marks) == MARKS:
                raise BadName("nickname-marks", most=MARKS)
            marks += c
        elif kind == "Me" or (kind == "Mc" and not letter):
            raise BadName("nickname-marks", most=MARKS)
        else:
            marks, letter = "", kind != "Zs"


@cache
def _emoji() -> tuple[dict[str, str], int]:
    """The standard emoji, and those that lack an invisible sign, by how they should be; and the longest."""
    from emoji import EMOJI_DATA, STATUS

    whole: dict[str, str] = {}
    for text, facts in EMOJI_DATA.items():
        if facts["status"] == STATUS["fully_qualified"]:
            whole[facts["en"]] = text
    found = {
        text: whole[facts["en"]]
        for text, facts in EMOJI_DATA.items()
        if facts["en"] in whole and (len(text) > 1 or facts["status"] == STATUS["fully_qualified"])
    }
    return found, max(map(len, found))


@cache
def _prototypes() -> dict[str, str]:
    """For each character what it looks like, as Unicode's table of confusable characters has it.

    The library's table holds each pair both ways: a prototype is what several look like, or what is longer
    than a character. Signs of scripts that run to the left stand between marks of direction there.
    """
    text = (files("confusable_homoglyphs") / "confusables.json").read_text("utf-8").replace("\\u200e", "")
    alike: dict[str, list[str]] = {}
    for one, others in json.loads(text).items():
        alike.setdefault(one, []).extend(other["c"] for other in others)
    found: dict[str, str] = {}
    for one, others in alike.items():
        if len(one) == 1 and len(others) == 1:
            other = others[0]
            if len(other) > 1 or len(alike[other]) > 1 or other < one:
                found[one] = other
    return {one: "".join(found.get(c, c) for c in other) for one, other in found.items()}
