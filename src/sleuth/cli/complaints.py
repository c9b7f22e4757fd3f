"""Errors as people read them: where, what, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sleuth.cli.errors import BadUsage
from sleuth.errors import SleuthError, UnknownWord, Unreadable
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.cli.terminal import Terminal


def complain(
    terminal: Terminal, error: SleuthError, place: str = "", source: str = "", hint: str = ""
) -> None:
    """An error on standard error: place and message, the line it stands in, the code, and a hint."""
    from rich.text import Text

    where = Text(f"{place}: " if place else "", "title")
    lines = [where + Text(error.text(terminal.lang)) + Text(f"  [{error.code}]", "quiet")]
    if source:
        lines += [Text(f"    {source}"), Text(" " * (3 + _column(error)) + "^", "wrong")]
    missing = [word for word in _candidates(error) if word not in error.text(terminal.lang)]
    if missing:
        lines.append(Text("  " + terminal.say(N_("Known here: {words}."), words=", ".join(missing))))
    if hint:
        lines.append(Text(f"  {hint}", "accent"))
    for line in lines:
        terminal.err.print(line, soft_wrap=True)


def _column(error: SleuthError) -> int:
    return error.column if isinstance(error, Unreadable) else 1


def _candidates(error: SleuthError) -> tuple[str, ...]:
    return error.candidates if isinstance(error, Unreadable | UnknownWord) else ()


def misuse(error: Any) -> BadUsage:
    """What Typer found wrong with a command line, in our own words."""
    match type(error).__name__:
        case "NoSuchOption" if error.possibilities:
            near = ", ".join(sorted(error.possibilities))
            return BadUsage(
                N_("There is no option {option} here; did you mean {near}?"),
                option=error.option_name,
                near=near,
            )
        case "NoSuchOption":
            return BadUsage(N_("There is no option {option} here."), option=error.option_name)
        case "BadOptionUsage":
            return BadUsage(N_("The option {option} needs a value."), option=error.option_name)
        case "MissingParameter" if error.param is not None:
            return BadUsage(N_("{what} is missing."), what=error.param.metavar)
        case _:
            return BadUsage(N_("This cannot be understood: {message}"), message=error.format_message())
