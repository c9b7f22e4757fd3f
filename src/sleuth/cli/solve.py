"""`sleuth solve`: the exact notebook of a case file, as a grid for people or as JSON."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.casefile import load
from sleuth.cli.complaints import complain
from sleuth.cli.errors import BadUsage
from sleuth.cli.methods import MethodOption, Steps, solve_files
from sleuth.cli.options import Json
from sleuth.cli.terminal import Terminal
from sleuth.errors import SleuthError
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.inference.notebook import Model, Notebook

ABOUT = N_("Solve a case: how likely every card is in every place, exactly, and what the envelope holds.")
EXAMPLES = N_(
    "sleuth solve friday.case  # the notebook as a grid\n"
    "sleuth solve friday.case --model shown  # weighing which cards people chose to show\n"
    "sleuth solve game.case --seat Cleo  # as Cleo sees it\n"
    "sleuth solve games/*.case --json  # many, one JSON object a line\n"
    "sleuth solve friday.case --method wambach --steps  # as a paper did it, rule by rule"
)
Files = Annotated[list[str], typer.Argument(metavar="FILE…", help=N_("Case files."))]
ModelOption = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="deals|shown",
        help=N_("Count every deal once, or weigh it by how likely I would have been shown these cards."),
    ),
]
SeatOption = Annotated[
    str, typer.Option("--seat", metavar="NAME", help=N_("Whose view; by default the notebook’s owner."))
]
MODELS: tuple[Model, ...] = ("deals", "shown")


def solve(
    ctx: typer.Context,
    files: Files,
    model: ModelOption = "deals",
    seat: SeatOption = "",
    method: MethodOption = "",
    steps: Steps = False,
    json: Json = False,
) -> int:
    """Solve each file; what is wrong with one does not stop the others."""
    terminal: Terminal = ctx.obj
    if method or steps:
        return solve_files(terminal, files, seat, method or "wambach", steps=steps, json=json)
    chosen = model_named(model)
    failures = 0
    for file in files:
        try:
            notebook = solved(file, chosen, seat)
        except SleuthError as error:
            failures += 1
            _tell_failure(terminal, file, error, json=json, batch=len(files) > 1)
            continue
        terminal.speak_of(notebook.setup.edition)
        if json:
            name = {"file": file} if len(files) > 1 else {}
            terminal.write(jsonlib.dumps(name | as_dict(notebook), ensure_ascii=False))
        else:
            _tell(terminal, file, notebook, batch=len(files) > 1)
    return 2 if failures else 0


def model_named(word: str) -> Model:
    """The meaning of probability that a word names."""
    for model in MODELS:
        if model == word:
            return model
    raise BadUsage(
        N_("There is no model “{word}”; the models are: {known}."), word=word, known=", ".join(MODELS)
    )


def solved(file: str, model: Model, seat: str) -> Notebook:
    """The notebook of a file."""
    from sleuth.inference.notebook import infer

    return infer(load(file).view(seat or None), model=model)


def as_dict(notebook: Notebook) -> dict[str, object]:
    """A notebook for a program to read."""
    setup = notebook.setup
    cards, places = setup.edition.cards, [setup.place_name(place) for place in setup.places]
    rows = dict(zip(cards, notebook.table.tolist(), strict=True))
    found: dict[str, object] = {
        "deals": notebook.deals,
        "exact": notebook.exact,
        "model": notebook.model,
        "places": places,
        "probability": {card: dict(zip(places, row, strict=True)) for card, row in rows.items()},
        "envelope": [
            {"cards": [cards[card] for card in one.cards], "probability": one.probability}
            for one in notebook.envelope()
        ],
        "solved": notebook.solved,
    }
    return found if notebook.exact else found | {"interval": _intervals(notebook)}


def _intervals(notebook: Notebook) -> dict[str, dict[str, tuple[float, float]]]:
    """The 95 % interval of every cell of an estimate."""
    setup = notebook.setup
    return {
        card: {setup.place_name(place): notebook.interval(index, place) for place in setup.places}
        for index, card in enumerate(setup.edition.cards)
    }


def _tell(terminal: Terminal, file: str, notebook: Notebook, *, batch: bool) -> None:
    from sleuth.cli.grid import grid, summary

    if batch:
        terminal.print(file, style="title")
    terminal.print(grid(notebook, terminal.lang, terminal.out.width))
    for line in summary(notebook, terminal.lang):
        terminal.print(line)
    if batch:
        terminal.print("")


def _tell_failure(terminal: Terminal, file: str, error: SleuthError, *, json: bool, batch: bool) -> None:
    if not json:
        complain(terminal, error, file)
        return
    name = {"file": file} if batch else {}
    terminal.write(jsonlib.dumps(name | {"error": error.as_dict(terminal.lang)}, ensure_ascii=False))
