"""Search and sample: Neller & Luo's WalkSAT with a tabu list, its variations (a) to (e), and Algorithm 2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from time import process_time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.methods import Findings, Table, unweighted
from sleuth.inference.methods.atleast import AtLeast, Literal, Solver, assign, encode
from sleuth.inference.problem import Problem

if TYPE_CHECKING:
    from sleuth.kernels.walksat import Clauses

ITERATIONS = 100_000
"""The paper's budget for one estimate."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What the paper varies, and how we read what it leaves open; the defaults are Algorithm 1."""

    tenure: int = 10
    """Steps for which a flipped variable must not be flipped back."""
    restart: float = 0.0
    """How often a found sample is left by a random restart rather than by a random flip."""
    instant: bool = False
    """Reading: whether the restart comes with the sample, and does not take an iteration of its own."""
    noise: float = 0.0
    """How often a variable of the unsatisfied clause is taken at random rather than by the heuristic."""
    unique: bool = False
    """Whether a sample that was found before is left out of the estimate."""
    worsen: int = 0
    """Reading: whether literals of the clause that are true already may be flipped too: never (0), by random
    flips only (1), or always (2)."""
    wait: bool = False
    """Reading: whether nothing is flipped when the whole clause is tabu; else the tabu is lifted for it."""


ALGORITHM_1 = Variation()
ALGORITHM_2 = Variation(tenure=2, unique=True)

VARIATIONS = {
    "base": ALGORITHM_1,
    "a": Variation(restart=1.0),
    "b": Variation(restart=0.2),  # as section 4.2.2 tells it
    "b-as-listed": Variation(restart=0.8),  # as the list of variations has it
    "c": Variation(noise=0.2),
    "d": Variation(unique=True),
    "e": ALGORITHM_2,
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one walk found."""

    table: Table
    """The share of samples with the card in the place; not a number where no sample was found."""
    samples: int
    """Samples in the estimate."""
    distinct: int
    """Different samples met."""
    iterations: int
    seconds: float
    """CPU time of the walk."""


class Search:
    """A problem made ready for walks: provable cells are fixed and left out of the clauses."""

    def __init__(self, problem: Problem, fixed: Iterable[Literal] | None = None) -> None:
        self.encoding = encode(unweighted(problem, "walksat"))
        constraints = self.encoding.constraints
        self.fixed = frozenset(Solver(constraints).backbone() if fixed is None else fixed)
        cells = range(1, self.encoding.cards * self.encoding.places + 1)
        self.free = [v for v in cells if v not in self.fixed and -v not in self.fixed]
        self._clauses = _arrays(assign(constraints, self.fixed), self.free)

    def run(
        self, rng: np.random.Generator, variation: Variation = ALGORITHM_2, iterations: int = ITERATIONS
    ) -> Estimate:
        """One walk and its estimate."""
        tally = np.zeros(len(self.free), np.int64)
        started = process_time()
        samples, distinct = self._walk(variation, iterations, int(rng.integers(2**62)), tally)
        return Estimate(self._table(tally, samples), samples, distinct, iterations, process_time() - started)

    def _walk(self, how: Variation, iterations: int, seed: int, tally: NDArray[np.int64]) -> tuple[int, int]:
        from sleuth.kernels.walksat import Habit, search_and_sample

        if not self.free:  # one deal is left, and it is known
            return 1, 1
        habit = Habit(**asdict(how))
        samples, distinct = search_and_sample(self._clauses, habit, iterations, seed, tally)
        return samples, distinct

    def _table(self, tally: NDArray[np.int64], samples: int) -> Table:
        share = np.zeros(self.encoding.cards * self.encoding.places)
        share[[literal - 1 for literal in self.fixed if literal > 0]] = 1.0
        share[[variable - 1 for variable in self.free]] = tally / samples if samples else np.nan
        return share.reshape(self.encoding.cards, self.encoding.places)


def _arrays(constraints: Sequence[AtLeast], free: Sequence[int]) -> Clauses:
    """The clauses as the kernel wants them, with variables renumbered from 0."""
    from sleuth.kernels.walksat import Clauses

    number = {variable: i for i, variable in enumerate(free)}
    codes = [[2 * number[abs(x)] + (x < 0) for x in c.literals] for c in constraints]
    rows: list[list[int]] = [[] for _ in range(2 * len(free))]
    for clause, literals in enumerate(codes):
        for code in literals:
            rows[code].append(clause)
    m = np.array([c.m for c in constraints], np.int32)
    return Clauses(m, *_lists(codes), *_lists(rows))


def _lists(lists: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Lists of different lengths as one array, and where each begins."""
    begin = [0, *accumulate(map(len, lists))]
    return np.array(begin, np.int32), np.array([x for some in lists for x in some], np.int32)


def rmsd(estimate: Table, exact: Table) -> float:
    """The paper's error: root-mean-square deviation over the cells that are not certain."""
    open_cells = (exact > 0) & (exact < 1)
    return float(np.sqrt(np.mean((estimate - exact)[open_cells] ** 2))) if open_cells.any() else 0.0


def solve(
    problem: Problem,
    *,
    rng: np.random.Generator,
    variation: Variation = ALGORITHM_2,
    iterations: int = ITERATIONS,
    runs: int = 10,
) -> Findings:
    """Provable cells by logic, all others estimated by some walks; their spread is the standard error."""
    try:
        search = Search(problem)
    except ValueError:  # nothing to sample: no deal fits
        return Findings(complete=True, deals=0)
    estimates = [search.run(rng, variation, iterations) for _ in range(runs)]
    tables = np.array([estimate.table for estimate in estimates if estimate.samples])
    return Findings(
        search.encoding.proved(search.fixed),
        complete=True,
        table=tables.mean(axis=0) if len(tables) else None,
        # It speaks of chance only: the bias of the walk is the same in every run, and stays unseen.
        error=tables.std(axis=0, ddof=1) / np.sqrt(len(tables)) if len(tables) > 1 else None,
    )
