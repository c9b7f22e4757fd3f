"""The slow, obvious twin of the WalkSAT kernel: every clause is looked at anew at every step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sleuth.inference.methods.atleast import AtLeast
from sleuth.inference.methods.walksat import Variation
from sleuth.kernels.rng import below, unit


class NaiveWalk:
    """Algorithm 1, line by line; it draws the kernel's random numbers, so it takes the same walk."""

    def __init__(self, clauses: Sequence[AtLeast], free: Sequence[int], how: Variation, seed: int) -> None:
        self.clauses, self.free, self.how = clauses, free, how
        self.random = np.array([seed], np.uint64)
        self.value: dict[int, bool] = {}
        self.flipped = dict.fromkeys(free, 0)
        self.unsatisfied: list[int] = []
        self.samples: list[tuple[bool, ...]] = []
        self.seen: set[tuple[bool, ...]] = set()

    def run(self, iterations: int) -> None:
        last = 0
        self.restart()
        if self.record():
            self.leave()
        for step in range(1, iterations + 1):
            self.step(step, max(1, step - self.how.tenure, last))
            if self.record():
                last = step
                self.leave()

    def leave(self) -> None:
        if self.how.instant and unit(self.random, 0) < self.how.restart:
            self.restart()

    def step(self, step: int, cutoff: int) -> None:
        if self.unsatisfied:
            clause = self.unsatisfied[below(self.random, 0, len(self.unsatisfied))]
            chosen = self.pick(self.clauses[clause], cutoff)
        elif self.how.restart and not self.how.instant and unit(self.random, 0) < self.how.restart:
            self.restart()
            return
        else:
            chosen = self.anything(cutoff)
        if chosen:
            self.flip(chosen)
            self.flipped[chosen] = step

    def pick(self, clause: AtLeast, cutoff: int) -> int | None:
        at_random = self.how.noise and unit(self.random, 0) < self.how.noise
        worsen = self.how.worsen == 2 or (self.how.worsen == 1 and at_random)
        allowed = [x for x in clause.literals if worsen or not self.true(x)]
        fresh = [x for x in allowed if self.flipped[abs(x)] < cutoff]
        candidates = fresh or ([] if self.how.wait else allowed)
        breaks = {abs(x): 0 if at_random else self.breaks(abs(x)) for x in candidates}
        return self.least(breaks)

    def least(self, breaks: dict[int, int]) -> int | None:
        """A variable with the fewest breaks; of equals, the k-th met is taken with chance 1/k."""
        chosen = None
        ties = 0
        for variable, number in breaks.items():
            if chosen is None or number < breaks[chosen]:
                chosen, ties = variable, 1
            elif number == breaks[chosen]:
                ties += 1
                chosen = variable if below(self.random, 0, ties) == 0 else chosen
        return chosen

    def breaks(self, variable: int) -> int:
        before = [self.satisfied(clause) for clause in self.clauses]
        self.value[variable] ^= True
        after = [self.satisfied(clause) for clause in self.clauses]
        self.value[variable] ^= True
        return sum(was and not now for was, now in zip(before, after, strict=True))

    def anything(self, cutoff: int) -> int:
        while True:
            chosen = self.free[below(self.random, 0, len(self.free))]
            if self.flipped[chosen] < cutoff or len(self.free) == 1:
                return chosen

    def flip(self, variable: int) -> None:
        before = [self.satisfied(clause) for clause in self.clauses]
        self.value[variable] ^= True
        for i, clause in enumerate(self.clauses):
            if before[i] and not self.satisfied(clause):
                self.unsatisfied.append(i)
        for i, clause in enumerate(self.clauses):
            if not before[i] and self.satisfied(clause):
                at = self.unsatisfied.index(i)
                self.unsatisfied[at] = self.unsatisfied[-1]
                self.unsatisfied.pop()

    def restart(self) -> None:
        self.value = {variable: bool(below(self.random, 0, 2)) for variable in self.free}
        self.unsatisfied = [i for i, clause in enumerate(self.clauses) if not self.satisfied(clause)]

    def record(self) -> bool:
        if self.unsatisfied:
            return False
        sample = tuple(self.value.values())
        if sample not in self.seen or not self.how.unique:
            self.samples.append(sample)
        self.seen.add(sample)
        return True

    def true(self, literal: int) -> bool:
        return self.value[abs(literal)] == (literal > 0)

    def satisfied(self, clause: AtLeast) -> bool:
        return sum(map(self.true, clause.literals)) >= clause.m
