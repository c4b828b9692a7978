"""What the package itself offers."""

from __future__ import annotations

import lostcities


def test_every_name_is_listed_and_there() -> None:
    listed = dir(lostcities)
    assert len(listed) == len(set(listed))
    for name in lostcities.__all__:
        assert name in listed
        assert hasattr(lostcities, name)
