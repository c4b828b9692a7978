"""What to try parsers with: any text at all, and texts that are almost right; and how many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from lostcities.errors import LostCitiesError
from lostcities.words import LANGUAGES

T = TypeVar("T")


def tries(number: int) -> int:
    """So many in a daily run, and as many times more as the profile chosen has more than the usual 100."""
    return number * settings().max_examples // 100


@st.composite
def damaged(draw: st.DrawFn, examples: tuple[str, ...]) -> str:
    """An example with up to three places replaced by some text or by a piece of an example."""
    text = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(0, 3))):
        words = draw(st.sampled_from(examples)).replace("\n", " \n ").split(" ")
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 12, len(text))))
        text = text[:start] + draw(st.one_of(st.text(max_size=6), st.sampled_from(words))) + text[end:]
    return text


def texts(*examples: str) -> st.SearchStrategy[str]:
    return st.one_of(st.text(max_size=60), damaged(examples))


def parsed(parse: Callable[[str], T], text: str) -> T | None:
    """What a parser makes of a text, or None where it refuses it with an error that can be said."""
    try:
        return parse(text)
    except LostCitiesError as error:
        refusal = error
    assert all(refusal.say(language) for language in LANGUAGES)
    return None
