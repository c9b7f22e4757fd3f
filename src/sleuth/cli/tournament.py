"""`sleuth tournament`: agents against each other, every deal in every seating."""

from __future__ import annotations

import json as jsonlib
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.options import Json
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.arena.standings import Standings

ABOUT = N_(
    "Let agents play each other on the same deals in every seating, and say who is better and how surely."
)
EXAMPLES = N_(
    "sleuth tournament detective heuristic heuristic --deals 100  # three seats, all orders\n"
    "sleuth tournament heuristic heuristic-paper random-notes --deals 5000 --jobs 2 --out games.jsonl\n"
    "sleuth tournament fox thinker walker --deals 5000 --out games.jsonl  # goes on where it was stopped\n"
    "sleuth tournament casual casual random --board --edition classic --out games.csv"
)
Agents = Annotated[
    list[str],
    typer.Argument(metavar="AGENT…", help=N_("Who plays; with more agents than seats, all choices.")),
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="N", help=N_("Seats at a table; by default one each."))
]
EditionName = Annotated[
    str,
    typer.Option("--edition", metavar="NAME|FILE", help=N_("An edition in the box, or a file of your own.")),
]
Deals = Annotated[
    int, typer.Option("--deals", metavar="N", min=1, help=N_("Deals; each is played in every seating."))
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help=N_("The same number, the same games."))]
Board = Annotated[
    bool, typer.Option("--board", help=N_("Play on the board; without it any room may be named."))
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help=N_("Processes to share the work."))]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help=N_("A Dask scheduler that shares the work.")),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help=N_("Keep every game: .jsonl, which can be resumed, .csv or .sqlite."),
    ),
]


def tournament(
    ctx: typer.Context,
    agents: Agents,
    seats: Seats = None,
    edition: EditionName = "classic",
    deals: Deals = 100,
    seed: Seed = 1,
    board: Board = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Play a tournament and print its standings."""
    from sleuth.arena.results import export, journal
    from sleuth.arena.standings import Standings
    from sleuth.arena.tournament import Plan, run

    terminal: Terminal = ctx.obj
    plan = Plan(tuple(agents), seats or len(agents), edition, deals, seed, board)
    rows = run(plan, journal(out), jobs=jobs, cluster=cluster)
    if out is not None:
        export(rows, out)
    standings = Standings.of(rows)
    if json:
        terminal.write(jsonlib.dumps(asdict(standings)))
    else:
        _tell(terminal, standings)


def _tell(terminal: Terminal, standings: Standings) -> None:
    terminal.print(
        terminal.say(
            N_("{games} games, {deals} deals, {turns} questions in a game on average."),
            games=standings.games,
            deals=standings.deals,
            turns=f"{standings.turns:.1f}",
        )
    )
    terminal.print(_table(terminal, standings))
    for duel in standings.duels:
        sentence = N_("{one} wins {points} points more often than {other} on the same deals (± {error}).")
        ahead = duel.difference >= 0
        one, other = (duel.one, duel.other) if ahead else (duel.other, duel.one)
        points, error = f"{100 * abs(duel.difference):.1f}", f"{196 * duel.error:.1f}"
        terminal.print(terminal.say(sentence, one=one, other=other, points=points, error=error))


def _table(terminal: Terminal, standings: Standings) -> Table:
    from rich.table import Table

    head = (
        N_("agent"),
        N_("wins"),
        N_("games"),
        N_("share"),
        N_("95 % interval"),
        N_("wrong accusations"),
        N_("rating"),
    )
    table = Table(*(terminal.say(word) for word in head))
    for one in standings.table:
        low, high = one.interval
        table.add_row(
            one.agent,
            str(one.wins),
            str(one.games),
            f"{100 * one.share:.1f} %",
            f"{100 * low:.1f} – {100 * high:.1f} %",
            str(one.wrong),
            f"{one.rating:.0f}",
        )
    return table
