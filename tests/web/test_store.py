"""The store: what was acknowledged survives a crash, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import inspect, text

from sleuth.web.desk import page_of_case
from sleuth.web.errors import Stale, UnknownLink
from sleuth.web.migrate import upgrade
from sleuth.web.models import Add, Pencil, Posted
from sleuth.web.store import Store, metadata, read_token
from tests.web.crash import crash
from tests.web.postgres import postgres
from tests.web.servers import apart, serving

CASE = "edition: classic\nplayers: Anna Ben Cleo\n"


def posted(base: int, line: str = "Anna ? green pipe lounge | -") -> Posted:
    return Posted(key=uuid4().hex, base=base, change=Add(kind="add", line=line))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_acknowledged_entry_survives_kills_and_none_is_there_twice(kind: str, tmp_path: Path) -> None:
    database = postgres() if kind == "postgresql" else nullcontext("")
    with database as url, serving(tmp_path, url) as server:
        witness = crash(server, entries=60, kills=2, seed=3)
    assert len(witness.acknowledged) == 60


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_servers_on_one_database_agree_on_who_came_first(kind: str, tmp_path: Path) -> None:
    database = postgres() if kind == "postgresql" else nullcontext(f"sqlite:///{tmp_path}/two.sqlite")
    with database as url:
        apart(_race(url))


async def _race(url: str) -> None:
    first, second = Store(url), Store(url)
    await upgrade(first.engine)
    await upgrade(second.engine)  # a second time there is nothing to do
    token, access = await first.create(page_of_case(CASE), "Race")
    assert (await second.access(token)).notebook == access.notebook
    for base in range(10):
        both = await asyncio.gather(
            first.append(access.notebook, posted(base)),
            second.append(access.notebook, posted(base)),
            return_exceptions=True,
        )
        assert sorted(isinstance(one, Stale) for one in both) == [False, True], both
    assert (await first.desk(access.notebook)).page == (await second.desk(access.notebook)).page
    assert (await second.desk(access.notebook)).version == 10
    await first.close()
    await second.close()


def test_the_migrations_lead_to_the_tables_that_the_store_uses(tmp_path: Path) -> None:
    async def columns() -> dict[str, set[str]]:
        store = Store(f"sqlite:///{tmp_path}/shape.sqlite")
        await upgrade(store.engine)
        async with store.engine.connect() as connection:
            found = await connection.run_sync(
                lambda c: {t: {col["name"] for col in inspect(c).get_columns(t)} for t in metadata.tables}
            )
            mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar()
        await store.close()
        assert mode == "wal"
        return found

    assert apart(columns()) == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}


def test_the_database_holds_no_link(tmp_path: Path) -> None:
    async def open_one() -> str:
        store = Store(f"sqlite:///{tmp_path}/links.sqlite")
        await upgrade(store.engine)
        token, _ = await store.create(page_of_case(CASE), "Secret")
        await store.close()
        return token

    token = apart(open_one())
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Secret" in stored
    assert token.encode() not in stored
    assert read_token(token).encode() not in stored


def test_a_notebook_is_folded_anew_from_its_changes(tmp_path: Path) -> None:
    async def write_and_read() -> None:
        url = f"sqlite:///{tmp_path}/fold.sqlite"
        store = Store(url)
        await upgrade(store.engine)
        token, access = await store.create(page_of_case(CASE), "Fold")
        await store.append(access.notebook, posted(0))
        mark = Pencil(kind="pencil", card="rope", place="Ben", mark="?")
        await store.append(access.notebook, Posted(key=uuid4().hex, base=1, change=mark))
        kept = await store.desk(access.notebook)
        await store.close()
        again = Store(url)
        assert await again.desk(access.notebook) == kept
        with pytest.raises(UnknownLink):
            await again.access(token[:-1])
        await again.close()

    apart(write_and_read())
