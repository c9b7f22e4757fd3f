"""Notebooks and the changes to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "notebook",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("write_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("read_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("header", sa.JSON, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "change",
        sa.Column("notebook", sa.Integer, sa.ForeignKey("notebook.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("notebook", "key", name="once"),
    )


def downgrade() -> None:
    op.drop_table("change")
    op.drop_table("notebook")
