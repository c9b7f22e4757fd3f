"""`sleuth tournament`: agents against each other, every deal in every seating."""

from __future__ import annotations

import json as jsonlib
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.cli.files import check_writable, complaining, write_atomically
from sleuth.cli.options import INTERRUPTED, Json
from sleuth.cli.progress import NOTED, now_and_then
from sleuth.cli.terminal import Terminal
from sleuth.houserules import in_order
from sleuth.language import N_, numeral, say_many

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.arena.standings import Duel, Standings
    from sleuth.arena.tournament import Plan, Row

ABOUT = N_(
    "Let agents play each other on the same deals in every seating, and say who is better and how surely."
)
EXAMPLES = N_(
    "sleuth tournament detective heuristic heuristic --deals 100  # three seats, all orders\n"
    "sleuth tournament heuristic heuristic-paper random-notes --deals 5000 --jobs 2 --out games.jsonl\n"
    "sleuth tournament fox thinker walker --deals 5000 --out games.jsonl  # goes on where it was stopped\n"
    "sleuth tournament casual casual random --board --games 60 --out games.csv --report games\n"
    "sleuth tournament stateless random-paper heuristic-paper --rules auto_win=suggestion  # naming it wins\n"
    "sleuth tournament detective:seconds=0.2 detective:games=20000 fox --deals 5  # how long each thinks"
)
SHOWN = 0.5
"""Seconds between two tables on a terminal."""

Agents = Annotated[
    list[str],
    typer.Argument(
        metavar="AGENT…",
        help=N_(
            "Who plays; with more agents than seats, all choices. “sleuth play --agents” says what each is "
            "and what may be set, as in detective:games=50000. For people: beginner, walker, thinker, "
            "fox, detective. To compare with: random, casual, anything, stateless, random-paper, "
            "heuristic-paper, random-notes, heuristic, random-bluffer, bluffer, random-rollout, "
            "heuristic-rollout, nested, ismcts, pomcp, scholar, detective-deaf."
        ),
    ),
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="N", min=2, help=N_("Seats at a table; by default one each."))
]
EditionName = Annotated[
    str,
    typer.Option("--edition", metavar="NAME|FILE", help=N_("An edition in the box, or a file of your own.")),
]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals", metavar="N", min=1, help=N_("Deals, each played in every seating; 100 by default.")
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", min=1, help=N_("Instead of deals: at least so many games, in whole deals.")
    ),
]
USUAL = 100
"""Deals, if nobody says how many."""
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help=N_("The same number, the same games; 1 by default."))
]
Board = Annotated[
    bool, typer.Option("--board", help=N_("Play on the board; without it any room may be named."))
]
Rules = Annotated[
    list[str], typer.Option("--rules", metavar="KEY=VALUE", help=N_("House rules, as in a case file."))
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
        help=N_(
            "Keep every game: in .jsonl, from which a stopped tournament goes on; with a name in .csv or "
            ".sqlite there too."
        ),
    ),
]


Page = Annotated[
    Path | None,
    typer.Option("--report", metavar="FOLDER", help=N_("Also write a page with tables and pictures.")),
]


def tournament(
    ctx: typer.Context,
    agents: Agents,
    seats: Seats = None,
    edition: EditionName = "classic",
    deals: Deals = None,
    games: Games = None,
    seed: Seed = 1,
    board: Board = False,
    rules: Rules = [],  # noqa: B006 - Typer reads the default, nobody changes it
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Out = None,
    report: Page = None,
    json: Json = False,
) -> int:
    """Play a tournament and print its standings."""
    from sleuth.arena.standings import Standings
    from sleuth.arena.tournament import Plan

    terminal: Terminal = ctx.obj
    if deals and games:
        raise BadUsage(N_("Either so many deals, or so many games; not both."))
    agreed = in_order(" ".join(rules))
    plan = Plan(tuple(agents), seats or len(agents), edition, deals or USUAL, seed, board, agreed)
    plan.check()
    plan = plan.of_games(games) if games else plan
    _check_files(out, report)
    rows = _play(terminal, plan, out, jobs, cluster)
    if out is not None and rows:  # whoever stops us before the first shall find the old table
        _export(rows, out)
    page = None if report is None or not rows else _page(terminal, plan, rows, report)
    standings = Standings.of(rows)
    if json:
        terminal.write(jsonlib.dumps(standings.as_dict()))
    elif rows:
        _tell(terminal, standings, page)
    if len(rows) == plan.games:
        return 0
    _tell_stopped(terminal, plan, len(rows), kept=out is not None)
    return INTERRUPTED


def _export(rows: list[Row], out: Path) -> None:
    """Write the games as the file's ending says; the journal is already there."""
    from sleuth.arena.results import DATABASES, as_csv, fill

    if out.suffix == ".csv":
        write_atomically(out, as_csv(rows))
    elif out.suffix in DATABASES:
        with complaining(out):
            fill(out, rows)


def _check_files(out: Path | None, report: Path | None) -> None:
    """Complain before the games, not after them."""
    from sleuth.arena.results import ENDINGS, check, journal

    if out is not None and out.suffix not in ENDINGS:
        raise BadUsage(N_("“--out” ends in one of: {endings}."), endings=", ".join(ENDINGS))
    for file in (out, journal(out), report and report / "index.html"):
        if file is not None:
            check_writable(file)
    if out is not None:
        check(out)
    if report is not None:
        from sleuth.lab.publish import check_page

        check_page(report)


def _play(terminal: Terminal, plan: Plan, out: Path | None, jobs: int, cluster: str | None) -> list[Row]:
    """Every game, or those that were played until somebody pressed Ctrl-C."""
    from sleuth.arena.results import journal
    from sleuth.arena.tournament import run

    played: list[Row] = []

    def watch(rows: list[Row]) -> None:
        nonlocal played
        played = rows
        show(rows)

    file = journal(out)
    careful = nullcontext() if file is None else complaining(file)
    with careful, _live(terminal, plan.games) as show, suppress(KeyboardInterrupt):
        run(plan, file, jobs=jobs, cluster=cluster, watch=watch)
    return played


def _page(terminal: Terminal, plan: Plan, rows: list[Row], folder: Path) -> Path:
    from sleuth.lab.tournament import Evening

    words = [*plan.agents, "--deals", str(plan.deals), "--seed", str(plan.seed), "--edition", plan.edition]
    words += [] if plan.seats == len(plan.agents) else ["--seats", str(plan.seats)]
    words += ["--board"] if plan.board else []
    words += ["--rules", plan.rules] if plan.rules else []
    command = shlex.join(["sleuth", "tournament", *words, "--report", folder.as_posix()])
    with complaining(folder):
        return Evening(plan, rows, terminal.lang).page(folder, command)


@contextmanager
def _live(terminal: Terminal, games: int) -> Iterator[Callable[[list[Row]], None]]:
    """The standings on standard error while they change; where nobody looks, a line now and then."""
    if not terminal.err.is_terminal:
        yield now_and_then(partial(_note, terminal, games), NOTED, at_once=False)
        return
    from rich.live import Live

    from sleuth.arena.standings import Standings

    with Live(console=terminal.err, transient=True, auto_refresh=False, redirect_stdout=False) as live:

        def show(rows: list[Row]) -> None:
            live.update(_state(terminal, Standings.of(rows), games), refresh=True)

        yield now_and_then(show, SHOWN)


def _note(terminal: Terminal, games: int, rows: list[Row]) -> None:
    terminal.err.print(_counted(terminal, N_("{done} of {games} games"), len(rows), games))


def _state(terminal: Terminal, standings: Standings, games: int) -> Table:
    table = _table(terminal, standings)
    table.caption = _counted(terminal, N_("{done} of {games} games"), standings.games, games)
    return table


def _counted(terminal: Terminal, sentence: str, done: int, games: int) -> str:
    return terminal.say(sentence, done=numeral(terminal.lang, done), games=numeral(terminal.lang, games))


def _tell_stopped(terminal: Terminal, plan: Plan, games: int, *, kept: bool) -> None:
    stopped = _counted(terminal, N_("Stopped after {done} of {games} games."), games, plan.games)
    rest = N_("The same command goes on from there.") if kept else N_("With --out it could go on from there.")
    terminal.err.print(f"{stopped} {terminal.say(rest)}", soft_wrap=True)


def _tell(terminal: Terminal, standings: Standings, page: Path | None) -> None:
    from rich.text import Text

    lang = terminal.lang
    games = say_many(lang, "{n} game", "{n} games", standings.games)
    deals = say_many(lang, "{n} deal", "{n} deals", standings.deals)
    turns = numeral(lang, standings.turns, 1)
    size = N_("{games}, {deals}, {turns} questions in a game on average.")
    terminal.print(terminal.say(size, games=games, deals=deals, turns=turns))
    terminal.print(_table(terminal, standings))
    for duel in standings.duels:
        terminal.hang("", Text(_compared(terminal, duel)))
    if page is not None:
        terminal.print(terminal.say(N_("The report: {page}"), page=page))


def _compared(terminal: Terminal, duel: Duel) -> str:
    sentence = N_(
        "{one} wins {points} points more often than {other} on the same deals (± {error}, 95 % interval)."
    )
    points, error = (numeral(terminal.lang, 100 * x, 1) for x in (abs(duel.difference), duel.doubt))
    if points == numeral(terminal.lang, 0.0, 1):
        sentence = N_("{one} and {other} win equally often on the same deals (± {error}, 95 % interval).")
    one, other = (duel.one, duel.other) if duel.difference >= 0 else (duel.other, duel.one)
    return terminal.say(sentence, one=one, other=other, points=points, error=error)


def _table(terminal: Terminal, standings: Standings) -> Table:
    from rich.box import SIMPLE_HEAD
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
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for word in head:
        table.add_column(terminal.say(word), justify="left" if word == head[0] else "right")
    for one in standings.table:
        share, low, high = (numeral(terminal.lang, 100 * x, 1) for x in (one.share, *one.interval))
        wins, games, wrong = (numeral(terminal.lang, n) for n in (one.wins, one.games, one.wrong))
        table.add_row(
            one.agent,
            wins,
            games,
            f"{share}\u00a0%",
            f"{low}\u00a0–\u00a0{high}\u00a0%",
            wrong,
            f"{one.rating:.0f}",
        )
    return table
