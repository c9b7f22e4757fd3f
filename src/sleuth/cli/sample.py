"""`sleuth sample`: independent deals, drawn exactly from what a case file leaves possible."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.casefile import load
from sleuth.cli.errors import BadUsage
from sleuth.cli.options import Json, whole_number
from sleuth.cli.solve import ModelOption, SeatOption, model_named
from sleuth.cli.terminal import Terminal
from sleuth.language import N_
from sleuth.setup import Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sleuth.inference.notebook import Notebook

ABOUT = N_("Draw deals at random, each exactly as likely as the record makes it.")
EXAMPLES = N_(
    "sleuth sample friday.case -n 1000  # a table: one deal a row, one card a column\n"
    "sleuth sample friday.case -n 10 --json  # who holds what, one JSON object a deal\n"
    "sleuth sample friday.case -n 1000000 --seed 7 > deals.csv  # the same deals every time"
)
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("A case file."))]
Number = Annotated[str, typer.Option("-n", metavar="N", help=N_("How many deals."))]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help=N_("The same seed draws the same deals."))]
Csv = Annotated[bool, typer.Option("--csv", help=N_("Print a table with commas; this is the default."))]
AT_A_TIME = 20_000
"""Deals drawn before they are printed."""


def sample(
    ctx: typer.Context,
    file: File,
    n: Number = "10",
    seed: Seed = "0",
    model: ModelOption = "deals",
    seat: SeatOption = "",
    csv: Csv = False,
    json: Json = False,
) -> None:
    """Print so many deals."""
    from sleuth.inference.notebook import infer

    if csv and json:
        raise BadUsage(N_("Choose one of --csv and --json."))
    terminal: Terminal = ctx.obj
    notebook = infer(load(file).view(seat or None), model=model_named(model))
    if not json:
        terminal.write(",".join(notebook.setup.edition.cards))
    row = _as_json(notebook.setup) if json else _as_row(notebook.setup)
    for deals in _draws(notebook, whole_number(n), whole_number(seed)):
        terminal.write(*map(row, deals.tolist()))


def _draws(notebook: Notebook, n: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    import numpy as np

    from sleuth.inference.counting import sampler

    rng = np.random.default_rng(seed)
    drawn = sampler(notebook.problem, engine="compiled")  # always the same engine: each has its own draws
    for done in range(0, n, AT_A_TIME):
        yield drawn.sample(min(AT_A_TIME, n - done), rng)


def _as_row(setup: Setup) -> Callable[[list[int]], str]:
    names = [setup.place_name(place) for place in setup.places]
    return lambda deal: ",".join([names[place] for place in deal])


def _as_json(setup: Setup) -> Callable[[list[int]], str]:
    names, cards = [setup.place_name(place) for place in setup.places], setup.edition.cards

    def row(deal: list[int]) -> str:
        held: dict[str, list[str]] = {name: [] for name in names}
        for card, place in zip(cards, deal, strict=True):
            held[names[place]].append(card)
        return jsonlib.dumps(held, ensure_ascii=False)

    return row
