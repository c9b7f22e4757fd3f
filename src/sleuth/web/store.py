"""The store: notebooks and the changes to them, appended and never altered."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

from pydantic import TypeAdapter
from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    UniqueConstraint,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sleuth.web.desk import Desk, Line, Page
from sleuth.web.errors import KeyReused, Stale, UnknownLink
from sleuth.web.models import Change, Posted

metadata = MetaData()

notebooks = Table(
    "notebook",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("write_hash", LargeBinary(32), nullable=False, unique=True),
    Column("read_hash", LargeBinary(32), nullable=False, unique=True),
    Column("title", String(60), nullable=False),
    Column("header", JSON, nullable=False),
    Column("lines", JSON, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)
"""Where each notebook began; everything since is a change."""

changes = Table(
    "change",
    metadata,
    Column("notebook", Integer, ForeignKey("notebook.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("base", Integer, nullable=False),
    Column("body", JSON, nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
    UniqueConstraint("notebook", "key", name="once"),
)

Mode: TypeAlias = Literal["write", "read"]
KEPT = 200
"""Desks held in memory; others are folded anew from their changes."""

_CHANGE: TypeAdapter[Change] = TypeAdapter(Change)


@dataclass(frozen=True, slots=True)
class Access:
    """What a link allows: which notebook, and whether to write in it."""

    notebook: int
    mode: Mode
    read_token: str = ""
    """The link for reading that belongs to a link for writing."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a posted change."""

    version: int
    desk: Desk
    repeated: bool = False
    """Whether it had been stored before."""


def new_token() -> str:
    """A link for writing that nobody can guess."""
    return secrets.token_urlsafe(24)


def read_token(token: str) -> str:
    """The link for reading that belongs to a link for writing; the way back cannot be computed."""
    return urlsafe_b64encode(hmac.digest(token.encode(), b"sleuth: read only", "sha256"))[:32].decode()


def _hash(token: str) -> bytes:
    # The database knows links by their hashes only: whoever reads it cannot open a notebook.
    return hashlib.sha256(token.encode()).digest()


class Store:
    """All notebooks; safe for several servers on one database, since the database decides who came first."""

    def __init__(self, url: str) -> None:
        self.engine = engine(url)
        self._desks: OrderedDict[int, Desk] = OrderedDict()
        self._access: OrderedDict[bytes, Access] = OrderedDict()
        # SQLite lets one write at a time and is not fair to those who wait: they queue up here instead.
        self._writing = asyncio.Lock()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        await self.engine.dispose()

    async def create(self, page: Page, title: str) -> tuple[str, Access]:
        """A new notebook that begins with this page; returns its link for writing."""
        token = new_token()
        reading = read_token(token)
        row = {
            "write_hash": _hash(token),
            "read_hash": _hash(reading),
            "title": title,
            "header": page.header,
            "lines": [[line.id, line.text, line.struck] for line in page.lines],
            "created": datetime.now(UTC),
        }
        async with self._writing, self.engine.begin() as connection:
            made = await connection.execute(insert(notebooks).values(row).returning(notebooks.c.id))
            return token, Access(made.scalar_one(), "write", reading)

    async def access(self, token: str) -> Access:
        """What a link allows; UnknownLink if nothing."""
        digest = _hash(token)
        if digest in self._access:
            return self._access[digest]
        wanted = select(notebooks.c.id, notebooks.c.write_hash).where(
            (notebooks.c.write_hash == digest) | (notebooks.c.read_hash == digest)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            raise UnknownLink
        writes = row.write_hash == digest
        found = Access(row.id, "write", read_token(token)) if writes else Access(row.id, "read", token)
        _keep(self._access, digest, found)
        return found

    async def desk(self, notebook: int) -> Desk:
        """The notebook as it is now, changes by other servers included."""
        known = self._desks.get(notebook) or await self._beginning(notebook)
        return self._caught_up(notebook, known, await self.changes(notebook, known.version))

    async def changes(self, notebook: int, since: int = 0, key: str = "") -> list[Row[Any]]:
        """The changes after a version, oldest first; and the one with this key, however old."""
        wanted = (changes.c.version > since) | (changes.c.key == key) if key else changes.c.version > since
        chosen = select(changes).where(changes.c.notebook == notebook, wanted)
        async with self.engine.connect() as connection:
            return list(await connection.execute(chosen.order_by(changes.c.version)))

    async def append(self, notebook: int, posted: Posted) -> Stored:
        """Store a change once and for good; what this returns survives a crash."""
        async with self._locks.setdefault(notebook, asyncio.Lock()):
            known = self._desks.get(notebook) or await self._beginning(notebook)
            rows = await self.changes(notebook, known.version, posted.key)
            desk = self._caught_up(notebook, known, rows)
            for row in rows:
                if row.key == posted.key:
                    return _repeated(row, posted, desk)
            if posted.base != desk.version:
                raise Stale(desk.version, await self._said_since(notebook, posted.base))
            changed = desk.change(posted.change)
            try:
                await self._insert(notebook, posted, changed.version)
            except IntegrityError:  # another server was faster
                raise Stale(desk.version + 1, await self._said_since(notebook, posted.base)) from None
            _keep(self._desks, notebook, changed)
            return Stored(changed.version, changed)

    async def ready(self) -> bool:
        """Whether the database answers."""
        async with self.engine.connect() as connection:
            await connection.execute(select(func.count()).select_from(notebooks))
        return True

    async def _beginning(self, notebook: int) -> Desk:
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(notebooks).where(notebooks.c.id == notebook))).one()
        lines = tuple(Line(number, text, struck) for number, text, struck in row.lines)
        return Desk(
            Page(row.header, lines), title=row.title, brought=max((n for n, *_ in row.lines), default=0)
        )

    def _caught_up(self, notebook: int, known: Desk, rows: Sequence[Row[Any]]) -> Desk:
        """A desk with the changes that it does not know yet."""
        for row in rows:
            if row.version > known.version:
                known = known.change(_CHANGE.validate_python(row.body), known=True)
        if (kept := self._desks.get(notebook)) is None or kept.version <= known.version:
            _keep(self._desks, notebook, known)  # unless another reader was faster
        return known

    async def _insert(self, notebook: int, posted: Posted, version: int) -> None:
        row = {
            "notebook": notebook,
            "version": version,
            "key": posted.key,
            "base": posted.base,
            "body": posted.change.model_dump(mode="json"),
            "made": datetime.now(UTC),
        }
        async with self._writing, self.engine.begin() as connection:
            await connection.execute(insert(changes).values(row))

    async def _said_since(self, notebook: int, base: int) -> list[dict[str, object]]:
        rows = await self.changes(notebook, base)
        return [{"version": row.version, "key": row.key, "change": row.body} for row in rows[:100]]


def _repeated(row: Row[Any], posted: Posted, desk: Desk) -> Stored:
    if row.body != posted.change.model_dump(mode="json"):
        raise KeyReused
    return Stored(row.version, desk, repeated=True)


def _keep(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)


def engine(url: str) -> AsyncEngine:
    """The database at a URL: `sqlite:///path` or `postgresql://…`, with their asynchronous drivers."""
    url = url.replace("sqlite://", "sqlite+aiosqlite://", 1) if url.startswith("sqlite://") else url
    url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    made = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
    if url.startswith("sqlite"):
        event.listen(made.sync_engine, "connect", _durable)
    return made


def _durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # With WAL and full synchronisation a commit is on the disk before it is acknowledged.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
