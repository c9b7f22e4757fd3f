"""`sleuth worksheet`: a notepad to print, empty or with the marks of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.cli.printing import write_pages
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.paper.worksheet import Sheet

ABOUT = N_("Print a detective’s notepad: an empty one for a new game, or with all marks of a case file.")
EXAMPLES = N_(
    "sleuth worksheet --edition classic --players 5 -o sheet.pdf  # for a new game\n"
    "sleuth worksheet friday.case -o friday.pdf  # what a perfect note-taker would have by now\n"
    "sleuth worksheet --edition three-investigators --lang de -o blatt.svg"
)
File = Annotated[str, typer.Argument(metavar="[FILE]", help=N_("A case file."))]
EditionOption = Annotated[
    str, typer.Option("--edition", metavar="NAME", help=N_("An empty sheet for this edition."))
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help=N_("Columns for so many players."))
]
Seat = Annotated[
    str, typer.Option("--seat", metavar="NAME", help=N_("Whose view; by default the notebook’s owner."))
]
Out = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE", help=N_("A file ending in .pdf, .svg or .html."))
]


def worksheet(
    ctx: typer.Context,
    file: File = "",
    edition: EditionOption = "",
    players: Players = None,
    seat: Seat = "",
    out: Out = Path("sheet.pdf"),
) -> None:
    """Draw the sheet and write it."""
    from sleuth.paper.worksheet import worksheet as draw

    terminal: Terminal = ctx.obj
    if file and edition:
        raise BadUsage(N_("Name a case file or an edition, not both."))
    sheet = _of_file(file, seat) if file else _empty(edition or "classic", players)
    terminal.speak_of(sheet.edition)
    write_pages(out, [draw(sheet, terminal.lang)], terminal.lang)
    terminal.print(terminal.say(N_("Ready to print: {file}"), file=out))


def _of_file(file: str, seat: str) -> Sheet:
    from sleuth.casefile import load
    from sleuth.paper.marks import marked_sheet

    return marked_sheet(load(file).view(seat or None))


def _empty(edition: str, players: int | None) -> Sheet:
    from sleuth.edition import Edition
    from sleuth.paper.worksheet import empty_sheet

    box = Edition.load(edition)
    return empty_sheet(box, min(box.players[-1], 6) if players is None else players)
