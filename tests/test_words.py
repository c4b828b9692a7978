"""Words: both languages say the same things, and every error that can be raised can be said."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import lostcities
from lostcities.errors import NotationError
from lostcities.words import LANGUAGES, speaker

TREES = [
    ast.parse(source.read_text("utf-8"), str(source))
    for source in sorted(Path(lostcities.__file__).parent.rglob("*.py"))
]
ERROR_CODES = {key.removeprefix("errors.") for key in speaker("en").words if key.startswith("errors.")}


def error_classes() -> set[str]:
    """The names of `LostCitiesError` and of the classes derived from it."""
    names = {"LostCitiesError"}
    for _ in range(3):
        names |= {
            node.name
            for tree in TREES
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any(isinstance(base, ast.Name) and base.id in names for base in node.bases)
        }
    return names


def texts_in(node: ast.AST) -> Iterator[str]:
    """The texts that an expression can stand for: a text, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts_in(node.body)
        yield from texts_in(node.orelse)


def codes_raised() -> set[str]:
    classes = error_classes()
    return {
        code
        for tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes
        for code in (texts_in(node.args[0]) if node.args else ())
    }


def texts_of_the_source() -> set[str]:
    return {
        node.value
        for tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_error_that_is_raised_can_be_said() -> None:
    raised = codes_raised()
    assert len(raised) > 50
    assert sorted(raised - ERROR_CODES) == []


def test_every_error_that_can_be_said_is_used() -> None:
    """By its code, its key, or the last part of a code that is put together."""
    texts = texts_of_the_source()
    unused = {code for code in ERROR_CODES if not texts & {code, f"errors.{code}", code.rpartition(".")[2]}}
    assert sorted(unused) == []


def test_the_languages_have_the_same_keys() -> None:
    keys = [set(speaker(language).words) for language in LANGUAGES]
    assert all(others == keys[0] for others in keys[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_asks_for_the_same_facts_in_each_language(language: str) -> None:
    english = speaker("en").words
    for key, sentence in speaker(language).words.items():
        facts = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        expected = {name for _, name, _, _ in string.Formatter().parse(english[key]) if name}
        assert facts == expected, key


def test_in_french_no_line_ends_before_a_mark_or_inside_quotes() -> None:
    sentences = speaker("fr").words.values()
    assert any("\N{NO-BREAK SPACE}»" in sentence for sentence in sentences)
    assert [sentence for sentence in sentences if re.search(" [;:!?»]|« ", sentence)] == []


def test_what_is_quoted_in_french_keeps_its_own_spaces() -> None:
    said = NotationError("record-line", text="a ; b").say("fr")
    assert said.startswith("«\N{NO-BREAK SPACE}a ; b\N{NO-BREAK SPACE}»")
