"""Chooses among the legal actions that a kernel gives as three words of bits."""

from __future__ import annotations

from math import exp
from typing import Any

from lostcities.kernel import chance
from lostcities.kernel.jit import rule

NONE = -1


@rule
def only(words: tuple[int, int, int]) -> int:
    """The only action, or `NONE` if there are several."""
    found = NONE
    for i in range(3):
        if words[i] != 0:
            if found != NONE or words[i] & (words[i] - 1):
                return NONE
            found = 64 * i + chance.nth_bit(words[i], 0)
    return found


@rule
def best(words: tuple[int, int, int], logits: Any) -> int:
    """The action that a net likes best."""
    found = NONE
    for i in range(3):
        bits = words[i]
        while bits != 0:
            action = 64 * i + chance.nth_bit(bits, 0)
            if found == NONE or logits[action] > logits[found]:
                found = action
            bits &= bits - 1
    return found


@rule
def chance_of(action: int, words: tuple[int, int, int], logits: Any) -> float:
    """The chance that a net gives to an action, among these."""
    total = 0.0
    for i in range(3):
        bits = words[i]
        while bits != 0:
            total += exp(logits[64 * i + chance.nth_bit(bits, 0)] - logits[action])
            bits &= bits - 1
    return 1 / total
