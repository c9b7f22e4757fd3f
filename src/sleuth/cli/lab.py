"""`sleuth lab`: the published experiments, run again."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.files import complaining
from sleuth.cli.help import Command, Row
from sleuth.cli.options import Json
from sleuth.cli.progress import progress
from sleuth.cli.terminal import Terminal
from sleuth.language import N_, say_many

if TYPE_CHECKING:
    from sleuth.lab.experiment import Experiment

ABOUT = N_("Run a published experiment again: its table, its figures and a report, theirs beside ours.")
EXAMPLES = N_(
    "sleuth lab  # what experiments there are\n"
    "sleuth lab strength --help  # its parameters, and how long it takes\n"
    "sleuth lab table1 --small  # a quick version\n"
    "sleuth lab rmsd runs=100 --jobs 4 --out reports/rmsd  # all of it; goes on where it stopped"
)
Name = Annotated[
    str, typer.Argument(metavar="[NAME]", help=N_("An experiment; without one they are listed."))
]
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[KEY=VALUE…]", help=N_("Parameters to change, such as runs=100.")),
]
Small = Annotated[bool, typer.Option("--small", help=N_("The quick version, which takes seconds."))]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help=N_("Processes to share the work."))]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help=N_("Another seed for all chance."))]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FOLDER", help=N_("Where the report goes; by default lab/NAME.")),
]


class Explained(Command):
    """Help that also tells the parameters of an experiment."""

    def more(self, terminal: Terminal, words: Sequence[str]) -> dict[str, list[Row]]:
        from sleuth.lab.catalogue import experiments

        named = [experiments()[word] for word in words if word[:1] != "-" and word in experiments()]
        return _described(terminal, named[0]) if named else {}


KIND = Explained
"""What the program makes of this command."""


def _described(terminal: Terminal, chosen: Experiment[Any]) -> dict[str, list[Row]]:
    """An experiment's parameters as they are and in the quick version, and how long it takes."""
    from sleuth.lab.experiment import described

    full, small = described(chosen.full), described(chosen.small)
    usual = {
        key: word if word == small[key] else f"{word}  (--small: {small[key]})" for key, word in full.items()
    }
    return {
        chosen.name: [("", chosen.about), ("", _duration(terminal, chosen))],
        N_("Parameters"): list(usual.items()),
    }


def _duration(terminal: Terminal, chosen: Experiment[Any]) -> str:
    if chosen.minutes < 1:
        return terminal.say(N_("less than a minute"))
    hours, lang = round(chosen.minutes / 60), terminal.lang
    time = say_many(lang, "{n} minute", "{n} minutes", round(chosen.minutes))
    if chosen.minutes >= LONG:
        time = say_many(lang, "{n} hour", "{n} hours", hours)
    return terminal.say(N_("about {time} of CPU time"), time=time)


LONG = 90
"""Minutes from which on hours are counted."""


def lab(
    ctx: typer.Context,
    name: Name = "",
    words: Words = None,
    small: Small = False,
    jobs: Jobs = 1,
    seed: Seed = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """List the experiments, or run one and write its report."""
    from sleuth.lab.catalogue import experiment
    from sleuth.lab.experiment import changed
    from sleuth.lab.publish import check_page

    terminal: Terminal = ctx.obj
    if not name:
        _list(terminal, json=json)
        return
    chosen = experiment(name)
    given = [*(words or []), *([] if seed is None else [f"seed={seed}"])]
    parameters = changed(chosen.small if small else chosen.full, given)
    folder = out or Path("lab") / (f"{name}-small" if small else name)
    check_page(folder, chosen.name)
    lead, page = _run(terminal, chosen, parameters, folder, jobs)
    if json:
        terminal.write((folder / "results.json").read_text("utf-8").rstrip())
    else:
        _tell(terminal, lead, page)


def _run(terminal: Terminal, chosen: object, parameters: object, folder: Path, jobs: int) -> tuple[str, Path]:
    """What the report says first, and its page."""
    from sleuth.lab.experiment import Experiment
    from sleuth.lab.publish import publish
    from sleuth.lab.run import run

    assert isinstance(chosen, Experiment)
    what = terminal.say(N_("Running {name}"), name=chosen.name)
    try:
        with complaining(folder):
            with progress(terminal, what) as advance:
                done = run(chosen, parameters, folder, jobs=jobs, progress=advance)
            return done.report.lead, publish(done, folder)
    except KeyboardInterrupt:
        terminal.err.print(terminal.say(N_("The same command goes on from there.")))
        raise


def _list(terminal: Terminal, *, json: bool) -> None:
    from rich.table import Table

    from sleuth.lab.catalogue import experiments

    if json:
        known = experiments().values()
        rows = [{"name": one.name, "about": terminal.say(one.about), "minutes": one.minutes} for one in known]
        terminal.write(jsonlib.dumps(rows, ensure_ascii=False))
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="title", no_wrap=True)
    for one in experiments().values():
        table.add_row(one.name, terminal.say(one.about), _duration(terminal, one))
    terminal.out.print(table)


def _tell(terminal: Terminal, lead: str, page: Path) -> None:
    from rich.text import Text

    from sleuth.lab.publish import plain

    terminal.hang("", Text(plain(lead)))
    terminal.print(terminal.say(N_("The report: {page}"), page=page))
