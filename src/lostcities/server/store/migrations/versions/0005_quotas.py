"""Quotas, when guests were last seen and tables ended, and from which address a table was set up."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "counts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("ends_at", sa.BigInteger, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Index("counts_ends", "ends_at"),
        comment="What was made in an hour or a day. Names are keyed hashes of who and what.",
    )
    op.create_table(
        "address_keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=True),
        comment="What addresses are hashed with. A day's key goes with its counts.",
    )
    with op.batch_alter_table("guests") as guests:
        guests.add_column(sa.Column("seen_at", sa.BigInteger, nullable=True))
        guests.create_index("guests_seen", ["seen_at"])
    op.execute(sa.text("UPDATE guests SET seen_at = :now").bindparams(now=time.time_ns() // 1_000_000))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("address", sa.String(40), nullable=True))
        tables.add_column(sa.Column("ended_at", sa.BigInteger, nullable=True))
        tables.create_index("tables_ended", ["status", "ended_at"])
        tables.create_index("tables_address", ["address", "status"])
    with op.batch_alter_table("links") as links:
        links.create_index("links_expire", ["expires_at"])


def downgrade() -> None:
    with op.batch_alter_table("links") as links:
        links.drop_index("links_expire")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("tables_address")
        tables.drop_index("tables_ended")
        tables.drop_column("ended_at")
        tables.drop_column("address")
    with op.batch_alter_table("guests") as guests:
        guests.drop_index("guests_seen")
        guests.drop_column("seen_at")
    op.drop_table("address_keys")
    op.drop_table("counts")
