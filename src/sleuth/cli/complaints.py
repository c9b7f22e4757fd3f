"""Errors as people read them: where, what, and what to do next."""

from __future__ import annotations

import shlex
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.cli.terminal import program
from sleuth.errors import Contradiction, SleuthError, UnknownAgent, UnknownWord, Unreadable
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.cli.terminal import Terminal


def complain(terminal: Terminal, error: SleuthError, place: str = "", hint: str = "") -> None:
    """An error on standard error: place, message and code, the line it stands in, and a hint."""
    from rich.text import Text

    place = place or error.where()
    if isinstance(error, Contradiction):
        command = f"{program()} repair {shlex.quote(place or 'FILE')}"
        hint = terminal.say(N_("Find the mistake with: {command}"), command=command)
    where, source = Text(f"{place}: " if place else "", "title"), source_line(error)
    lines = [where + Text(error.text(terminal.lang)) + Text(f"  [{error.code}]", "quiet")]
    if source:
        lines.append(Text(f"    {source}"))
    if source and error.column:
        lines.append(Text(" " * (3 + error.column) + "^", "wrong"))
    missing = [word for word in _candidates(error) if word not in error.text(terminal.lang)]
    if missing:
        lines.append(Text("  " + terminal.say(N_("Known here: {words}."), words=", ".join(missing))))
    near = _near(error)
    if near:
        lines.append(Text("  " + terminal.say(N_("Did you mean “{near}”?"), near=near), "accent"))
    if hint:
        lines.append(Text(f"  {hint}", "accent"))
    for line in lines:
        terminal.err.print(line, soft_wrap=True)


def source_line(error: SleuthError) -> str:
    """The line of the file that is to blame."""
    if not error.file or not error.line:
        return ""
    with Path(error.file).open(encoding="utf-8-sig", errors="replace") as file:
        line = next(islice(file, error.line - 1, None), "")
    line = line.rstrip("\r\n")
    return line if line.replace("\t", " ").isprintable() and "\ufffd" not in line else ""


def _candidates(error: SleuthError) -> tuple[str, ...]:
    return error.candidates if isinstance(error, Unreadable | UnknownWord) else ()


def _near(error: SleuthError) -> str:
    """The agent whose name looks like the one that there is not."""
    if not isinstance(error, UnknownAgent):
        return ""
    from sleuth.agents.registry import names

    return next(iter(get_close_matches(str(error.values.get("name", "")), names(), n=1)), "")
