"""How much anybody may ask for, and how long anything is kept: settings, in groups.

Times are in seconds unless a name says otherwise. Where 0 makes sense it means that there is no limit.
docs/server.md lists all of them with what they are for.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Connections:
    """What one connection may do before and after a request is understood."""

    head_bytes: int = 65_536
    head_fields: int = 100
    head_seconds: float = 15.0
    body_bytes: int = 65_536
    body_seconds: float = 30.0
    silent_seconds: float = 75.0
    write_seconds: float = 30.0
    connections: int = 0
    address_connections: int = 200


@dataclass(frozen=True, kw_only=True)
class Rates:
    """How fast and how much at once."""

    rate: float = 10.0
    burst: int = 60
    address_rate: float = 50.0
    address_burst: int = 400
    streams: int = 40
    replays: int = 4
    replay_decisions: int = 2500
    replay_seconds: float = 60.0


@dataclass(frozen=True, kw_only=True)
class Quotas:
    """What may be made and stored. All but the writes hold for all processes on one database together."""

    guests_per_hour: int = 60
    guests_per_day: int = 300
    tables_per_guest: int = 50
    tables_per_address: int = 250
    tables_per_hour: int = 40
    tables_per_day: int = 120
    address_tables_per_hour: int = 150
    address_tables_per_day: int = 400
    listed_per_guest: int = 3
    listed_per_address: int = 12
    links_per_hour: int = 30
    writes_per_day: int = 20_000
    address_writes_per_day: int = 100_000


@dataclass(frozen=True, kw_only=True)
class People:
    """What one person may have at a time."""

    devices_per_seat: int = 5
    blocks_per_guest: int = 200


@dataclass(frozen=True, kw_only=True)
class PerRound:
    """How long a round may get. Nobody who plays gets there; a log without end would cost everybody.

    A round goes on for ever only where all players draw from the discards for ever: nobody brings that about
    alone.
    """

    decisions_per_round: int = 10_000
    undos_per_round: int = 200
    returns_per_round: int = 100


@dataclass(frozen=True, kw_only=True)
class Keeping:
    """When what nobody needs any more is deleted."""

    link_days: float = 1.0
    closed_days: float = 30.0
    finished_days: float = 366.0
    guest_days: float = 90.0
    expiry_seconds: float = 3600.0
