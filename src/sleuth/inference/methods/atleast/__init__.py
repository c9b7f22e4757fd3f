"""At-least constraints {l1 … ln}_m (Neller & Luo, section 3): a small library, and the method built on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sleuth.inference.methods import Findings, Step, Table, unweighted
from sleuth.inference.methods.atleast.cnf import Cnf, to_cnf
from sleuth.inference.methods.atleast.constraint import (
    AtLeast,
    Clause,
    Literal,
    assign,
    exactly,
    variables,
)
from sleuth.inference.methods.atleast.encoding import FACT, SEARCH, Encoding, encode
from sleuth.inference.methods.atleast.formats import read_dimacs, read_opb, write_dimacs, write_opb
from sleuth.inference.methods.atleast.propagation import Propagation, Trail, propagate
from sleuth.inference.methods.atleast.solver import Solver, count, entails
from sleuth.inference.problem import Problem

__all__ = [
    "AtLeast",
    "Clause",
    "Cnf",
    "Encoding",
    "Literal",
    "Propagation",
    "Solver",
    "Trail",
    "assign",
    "count",
    "encode",
    "entails",
    "exactly",
    "propagate",
    "read_dimacs",
    "read_opb",
    "solve",
    "to_cnf",
    "variables",
    "write_dimacs",
    "write_opb",
]


def solve(problem: Problem, *, complete: bool = True, table: bool = True) -> Findings:
    """Every provable cell, with the exact table and its deals; or only what unit propagation finds."""
    encoding = encode(unweighted(problem, "atleast"))
    found = propagate(encoding.constraints)
    solver = Solver(encoding.constraints)
    if not found.consistent or (complete and solver.model() is None):
        return Findings(complete=True, deals=0, trace=_trace(encoding, found, ()))
    if not complete:
        return Findings(encoding.proved(found.literals), trace=_trace(encoding, found, ()))
    backbone = solver.backbone()
    return Findings(
        encoding.proved(backbone),
        complete=True,
        deals=solver.count() if table else None,
        table=_table(encoding, solver) if table else None,
        trace=_trace(encoding, found, backbone.difference(found.literals)),
    )


def _table(encoding: Encoding, solver: Solver) -> Table:
    """Models are counted in whole numbers and divided once."""
    models, tally = solver.count(), solver.tally()
    share = [tally[variable] / models for variable in range(1, encoding.cards * encoding.places + 1)]
    return np.array(share).reshape(encoding.cards, encoding.places)


def _trace(encoding: Encoding, found: Propagation, searched: Iterable[Literal]) -> tuple[Step, ...]:
    """What propagation added to the given facts, step by step, and then what only the search could prove."""
    forced = zip(found.literals, found.reasons, strict=True)
    known = [(encoding.knowledge[reason], literal) for literal, reason in forced if reason is not None]
    steps = [(rule, literal) for rule, literal in known if rule != FACT]
    steps += [(SEARCH, literal) for literal in sorted(searched, key=abs)]
    return tuple(_step(encoding, rule, literal) for rule, literal in steps)


def _step(encoding: Encoding, rule: str, literal: Literal) -> Step:
    card, place = encoding.cell(literal)
    return Step(rule, place, (card,), literal > 0)
