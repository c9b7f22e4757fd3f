"""CPU per full table, side by side: sleuth, the plain dynamic programme, and PySDD; then sampling and memory.

    python -m benchmarks.bench_infer [--few 10]

All times are CPU times of one process. The peers do every state of real play and a few of the other families;
they are given the problems after settling, which is not charged to them, and stop at a limit: the time until
then is counted as theirs, so that a ratio marked ≥ is too small.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from statistics import mean, median
from typing import Any

import numpy as np

from benchmarks import diagrams, reference
from benchmarks.states import FAMILIES, REAL, states
from sleuth.inference import count_compiled
from sleuth.inference.counting import count, sampler
from sleuth.inference.problem import Problem
from sleuth.inference.reduce import reduced

REPEATS = 5
PEER_SECONDS = 8.0
"""CPU that a peer may take for a family that is not real play."""
PEER_LIMIT = 2_000_000
"""Nodes of PySDD; a fifth of it for the states of the plain programme."""


@dataclass
class Times:
    """Milliseconds for each state of a family; of a peer, perhaps not for all, perhaps cut short."""

    each: list[float] = field(default_factory=list)
    stopped: int = 0

    def line(self) -> str:
        return f"{mean(self.each):9.3f} {median(self.each):9.3f} {max(self.each):9.3f}"


def cpu(work: Callable[[], Any], repeats: int = 1) -> float:
    """Milliseconds of CPU."""
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats * 1000


def settled(problem: Problem) -> Problem:
    """The problem with all that is certain worked out, for the peers."""
    rest = reduced(problem)
    assert rest is not None
    allowed = [0] * problem.places
    for slot, place in enumerate(rest.home):
        allowed[place] |= rest.allowed[slot] | rest.fixed[slot]
    return replace(problem, allowed=tuple(allowed), clauses=rest.clauses)


def ours(problems: list[Problem]) -> Times:
    for problem in problems:
        count(problem, engine="compiled")
    return Times([cpu(partial(count, problem, engine="compiled"), REPEATS) for problem in problems])


def peer(
    table: Callable[[Problem], Any], problems: list[Problem], stop: type[Exception], seconds: float
) -> Times:
    """As many states as its time allows; what it finishes must agree with us."""
    found = Times()
    for problem in problems:
        easy = settled(problem)
        start = time.process_time()
        try:
            counts = table(easy)
            found.each.append((time.process_time() - start) * 1000)
            assert counts == count(problem, engine="compiled").table.tolist(), "a peer disagrees"
        except stop:
            found.each.append((time.process_time() - start) * 1000)
            found.stopped += 1
        if sum(found.each) > seconds * 1000:
            break
    return found


def ratio(theirs: Times, mine: Times) -> str:
    """How many times our mean fits into theirs, on the states that both did."""
    times = mean(theirs.each) / mean(mine.each[: len(theirs.each)])
    return f"{'≥' if theirs.stopped else ' '}{times:7.0f}"


def sampling(problems: list[Problem]) -> list[float]:
    """Deals a second from each problem."""
    rng = np.random.default_rng(1)
    speeds = []
    for problem in problems:
        source = sampler(problem, engine="compiled")
        source.sample(10, rng)
        speeds.append(100_000 / cpu(partial(source.sample, 100_000, rng)) * 1000)
    return speeds


def memory() -> float:
    """The largest size of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@dataclass
class Rivals:
    """The peers' times in real play, and ours for the same states."""

    theirs: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)

    def add(self, peer: Times, mine: Times) -> None:
        self.theirs += peer.each
        self.ours += mine.each[: len(peer.each)]

    @property
    def times(self) -> float:
        return mean(self.theirs) / mean(self.ours)


def compare(problems: dict[str, list[Problem]], mine: dict[str, Times], few: int) -> tuple[Rivals, Rivals]:
    """A line for every family; the plain programme and PySDD in real play."""
    heads = ("states", "mean", "median", "max", "plain", "times", "PySDD", "times")
    print(f"{'':10s}" + "".join(f"{head:>10s}" for head in heads))
    plain, compiler = Rivals(), Rivals()
    for family, found in problems.items():
        own, real = mine[family], family in REAL
        some, seconds = (found, inf) if real else (found[:few], PEER_SECONDS)
        slow = peer(lambda p: reference.table(p, PEER_LIMIT // 5), some, MemoryError, seconds)
        sdd = peer(lambda p: diagrams.table(p, PEER_LIMIT), some, diagrams.TooSlow, seconds)
        columns = [f"{mean(rival.each):9.1f} {ratio(rival, own):>9s}" for rival in (slow, sdd)]
        print(f"{family:10s}{len(found):10d} {own.line()} {' '.join(columns)}", flush=True)
        if real:
            plain.add(slow, own)
            compiler.add(sdd, own)
    return plain, compiler


def against(what: str, found: float, target: float, unit: str, *, most: bool) -> None:
    """One line: what was found, what was aimed at, and whether that was met."""
    met = "met" if (found <= target if most else found >= target) else "MISSED"
    print(f"{what:46s}{found:14,.2f} {unit:6s} {'≤' if most else '≥'} {target:<9,g} {met}")


def main() -> None:
    """Print the table, then every target and what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=10, help="states of the other families for the peers")
    few = parser.parse_args().few
    count_compiled.warm_up()
    problems = {family: list(states(family)) for family in FAMILIES}
    print(f"{sum(map(len, problems.values()))} states; CPU milliseconds per full table\n")
    before = memory()
    mine = {family: ours(found) for family, found in problems.items()}
    grown = memory() - before
    plain, compiler = compare(problems, mine, few)
    real = [t for family in REAL for t in mine[family].each]
    print(f"\n{len(real)} states of real play; the peers did {len(plain.ours)} and {len(compiler.ours)}")
    against("mean, PySDD's divided by ours", compiler.times, 50, "times", most=False)
    against("mean, the plain programme's divided by ours", plain.times, 20, "times", most=False)
    against("median", median(real), 0.3, "ms", most=True)
    against("slowest", max(real), 10, "ms", most=True)
    for family in ("clauses12", "clauses24"):
        against(f"slowest of {family}", max(mine[family].each), 25, "ms", most=True)
    against("memory for all states", grown, 100, "MB", most=True)
    speeds = sampling([p for p in problems["mid6"] if p.clauses][:30])
    against("sampling, six players, median of 30 states", median(speeds), 500_000, "deals/s", most=False)
    against("sampling, six players, slowest of 30", min(speeds), 500_000, "deals/s", most=False)
    for family in ("master6", "master10"):
        print(f"slowest of {family}, no target: {max(mine[family].each):.1f} ms")


if __name__ == "__main__":
    main()
