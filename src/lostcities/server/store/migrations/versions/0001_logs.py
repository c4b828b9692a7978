"""Logs, what tables are found by, guests and their links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        comment="The logs. Rows are only ever added; the key decides who was first.",
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("open_seats", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        comment="Facts to find tables by. They follow from the logs and may lag behind them.",
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_open", "tables", ["listed", "status", "created_at"])
    op.create_index("tables_host", "tables", ["host", "status"])
    op.create_table(
        "players",
        sa.Column("guest_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        comment="Which guests have, or had, a seat at which tables.",
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
        comment="One-time links that carry a seat to a second device.",
    )


def downgrade() -> None:
    for name in ("links", "guests", "players", "tables", "events"):
        op.drop_table(name)
