"""A match as text that can be kept, replayed, taken up again and verified."""

from __future__ import annotations

from lostcities.record.match_record import LOTS, MatchRecord, RoundRecord, Turn
from lostcities.record.verify import Check, Status, Verification, verify

__all__ = ["LOTS", "Check", "MatchRecord", "RoundRecord", "Status", "Turn", "Verification", "verify"]
