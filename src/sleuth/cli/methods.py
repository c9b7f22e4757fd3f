"""`sleuth solve --method`: a case solved the way a paper did it, with its steps."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from sleuth.casefile import load
from sleuth.cli.complaints import complain
from sleuth.cli.errors import BadUsage
from sleuth.cli.terminal import Terminal
from sleuth.errors import SleuthError
from sleuth.language import N_, numeral, say
from sleuth.view import View

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.inference.methods import Findings, Step
    from sleuth.inference.methods.wambach import Info, Line
    from sleuth.inference.problem import Problem
    from sleuth.setup import Setup

MethodOption = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="NAME",
        help=N_("A published method instead: wambach, wambach-plus, atleast, dancing or walksat."),
    ),
]
Steps = Annotated[bool, typer.Option("--steps", help=N_("With --method: show its work, rule by rule."))]
TITLES = {
    "wambach": N_("Wambach’s method, as printed"),
    "wambach-plus": N_("Wambach’s method with hand sizes and categories"),
    "atleast": N_("At-least constraints"),
    "dancing": N_("Dancing links, deal by deal"),
    "walksat": N_("Search and sample (Algorithm 2)"),
}
OUT_OF, SIGNS = "∖", {True: "✓", False: "·"}


@dataclass(frozen=True, slots=True)
class Work:
    """What a method found and how."""

    method: str
    findings: Findings
    steps: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()


Solver: TypeAlias = Callable[[View, str], Work]


def solve_files(
    terminal: Terminal, files: Sequence[str], seat: str, method: str, *, steps: bool, json: bool
) -> int:
    """Solve each file by one method; what is wrong with one does not stop the others."""
    _check(method)
    failures = 0
    for file in files:
        name = {"file": file} if len(files) > 1 else {}
        try:
            view = load(file).view(seat or None)
            terminal.speak_of(view.record.setup.edition)
            work = solve_by(view, method, terminal.lang)
            if json:
                terminal.write(jsonlib.dumps(name | as_dict(view, work), ensure_ascii=False))
            else:
                tell(terminal, view, work, steps=steps)
        except SleuthError as error:
            failures += 1
            if json:
                terminal.write(
                    jsonlib.dumps(name | {"error": error.as_dict(terminal.lang)}, ensure_ascii=False)
                )
            else:
                complain(terminal, error, file)
    return 2 if failures else 0


def _check(method: str) -> None:
    if method not in TITLES:
        known = ", ".join(TITLES)
        raise BadUsage(N_("There is no method “{word}”; the methods are: {known}."), word=method, known=known)


def solve_by(view: View, method: str, lang: str) -> Work:
    """Solve a view by the method of this name."""
    solvers: dict[str, Solver] = {
        "wambach": lambda view, lang: _wambach(view, lang, plus=False),
        "wambach-plus": lambda view, lang: _wambach(view, lang, plus=True),
        "atleast": _atleast,
        "dancing": _dancing,
        "walksat": _walksat,
    }
    return solvers[method](view, lang)


def _problem(view: View) -> Problem:
    from sleuth.inference.constraints import clues, problem_of

    return problem_of(view.record.setup, clues(view))


def _wambach(view: View, lang: str, *, plus: bool) -> Work:
    from sleuth.inference.methods import Findings
    from sleuth.inference.methods.wambach import decided, work

    sheet = work(view, hand_sizes=plus, categories=plus)
    setup = view.record.setup
    steps = tuple(_line(line, setup, lang) for line in sheet.lines)
    sets = say(lang, N_("E holds {e} tuples, M {m}, N {n}."), e=len(sheet.e), m=len(sheet.m), n=len(sheet.n))
    names = ", ".join(setup.edition.card_name(card, lang) for card in sorted(sheet.solution))
    found = say(lang, N_("Solution cards found: {cards}."), cards=names or "–")
    name = "wambach-plus" if plus else "wambach"
    return Work(name, Findings(dict(decided(sheet))), steps, (sets, found))


def _line(line: Line, setup: Setup, lang: str) -> str:
    """A line of the work: the set, the tuple that came or went, and the rule."""
    sign = OUT_OF if line.removed else "+"
    because = ", ".join(written(info, setup, lang) for info in line.because)
    rule = say(lang, line.rule.value)
    return f"{line.where} {sign} {written(line.info, setup, lang)}  {rule}" + (
        f"  [{because}]" if because else ""
    )


def written(info: Info, setup: Setup, lang: str) -> str:
    """A tuple as the paper writes it: (-, Knife, -, Ben)."""
    cards = ["-" if card is None else setup.edition.card_name(card, lang) for card in info.slots]
    return f"({', '.join([*cards, setup.place_name(info.holder)])})"


def _atleast(view: View, lang: str) -> Work:
    from sleuth.inference.methods.atleast import encode, solve

    problem = _problem(view)
    findings = solve(problem)
    size = say(
        lang,
        N_("{n} constraints on {cells} cells."),
        n=len(encode(problem).constraints),
        cells=problem.cards * problem.places,
    )
    steps = tuple(_step(step, view.record.setup, lang) for step in findings.trace)
    return Work("atleast", findings, steps, (size, _deals(findings, lang)))


def _step(step: Step, setup: Setup, lang: str) -> str:
    """A step of propagation: a tick or a cross for a cell, and the knowledge that forced it."""
    cards = ", ".join(setup.edition.card_name(card, lang) for card in step.cards)
    place = setup.place_name(setup.places[step.place])
    sign = "✓" if step.here else "✗"
    return f"{sign} ({cards}, {place})  {say(lang, step.rule)}"


def _dancing(view: View, lang: str) -> Work:
    from sleuth.inference.methods.dancing import CAP, solve

    findings = solve(_problem(view))
    if findings.complete:
        return Work("dancing", findings, (), (_deals(findings, lang),))
    gave_up = say(
        lang,
        N_("There are more than {cap} deals: it gave up counting, as the paper did."),
        cap=numeral(lang, CAP),
    )
    return Work("dancing", findings, (), (gave_up,))


def _walksat(view: View, lang: str) -> Work:
    import numpy as np

    from sleuth.inference.counting import count
    from sleuth.inference.methods.walksat import ITERATIONS, rmsd, solve

    problem, runs = _problem(view), 10
    findings = solve(problem, rng=np.random.default_rng(0), runs=runs)
    size = say(lang, N_("{runs} walks of {steps} steps."), runs=runs, steps=numeral(lang, ITERATIONS))
    if findings.table is None:
        return Work("walksat", findings, (), (size, say(lang, N_("No deal was found."))))
    off = rmsd(findings.table, count(problem).chance)
    error = say(
        lang,
        N_("Error against the exact table: {off} on average over the open cells."),
        off=numeral(lang, off, 5),
    )
    return Work("walksat", findings, (), (size, error))


def _deals(findings: Findings, lang: str) -> str:
    if findings.deals == 1:
        return say(lang, N_("One deal is possible."))
    return say(lang, N_("{deals} deals fit."), deals=numeral(lang, findings.deals or 0))


def tell(terminal: Terminal, view: View, work: Work, *, steps: bool) -> None:
    """The steps if wanted, the table, and a summary."""
    from rich.text import Text

    terminal.print(Text(terminal.say(TITLES[work.method]), "title"))
    if steps and not work.steps:
        terminal.print(
            Text(terminal.say(N_("This method has no steps to tell: it counts or samples.")), "quiet")
        )
    for number, step in enumerate(work.steps if steps else (), 1):
        terminal.print(Text.assemble((f"{number:5}  ", "quiet"), step))
    terminal.out.print(_table(view.record.setup, work.findings, terminal.lang))
    for line in (*work.summary, *_share(view, work.findings, terminal.lang)):
        terminal.print(line)


def _share(view: View, findings: Findings, lang: str) -> Iterator[str]:
    """How many of the provable cells the method has found."""
    from sleuth.inference.notebook import infer

    provable = len(infer(view).facts)
    yield say(
        lang, N_("Decided: {found} of the {provable} cells that can be proved."),
        found=len(findings.proved), provable=provable,
    )  # fmt: skip


def _table(setup: Setup, findings: Findings, lang: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="accent")
    table.add_column("")
    for place in setup.places:
        table.add_column(setup.place_name(place), justify="center")
    for card in range(len(setup.edition.cards)):
        cells = [_cell(findings, card, place, lang) for place in range(len(setup.places))]
        table.add_row(setup.edition.card_name(card, lang), *cells)
    return table


def _cell(findings: Findings, card: int, place: int, lang: str) -> str:
    """A certain cell as a sign; else the percentage, with its standard error if it is an estimate."""
    if (card, place) in findings.proved:
        return SIGNS[findings.proved[card, place]]
    if findings.table is None:
        return ""
    percent = numeral(lang, 100 * findings.table[card, place], 1)
    if findings.error is None:
        return percent
    return f"{percent} ±{numeral(lang, 100 * findings.error[card, place], 1)}"


def as_dict(view: View, work: Work) -> dict[str, object]:
    """What `--json` prints."""
    setup, findings = view.record.setup, work.findings
    places = [setup.place_name(place) for place in setup.places]
    proved: dict[str, dict[str, bool]] = {}
    for (card, place), holds in sorted(findings.proved.items()):
        proved.setdefault(setup.edition.cards[card], {})[places[place]] = holds
    tables = {"probability": findings.table, "error": findings.error}
    return {
        "method": work.method,
        "deals": findings.deals,
        "complete": findings.complete,
        "proved": proved,
        **{
            name: {
                card: dict(zip(places, row, strict=True))
                for card, row in zip(setup.edition.cards, table.tolist(), strict=True)
            }
            for name, table in tables.items()
            if table is not None
        },
        "steps": list(work.steps),
    }
