"""`sleuth contest`: play in the Speed Clue contest, or hold one."""

from __future__ import annotations

import json as jsonlib
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.cli.help import SETTINGS, Group, command
from sleuth.cli.options import INTERRUPTED, Json
from sleuth.cli.progress import progress
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.arena.contest_entry import Entry

ABOUT = N_("The Speed Clue contest: programs in any language play each other.")
JOIN = N_("Play as an entry: connect to the server on this machine and answer until it is done.")
JOIN_EXAMPLES = N_("sleuth contest join player1 4242 --agent detective")
SERVE = N_("Start programs, let them play each other in every seating, and report the standings.")
SERVE_EXAMPLES = N_(
    "sleuth contest serve --games 100 --program 'sleuth contest join --agent fox' "
    "--program 'sleuth contest join --agent detective' --program './entry.sh'"
)
LONGEST = 86_400.0
"""Seconds in a day; the system cannot wait for just any number."""

group = typer.Typer(cls=Group, context_settings=SETTINGS, help=ABOUT, epilog=SERVE_EXAMPLES)
Identifier = Annotated[str, typer.Argument(metavar="IDENTIFIER", help=N_("The name the server gave."))]
Port = Annotated[int, typer.Argument(metavar="PORT", help=N_("The server's port on this machine."))]
AgentName = Annotated[
    str,
    typer.Option("--agent", metavar="NAME", help=N_("Which of our agents plays; the detective by default.")),
]
FramingName = Annotated[
    str,
    typer.Option(
        "--framing",
        metavar="auto|buffer|line",
        help=N_("How messages end; by default this is found out, and replies follow the server."),
    ),
]
ServePort = Annotated[
    int, typer.Option("--port", metavar="P", help=N_("The port to listen on; any free one by default."))
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
Seed = Annotated[int, typer.Option("--seed", metavar="N", help=N_("The same number, the same deals."))]


@command(group, "join", JOIN, JOIN_EXAMPLES)
def join(
    ctx: typer.Context,
    identifier: Identifier,
    port: Port,
    agent: AgentName = "detective",
    framing: FramingName = "auto",
) -> None:
    """Play as an entry."""
    from sleuth.arena.contest import Foul
    from sleuth.arena.contest_join import join as play

    if not (identifier.isascii() and identifier.isprintable()):
        raise BadUsage(N_("An identifier has only ASCII letters, digits and signs."))
    terminal: Terminal = ctx.obj
    try:
        match framing:
            case "auto":
                play(identifier, port, agent)
            case "buffer" | "line":
                play(identifier, port, agent, framing=framing)
            case _:
                raise BadUsage(N_("“--framing” can be auto, buffer or line."))
    except Foul as foul:
        raise Foul(N_("The server {reason}."), reason=foul.text(terminal.lang)) from foul


@command(group, "serve", SERVE, SERVE_EXAMPLES)
def serve(
    ctx: typer.Context,
    program: Programs,
    port: ServePort = 0,
    games: Games = 100,
    seconds: Seconds = 10.0,
    starting: Starting = 300.0,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Hold a contest."""
    from sleuth.arena.contest import PLAYERS
    from sleuth.arena.contest_serve import serve as hold

    if len(program) not in PLAYERS:
        raise BadUsage(N_("A contest needs three to six programs."))
    terminal: Terminal = ctx.obj
    entries: list[Entry] = []
    with _until_stopped(), progress(terminal, terminal.say(N_("Playing")), games) as advance:

        def watch(played: int, found: list[Entry]) -> None:
            entries[:] = found
            advance(played)

        hold(program, port=port, games=games, seconds=seconds, starting=starting, seed=seed, watch=watch)
    _tell(terminal, entries, json=json)
    played = max((entry.games for entry in entries), default=0)
    if played == games or (entries and all(entry.foul for entry in entries)):
        return 0
    terminal.err.print(terminal.say(N_("Stopped after {done} of {games} games."), done=played, games=games))
    return INTERRUPTED


@contextmanager
def _until_stopped() -> Iterator[None]:
    """Ctrl-C, or a polite kill, ends the contest in order: programs are ended and standings told."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell(terminal: Terminal, entries: Sequence[Entry], *, json: bool) -> None:
    """The standings, the best first."""
    ranked = sorted(entries, key=lambda entry: (-entry.wins, entry.name))
    if json:
        found = [_fields(entry, terminal) for entry in ranked]
        terminal.write(jsonlib.dumps(found, ensure_ascii=False))
        return
    for entry in ranked:
        terminal.print(_line(entry, terminal))


def _fields(entry: Entry, terminal: Terminal) -> dict[str, object]:
    """An entry for programs."""
    return {
        "identifier": entry.name,
        "program": entry.program,
        "wins": entry.wins,
        "games": entry.games,
        "disqualified": None if entry.foul is None else entry.foul.text(terminal.lang),
    }


def _line(entry: Entry, terminal: Terminal) -> str:
    """An entry for people."""
    line = terminal.say(
        N_("{name}: {wins} of {games} games · {program}"),
        name=entry.name,
        wins=entry.wins,
        games=entry.games,
        program=entry.program,
    )
    if entry.foul is None:
        return line
    out = terminal.say(N_("Disqualified: it {reason}."), reason=entry.foul.text(terminal.lang))
    return f"{line} {out}"
