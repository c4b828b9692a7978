"""Under which names this server answers.

A page of another site can have its own name lead to this computer (DNS rebinding), and would then talk to
this server as if it were its own. It gives itself away by the name that its requests carry. An address in
figures is nobody's to lead elsewhere, so the address that a connection came in on is right without being
named.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from lostcities.server.addresses import read_address
from lostcities.server.http.refusals import RequestError
from lostcities.server.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
PROBES = ("/healthz", "/readyz")
"""What tells nothing to anybody: asked by whatever watches over the server, under any name."""
FIGURES = ("/metrics",)
"""What may be asked by address, as by a load balancer or Prometheus, whatever the address."""


class HostNames:
    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url).hostname or ""
        listening = () if read_address(settings.host) in _EVERYWHERE else (settings.host,)
        named = (public, *settings.named_hosts, *LOOPBACK, *listening)
        self._names = frozenset(_plain(name) for name in named if name)
        self._told = [public] if public else ["localhost"]
        self._told += [name for name in map(_plain, settings.named_hosts) if name not in self._told]

    def check(self, host: bytes | None, path: str, here: str | None) -> None:
        """Refuse a request to a name that is not ours. `here` is the address that it came in on."""
        if path in PROBES:
            return
        name = _name_of(host)
        if name in self._names:
            return
        address = read_address(name)
        if address is not None and (path in FIGURES or address == read_address(here or "")):
            return
        raise RequestError("host-name", text=name[:100], names=tuple(self._told))


def _name_of(host: bytes | None) -> str:
    """The name in a Host header, without its port."""
    text = (host or b"").decode("latin-1").strip()
    if text.startswith("["):
        return _plain(text.partition("]")[0])
    return _plain(text.partition(":")[0])


def _plain(name: str) -> str:
    return name.strip("[]").lower().removesuffix(".")


_EVERYWHERE = (read_address("0.0.0.0"), read_address("::"))
