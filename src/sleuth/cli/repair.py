"""`sleuth repair`: what a contradictory record should have said."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.casefile import dumps, load
from sleuth.cli.errors import BadUsage
from sleuth.cli.files import write_atomically
from sleuth.cli.options import Json, whole_number
from sleuth.cli.terminal import Terminal
from sleuth.language import N_
from sleuth.notation import format_entry

if TYPE_CHECKING:
    from sleuth.inference.repair import Repair
    from sleuth.record import Record

ABOUT = N_(
    "Find the slip in a record that cannot be true: every single change that mends it, likeliest first."
)
EXAMPLES = N_(
    "sleuth repair friday.case  # what may have been meant\n"
    "sleuth repair friday.case --apply 1 --out mended.case  # strike the entry and write it anew"
)
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("A case file."))]
Top = Annotated[str, typer.Option("--top", help=N_("How many repairs to list."))]
Apply = Annotated[str, typer.Option("--apply", help=N_("Apply the repair with this number."))]
Out = Annotated[str, typer.Option("--out", "-o", help=N_("Where to write the mended record."))]


def repair(
    ctx: typer.Context, file: File, top: Top = "5", apply: Apply = "", out: Out = "", json: Json = False
) -> None:
    """List the repairs, or apply one."""
    from sleuth.inference.repair import repairs

    terminal: Terminal = ctx.obj
    record = load(file)
    offered = repairs(record)
    if apply:
        _apply(terminal, record, offered, whole_number(apply), out)
    elif json:
        rows = [as_dict(record, one, terminal.lang) for one in offered[: whole_number(top)]]
        terminal.write(jsonlib.dumps({"file": file, "repairs": rows}, ensure_ascii=False))
    else:
        _list(terminal, record, offered[: whole_number(top)])


def as_dict(record: Record, repair: Repair, lang: str) -> dict[str, object]:
    """A repair for a program to read: which entry, what it becomes, and how plausible that is."""
    setup = record.setup
    return {
        "entry": repair.entry,
        "kind": repair.kind,
        "instead": format_entry(repair.events, setup) if repair.events else None,
        "probability": repair.probability,
        "text": repair.text(setup, lang, you=setup.me),
    }


def _list(terminal: Terminal, record: Record, offered: Sequence[Repair]) -> None:
    from rich.text import Text

    if not offered:
        terminal.write(_nothing_offered(terminal, record))
        return
    for number, repair in enumerate(offered, 1):
        text = repair.text(record.setup, terminal.lang, you=record.setup.me)
        terminal.print(Text.assemble((f"{number:2}. {repair.probability:4.0%}  ", "accent"), text))


def _nothing_offered(terminal: Terminal, record: Record) -> str:
    """Why there is no repair: none is needed, or one is not enough."""
    from sleuth.inference.constraints import problem_of, written
    from sleuth.inference.counting import satisfiable
    from sleuth.inference.notebook import contradiction

    known = written(record)
    if not satisfiable(problem_of(record.setup, known)):
        wrong = contradiction(record.setup, known)
        sentence = N_("{wrong} No single change mends that: more than one entry is mistaken.")
        return terminal.say(sentence, wrong=wrong.text(terminal.lang))
    return terminal.say(N_("This record adds up; there is nothing to mend."))


def _apply(terminal: Terminal, record: Record, offered: Sequence[Repair], number: int, out: str) -> None:
    if not 1 <= number <= len(offered):
        raise BadUsage(N_("There is no repair {number}; {n} are on offer."), number=number, n=len(offered))
    mended = dumps(offered[number - 1].apply(record))
    if not out:
        terminal.write(mended.rstrip("\n"))
        return
    write_atomically(Path(out), mended)
    terminal.write(terminal.say(N_("Mended and saved as {path}."), path=out))
