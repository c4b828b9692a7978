"""How an observation is laid out: blocks of whole numbers, each with the divisor that brings it to size 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.kernel.jit import rule

Blocks = tuple[tuple[str, int, int], ...]
"""In the order in which they are written: name, length, divisor."""


def size(blocks: Blocks) -> int:
    return sum(length for _, length, _ in blocks)


def scale(blocks: Blocks) -> npt.NDArray[np.float32]:
    return np.array([1 / divisor for _, length, divisor in blocks for _ in range(length)], np.float32)


def place(blocks: Blocks, name: str) -> int:
    """Where a block begins."""
    names = [block[0] for block in blocks]
    return size(blocks[: names.index(name)])


@rule
def write(out: Any, at: int, bits: int, length: int) -> int:
    """Write a mask bit by bit; returns the place after it."""
    for i in range(length):
        out[at + i] = bits >> i & 1
    return at + length
