"""Signatures by Ed25519 (RFC 8032): who may have written something, for whoever knows their key.

The package `cryptography` is fetched only when something that is signed is looked at, so that reading and
replaying a record needs nothing of it.
"""

from __future__ import annotations

import hashlib
import re

from lostcities.errors import LostCitiesError

KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
SIGNATURE = re.compile(r"[0-9a-f]{128}", re.ASCII)
FINGERPRINT = re.compile(r"[0-9a-f]{32}", re.ASCII)


class SignatureError(LostCitiesError):
    """A key or a signature that can't be used, or that does not fit."""


def fingerprint(public: str) -> str:
    """The name of a public key, short enough to be compared by eye: 32 digits of its SHA-256."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:32]


def fits(public: str, signature: str, message: bytes) -> bool:
    """Whether the owner of the key has signed this."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise SignatureError("no-cryptography") from None
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_fingerprint(text: str) -> str:
    """Of what somebody has kept: a fingerprint, or a text that holds the key, as `GET /api/key` answers."""
    text = text.strip()
    if FINGERPRINT.fullmatch(text):
        return text
    keys = set(re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text))
    if len(keys) != 1:
        raise SignatureError("no-key", text=text[:40])
    return fingerprint(keys.pop())
