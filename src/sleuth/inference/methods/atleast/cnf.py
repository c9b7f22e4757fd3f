"""At-least constraints as plain clauses: the paper's direct encoding, and a circuit that stays small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Literal as OneOf

from sleuth.inference.methods.atleast.constraint import AtLeast, Clause, Literal


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula of plain clauses on the variables 1 … `variables`."""

    variables: int
    clauses: tuple[Clause, ...]

    def constraints(self) -> tuple[AtLeast, ...]:
        """The clauses as at-least constraints with m = 1."""
        return tuple(AtLeast(tuple(dict.fromkeys(clause))) for clause in self.clauses)


def to_cnf(
    constraints: Iterable[AtLeast], variables: int, encoding: OneOf["direct", "circuit"] = "direct"
) -> Cnf:
    """Clauses with the same models; the circuit brings new variables that every model determines."""
    fresh = count(variables + 1)
    clauses: list[Clause] = []
    for constraint in constraints:
        direct = encoding == "direct" or constraint.m <= 1 or constraint.m >= len(constraint.literals)
        clauses += constraint.clauses() if direct else _circuit(constraint, fresh.__next__)
    return Cnf(next(fresh) - 1, tuple(clauses))


def _circuit(constraint: AtLeast, fresh: Callable[[], int]) -> Iterator[Clause]:
    """Row i has a variable for every useful j that says: at least j of the first i literals are true."""
    n, m = len(constraint.literals), constraint.m
    above: dict[int, int] = {}
    for i, literal in enumerate(constraint.literals, 1):
        row = {}
        for j in range(max(1, m - (n - i)), min(i, m) + 1):
            row[j] = fresh()
            yield from _define(row[j], literal, above.get(j), above[j - 1] if j > 1 else None)
        above = row
    yield (above[m],)


def _define(out: int, literal: Literal, stay: int | None, step: int | None) -> Iterator[Clause]:
    """out = stay or (literal and step), where a missing `stay` is false and a missing `step` is true."""
    stays: Clause = () if stay is None else (stay,)
    yield (-out, *stays, literal)
    if step is not None:
        yield (-out, *stays, step)
    if stay is not None:
        yield (out, -stay)
    yield (out, -literal) if step is None else (out, -literal, -step)
