"""The server processes, and who is at which table through them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        comment="Server processes that run, or were taken for dead at `until`.",
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("guest_id", sa.String(32), primary_key=True),
        sa.Column("node", sa.String(16), primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        comment="Who is at which table through which process, and since when they are not.",
    )
    op.create_index("presence_node", "presence", ["node"])
    op.create_index("presence_changed", "presence", ["changed"])


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("nodes")
