"""Addresses of the network: which belong together, and which ranges somebody has named."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
ONE_HOUSEHOLD = 64
"""Bits of an IPv6 address that a household shares: it has all addresses below them to itself."""


def read_address(text: str) -> Address | None:
    """An address, with IPv4 inside IPv6 as the IPv4 it is. None for what is none."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=4096)
def household(text: str) -> str:
    """The name under which an address is counted: IPv6 by /64, whose addresses one household can use."""
    address = read_address(text)
    if address is None:
        return text[:45]
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address) >> ONE_HOUSEHOLD << ONE_HOUSEHOLD, ONE_HOUSEHOLD)))


def read_networks(text: str) -> tuple[Network, ...]:
    """Addresses and ranges, separated by commas. `ValueError` with the first part that is neither.

    All of the internet is no range that anybody could have meant to name.
    """
    networks: list[Network] = []
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            network = ipaddress.ip_network(part)
        except ValueError:
            raise ValueError(part) from None
        if network.prefixlen == 0:
            raise ValueError(part)
        networks.append(network)
    return tuple(networks)


def is_in(address: Address | None, networks: Iterable[Network]) -> bool:
    return address is not None and any(address in network for network in networks)
