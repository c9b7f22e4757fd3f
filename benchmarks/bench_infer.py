"""CPU per full table, side by side: sleuth, the plain dynamic programme, and PySDD; then sampling and memory.

    python benchmarks/bench_infer.py [states of each family for the peers, 10 by default]

All times are CPU times of one process. The peers are given the problems after settling, which is not charged
to them, and stop at a limit; the time until then is counted as theirs, so that a ratio marked ≥ is too small.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
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
"""CPU that a peer may take for one family."""
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


def peer(table: Callable[[Problem], Any], problems: list[Problem], stop: type[Exception]) -> Times:
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
        if sum(found.each) > PEER_SECONDS * 1000:
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

    def line(self) -> str:
        return f"{mean(self.theirs):.1f} ms in the mean, {mean(self.theirs) / mean(self.ours):.0f} times ours"


def main() -> None:
    few = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    count_compiled.warm_up()
    problems = {family: list(states(family)) for family in FAMILIES}
    print(f"{sum(map(len, problems.values()))} states; CPU milliseconds per full table\n")
    before = memory()
    mine = {family: ours(found) for family, found in problems.items()}
    grown = memory() - before
    heads = ("states", "mean", "median", "max", "plain", "times", "PySDD", "times")
    print(f"{'':10s}" + "".join(f"{head:>10s}" for head in heads))
    plain, compiler = Rivals(), Rivals()
    for family, found in problems.items():
        own = mine[family]
        slow = peer(lambda p: reference.table(p, PEER_LIMIT // 5), found[:few], MemoryError)
        sdd = peer(lambda p: diagrams.table(p, PEER_LIMIT), found[:few], diagrams.TooSlow)
        columns = [f"{mean(rival.each):9.1f} {ratio(rival, own):>9s}" for rival in (slow, sdd)]
        print(f"{family:10s}{len(found):10d} {own.line()} {' '.join(columns)}", flush=True)
        if family in REAL:
            plain.add(slow, own)
            compiler.add(sdd, own)
    real = Times([t for family in REAL for t in mine[family].each])
    print(f"\nreal play {len(real.each):10d} {real.line()}")
    print(f"the plain programme: {plain.line()}\nPySDD: {compiler.line()}")
    print(f"memory: {grown:.0f} MB more for all states")
    speeds = sampling([p for p in problems["mid6"] if p.clauses][:30])
    print(f"sampling, six players: {median(speeds):,.0f} deals a second, {min(speeds):,.0f} in the slowest")


if __name__ == "__main__":
    main()
