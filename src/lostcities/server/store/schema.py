"""The tables of the database. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    comment="The logs. Rows are only ever added; the key decides who was first.",
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("host", sa.String(32), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("open_seats", sa.Integer, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=True),
    sa.Index("tables_due", "due"),
    sa.Index("tables_open", "listed", "status", "created_at"),
    sa.Index("tables_host", "host", "status"),
    comment="Facts to find tables by. They follow from the logs and may lag behind them.",
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    comment="Which guests have, or had, a seat at which tables.",
)

guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("nickname", sa.String(40), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("used", sa.Boolean, nullable=False),
    comment="One-time links that carry a seat to a second device.",
)

nodes = sa.Table(
    "nodes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    comment="Server processes that run, or were taken for dead at `until`.",
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("node", sa.String(16), primary_key=True),
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("presence_node", "node"),
    sa.Index("presence_changed", "changed"),
    comment="Who is at which table through which process, and since when they are not.",
)
