"""Brings a database to the shape that this version of the program needs."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(engine: AsyncEngine) -> None:
    """Apply every migration that the database has not seen yet."""
    async with engine.begin() as connection:
        if not await connection.run_sync(_is_current):
            await connection.run_sync(_upgrade)


def newest() -> str:
    """The last migration; their files are named by number."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _is_current(connection: Connection) -> bool:
    """Whether there is nothing to do, found out without loading Alembic: a server is to start quickly."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
