"""Who asks, where a proxy stands before the server: the forwarded headers of those that were named.

Each proxy adds the address that it saw to the right of `X-Forwarded-For`. What stands further to the left
came from outside and can say anything, so the client is the right-most address that is no named proxy's.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from lostcities.server.addresses import Network, is_in, read_address

log = logging.getLogger("lostcities.server")
HOPS = 20
"""Entries that are looked at: more proxies than anybody has in a row."""


def client_of(peer: str, forwarded: Sequence[bytes], proxies: Sequence[Network]) -> str:
    """The address of whoever asks: `peer` is at the other end of the connection."""
    client = peer
    hops = b",".join(forwarded).decode("latin-1").rsplit(",", HOPS)
    while forwarded and hops and is_in(read_address(client), proxies):
        hop = _address_in(hops.pop().strip())
        if hop is None:  # the proxy didn't know, or says it in a way of its own
            break
        client = hop
    return client


def is_unnamed_proxy(peer: str, proxies: Sequence[Network]) -> bool:
    """Whether it looks as if a proxy had been forgotten; then everybody behind it would count as one. The log
    says so."""
    address = read_address(peer)
    forgotten = address is not None and address.is_private and not is_in(address, proxies)
    if forgotten:
        log.warning("a proxy sends X-Forwarded-For that --proxies doesn't name", extra={"address": peer})
    return forgotten


def _address_in(text: str) -> str | None:
    """Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    address = read_address(text)
    return None if address is None else str(address)
