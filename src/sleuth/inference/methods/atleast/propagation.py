"""Unit propagation on at-least constraints, to the fixpoint and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sleuth.inference.methods.atleast.constraint import AtLeast, Literal


class Trail:
    """An assignment that grows by unit propagation and can be taken back, with two counters a constraint."""

    def __init__(self, constraints: Sequence[AtLeast]) -> None:
        self.constraints = constraints
        self.need = [constraint.m for constraint in constraints]  # true literals still missing
        self.slack = [len(c.literals) - c.m for c in constraints]  # literals that may still become false
        self.literals: list[Literal] = []  # what is true, in the order in which it was found
        self.reasons: list[int | None] = []  # the constraint that forced each, None for an assumption
        self._true: set[Literal] = set()
        self._counted = 0
        self._where: dict[Literal, list[int]] = defaultdict(list)
        for i, constraint in enumerate(constraints):
            for literal in constraint.literals:
                self._where[literal].append(i)

    def __contains__(self, literal: Literal) -> bool:
        return literal in self._true

    def start(self) -> bool:
        """Everything that follows from the constraints alone; False if they contradict each other."""
        return all(self._force(i) for i in range(len(self.constraints))) and self._propagate()

    def assume(self, literal: Literal) -> bool:
        """Make a literal true, and everything that then follows; False on a contradiction."""
        return self._set(literal, None) and self._propagate()

    def undo(self, length: int) -> None:
        """Take back all but the first `length` literals."""
        while len(self.literals) > length:
            literal = self.literals.pop()
            self.reasons.pop()
            self._true.discard(literal)
            if len(self.literals) < self._counted:
                self._count(literal, +1)
        self._counted = min(self._counted, length)

    def _set(self, literal: Literal, reason: int | None) -> bool:
        if literal not in self._true:
            self._true.add(literal)
            self.literals.append(literal)
            self.reasons.append(reason)
        return -literal not in self._true

    def _propagate(self) -> bool:
        while self._counted < len(self.literals):
            literal = self.literals[self._counted]
            self._counted += 1
            self._count(literal, -1)
            if not all(self._force(i) for i in self._where.get(-literal, ())):
                return False
        return True

    def _count(self, literal: Literal, change: int) -> None:
        for i in self._where.get(literal, ()):
            self.need[i] += change
        for i in self._where.get(-literal, ()):
            self.slack[i] += change

    def _force(self, i: int) -> bool:
        """Without slack, every literal that is not false must be true."""
        if self.slack[i]:
            return self.slack[i] > 0
        return all(self._set(x, i) for x in self.constraints[i].literals if -x not in self._true)


@dataclass(frozen=True, slots=True)
class Propagation:
    """What unit propagation found: literals in order, and the constraint that forced each."""

    literals: tuple[Literal, ...]
    reasons: tuple[int | None, ...]
    consistent: bool


def propagate(constraints: Iterable[AtLeast], assumptions: Iterable[Literal] = ()) -> Propagation:
    """Unit propagation to the fixpoint: sound, quick, and not complete."""
    trail = Trail(tuple(constraints))
    consistent = trail.start() and all(map(trail.assume, assumptions))
    return Propagation(tuple(trail.literals), tuple(trail.reasons), consistent)
