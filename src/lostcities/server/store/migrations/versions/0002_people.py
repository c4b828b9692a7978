"""Links by their issuer, tokens that take another's place, and blocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("links", sa.Column("issuer", sa.String(32), nullable=True))
    op.add_column("links", sa.Column("made", sa.Integer, nullable=True))
    op.add_column("guests", sa.Column("next_token_hash", sa.String(64), nullable=True))
    op.create_index("guests_next_token", "guests", ["next_token_hash"], unique=True)
    op.create_table(
        "replaced_tokens",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        comment="Tokens that another one has taken the place of: every process forgets them.",
    )
    op.create_table(
        "blocks",
        sa.Column("guest_id", sa.String(32), primary_key=True),
        sa.Column("blocked_id", sa.String(32), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        comment="Who wants to meet whom at no table. A person's devices share an id.",
    )
    op.create_index("blocks_blocked", "blocks", ["blocked_id"])


def downgrade() -> None:
    op.drop_table("blocks")
    op.drop_table("replaced_tokens")
    op.drop_index("guests_next_token", "guests")
    op.drop_column("guests", "next_token_hash")
    op.drop_column("links", "made")
    op.drop_column("links", "issuer")
