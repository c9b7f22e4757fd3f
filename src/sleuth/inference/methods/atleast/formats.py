"""Formulas as files that other solvers read: DIMACS CNF and OPB (pseudo-Boolean)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sleuth.errors import Unreadable
from sleuth.inference.methods.atleast.cnf import Cnf
from sleuth.inference.methods.atleast.constraint import AtLeast, Literal
from sleuth.language import N_

_TERM = re.compile(r"([+-]?\d+)\s+(~?)x([1-9]\d*)\s*", re.ASCII)
_LINE = re.compile(r"(?P<sum>[^<>=]*)(?P<relation>>=|=)\s*(?P<degree>[+-]?\d+)\s*;?\s*", re.ASCII)


def write_dimacs(cnf: Cnf, comments: Iterable[str] = ()) -> str:
    """The clauses as a DIMACS CNF file."""
    lines = [f"c {comment}" for comment in comments]
    lines.append(f"p cnf {cnf.variables} {len(cnf.clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in cnf.clauses]
    return "\n".join(lines) + "\n"


def read_dimacs(text: str) -> Cnf:
    """The clauses of a DIMACS CNF file; a clause may run over several lines."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("c")]
    header = re.fullmatch(r"p\s+cnf\s+(\d+)\s+(\d+)\s*", lines[0]) if lines else None
    if header is None:
        raise Unreadable(N_("A DIMACS file begins with “p cnf VARIABLES CLAUSES”."))
    cnf = Cnf(int(header[1]), tuple(_clauses(" ".join(lines[1:]).split())))
    biggest = max((abs(x) for clause in cnf.clauses for x in clause), default=0)
    if len(cnf.clauses) != int(header[2]) or biggest > cnf.variables:
        raise Unreadable(N_("The clauses of this DIMACS file do not fit its header."))
    return cnf


def _clauses(words: Sequence[str]) -> Iterator[tuple[Literal, ...]]:
    clause: list[Literal] = []
    for word in words:
        if not re.fullmatch(r"-?\d+", word, re.ASCII):
            raise Unreadable(N_("“{word}” is not a literal."), word=word)
        if int(word):
            clause.append(int(word))
        else:
            yield tuple(clause)
            clause = []
    if clause:
        raise Unreadable(N_("The last clause of this DIMACS file has no 0 at its end."))


def write_opb(constraints: Sequence[AtLeast], variables: int, comments: Iterable[str] = ()) -> str:
    """The constraints as an OPB file; a negated literal is written 1 - x, which every reader understands."""
    lines = [f"* #variable= {variables} #constraint= {len(constraints)}"]
    lines += [f"* {comment}" for comment in comments]
    lines += map(_linear, constraints)
    return "\n".join(lines) + "\n"


def _linear(constraint: AtLeast) -> str:
    terms = [f"{'+' if literal > 0 else '-'}1 x{abs(literal)}" for literal in constraint.literals]
    degree = constraint.m - sum(literal < 0 for literal in constraint.literals)
    return f"{' '.join(terms) or '+0 x1'} >= {degree} ;"  # the format knows no empty sum


def read_opb(text: str) -> tuple[AtLeast, ...]:
    """The constraints of an OPB file with coefficients 1 and -1; an equation becomes two constraints."""
    constraints: list[AtLeast] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("*"):
            constraints += _constraint(line, number)
    return tuple(constraints)


def _constraint(line: str, number: int) -> Iterator[AtLeast]:
    written = _LINE.fullmatch(line)
    terms = [(int(c), -int(x) if tilde else int(x)) for c, tilde, x in _TERM.findall(line)]
    if written is None or _TERM.sub("", written["sum"]).strip() or any(abs(c) > 1 for c, _ in terms):
        sentence = N_("This is not a constraint with coefficients 1 and -1: {text}")
        raise Unreadable(sentence, text=line.strip()).at(number)
    degree = int(written["degree"])
    yield _at_least(terms, degree)
    if written["relation"] == "=":
        yield _at_least([(-c, x) for c, x in terms], -degree)


def _at_least(terms: Iterable[tuple[int, Literal]], degree: int) -> AtLeast:
    """c·x with c = -1 is (1 - x) - 1: the opposite literal, and one more to reach."""
    literals = tuple(c * x for c, x in terms if c)
    return AtLeast(literals, max(degree + sum(c < 0 for c, _ in terms), 0))
