"""Cards as the row game's kernel sees them: small numbers and sets of bits.

A *value* is 2 to 10 as printed, or `WAGER`. A *card* is ``colour * 10 + value - 1``; colours are numbered
within an edition. A *set of cards* of one colour is a 12-bit mask: up to three wagers in the lowest three
bits, which fill up from below because wagers are interchangeable, then one bit for each number. A discard
pile is a stack of values, four bits each, in one integer, with the top lowest and 0 for "empty".
"""

from __future__ import annotations

from lostcities.kernel.jit import rule

VALUES = 10
WAGER = 1
WAGERS = 0b111
WAGERS_OF_A_COLOUR = 3
LOWEST_NUMBER = 2
HIGHEST_NUMBER = 10
ALL_KINDS = (1 << VALUES) - 1


@rule
def colour_of(card: int) -> int:
    return card // VALUES


@rule
def value_of(card: int) -> int:
    return card % VALUES + 1


@rule
def count(bits: int) -> int:
    """How many of a mask's bits are set; LLVM knows these lines and makes one instruction of them."""
    bits = bits - (bits >> 1 & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 0x7F


@rule
def add(cards: int, value: int) -> int:
    if value == WAGER:
        return cards + (cards & WAGERS) + 1
    return cards | 1 << (value + 1)


@rule
def remove(cards: int, value: int) -> int:
    """Take a value out of a set that may lack it."""
    if value == WAGER:
        return cards & ~WAGERS | (cards & WAGERS) >> 1
    return cards & ~(1 << (value + 1))


@rule
def kinds(cards: int) -> int:
    """The distinct values of a set, as a mask with bit ``value - 1``."""
    return (cards >> 2) & ~1 | cards & 1


@rule
def sum_of_numbers(cards: int) -> int:
    total = 0
    for value in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if cards >> (value + 1) & 1:
            total += value
    return total
