"""`sleuth play`: deal a game and play it to its end, agents among themselves or a person against them."""

from __future__ import annotations

import json as jsonlib
import shlex
import time
from pathlib import Path
from typing import Annotated

import typer

from sleuth.agents.registry import is_repeatable
from sleuth.cards import Card, Seat
from sleuth.casefile import dumps
from sleuth.cli.check import outcome_dict
from sleuth.cli.errors import BadUsage
from sleuth.cli.files import check_writable, write_atomically
from sleuth.cli.match import Match, prepare
from sleuth.cli.options import INTERRUPTED, Json, whole_number
from sleuth.cli.replay import show_words
from sleuth.cli.terminal import Terminal, program
from sleuth.edition import Edition
from sleuth.language import N_
from sleuth.marks import Marks
from sleuth.scene import Outcome
from sleuth.sentences import describe_outcome
from sleuth.story import Turn, referee, turns

ABOUT = N_("Deal a game and play it to its end: agents among themselves, or you against them.")
EXAMPLES = N_(
    "sleuth play  # a classic game of four\n"
    "sleuth play --me Anna  # you are Anna, at this terminal\n"
    "sleuth play --me Anna --agent detective --rules board=no  # against the hardest, without a board\n"
    "sleuth play --me Anna --agent detective:seconds=10  # who thinks ten seconds about every question\n"
    "sleuth play --edition three-investigators --players 2 --seed 1  # the duel, the same every time\n"
    "sleuth play --names 'Anna Ben Cleo' --agent casual --agent random --agent random  # who plays how\n"
    "sleuth play --rules 'board=no auto_win=proof' --quiet  # house rules; only the result\n"
    "sleuth play --out friday.case --watch  # draw the board, keep the game"
)
PAUSE = 0.4
"""Seconds between two boards, for eyes to follow."""

EditionName = Annotated[
    str,
    typer.Option("--edition", metavar="NAME|FILE", help=N_("An edition in the box, or a file of your own.")),
]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", parser=whole_number, help=N_("How many play; four if possible.")),
]
PlayerNames = Annotated[
    str, typer.Option("--names", metavar="NAMES", help=N_("Who plays, in turn order: 'Anna Ben Cleo'."))
]
AgentNames = Annotated[
    list[str],
    typer.Option(
        "--agent",
        metavar="NAME",
        help=N_(
            "How they play: one for all, or one for each seat; “--agents” lists them. What may be set "
            "follows a colon: detective:games=50000."
        ),
    ),
]
Me = Annotated[
    str,
    typer.Option(
        "--me",
        metavar="NAME",
        help=N_("Play yourself, at this terminal; unless you name others, against the level in the middle."),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", parser=whole_number, help=N_("The same number, the same game.")),
]
Rules = Annotated[
    list[str], typer.Option("--rules", metavar="KEY=VALUE", help=N_("House rules, as in a case file."))
]
Out = Annotated[str | None, typer.Option("--out", metavar="FILE", help=N_("Save the game as a case file."))]
Watch = Annotated[bool, typer.Option("--watch", help=N_("Draw the board after every turn."))]
Levels = Annotated[
    bool,
    typer.Option("--levels", help=N_("List the five levels, easiest first, and how each of them thinks.")),
]
Agents = Annotated[
    bool, typer.Option("--agents", help=N_("List all agents, what each is, and what may be set."))
]
Quiet = Annotated[bool, typer.Option("--quiet", help=N_("Only say how it ended."))]


def play(
    ctx: typer.Context,
    edition: EditionName = "classic",
    players: Players = None,
    names: PlayerNames = "",
    me: Me = "",
    agent: AgentNames = [],  # noqa: B006 - Typer reads the default, nobody changes it
    seed: Seed = None,
    rules: Rules = [],  # noqa: B006
    out: Out = None,
    watch: Watch = False,
    quiet: Quiet = False,
    levels: Levels = False,
    agents: Agents = False,
    json: Json = False,
) -> int:
    """Play one game."""
    terminal: Terminal = ctx.obj
    if levels and agents:
        raise BadUsage(N_("“--levels” and “--agents” are two lists: ask for one at a time."))
    if levels or agents:
        _list(terminal, levels=levels, json=json)
        return 0
    box = Edition.load(edition)
    terminal.speak_of(box)
    match = prepare(box, players, names, agent, " ".join(rules), seed, me)
    if out is not None:
        check_writable(Path(out))
    if match.me is not None:
        return _sit_down(terminal, match, match.me, out, watch=watch, hushed=quiet or json)
    last = _watch(terminal, match, silent=quiet or json, board=watch)
    if last is None:  # stopped before the cards were dealt
        terminal.write(terminal.say(N_("Nothing was saved.")))
        return INTERRUPTED
    if out is not None:
        write_atomically(Path(out), dumps(last.view.record))
    if json:
        terminal.write(jsonlib.dumps(summary(match, last, out), ensure_ascii=False))
    else:
        _tell_end(terminal, match, last, out, told=not quiet)
    return 0 if _outcome(last) else INTERRUPTED


def _sit_down(
    terminal: Terminal, match: Match, me: Seat, out: str | None, *, watch: bool, hushed: bool
) -> int:
    if hushed:
        raise BadUsage(N_("With --me the game is told to you, so there is no --quiet and no --json."))
    from sleuth.cli.seat import sit_down

    return sit_down(terminal, match, me, out, watch=watch)


def _list(terminal: Terminal, *, levels: bool, json: bool) -> None:
    """The levels, or all agents."""
    from sleuth.cli.levels import agents, fields, table

    if json:
        found = fields(terminal) if levels else agents(terminal)
        terminal.write(jsonlib.dumps(found, ensure_ascii=False))
    else:
        terminal.print(table(fields(terminal) if levels else agents(terminal)))


def _watch(terminal: Terminal, match: Match, *, silent: bool, board: bool) -> Turn | None:
    """Play and tell the game; the last turn, also if somebody stopped it."""
    last = None
    try:
        for turn in turns(match.states(), referee):
            last = turn
            if silent:
                terminal.tick(N_("Playing turn {n} …"), n=turn.number)
            else:
                _tell(terminal, turn, board=board)
    except KeyboardInterrupt:
        terminal.write("")
    terminal.tock()
    return last


def _tell(terminal: Terminal, turn: Turn, *, board: bool) -> None:
    show_words(terminal, turn)
    if board:
        from sleuth.cli.frame import board_lines

        for line in board_lines(turn.view, terminal.lang):
            terminal.print(line)
        if terminal.out.is_terminal:
            time.sleep(PAUSE)
    terminal.print("")


def _outcome(last: Turn) -> Outcome | None:
    assert last.view.scene is not None
    return last.view.scene.outcome


def _envelope(last: Turn) -> tuple[Card, ...]:
    """The referee sees every hand, so what is left is in the envelope; it stays shut in a stopped game."""
    return (Marks.of(last.view).solution or ()) if _outcome(last) else ()


def summary(match: Match, last: Turn, out: str | None) -> dict[str, object]:
    """What `--json` prints."""
    outcome, cards = _outcome(last), match.edition.cards
    return {
        "edition": match.edition.name,
        "players": list(match.names),
        "agents": list(match.agents),
        "rules": match.rules.words(match.edition.rules_for(len(match.names))),
        "seed": match.seed,
        "turns": last.number,
        "entries": len(last.view.record.entries),
        "outcome": outcome and outcome_dict(outcome, match.names),
        "envelope": [cards[card] for card in _envelope(last)] or None,
        "file": out,
    }


_AGAIN = {
    (True, True): N_("{n} turns; --seed {seed} plays this game again."),
    (True, False): N_("{n} turns; --seed {seed} deals these cards again."),
    (False, True): N_("Stopped after {n} turns; --seed {seed} plays the same game."),
    (False, False): N_("Stopped after {n} turns; --seed {seed} deals these cards again."),
}
"""What is said in the end, by whether the game did end, and whether its agents would do the same again."""


def _tell_end(terminal: Terminal, match: Match, last: Turn, out: str | None, *, told: bool) -> None:
    outcome = _outcome(last)
    if outcome is not None:
        _tell_solution(terminal, match, last, outcome, told=told)
    ended, same = outcome is not None, all(map(is_repeatable, match.agents))
    terminal.write(terminal.say(_AGAIN[ended, same], n=last.number, seed=match.seed))
    if out is not None:
        tell_file(terminal, match.names[0], out)
    elif outcome is None:
        terminal.write(terminal.say(N_("Nothing was saved.")))


def _tell_solution(terminal: Terminal, match: Match, last: Turn, outcome: Outcome, *, told: bool) -> None:
    if not told:
        terminal.write(describe_outcome(outcome, last.view.record.setup, terminal.lang))
    names = ", ".join(match.edition.card_name(card, terminal.lang) for card in _envelope(last))
    terminal.write(terminal.say(N_("In the envelope: {cards}."), cards=names))


def tell_file(terminal: Terminal, reader: str, out: str) -> None:
    terminal.write(
        terminal.say(N_("Saved as {file}."), file=out),
        terminal.say(N_("See it as {name} did:"), name=reader)
        + f" {program()} replay {shlex.quote(out)} --seat {shlex.quote(reader)} --step",
    )
