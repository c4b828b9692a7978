"""The chain of a log: each event's head follows from the one before it and from the event itself.

So the head of the last event stands for the whole log, and nothing in it can be changed, taken out or put in
without another head. A head gives no event away: ids of guests and locked secrets are impossible to guess.
"""

from __future__ import annotations

from hashlib import sha256


def first_head(table_id: str) -> str:
    """What the first event of a table is chained to."""
    return sha256(b"lostcities log " + table_id.encode()).hexdigest()


def next_head(head: str, seq: int, at: int, event: str) -> str:
    """The head after an event, as its row holds it."""
    return sha256(f"{head} {seq} {at} {event}".encode()).hexdigest()
