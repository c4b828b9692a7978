"""Random numbers and random play inside compiled code: for simulation, never for a deal between people.

The generator is xoroshiro64** (two 32-bit words) in 64-bit arithmetic that keeps every value below
2**32, so that it gives the same numbers compiled, interpreted and on a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lostcities.kernel.cards import count
from lostcities.kernel.jit import rule

WORD = 0xFFFFFFFF
RANDOM = np.dtype([("a", np.int64), ("b", np.int64)])


@rule
def seed(r: Any, number: int) -> None:
    """Start a stream; neighbouring numbers give unrelated ones."""
    r.a = _mix(number & WORD)
    r.b = _mix(r.a + (number >> 32 & WORD) + 0x9E3779B9 & WORD) | 1


@rule
def _mix(x: int) -> int:
    x = (x ^ x >> 16) * 0x45D9F3B & WORD
    x = (x ^ x >> 16) * 0x45D9F3B & WORD
    return x ^ x >> 16


@rule
def _rotate(x: int, by: int) -> int:
    return (x << by | x >> (32 - by)) & WORD


@rule
def below(r: Any, n: int) -> int:
    """A number from 0 to ``n - 1``."""
    a, b = int(r.a), int(r.b)
    drawn = _rotate(a * 0x9E3779BB & WORD, 5) * 5 & WORD
    b ^= a
    r.a = _rotate(a, 26) ^ b ^ (b << 9 & WORD)
    r.b = _rotate(b, 13)
    return drawn * n >> 32


@rule
def shuffle(r: Any, deck: Any, cards: int) -> None:
    for i in range(cards - 1, 0, -1):
        j = below(r, i + 1)
        deck[i], deck[j] = deck[j], deck[i]


@rule
def nth_bit(bits: int, n: int) -> int:
    """The place of the set bit that has `n` set bits below it."""
    for _ in range(n):
        bits &= bits - 1
    return count((bits & -bits) - 1)


@rule
def choose(r: Any, words: tuple[int, int, int]) -> int:
    """One of the actions in three words of bits."""
    first, second = count(words[0]), count(words[1])
    n = below(r, first + second + count(words[2]))
    if n < first:
        return nth_bit(words[0], n)
    if n < first + second:
        return 64 + nth_bit(words[1], n - first)
    return 128 + nth_bit(words[2], n - first - second)
