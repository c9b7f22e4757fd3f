"""Exported files, read and solved by python-sat: an independent solver agrees on every literal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver as Independent

from sleuth.inference.methods.atleast import Solver, encode, read_opb, to_cnf, write_dimacs, write_opb
from tests.methods.states import CLASSIC, random_state


def entailed(solver: Any, variables: int) -> set[int]:
    """Every literal on these variables that the other solver proves."""
    literals = [sign * v for v in range(1, variables + 1) for sign in (1, -1)]
    return {literal for literal in literals if not solver.solve(assumptions=[-literal])}


@pytest.mark.parametrize("seed", range(100))
def test_python_sat_agrees_on_every_entailed_literal(seed: int) -> None:
    rng = Random(seed)
    problem = random_state(rng, rng.randint(3, 6), CLASSIC, rng.randint(0, 30), rng.randint(0, 3))
    constraints = encode(problem).constraints
    cells = problem.cards * problem.places
    ours = Solver(constraints).backbone()
    with Independent(
        "cadical153", bootstrap_with=CNF(from_string=write_dimacs(to_cnf(constraints, cells, "circuit")))
    ) as cdcl:
        assert entailed(cdcl, cells) == ours
    with Independent("minicard") as native:
        for c in read_opb(write_opb(constraints, cells)):
            native.add_atmost([-literal for literal in c.literals], len(c.literals) - c.m)
        assert entailed(native, cells) == ours


def test_python_sat_agrees_on_the_direct_encoding_of_a_six_player_game() -> None:
    constraints = encode(random_state(Random(6), 6, CLASSIC, 12)).constraints
    text = write_dimacs(to_cnf(constraints, 147, "direct"))
    with Independent("cadical153", bootstrap_with=CNF(from_string=text)) as cdcl:
        assert entailed(cdcl, 147) == Solver(constraints).backbone()
