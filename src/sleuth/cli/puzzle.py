"""`sleuth puzzle`: a logic puzzle to print, with its proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.cli.files import write_atomically
from sleuth.cli.printing import write_pages
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.lab.puzzles import Difficulty

ABOUT = N_("Make a logic puzzle with exactly one solution, graded by the thinking it takes, with its proof.")
EXAMPLES = N_(
    "sleuth puzzle  # one to read here\n"
    "sleuth puzzle --players 4 --difficulty hard --seed 3 -o puzzle.pdf  # one to print, the answer apart\n"
    "sleuth puzzle --edition mini --players 3 --difficulty easy -o puzzle.html"
)
Players = Annotated[int, typer.Option("--players", metavar="N", help=N_("How many play."))]
DifficultyOption = Annotated[
    str, typer.Option("--difficulty", metavar="easy|medium|hard", help=N_("How much thinking it takes."))
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help=N_("The same number, the same puzzle."))
]
EditionOption = Annotated[
    str, typer.Option("--edition", metavar="NAME", help=N_("An edition’s name, or a file."))
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help=N_("A file ending in .pdf, .html or .txt."))
]


def puzzle(
    ctx: typer.Context,
    players: Players = 4,
    difficulty: DifficultyOption = "medium",
    seed: Seed = 1,
    edition: EditionOption = "classic",
    out: Out = None,
) -> None:
    """Make the puzzle and write it, or say it."""
    from sleuth.lab.puzzles import puzzle as make
    from sleuth.paper.puzzle import pages, text

    terminal: Terminal = ctx.obj
    terminal.tick(N_("Looking for a puzzle …"))
    made = make(players, _level(difficulty), seed=seed, edition=edition)
    terminal.tock()
    terminal.speak_of(made.view.record.setup.edition)
    if out is None:
        terminal.write(text(made, terminal.lang).rstrip())
        return
    if out.suffix.casefold() == ".txt":
        write_atomically(out, text(made, terminal.lang))
    else:
        write_pages(out, pages(made, terminal.lang), terminal.lang, terminal.say(N_("Show the answer")))
    terminal.print(terminal.say(N_("Ready to print: {file}"), file=out))


def _level(word: str) -> Difficulty:
    from sleuth.lab.puzzles import DIFFICULTIES

    for level in DIFFICULTIES:
        if level == word:
            return level
    raise BadUsage(N_("A puzzle is {known}, not “{word}”."), word=word, known=", ".join(DIFFICULTIES))
