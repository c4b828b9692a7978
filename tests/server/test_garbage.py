"""What hangs in cycles goes, and what lives long is left alone."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from lostcities.server import garbage
from lostcities.server.garbage import Garbage


class Knot:
    """Something that nothing but the collector clears away."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Garbage]:
    monkeypatch.setattr(garbage, "COUNT_EVERY", 2)
    yield Garbage()
    gc.unfreeze()
    gc.enable()


def test_a_cycle_that_came_and_went_between_two_looks_is_cleared(collector: Garbage) -> None:
    knot = weakref.ref(Knot())
    assert knot()
    collector.clear()
    assert not knot()


def test_what_outlived_a_look_is_not_looked_at_again(collector: Garbage) -> None:
    kept = [Knot() for _ in range(100)]
    collector.clear()
    assert not any(isinstance(thing, Knot) for thing in gc.get_objects())
    assert gc.get_freeze_count() > len(kept)


def test_a_cycle_that_was_put_aside_is_cleared_once_their_number_has_doubled(
    collector: Garbage, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Knot()
    knot = weakref.ref(kept)
    collector.clear()
    del kept
    collector.clear()
    assert knot(), "few have been put aside since the last look at all"
    more = [Knot() for _ in range(garbage.FEW + 2 * gc.get_freeze_count())]
    collector.clear()
    collector.clear()
    assert more
    assert not knot()
