"""The commands, assembled."""

from __future__ import annotations

import json as jsonlib
import os
import sys
from collections.abc import Sequence
from errno import ENOSPC
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer

from sleuth import __version__
from sleuth.cli.compiling import announce_compiling
from sleuth.cli.complaints import complain
from sleuth.cli.errors import BadUsage, CannotWrite
from sleuth.cli.help import SETTINGS, Command, Group, command
from sleuth.cli.interrupts import interrupts_kept
from sleuth.cli.misuse import misuse
from sleuth.cli.terminal import Terminal, take_language
from sleuth.errors import SleuthError
from sleuth.language import N_

ABOUT = N_("The exact detective for Clue and Cluedo: plays, checks and replays games, turn by turn.")
EXAMPLES = N_(
    "sleuth play  # a classic game of four\n"
    "sleuth play --edition three-investigators --seed 7 --out friday.case  # the same game every time\n"
    "sleuth replay friday.case --seat Anna --step  # as Anna saw it, key by key\n"
    "sleuth check friday.case  # is everything in this file possible?\n"
    "sleuth editions show classic  # board, cards and rules of an edition"
)
COMMANDS = (
    "solve", "advise", "explain", "repair", "sample", "play", "replay", "check", "editions", "serve", "lab",
    "worksheet", "puzzle", "tournament", "contest",
)  # fmt: skip
"""Each is a module beside this one, with a function of its own name, or with a `group` of commands."""


def build(words: Sequence[str]) -> typer.Typer:
    """The program; where a command is named, with that one alone, so that a small one starts quickly."""
    app = typer.Typer(
        cls=Group,
        add_completion=False,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        context_settings=SETTINGS,
        help=ABOUT,
        epilog=EXAMPLES,
    )
    app.callback()(sleuth)
    for name in () if "--version" in words[:1] else [c for c in COMMANDS if c in words[:1]] or COMMANDS:
        module = import_module(f"sleuth.cli.{name}")
        if hasattr(module, "group"):
            app.add_typer(module.group, name=name)
        else:
            kind = getattr(module, "KIND", Command)
            command(app, name, module.ABOUT, module.EXAMPLES, kind)(getattr(module, name))
    return app


def sleuth(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=N_("Show the version."))] = False,
) -> None:
    """Without a command, say what there is."""
    if version:
        ctx.obj.write(f"sleuth {__version__}")
    elif ctx.invoked_subcommand is None:
        ctx.obj.write(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 2 if something was wrong with it or with a file."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no umlauts still gets the rest
    terminal = Terminal()
    try:
        terminal, words = take_language(words, os.environ)
        announce_compiling(terminal)
        try:
            with interrupts_kept():
                code = build(words)(args=words, prog_name="sleuth", standalone_mode=False, obj=terminal)
        finally:
            terminal.tock()  # whatever was being done, nobody does it any more
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SleuthError as error:
        _fail(terminal, error, words)
    except typer.TyperException as error:
        _fail(terminal, misuse(error), words)
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        _give_up_writing(terminal, error)
    return 2


def _give_up_writing(terminal: Terminal, error: OSError) -> None:
    """Say that the output has no room left, where it can still be said."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the rest is tried again at the end
    _fail(terminal, CannotWrite(N_("Cannot write {path}: {why}."), path="stdout", why=error.strerror), ())


def _fail(terminal: Terminal, error: SleuthError, words: Sequence[str]) -> None:
    if "--json" in words:
        terminal.write(jsonlib.dumps({"error": error.as_dict(terminal.lang)}, ensure_ascii=False))
        return
    command = " ".join(["sleuth", *_named(words), "--help"])
    hint = terminal.say(N_("“{command}” shows what there is."), command=command)
    complain(terminal, error, hint=hint if isinstance(error, BadUsage) else "")


def _named(words: Sequence[str]) -> list[str]:
    """The command that a line names, within its group if it has one."""
    first = [word for word in words[:1] if word in COMMANDS]
    groups = [getattr(import_module(f"sleuth.cli.{name}"), "group", None) for name in first]
    known = [command.name for group in groups if group for command in group.registered_commands]
    return [*first, *(word for word in words[1:2] if word in known)]
