"""`sleuth editions`: the boxes of the game that sleuth knows, and checking one's own."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.complaints import complain
from sleuth.cli.help import SETTINGS, Group, command
from sleuth.cli.options import Json
from sleuth.cli.terminal import Terminal
from sleuth.edition import Edition
from sleuth.edition_check import check_file
from sleuth.language import N_
from sleuth.rule_sentences import describe_changes, describe_rules

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

ABOUT = N_("List the editions, show one, or check a file of your own.")
EXAMPLES = N_(
    "sleuth editions  # what is in the box\n"
    "sleuth editions show three-investigators --lang de  # board, cards and rules\n"
    "sleuth editions check mine.toml  # everything that does not hold together"
)
SHOW = N_("Show an edition: its board, its cards and its rules.")
SHOW_EXAMPLES = N_("sleuth editions show classic\nsleuth editions show mine.toml  # a file of your own")
CHECK = N_("Check an edition file and name every field that does not hold together.")
CHECK_EXAMPLES = N_("sleuth editions check mine.toml")
UNVERIFIED = " (?)"
"""After what is not known from the printed game."""

group = typer.Typer(
    cls=Group, invoke_without_command=True, context_settings=SETTINGS, help=ABOUT, epilog=EXAMPLES
)
Name = Annotated[str, typer.Argument(metavar="NAME", help=N_("An edition’s name, or a file."))]
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("An edition file."))]


@group.callback()
def editions(ctx: typer.Context) -> None:
    """Every edition in the box, a line each."""
    if ctx.invoked_subcommand is None:
        terminal: Terminal = ctx.obj
        terminal.print(_table(terminal))
        terminal.print(terminal.say(N_("(?) not everything about it is known for certain")), style="quiet")


def _table(terminal: Terminal) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="accent")
    for head in (N_("Name"), N_("Title"), N_("Players"), N_("Cards"), N_("Board")):
        table.add_column(terminal.say(head))
    for edition in map(Edition.load, Edition.names()):
        sizes = " + ".join(str(len(edition.cards_of(i))) for i in range(len(edition.categories)))
        board = "" if edition.board is None else "✓"
        title = edition.title(terminal.lang) + ("" if edition.verified else UNVERIFIED)
        table.add_row(edition.name, title, _players(edition), sizes, board)
    return table


def _players(edition: Edition) -> str:
    return f"{edition.players[0]}–{edition.players[-1]}"


@command(group, "show", SHOW, SHOW_EXAMPLES)
def show(ctx: typer.Context, name: Name) -> None:
    """One edition, all of it."""
    from sleuth.cli.frame import edition_board

    terminal: Terminal = ctx.obj
    edition = Edition.load(name)
    terminal.speak_of(edition)
    terminal.print(_heading(terminal, edition), style="title")
    terminal.print("")
    for line in edition_board(edition, terminal.lang):
        terminal.print(line)
    if edition.board is not None:
        terminal.print("")
    terminal.print(_cards(terminal, edition))
    for title, lines in _sections(terminal, edition):
        terminal.print("")
        terminal.print(title, style="accent")
        for text in lines:
            terminal.hang("  ", text)


def _heading(terminal: Terminal, edition: Edition) -> str:
    title = edition.title(terminal.lang)
    return terminal.say(N_("{title} · {players} players"), title=title, players=_players(edition))


def _cards(terminal: Terminal, edition: Edition) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="accent")
    columns: list[list[Text]] = []
    for category in range(len(edition.categories)):
        table.add_column(edition.category_name(category, terminal.lang))
        columns.append([_card(terminal, edition, card) for card in edition.cards_of(category)])
    for row in zip_longest(*columns):
        table.add_row(*row)
    return table


def _card(terminal: Terminal, edition: Edition, card: int) -> Text:
    from rich.text import Text

    name = Text(edition.card_name(card, terminal.lang))
    return name if edition.is_verified(card) else name.append(UNVERIFIED, "unverified")


def _sections(terminal: Terminal, edition: Edition) -> Iterator[tuple[str, list[Text]]]:
    from rich.text import Text

    lang = terminal.lang
    if edition.bonus:
        yield terminal.say(N_("Bonus cards")), [_bonus(edition, i, lang) for i in range(len(edition.bonus))]
    yield terminal.say(N_("Rules")), [Text(rule) for rule in describe_rules(edition.rules, lang)]
    for n in edition.overrides:
        changes = describe_changes(edition.rules_for(n), edition.rules, lang)
        yield terminal.say(N_("With {n} players"), n=n), [Text(rule) for rule in changes]
    if edition.notes:
        notes = [Text(note, "unverified") for note in edition.notes_in(lang)]
        yield terminal.say(N_("Not known for certain")), notes


def _bonus(edition: Edition, index: int, lang: str) -> Text:
    from rich.text import Text

    card = edition.bonus[index]
    name, text = edition.bonus_name(card.id, lang), edition.bonus_text(card.id, lang)
    line = Text.assemble(f"{card.copies} × ", (name, "title"), f": {text}")
    return line if card.verified else line.append(UNVERIFIED, "unverified")


@command(group, "check", CHECK, CHECK_EXAMPLES)
def check(ctx: typer.Context, file: File, json: Json = False) -> int:
    """Every inconsistency of an edition file."""
    terminal: Terminal = ctx.obj
    problems = check_file(file)
    if json:
        found = [problem.as_dict(terminal.lang) for problem in problems]
        terminal.write(jsonlib.dumps({"file": file, "problems": found}, ensure_ascii=False))
    for problem in () if json else problems:
        complain(terminal, problem, f"{file}: {problem.field}" if problem.field else file)
    if not problems and not json:
        terminal.write(file + ": " + terminal.say(N_("fine.")))
    return 2 if problems else 0
