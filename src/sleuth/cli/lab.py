"""`sleuth lab`: the published experiments, run again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.files import complaining
from sleuth.cli.options import Json
from sleuth.cli.progress import progress
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from rich.table import Table

ABOUT = N_("Run a published experiment again: its table, its figures and a report, theirs beside ours.")
EXAMPLES = N_(
    "sleuth lab  # what experiments there are\n"
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

    terminal: Terminal = ctx.obj
    if not name:
        terminal.out.print(_list(terminal))
        return
    chosen = experiment(name)
    given = [*(words or []), *([] if seed is None else [f"seed={seed}"])]
    parameters = changed(chosen.small if small else chosen.full, given)
    folder = out or Path("lab") / (f"{name}-small" if small else name)
    page = _run(terminal, chosen, parameters, folder, jobs)
    if json:
        terminal.write((folder / "results.json").read_text("utf-8").rstrip())
    else:
        _tell(terminal, page)


def _run(terminal: Terminal, chosen: object, parameters: object, folder: Path, jobs: int) -> Path:
    from sleuth.lab.experiment import Experiment
    from sleuth.lab.publish import publish
    from sleuth.lab.run import run

    assert isinstance(chosen, Experiment)
    what = terminal.say(N_("Running {name}"), name=chosen.name)
    try:
        with complaining(folder):
            with progress(terminal, what) as advance:
                done = run(chosen, parameters, folder, jobs=jobs, progress=advance)
            return publish(done, folder)
    except KeyboardInterrupt:
        terminal.err.print(terminal.say(N_("The same command goes on from there.")))
        raise


def _list(terminal: Terminal) -> Table:
    from rich.table import Table

    from sleuth.lab.catalogue import experiments

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="title", no_wrap=True)
    for one in experiments().values():
        table.add_row(one.name, terminal.say(one.about))
    return table


def _tell(terminal: Terminal, page: Path) -> None:
    terminal.print(terminal.say(N_("The report: {page}"), page=page))
