"""Whom one can play against: the levels for people, from the easiest to the hardest, and all agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.agents.registry import LEVELS, kinds
from sleuth.agents.settings import forms
from sleuth.cli.terminal import Terminal

if TYPE_CHECKING:
    from rich.table import Table


def fields(terminal: Terminal) -> list[dict[str, str]]:
    """Every level for programs."""
    return [
        {"agent": level.name, "title": terminal.say(level.title), "about": terminal.say(level.about)}
        for level in LEVELS
    ]


def agents(terminal: Terminal) -> list[dict[str, str]]:
    """Every agent for programs: its name, what it is, and what may be set."""
    return [
        {"agent": name, "about": terminal.say(kind.about), "settings": ", ".join(forms(kind.settings))}
        for name, kind in kinds().items()
    ]


def table(rows: Sequence[dict[str, str]]) -> Table:
    """The same for people: what to call each, the rest beside it, and below that what may be set."""
    from rich.table import Table
    from rich.text import Text

    found = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    found.add_column(style="title", no_wrap=True)
    for row in rows:
        found.add_row(*[word for key, word in row.items() if key != "settings"])
        if row.get("settings"):
            found.add_row("", Text(row["settings"], "quiet", overflow="fold"))
    return found
