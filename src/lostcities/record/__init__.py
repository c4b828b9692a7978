"""A match as text that can be kept, replayed, taken up again and verified."""

from __future__ import annotations

from lostcities.record.match_record import LOTS, CutBy, MatchRecord, RoundRecord, Seal, Turn
from lostcities.record.verify import Authenticity, Check, Kept, Status, Verification, verify

__all__ = [
    "LOTS",
    "Authenticity",
    "Check",
    "CutBy",
    "Kept",
    "MatchRecord",
    "RoundRecord",
    "Seal",
    "Status",
    "Turn",
    "Verification",
    "verify",
]
