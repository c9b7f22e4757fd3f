"""Running an experiment: unit by unit, in several processes, and never the same unit twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from functools import cached_property
from os import SEEK_END
from pathlib import Path
from time import process_time
from typing import Any, Generic

from sleuth import __version__
from sleuth.arena.alone import alone
from sleuth.arena.workers import workers
from sleuth.lab.experiment import Experiment, P, Result, Results
from sleuth.lab.report import Report
from sleuth.lab.source import commit

KEPT = "units.jsonl"
"""Beside the output: the finished units, one a line."""

PARTS = {"run", "unit", "seconds", "result"}
"""What every line of ours has."""

UNKNOWN = "unknown"
"""The commit of work that was done by no checkout, or before commits were noted."""


@dataclass(frozen=True)
class Run(Generic[P]):
    """A finished experiment."""

    experiment: Experiment[P]
    parameters: P
    results: Results
    seconds: float
    """CPU time of all units."""
    commits: tuple[str, ...] = ()
    """Of the code that did them."""

    @cached_property
    def report(self) -> Report:
        """What all its units say."""
        return self.experiment.report(self.parameters, self.results)


def run(
    experiment: Experiment[P],
    parameters: P,
    folder: Path,
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, all_units: None,
) -> Run[P]:
    """Do what is not done yet; `progress` hears how many units of how many are finished."""
    units = experiment.units(parameters)
    notes = Notes(folder / KEPT, fingerprint(experiment, parameters), commit())
    folder.mkdir(parents=True, exist_ok=True)
    with alone(notes.path):
        done = notes.read()
        waiting = [unit for unit in units if unit not in done]
        progress(len(units) - len(waiting), len(units))
        for unit, result, seconds in _worked(experiment.work, parameters, waiting, jobs):
            done[unit] = notes.write(unit, result, seconds)
            progress(sum(unit in done for unit in units), len(units))
    mine = [done[unit] for unit in units]
    results = {line["unit"]: line["result"] for line in mine}
    commits = dict.fromkeys(line.get("commit") or UNKNOWN for line in mine)
    return Run(experiment, parameters, results, sum(line["seconds"] for line in mine), tuple(commits))


def fingerprint(experiment: Experiment[P], parameters: P) -> str:
    """What a unit's result depends on, in a few letters."""
    given = {key: value for key, value in asdict(parameters).items() if key not in experiment.choosing}
    text = json.dumps([experiment.name, __version__, given], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Notes:
    """The finished units in a file; lines of other runs are left alone."""

    path: Path
    run: str
    commit: str | None = None
    """Of the code that does the next units."""

    def read(self) -> dict[str, Any]:
        """The lines of this run that are there already, by unit."""
        return {line["unit"]: line for line in finished(self.path) if line["run"] == self.run}

    def write(self, unit: str, result: Result, seconds: float) -> Any:
        """Keep one more result; returns its line."""
        at = {} if self.commit is None else {"commit": self.commit}
        line = {"run": self.run, "unit": unit, **at, "seconds": round(seconds, 3), "result": result}
        with self.path.open("a+b") as file:
            end = file.seek(0, SEEK_END)
            file.seek(max(0, end - 1))
            torn = file.read() not in (b"", b"\n")
            file.write(b"\n" * torn + json.dumps(line).encode() + b"\n")
        return line


def finished(path: Path) -> Iterator[Any]:
    """The finished units of all runs in a file; what is torn or somebody else's is not counted."""
    if not path.is_file():
        return
    for text in path.read_text("utf-8", errors="replace").splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and line.keys() >= PARTS:
            yield line


def _worked(
    work: Callable[[P, str], Result], parameters: P, units: Sequence[str], jobs: int
) -> Iterator[tuple[str, Result, float]]:
    """Units as they are finished."""
    if jobs == 1 or len(units) < 2:
        for unit in units:
            yield _timed(work, parameters, unit)
        return
    with workers(min(jobs, len(units)), None) as pool:
        assert pool is not None
        for future in as_completed([pool.submit(_timed, work, parameters, unit) for unit in units]):
            yield future.result()


def _timed(work: Callable[[P, str], Result], parameters: P, unit: str) -> tuple[str, Result, float]:
    started = process_time()
    result = work(parameters, unit)
    return unit, result, process_time() - started
