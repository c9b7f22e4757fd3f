"""Where a tournament's games are kept: a journal of lines while it runs, then a table if wanted."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sleuth.arena.tournament import Row

ENDINGS = (".jsonl", ".csv", ".sqlite", ".db")
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
)


def journal(out: Path | None) -> Path | None:
    """The file of lines that a tournament writes and resumes; beside a table if one is wanted in the end."""
    return out if out is None or out.suffix == ".jsonl" else out.with_suffix(".jsonl")


def export(rows: Sequence[Row], out: Path) -> None:
    """Write the games as the file's ending says: .csv or .sqlite; a journal is already there."""
    match out.suffix:
        case ".csv":
            text = io.StringIO(newline="")
            csv.writer(text).writerows([HEAD, *map(_flat, rows)])
            out.write_text(text.getvalue(), "utf-8", newline="")
        case ".sqlite" | ".db":
            _to_sqlite(rows, out)


def _to_sqlite(rows: Sequence[Row], out: Path) -> None:
    base = sqlite3.connect(out)
    with base:
        base.execute("drop table if exists games")
        base.execute(f"create table games ({', '.join(HEAD)}, primary key (game))")
        base.executemany(f"insert into games values ({', '.join('?' * len(HEAD))})", map(_flat, rows))
    base.close()


def _flat(row: Row) -> tuple[object, ...]:
    """A row as one line of a table; seats and agents are lists in one word."""
    name = None if row.winner is None else row.agents[row.winner]
    agents, out = " ".join(row.agents), " ".join(map(str, row.out))
    return (
        row.game,
        row.deal,
        row.seed,
        row.edition,
        row.board,
        agents,
        row.winner,
        name,
        row.why,
        row.turns,
        out,
    )
