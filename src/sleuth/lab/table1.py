"""Neller & Luo's Table 1, cell by cell: exact, Algorithm 1 and Algorithm 2, ours beside theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.casefile import load
from sleuth.inference.methods import Table
from sleuth.inference.methods.walksat import ALGORITHM_1, ALGORITHM_2, Search
from sleuth.inference.notebook import infer
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Figure, Grid, Prose, Report
from sleuth.language import N_
from sleuth.record import Record

PUBLISHED = Path(__file__).parent / "published"
ALGORITHMS = {"Algorithm 1": ("c", ALGORITHM_1), "Algorithm 2": ("d", ALGORITHM_2)}


@dataclass(frozen=True, slots=True)
class Parameters:
    """How often each algorithm is run; the paper prints a single run."""

    runs: int = 200
    iterations: int = 100_000
    seed: int = 2017


def units(parameters: Parameters) -> Sequence[str]:  # noqa: ARG001 - the same for all sizes
    """Exact inference and the two algorithms."""
    return ["exact", *ALGORITHMS]


def work(parameters: Parameters, unit: str) -> Result:
    """The table of one method: its mean over all runs, and how much a single run scatters."""
    notebook = infer(record().view())
    if unit == "exact":
        return {"deals": notebook.deals, "counts": notebook.tally.table.tolist()}
    rng = np.random.default_rng([parameters.seed, [*ALGORITHMS].index(unit)])
    search = Search(notebook.problem)
    runs = [search.run(rng, ALGORITHMS[unit][1], parameters.iterations) for _ in range(parameters.runs)]
    tables = np.array([run.table for run in runs])
    return {
        "mean": tables.mean(axis=0).round(6).tolist(),
        "scatter": tables.std(axis=0).round(6).tolist(),
        "samples": float(np.mean([run.samples for run in runs])),
        "distinct": float(np.mean([run.distinct for run in runs])),
    }


def record() -> Record:
    """Table 1(a): ten questions, seen by Mustard."""
    return load(PUBLISHED / "table1.case")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed table: its numbers, with misprints put right, as (rows, columns)."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    table: Table
    misprints: tuple[Mapping[str, str], ...]


@cache
def printed(name: str) -> Printed:
    """Table 1(b), (c) or (d)."""
    text = tomllib.loads((PUBLISHED / "table1.toml").read_text("utf-8"))
    lines = [line.split() for line in text[name].strip().splitlines()]
    rows, columns = tuple(line[0] for line in lines), tuple(text["columns"])
    table = np.array([[_number(word) for word in line[1:]] for line in lines])
    misprints = tuple(slip for slip in text["misprints"] if slip["table"] == name)
    for slip in misprints:
        cell = rows.index(slip["row"]), columns.index(slip["column"])
        assert table[cell] == float(slip["printed"])
        table[cell] = float(slip["meant"])
    return Printed(rows, columns, table, misprints)


def _number(word: str) -> float:
    return float({"O": "1", "X": "0"}.get(word, word))


def in_print_order(table: Table) -> Table:
    """Our table with the rows in the paper's order; the places are in its order already."""
    edition = record().setup.edition
    return table[[edition.card(word) for word in printed("b").rows]]


def report(parameters: Parameters, results: Results) -> Report:
    """The tables beside each other."""
    exact = in_print_order(np.array(results["exact"]["counts"])) / results["exact"]["deals"]
    ours = {name: in_print_order(np.array(results[name]["mean"])) for name in ALGORITHMS}
    theirs = {name: printed(table).table for name, (table, _) in ALGORITHMS.items()}
    wrong = int((exact.round(2) != printed("b").table).sum())
    errors = _errors(exact, ours, theirs)
    white = next(row for row in errors if row[0] == "White row, largest")
    lead = (
        f"Exact inference finds {results['exact']['deals']:,} deals and equals the printed table in "
        f"{147 - wrong} of 147 cells at two decimals. In the White row the worst mean error falls from "
        f"{white[1]:.3f} with Algorithm 1 to {white[3]:.3f} with Algorithm 2, as the paper observed."
    )
    return Report(
        "Table 1: one position, three ways to know it",
        lead,
        (
            Prose("What was asked", _QUESTION),
            _exact_grid(exact),
            *(_estimates(name, exact, ours[name], theirs[name]) for name in ALGORITHMS),
            Grid("errors", "How far from the exact table", _ERROR_HEAD, errors, 4),
            Figure("errors", _FIGURE, lambda canvas: _draw(canvas, exact, ours, theirs), (7, 3.6)),
            Prose("How to read it", _reading(parameters, results)),
            _cells(exact, ours, results),
        ),
    )


_QUESTION = (
    "Section 4.3 of Neller and Luo's “Mixed logical and probabilistic reasoning in the game of Clue” "
    "prints one position three times: with exact probabilities, (b), and as estimated by two "
    "search-and-sample algorithms, (c) and (d). Ten questions have been seen by Mustard, eleven cards are "
    "open.",
    "We count all deals exactly, and let our own Algorithms 1 and 2 walk the same 100,000 steps. "
    "“O” is certainly here, “X” certainly not.",
)
_FIGURE = (
    "Errors of all open cells: what the paper printed (one run, two decimals) and the mean of our runs. "
    "The mean does not shrink with more runs: what is left is bias, and the same cells are wrong in print "
    "and here."
)
_ERROR_HEAD = ("measure", "Algorithm 1, ours", "in print", "Algorithm 2, ours", "in print ")


def _exact_grid(exact: Table) -> Grid:
    paper = printed("b")
    rows = [[name, *map(_sign, row)] for name, row in zip(paper.rows, exact, strict=True)]
    same = exact.round(2) == paper.table
    caption = f"Table 1(b), exact, ours: {int(same.sum())} of {same.size} cells equal the print"
    return Grid("exact", caption, ("card", *paper.columns), rows)


def _sign(chance: float) -> str:
    return "O" if chance == 1 else "X" if chance == 0 else f"{chance:.2f}"


def _estimates(name: str, exact: Table, ours: Table, theirs: Table) -> Grid:
    """Only the rows of open cards; each cell is ours, then theirs."""
    paper, table = printed(ALGORITHMS[name][0]), ALGORITHMS[name][0]
    open_rows = [i for i in range(len(paper.rows)) if ((exact[i] > 0) & (exact[i] < 1)).any()]
    rows = [
        [paper.rows[i], *(_pair(exact[i, k], ours[i, k], theirs[i, k]) for k in range(exact.shape[1]))]
        for i in open_rows
    ]
    caption = f"Table 1({table}), {name}: ours / print; the darker, the farther ours is from exact"
    return Grid(
        f"algorithm-{name[-1]}",
        caption,
        ("card", *paper.columns),
        rows,
        shade=lambda row, k: 0.0 if k == 0 else abs(ours - exact)[open_rows[row], k - 1] / 0.1,
    )


def _pair(exact: float, ours: float, theirs: float) -> str:
    return _sign(exact) if exact in (0, 1) else f"{ours:.2f} / {theirs:.2f}"


def _errors(exact: Table, ours: Mapping[str, Table], theirs: Mapping[str, Table]) -> list[list[Any]]:
    open_cells = (exact > 0) & (exact < 1)
    row = printed("b").rows.index("wh")
    white = np.zeros_like(open_cells)
    white[row] = open_cells[row]
    peacock = np.zeros_like(open_cells)
    peacock[:, 4] = open_cells[:, 4]
    measures: dict[str, Callable[[Table], float]] = {
        "root mean square, open cells": lambda e: float(np.sqrt((e[open_cells] ** 2).mean())),
        "largest, open cells": lambda e: float(np.abs(e[open_cells]).max()),
        "White row, root mean square": lambda e: float(np.sqrt((e[white] ** 2).mean())),
        "White row, largest": lambda e: float(np.abs(e[white]).max()),
        "Peacock column, largest": lambda e: float(np.abs(e[peacock]).max()),
    }
    tables = [table for name in ALGORITHMS for table in (ours[name], theirs[name])]
    return [[name, *(measure(table - exact) for table in tables)] for name, measure in measures.items()]


def _reading(parameters: Parameters, results: Results) -> tuple[str, ...]:
    slips = "; ".join(
        f"({s['table']}) row {s['row']}, column {s['column']}: {s['printed']} must be {s['meant']}"
        for s in (*printed("c").misprints, *printed("d").misprints)
    )
    found = ", ".join(
        f"{name} {results[name]['samples']:,.0f} samples of which {results[name]['distinct']:,.0f} differ"
        for name in ALGORITHMS
    )
    return (
        f"Ours is the mean of {parameters.runs} runs of {parameters.iterations:,} steps each ({found}), so "
        "chance is nearly gone and what remains is the bias of the walk. The print is one run rounded to "
        "two decimals.",
        f"Misprints put right before comparing: {slips}. A row must add up to 1.",
    )


def _cells(exact: Table, ours: Mapping[str, Table], results: Results) -> Grid:
    """Every open cell with everything there is to know about it."""
    paper, scatter = printed("b"), {n: in_print_order(np.array(results[n]["scatter"])) for n in ALGORITHMS}
    rows = []
    for i, k in np.argwhere((exact > 0) & (exact < 1)):
        row: list[Any] = [
            f"{paper.rows[i]} in {paper.columns[k]}",
            float(exact[i, k]),
            float(paper.table[i, k]),
        ]
        for name, (table, _) in ALGORITHMS.items():
            mean = float(ours[name][i, k])
            row += [mean, float(scatter[name][i, k]), float(printed(table).table[i, k])]
            row.append(mean - float(exact[i, k]))
        rows.append(row)
    head = ["cell", "exact", "print"]
    for name in ALGORITHMS:
        head += [f"{name}: mean", "scatter of a run", "print", "mean − exact"]
    return Grid("cells", "All open cells", tuple(head), rows)


def _draw(canvas: Any, exact: Table, ours: Mapping[str, Table], theirs: Mapping[str, Table]) -> None:
    open_cells = (exact > 0) & (exact < 1)
    left, right = canvas.subplots(1, 2, sharey=True)
    for axes, (name, table) in zip((left, right), ours.items(), strict=True):
        order = np.argsort((table - exact)[open_cells])
        ranks = np.arange(len(order))
        axes.axhline(0, color="#2b2a26", linewidth=0.8)
        axes.bar(ranks, (table - exact)[open_cells][order], color="#9a6b1f", label="ours, mean of all runs")
        axes.plot(ranks, (theirs[name] - exact)[open_cells][order], ".", color="#2f5d50", label="in print")
        axes.set_title(name, loc="left", fontsize=10)
        axes.set_xlabel("open cells, by our error")
    left.set_ylabel("estimate − exact")
    right.legend(loc="upper left")


EXPERIMENTS = (
    Experiment(
        "table1",
        N_("The paper’s Table 1, cell by cell: exact, Algorithm 1 and Algorithm 2, ours beside the print."),
        full=Parameters(),
        small=Parameters(runs=8),
        units=units,
        work=work,
        report=report,
        minutes=0.3,
    ),
)
