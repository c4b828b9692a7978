"""Each row of a log names its language; snapshots; which processes may work on the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("events", sa.Column("language", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("snapshot", sa.Text, nullable=False),
        comment="What logs amount to up to one of their events. A cache: it may be deleted.",
    )
    forms = op.create_table(
        "forms",
        sa.Column("form", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("least", sa.Integer, nullable=False),
        comment="One row: the form of this database, and the least that a process must know to work on it.",
    )
    op.bulk_insert(forms, [{"form": 2, "least": 2}])


def downgrade() -> None:
    op.drop_table("forms")
    op.drop_table("snapshots")
    op.drop_column("events", "language")
