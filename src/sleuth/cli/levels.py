"""The opponents for people, from the easiest to the hardest, each with how it thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sleuth.agents.registry import LEVELS
from sleuth.cli.terminal import Terminal

if TYPE_CHECKING:
    from rich.table import Table


def fields(terminal: Terminal) -> list[dict[str, str]]:
    """Every level for programs."""
    return [
        {"agent": level.name, "title": terminal.say(level.title), "about": terminal.say(level.about)}
        for level in LEVELS
    ]


def table(terminal: Terminal) -> Table:
    """Every level for people: what to call it, its title, and its sentence."""
    from rich.table import Table

    found = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    found.add_column(style="title", no_wrap=True)
    for level in fields(terminal):
        found.add_row(*level.values())
    return found
