"""The chain of each log, and the keys that the database was used with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("events", sa.Column("chain", sa.String(64), nullable=True))
    op.create_table(
        "keys",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("public", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        comment="The public keys that this database was used with; the highest number is the one in use.",
    )


def downgrade() -> None:
    op.drop_table("keys")
    op.drop_column("events", "chain")
