"""What the server refuses, apart from what a table or the rules refuse."""

from __future__ import annotations

from lostcities.errors import LostCitiesError


class RequestError(LostCitiesError):
    """A request that the server doesn't take."""
