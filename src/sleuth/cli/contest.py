"""`sleuth contest`: play in the Speed Clue contest, or hold one."""

from __future__ import annotations

import json as jsonlib
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sleuth.arena.contest_terms import ALLOWED, LONGER, STARTING
from sleuth.cli.errors import BadUsage
from sleuth.cli.help import SETTINGS, Group, command
from sleuth.cli.options import INTERRUPTED, Json
from sleuth.cli.progress import progress
from sleuth.cli.terminal import Terminal
from sleuth.language import N_, numeral, say_many

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.arena.contest_serve import Meeting
    from sleuth.arena.contest_standings import Place

ABOUT = N_("The Speed Clue contest: programs in any language play each other.")
JOIN = N_("Play as an entry: connect to the server on this machine and answer until it is done.")
JOIN_EXAMPLES = N_("sleuth contest join player1 4242 --agent detective")
SERVE = N_("Start programs, let each play every deal in every seat, and report the standings.")
SERVE_EXAMPLES = N_(
    "sleuth contest serve --games 100 --program 'sleuth contest join --agent fox' "
    "--program 'sleuth contest join --agent detective' --program './entry.sh'"
)
NOBODY_LEFT = N_("No program is left after {done} of {games} games.")
STOPPED = N_("Stopped after {done} of {games} games.")
LONGEST = 86_400.0
"""Seconds in a day; the system cannot wait for just any number."""

group = typer.Typer(cls=Group, context_settings=SETTINGS, help=ABOUT, epilog=SERVE_EXAMPLES)
Identifier = Annotated[str, typer.Argument(metavar="IDENTIFIER", help=N_("The name the server gave."))]
Port = Annotated[int, typer.Argument(metavar="PORT", help=N_("The server's port on this machine."))]
AgentName = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        help=N_(
            "Which of our agents plays, such as detective:seconds=5; the detective by default. “sleuth play "
            "--agents” lists them."
        ),
    ),
]
FramingName = Annotated[
    Literal["auto", "buffer", "line"],
    typer.Option(
        "--framing",
        metavar="auto|buffer|line",
        help=N_("How messages end; by default this is found out, and replies follow the server."),
    ),
]
JoinStarting = Annotated[
    float,
    typer.Option(
        "--starting",
        metavar="S",
        min=0.0,
        max=LONGEST,
        envvar=ALLOWED,
        help=N_(
            "How long the server lets a program take to start; 10 by default. What cannot be compiled in "
            "that time, once on a computer, is compiled while the fox plays."
        ),
    ),
]
ServePort = Annotated[
    int,
    typer.Option(
        "--port", metavar="P", min=0, max=65_535, help=N_("The port to listen on; any free one by default.")
    ),
]
Games = Annotated[
    int, typer.Option("--games", metavar="N", min=1, help=N_("How many games; 100 by default."))
]
Programs = Annotated[
    list[str],
    typer.Option(
        "--program", metavar="COMMAND", help=N_("A program; IDENTIFIER and PORT are added. Three to six.")
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        min=0.01,
        max=LONGEST,
        help=N_("How long a program may think about one message; 10 by default."),
    ),
]
Starting = Annotated[
    float,
    typer.Option(
        "--starting",
        metavar="S",
        min=0.01,
        max=LONGEST,
        help=N_("How long a program may take to start; 300 by default."),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        help=N_("The same number, the same deals and seats; by default nobody can foresee them."),
    ),
]


@command(group, "join", JOIN, JOIN_EXAMPLES)
def join(
    ctx: typer.Context,
    identifier: Identifier,
    port: Port,
    agent: AgentName = "detective",
    framing: FramingName = "auto",
    starting: JoinStarting = STARTING,
) -> None:
    """Play as an entry."""
    from sleuth.arena.contest import Foul
    from sleuth.arena.contest_join import join as play

    if not (identifier.isascii() and identifier.isprintable()):
        raise BadUsage(N_("An identifier has only ASCII letters, digits and signs."))
    terminal: Terminal = ctx.obj

    def tell(sentence: str) -> None:
        with suppress(OSError):  # whether anybody reads this or not, the game goes on
            sys.stderr.write(terminal.say(sentence, agent=agent) + "\n")
            sys.stderr.flush()

    try:
        play(
            identifier,
            port,
            agent,
            framing=None if framing == "auto" else framing,
            starting=starting,
            tell=tell,
        )
    except Foul as foul:
        raise Foul(N_("The server {reason}."), reason=foul.text(terminal.lang)) from foul


@command(group, "serve", SERVE, SERVE_EXAMPLES)
def serve(
    ctx: typer.Context,
    program: Programs,
    port: ServePort = 0,
    games: Games = 100,
    seconds: Seconds = 10.0,
    starting: Starting = LONGER,
    seed: Seed = None,
    json: Json = False,
) -> int:
    """Hold a contest."""
    from sleuth.arena.contest import PLAYERS
    from sleuth.arena.contest_serve import Meeting
    from sleuth.arena.contest_serve import serve as hold

    if len(program) not in PLAYERS:
        raise BadUsage(N_("A contest needs three to six programs."))
    if not all(words.strip() for words in program):
        raise BadUsage(N_("A program is a command, and one of these is empty."))
    terminal: Terminal = ctx.obj
    meeting = Meeting(())
    with _until_stopped(), progress(terminal, terminal.say(N_("Playing")), games) as advance:

        def watch(now: Meeting) -> None:
            nonlocal meeting
            meeting = now
            advance(len(now.rows))

        hold(program, port=port, games=games, seconds=seconds, starting=starting, seed=seed, watch=watch)
    _tell(terminal, meeting, json=json)
    if meeting.rows:
        again = N_("With --seed {seed} the same deals and seats come again.")
        terminal.err.print(terminal.say(again, seed=meeting.seed))
    played, entries = len(meeting.rows), meeting.entries
    if played == games:
        return 0
    nobody_left = bool(entries) and all(entry.foul for entry in entries)
    why = NOBODY_LEFT if nobody_left else STOPPED
    done, all_ = (numeral(terminal.lang, n) for n in (played, games))
    terminal.err.print(terminal.say(why, done=done, games=all_))
    return 2 if nobody_left else INTERRUPTED


@contextmanager
def _until_stopped() -> Iterator[None]:
    """Ctrl-C, a polite kill or a closed terminal: programs are ended and standings told.

    What was to be ignored from the start, as nohup has it, is ignored.
    """
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    signs = [sign for sign in known if signal.getsignal(sign) is not signal.SIG_IGN]
    before = {sign: signal.signal(sign, signal.default_int_handler) for sign in signs}
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def _tell(terminal: Terminal, meeting: Meeting, *, json: bool) -> None:
    """The standings, the best first."""
    from sleuth.arena.contest_standings import places

    found = places(meeting)
    if json:
        rows = [{**_fields(place, terminal), "seed": meeting.seed} for place in found]
        terminal.write(jsonlib.dumps(rows, ensure_ascii=False))
        return
    if found:
        games = say_many(terminal.lang, "{n} game", "{n} games", len(meeting.rows))
        deals = say_many(terminal.lang, "{n} deal", "{n} deals", len({row.deal for row in meeting.rows}))
        terminal.print(f"{games}, {deals}.")
        terminal.print(_table(terminal, found))
    for place in found:
        if place.entry.foul is not None:
            reason = place.entry.foul.text(terminal.lang)
            out = N_("{name} is disqualified: it {reason}.")
            terminal.print(terminal.say(out, name=place.entry.name, reason=reason))


def _fields(place: Place, terminal: Terminal) -> dict[str, object]:
    """A program for programs."""
    entry = place.entry
    return {
        "identifier": entry.name,
        "program": entry.program,
        "wins": place.wins,
        "games": place.games,
        "deals": place.deals,
        "share": place.share,
        "interval": place.interval,
        "disqualified": None if entry.foul is None else entry.foul.text(terminal.lang),
        "code": None if entry.foul is None else entry.foul.code,
    }


def _table(terminal: Terminal, found: list[Place]) -> Table:
    """The programs for people."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(terminal.say(N_("name")), no_wrap=True)
    for word in (N_("wins"), N_("games"), N_("share"), N_("95 % interval")):
        table.add_column(terminal.say(word), justify="right", no_wrap=True)
    table.add_column(terminal.say(N_("program")), overflow="fold")
    for place in found:
        counts = (numeral(terminal.lang, n) for n in (place.wins, place.games))
        chances = (_percent(terminal, place.share), _percent(terminal, *place.interval or ()))
        table.add_row(place.entry.name, *counts, *chances, place.entry.program)
    return table


def _percent(terminal: Terminal, *shares: float | None) -> str:
    """A share, or from where to where it may be; a dash where there is none."""
    known = [numeral(terminal.lang, 100 * share, 1) for share in shares if share is not None]
    told = "\u00a0–\u00a0".join(known)
    return f"{told}\u00a0%" if told else "–"
