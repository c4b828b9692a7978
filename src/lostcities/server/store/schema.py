"""The tables of the database. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

import sqlalchemy as sa

FORM = 2
"""The number of the form that these tables have. A change that lets processes of the form before go on
working raises it alone, in `forms.form`; one that doesn't raises `forms.least`, too."""

metadata = sa.MetaData()

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("language", sa.Integer, nullable=False, server_default="1"),
    sa.Column("chain", sa.String(64), nullable=True),
    comment="The logs. Rows are only ever added; the key decides who was first.",
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", sa.String(64), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    comment="The public keys that this database was used with; the highest number is the one in use.",
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
    sa.Column("address", sa.String(40), nullable=True),
    sa.Column("ended_at", sa.BigInteger, nullable=True),
    sa.Index("tables_ended", "status", "ended_at"),
    sa.Index("tables_address", "address", "status"),
    sa.Index("tables_due", "due"),
    sa.Index("tables_open", "listed", "status", "created_at"),
    sa.Index("tables_host", "host", "status"),
    comment="Facts to find tables by. They follow from the logs and may lag behind them.",
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("snapshot", sa.Text, nullable=False),
    comment="What logs amount to up to one of their events. A cache: it may be deleted.",
)

forms = sa.Table(
    "forms",
    metadata,
    sa.Column("form", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("least", sa.Integer, nullable=False),
    comment="One row: the form of this database, and the least that a process must know to work on it.",
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
    sa.Column("next_token_hash", sa.String(64), nullable=True),
    sa.Index("guests_next_token", "next_token_hash", unique=True),
    sa.Column("seen_at", sa.BigInteger, nullable=True),
    sa.Index("guests_seen", "seen_at"),
)

replaced_tokens = sa.Table(
    "replaced_tokens",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("token_hash", sa.String(64), nullable=False),
    comment="Tokens that another one has taken the place of: every process forgets them.",
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("blocked_id", sa.String(32), primary_key=True),
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("nickname", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("blocks_blocked", "blocked_id"),
    comment="Who wants to meet whom at no table. A person's devices share an id.",
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("used", sa.Boolean, nullable=False),
    sa.Column("issuer", sa.String(32), nullable=True),
    sa.Column("made", sa.Integer, nullable=True),
    sa.Index("links_expire", "expires_at"),
    comment="One-time links that carry a seat to a second device.",
)

counts = sa.Table(
    "counts",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("ends_at", sa.BigInteger, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Index("counts_ends", "ends_at"),
    comment="What was made in an hour or a day. Names are keyed hashes of who and what.",
)

address_keys = sa.Table(
    "address_keys",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("ends_at", sa.BigInteger, nullable=True),
    comment="What addresses are hashed with. A day's key goes with its counts.",
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
