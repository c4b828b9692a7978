"""A fair deal that anyone can verify.

The dealer commits to a secret by publishing its SHA-256 before the deal; every player adds a *cut*, a short
text that the dealer can't foresee; the cards of each round follow from both. Once the match is over the
secret is published too. A player who knows the secret, because the server is theirs, could try cuts until one
pleases. So the cuts are committed to as well, by a *seal*, before the first of them is shown.

The bytes, for other implementations: numbers come from blocks SHA-256(key ‖ n) with n = 0, 1, 2 … as four
bytes, big end first; each block is read as eight big-endian 32-bit words. A number below n is the next word
modulo n, where words from the largest multiple of n up to 2**32 are skipped. The key is
HMAC-SHA256(secret, label), the label being the lines "lostcities", the purpose, the variant and the cuts.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from lostcities.deal import Deal, shuffled
from lostcities.errors import DealError
from lostcities.variant import Variant

SECRET_BYTES = 32
CUT = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FairDeal:
    """A secret and the cuts made after it was committed to."""

    secret: str
    cuts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[0-9a-f]{64}", self.secret, re.ASCII):
            raise DealError("secret")
        for cut in self.cuts:
            check_cut(cut)

    @classmethod
    def new(cls) -> FairDeal:
        return cls(secrets.token_hex(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, to be published before the cuts are made."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()

    def deal(self, variant: Variant, round_number: int) -> Deal:
        """The cards of a round; rounds are numbered from 1."""
        return shuffled(variant, self._numbers(f"round {round_number}", variant).below)

    def lot(self, variant: Variant, purpose: str, n: int) -> int:
        """Draw lots: a number from 0 to n - 1, for example to say who is oldest."""
        return self._numbers(f"lot {purpose}", variant).below(n)

    def _numbers(self, purpose: str, variant: Variant) -> _Numbers:
        label = "\n".join(["lostcities", purpose, str(variant), *self.cuts])
        return _Numbers(hmac.digest(bytes.fromhex(self.secret), label.encode(), "sha256"))


def seal_of(cut: str) -> str:
    """What is published of a cut before it is shown: the SHA-256 of its characters."""
    check_cut(cut)
    return hashlib.sha256(cut.encode("ascii")).hexdigest()


def check_cut(cut: str) -> None:
    if not CUT.fullmatch(cut):
        raise DealError("cut", cut=cut)


class _Numbers:
    def __init__(self, key: bytes) -> None:
        self._words = _stream(key)

    def below(self, n: int) -> int:
        limit = 2**32 // n * n
        return next(word for word in self._words if word < limit) % n


def _stream(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(4, "big")).digest()
        for i in range(0, len(digest), 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1
