"""At-least constraints {l1 … ln}_m: at least m of the n literals are true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from sleuth.errors import Unreadable
from sleuth.language import N_

Literal: TypeAlias = int
"""A variable's number, counted from 1; negative where the variable is negated, as in DIMACS files."""

Clause: TypeAlias = tuple[Literal, ...]
"""A plain disjunction: at least one of these literals is true."""

_WRITTEN = re.compile(r"\s*\{(?P<literals>[-\d\s,]*)\}(?:_(?P<m>\d+))?\s*", re.ASCII)
_LITERAL = re.compile(r"-?[1-9]\d*", re.ASCII)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least `m` of the `literals` are true."""

    literals: tuple[Literal, ...]
    m: int = 1

    def __post_init__(self) -> None:
        if 0 in self.literals or len(set(self.literals)) < len(self.literals) or self.m < 0:
            raise ValueError(f"not a set of literals and a count: {self.literals}, {self.m}")

    def __str__(self) -> str:
        return f"{{{' '.join(map(str, self.literals))}}}_{self.m}"

    @classmethod
    def parse(cls, text: str) -> AtLeast:
        """The constraint written as `{1 -2 3}_2`; commas are allowed, and without `_m` it is a clause."""
        written = _WRITTEN.fullmatch(text)
        words = written["literals"].replace(",", " ").split() if written else []
        if not written or not all(map(_LITERAL.fullmatch, words)) or len(set(words)) < len(words):
            raise Unreadable(
                N_("“{text}” is not an at-least constraint; one looks like {{1 -2 3}}_2."), text=text
            )
        return cls(tuple(map(int, words)), int(written["m"] or 1))

    def holds(self, true: set[Literal] | frozenset[Literal]) -> bool:
        """Whether a complete assignment, given by its true literals, satisfies this constraint."""
        return sum(literal in true for literal in self.literals) >= self.m

    def clauses(self) -> Iterator[Clause]:
        """The paper's direct encoding: of every n - m + 1 literals, one is true."""
        return combinations(self.literals, max(len(self.literals) - self.m + 1, 0)) if self.m else iter(())


def exactly(literals: Iterable[Literal], m: int) -> tuple[AtLeast, AtLeast]:
    """Exactly m of the literals are true: at least m are, and at least n - m of their negations."""
    some = tuple(literals)
    return AtLeast(some, m), AtLeast(tuple(-literal for literal in some), max(len(some) - m, 0))


def variables(constraints: Iterable[AtLeast]) -> frozenset[int]:
    """Every variable that is mentioned."""
    return frozenset(abs(literal) for constraint in constraints for literal in constraint.literals)


def assign(constraints: Iterable[AtLeast], true: Iterable[Literal]) -> tuple[AtLeast, ...]:
    """What remains of the constraints when these literals are true; those satisfied already are left out."""
    known = frozenset(true)
    rest = []
    for constraint in constraints:
        need = constraint.m - sum(literal in known for literal in constraint.literals)
        free = tuple(x for x in constraint.literals if x not in known and -x not in known)
        if need > 0:
            rest.append(AtLeast(free, need))
    return tuple(rest)
