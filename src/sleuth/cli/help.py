"""Help in the reader's language: what a command is for, examples, and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from sleuth.cli.errors import BadUsage
from sleuth.errors import Contradiction
from sleuth.language import N_

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from sleuth.cli.terminal import Terminal

Row = tuple[str, str]
SETTINGS = {"help_option_names": ["--help", "-h"]}
ARGUMENTS = N_("Arguments")
WORDS = "sleuth.words"
"""Where a command finds all words that it was given, before they are understood."""
LANG = ("--lang en|de", N_("Language; otherwise SLEUTH_LANG, the edition’s own, or the system’s."))
"""Every command understands this option: it is taken off before the command is looked at."""


class Command(TyperCommand):
    """A command whose help is read in the language of its terminal."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def more(self, terminal: Terminal, words: Sequence[str]) -> dict[str, list[Row]]:
        """What help can say beyond the options, about what the words of the command line name."""
        return {}

    def get_help(self, ctx: Any) -> str:
        sections = {**_sections(self, ctx), **self.more(ctx.obj, ctx.meta.get(WORDS, ()))}
        words = [name for name, _ in sections[ARGUMENTS]]
        usage = " ".join([ctx.command_path, *words, "[" + ctx.obj.say(N_("options")) + "]"])
        return _page(ctx.obj, usage, self, sections)

    def invoke(self, ctx: Any) -> Any:
        if ctx.args:
            raise BadUsage(N_("“{word}” is too much here."), word=ctx.args[0])
        try:
            return super().invoke(ctx)
        except Contradiction as error:  # reasoning knows entries, but not the file that they come from
            error.file = error.file or str(ctx.params.get("file") or "")
            raise


class Group(TyperGroup):
    """A family of commands whose help is read in the language of its terminal."""

    def get_help(self, ctx: Any) -> str:
        commands = [(name, self.commands[name].help or "") for name in self.commands]
        command = ctx.obj.say(N_("command"))
        sections = {N_("Commands"): [*commands], **_sections(self, ctx)}
        return _page(ctx.obj, f"{ctx.command_path} [{command}]", self, sections)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands:
            raise _no_command(args[0], list(self.commands))
        return super().resolve_command(ctx, args)


def command(
    to: typer.Typer, name: str, about: str, examples: str, kind: type[Command] = Command
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Makes a function a command that teaches with examples."""
    settings = {**SETTINGS, "allow_extra_args": True}  # Command says what is too much, in either language
    return to.command(name, cls=kind, help=about, epilog=examples, context_settings=settings)


def _no_command(word: str, known: Sequence[str]) -> BadUsage:
    near = get_close_matches(word, known, n=1, cutoff=0.5)
    if near:
        return BadUsage(N_("There is no command “{word}”; did you mean “{near}”?"), word=word, near=near[0])
    return BadUsage(
        N_("There is no command “{word}”; the commands are: {known}."), word=word, known=tuple(known)
    )


def _sections(command: Any, ctx: Any) -> dict[str, list[Row]]:
    params = [param for param in command.get_params(ctx) if not getattr(param, "hidden", False)]
    arguments = [(p.metavar, p.help or "") for p in params if p.param_type_name == "argument"]
    options = [(_option(p), _about(p)) for p in params if p.param_type_name == "option"]
    return {ARGUMENTS: arguments, N_("Options"): [*options[:-1], LANG, *options[-1:]]}


def _option(param: Any) -> str:
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag or not param.metavar else f"{names} {param.metavar}"


def _about(param: Any) -> str:
    return N_("Show this help.") if "--help" in param.opts else param.help or ""


def _page(terminal: Terminal, usage: str, command: Any, sections: dict[str, list[Row]]) -> str:
    from rich.console import Group as Page
    from rich.text import Text

    parts: list[RenderableType] = [Text(terminal.say(N_("Usage: {usage}"), usage=usage) + "\n", "title")]
    parts.append(terminal.say(command.help))
    if command.epilog:
        parts.append(Text("\n" + terminal.say(N_("Examples")), "accent"))
        parts += _examples(terminal.say(command.epilog))
    for title, rows in sections.items():
        if rows:
            parts += [Text(f"\n{terminal.say(title)}", "accent"), _rows(terminal, rows)]
    return terminal.rendered(Page(*parts))


def _examples(text: str) -> Iterator[Text]:
    """Commands, each with what it does after a #."""
    from rich.text import Text

    for command, _, about in (line.partition("  # ") for line in text.splitlines()):
        yield Text(f"  {command}", "title")
        if about:
            yield Text(f"      {about}")


def _rows(terminal: Terminal, rows: Sequence[Row]) -> Table:
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=True)
    table.add_column(no_wrap=True, style="title")
    table.add_column(overflow="fold")
    for name, about in rows:
        table.add_row(name, terminal.say(about))
    return table
