"""Where a tournament's games are kept: a journal of lines while it runs, then a table if wanted."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sleuth.arena.tournament import Row
from sleuth.errors import BadSetup
from sleuth.language import N_

DATABASES = (".sqlite", ".db")
ENDINGS = (".jsonl", ".csv", *DATABASES)
"""What a file of games may end in."""

HEAD = (
    "game",
    "deal",
    "seed",
    "edition",
    "board",
    "agents",
    "winner",
    "winning_agent",
    "why",
    "turns",
    "out",
    "rules",
)


def journal(out: Path | None) -> Path | None:
    """The file of lines that a tournament writes and resumes; beside a table if one is wanted in the end."""
    return out if out is None or out.suffix == ".jsonl" else out.with_suffix(".jsonl")


def check(out: Path) -> None:
    """Complain about a file that should be a database and is none, or that holds what no tournament wrote."""
    if out.suffix == ".csv" and out.is_file() and out.stat().st_size:
        with out.open(encoding="utf-8-sig", errors="replace") as file:
            if file.readline().strip().split(",")[: len(HEAD) - 1] != list(HEAD[:-1]):
                raise BadSetup(
                    N_("{file} is a table that no tournament wrote; choose another file."), file=str(out)
                )
    if out.suffix in DATABASES and out.exists():
        with _opened(out) as base:
            columns = tuple(column[1] for column in base.execute("pragma table_info(games)"))
        if columns not in ((), HEAD, HEAD[:-1]):  # the last from before there were house rules
            raise BadSetup(
                N_("{file} has a table “games” that no tournament wrote; choose another file."),
                file=str(out),
            )


def as_csv(rows: Iterable[Row]) -> str:
    """The games as the text of a .csv file."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([HEAD, *map(_flat, rows)])
    return text.getvalue()


def fill(out: Path, rows: Iterable[Row]) -> None:
    """Write the games into the table “games” of a database, instead of those that were there."""
    with _opened(out) as base:
        base.execute("begin")  # Python would begin only at the first insert, after the old table is gone
        base.execute("drop table if exists games")
        base.execute(f"create table games ({', '.join(HEAD)}, primary key (game))")
        base.executemany(f"insert into games values ({', '.join('?' * len(HEAD))})", map(_flat, rows))


@contextmanager
def _opened(out: Path) -> Iterator[sqlite3.Connection]:
    """A database, changed completely or not at all."""
    with closing(sqlite3.connect(out)) as base:
        try:
            with base:
                yield base
        except sqlite3.DatabaseError as error:
            raise BadSetup(
                N_("{file} cannot be used as a database: {why}."), file=str(out), why=str(error)
            ) from error


def _flat(row: Row) -> tuple[object, ...]:
    """A row as one line of a table; seats and agents are lists in one word."""
    name = None if row.winner is None else row.agents[row.winner]
    agents, out = " ".join(row.agents), " ".join(map(str, row.out))
    dealt = (row.game, row.deal, row.seed, row.edition, row.board)
    return (*dealt, agents, row.winner, name, row.why, row.turns, out, row.rules)
