"""Alembic's entry: migrates the connection that it is given."""

from __future__ import annotations

from alembic import context

from sleuth.web.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
