"""`sleuth check`: is everything in these files possible?"""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from sleuth.casefile import read_file
from sleuth.cli.complaints import complain, source_line
from sleuth.cli.options import Json
from sleuth.cli.terminal import Terminal
from sleuth.errors import Contradiction, IllegalEvent, SleuthError
from sleuth.language import N_, say_many
from sleuth.record import Record
from sleuth.replay import is_full
from sleuth.replay import replay as replay_record
from sleuth.scene import Outcome

ABOUT = N_("Check case files: can it all be read, and can it have happened? A full record is played again.")
EXAMPLES = N_(
    "sleuth check friday.case  # one file\nsleuth check games/*.case --json  # many, one JSON object a line"
)
Files = Annotated[list[str], typer.Argument(metavar="FILE…", help=N_("Case files."))]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a file holds, as far as it is good, and the first thing that is wrong with it."""

    file: str
    record: Record | None
    failure: SleuthError | None = None
    outcome: Outcome | None = None
    full: bool = False

    def as_dict(self, lang: str) -> dict[str, object]:
        """What `--json` prints."""
        if self.failure is not None:
            return {"file": self.file, "error": self.failure.as_dict(lang)}
        assert self.record is not None
        setup, won = self.record.setup, self.outcome
        return {
            "file": self.file,
            "edition": setup.edition.name,
            "players": list(setup.players),
            "me": None if setup.me is None else setup.players[setup.me],
            "full": self.full,
            "entries": len(self.record.entries),
            "outcome": won and outcome_dict(won, setup.players),
        }


def outcome_dict(outcome: Outcome, players: Sequence[str]) -> dict[str, object]:
    """Who won and why, for a program to read."""
    winner = None if outcome.winner is None else players[outcome.winner]
    return {"winner": winner, "why": outcome.why.value}


def check(ctx: typer.Context, files: Files, json: Json = False) -> int:
    """Check each file and say what is wrong with it."""
    terminal: Terminal = ctx.obj
    verdicts = []
    for file in files:
        verdict = examine(file)
        verdicts.append(verdict)
        if verdict.record:
            terminal.speak_of(verdict.record.setup.edition)
        if json:
            terminal.write(jsonlib.dumps(verdict.as_dict(terminal.lang), ensure_ascii=False))
        else:
            report(terminal, verdict)
    return 2 if any(verdict.failure for verdict in verdicts) else 0


def examine(file: str) -> Verdict:
    """Read a file and, if it tells the whole deal, play it again."""
    reading = read_file(file)
    record = reading.record
    if record is None or reading.failure is not None:
        return Verdict(file, record, reading.failure)
    if not is_full(record):
        return Verdict(file, record, _contradiction(file, record))
    try:
        outcome = replay_record(record).whole().outcome
    except IllegalEvent as wrong:
        wrong.file, wrong.line = file, reading.lines[wrong.entry - 1]
        return Verdict(file, record, wrong, full=True)
    return Verdict(file, record, outcome=outcome, full=True)


def _contradiction(file: str, record: Record) -> Contradiction | None:
    """What a notebook cannot know all at once; whoever saw less than everything has to be reasoned with."""
    from sleuth.inference.constraints import problem_of, written
    from sleuth.inference.counting import satisfiable
    from sleuth.inference.notebook import contradiction

    known = written(record)
    if satisfiable(problem_of(record.setup, known)):
        return None
    found = contradiction(record.setup, known)
    found.file = file
    return found


def report(terminal: Terminal, verdict: Verdict) -> None:
    """Say what is wrong with a file, or that nothing is."""
    if verdict.failure is not None:
        complain(terminal, verdict.failure, hint=_hint(terminal, verdict))
        return
    terminal.write(f"{verdict.file}: {_praise(terminal, verdict)}")


def _praise(terminal: Terminal, verdict: Verdict) -> str:
    assert verdict.record is not None
    setup, n = verdict.record.setup, len(verdict.record.entries)
    edition = setup.edition.title(terminal.lang)
    entries = say_many(terminal.lang, "{n} entry", "{n} entries", n)
    if verdict.full:
        what = N_("fine: a full record of {edition}, {entries}.")
    elif setup.me is not None:
        what = N_("fine: {name}’s notebook of {edition}, {entries}.")
    else:
        what = N_("fine: what everyone saw of {edition}, {entries}.")
    name = "" if setup.me is None else setup.players[setup.me]
    return terminal.say(what, name=name, edition=edition, entries=entries)


def _hint(terminal: Terminal, verdict: Verdict) -> str:
    """What to do next, if there is a line to be mended."""
    failure = verdict.failure
    if failure is None or not source_line(failure):
        return ""
    good = failure.entry - 1 if isinstance(failure, IllegalEvent) else _entries(verdict)
    if good < 1:
        return terminal.say(N_("Mend this line and check again."))
    return say_many(
        terminal.lang,
        "Mend this line; the entry before it is fine.",
        "Mend this line; the {n} entries before it are fine.",
        good,
    )


def _entries(verdict: Verdict) -> int:
    return len(verdict.record.entries) if verdict.record else 0
