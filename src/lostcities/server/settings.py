"""The server's settings: options of `lostcities serve`, or environment variables `LOSTCITIES_…`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from lostcities.errors import LostCitiesError
from lostcities.server.addresses import Network, read_networks
from lostcities.server.limits import Connections, Keeping, People, PerRound, Quotas, Rates

LARGEST_PORT = 65_535
MOST_WORKERS = 64
POSITIVE = (
    "workers",
    "bot_threads",
    "bots_per_host",
    "node_seconds",
    "ready_seconds",
    "database_seconds",
    "heartbeat",
    "tables_in_memory",
    "body_bytes",
    "burst",
    "address_burst",
    "tables_per_guest",
    "cuts_within",
    "devices_per_seat",
    "blocks_per_guest",
    "head_bytes",
    "head_fields",
    "head_seconds",
    "body_seconds",
    "silent_seconds",
    "write_seconds",
    "replays",
    "replay_decisions",
    "replay_seconds",
    "expiry_seconds",
    "decisions_per_round",
    "snapshot_every",
)
"""Settings of which 0 would leave nothing that works."""
GROUPS: dict[str, type[Connections | Rates | Quotas | People | PerRound | Keeping]] = {
    "connections": Connections,
    "rates": Rates,
    "quotas": Quotas,
    "people": People,
    "rounds": PerRound,
    "keeping": Keeping,
}
"""The limits, by what they are about."""
HOST_NAME = re.compile(r"[0-9A-Za-z_]([0-9A-Za-z_.-]{0,251}[0-9A-Za-z_])?\.?|\[?[0-9A-Fa-f:.]+\]?")


class SettingError(LostCitiesError):
    """A setting that can't be used."""


def data_folder() -> Path:
    """Where the user's data lives on this system."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "lostcities"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "lostcities"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "lostcities"
    return Path.home() / ".local" / "share" / "lostcities"


def _default_database() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Keeping, Quotas, People, PerRound, Rates, Connections):
    """Times are in seconds unless their name says otherwise. What each one does is told by `words`."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    database: str = field(default_factory=_default_database)
    key_file: str = ""
    public_url: str = ""
    host_names: str = ""
    proxies: str = "127.0.0.1, ::1"
    bot_pause: float = 0.8
    bot_threads: int = 2
    bots_per_host: int = 1
    next_round_after: float = 300.0
    cuts_within: float = 60.0
    waiting_hours: float = 24.0
    abandoned_days: float = 14.0
    recheck: float = 10.0
    heartbeat: float = 15.0
    tables_in_memory: int = 4096
    snapshot_every: int = 500
    away_after: float = 8.0
    node_seconds: float = 15.0
    database_seconds: float = 10.0
    ready_seconds: float = 2.0
    drain: float = 0.0
    metrics_token: str = field(default="", repr=False)
    log_level: str = "info"

    def __post_init__(self) -> None:
        if self.public_url and not _is_server(self.public_url):
            raise SettingError("public-url", text=self.public_url)
        for name in self.named_hosts:
            if not HOST_NAME.fullmatch(name):
                raise SettingError("host-names", text=name)
        try:
            read_networks(self.proxies)
        except ValueError as error:
            raise SettingError("proxies", text=str(error)) from None
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise SettingError("log-level", text=self.log_level)
        if not _is_database(self.database):  # what stands before @ may be a password
            raise SettingError("database-url", text=self.database.rpartition("@")[2])
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, int | float) and not (0 <= value < 1e12):
                raise SettingError("setting-number", name=_option(item.name), text=f"{value:g}")
            if item.name in POSITIVE and not value:
                raise SettingError("setting-positive", name=_option(item.name))
        if self.workers > MOST_WORKERS:
            raise SettingError("workers", workers=self.workers, most=MOST_WORKERS)
        if self.workers > 1 and os.name != "posix":
            raise SettingError("workers-system")
        if self.workers > 1 and self.database.startswith("sqlite"):
            raise SettingError("workers-sqlite", workers=self.workers)
        if not self.host:  # else it would be all of the network
            raise SettingError("host", host=self.host)
        if self.port > LARGEST_PORT:
            raise SettingError("port", port=self.port, most=LARGEST_PORT)

    @property
    def secure(self) -> bool:
        """Whether people reach the server over TLS."""
        return self.public_url.startswith("https://")

    @property
    def origin(self) -> str:
        return self.public_url.rstrip("/")

    @property
    def named_hosts(self) -> tuple[str, ...]:
        """The further names under which people reach the server."""
        return tuple(filter(None, (name.strip() for name in self.host_names.split(","))))

    @property
    def proxy_networks(self) -> tuple[Network, ...]:
        """Whose forwarded headers are believed."""
        return read_networks(self.proxies)

    @classmethod
    def read(cls, options: Mapping[str, str | None], environ: Mapping[str, str] = os.environ) -> Self:
        """Options first, then the environment, then the defaults."""
        values: dict[str, Any] = {}
        for item in fields(cls):
            text = options.get(item.name)
            if text is None:
                text = environ.get(f"LOSTCITIES_{item.name.upper()}")
            if text is not None:
                values[item.name] = _convert(item.name, str(item.type), text)
        return cls(**values)


def defaults() -> dict[str, Any]:
    """What each setting is if nobody sets it."""
    plain = Settings()
    return {item.name: getattr(plain, item.name) for item in fields(plain)}


def group_of(name: str) -> str:
    """What a setting is about; empty for those of the server as such."""
    return next((group for group, part in GROUPS.items() if name in {item.name for item in fields(part)}), "")


def _is_server(url: str) -> bool:
    """An address without a path."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.path.strip("/")


def _is_database(url: str) -> bool:
    """A file of SQLite, which the processes and threads of a server can share, or PostgreSQL."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # refuses what is no number
    except ValueError:
        return False
    match parts.scheme.partition("+")[0]:
        case "sqlite":
            return not parts.netloc and parts.path.startswith("/") and parts.path not in ("/", "/:memory:")
        case "postgresql":
            return "://" in url
    return False


def _convert(name: str, kind: str, text: str) -> str | int | float:
    try:
        return int(text) if kind == "int" else float(text) if kind == "float" else text
    except ValueError:
        code = "setting-whole" if kind == "int" else "setting-number"
        raise SettingError(code, name=_option(name), text=text) from None


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
