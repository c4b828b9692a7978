"""Every request has an id, which is in its answer and in each line that the log has about it.

A proxy that was named may have given one already. Nobody else is believed: whoever could choose ids could
make the log say that two requests were one.
"""

from __future__ import annotations

import re
import secrets

from starlette.types import Scope

GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def id_of(scope: Scope, by_proxy: bool) -> str:
    """`by_proxy`: whether a named proxy asks."""
    if by_proxy:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"").decode("latin-1")
        if GIVEN.fullmatch(given):
            return given
    return secrets.token_hex(8)
