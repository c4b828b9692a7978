"""Settings that are allowed, each by itself, but make little sense together."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from lostcities.server.care.findings import Finding, fine, warning
from lostcities.server.settings import Settings


def addresses(settings: Settings) -> Iterator[Finding]:
    here_alone = _is_loopback(settings.host)
    if settings.public_url and not settings.secure:
        yield warning("address", "not-encrypted", url=settings.origin)
    elif not settings.public_url and not here_alone:
        yield warning("address", "not-named", host=settings.host)
    else:
        yield fine("address", url=settings.origin or f"http://{settings.host}:{settings.port}")
    proxies = [proxy.strip() for proxy in settings.proxies.split(",") if proxy.strip()]
    if "*" in proxies:
        yield warning("proxies", "anybody")
    elif settings.secure and not here_alone and all(map(_is_loopback, proxies)):
        yield warning("proxies", "elsewhere", host=settings.host, proxies=settings.proxies or "–")
    else:
        yield fine("proxies", proxies=", ".join(proxies) or "–")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_network(address.strip("[]"), strict=False).is_loopback
    except ValueError:
        return address == "localhost"
