"""A tiny experiment that leaves a trace of every unit it works on."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Figure, Grid, Prose, Report


@dataclass(frozen=True, slots=True)
class Parameters:
    size: int = 4
    factor: float = 2.0
    powers: tuple[int, ...] = (1, 2)
    trace: str = ""


def units(parameters: Parameters) -> Sequence[str]:
    return [f"unit {number}" for number in range(parameters.size)]


def work(parameters: Parameters, unit: str) -> Result:
    if parameters.trace:
        with Path(parameters.trace).open("a") as file:
            file.write(f"{unit}\n")
    number = int(unit.split()[1])
    return {"values": [parameters.factor * number**power for power in parameters.powers]}


def report(parameters: Parameters, results: Results) -> Report:
    rows = [[unit, *result["values"]] for unit, result in results.items()]
    head = ("unit", *(f"power {power}" for power in parameters.powers))
    return Report(
        "A toy <report>",
        "It *works*.",
        (
            Prose("Why", ("Because `2 < 3`.",)),
            Grid("values", "All values", head, rows, digits=1),
            Figure("line", "A line.", lambda canvas: canvas.subplots().plot([0, 1], [0, 1])),
        ),
    )


def die(parameters: Parameters, unit: str) -> Result:
    """What happens to a worker when memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)
    return work(parameters, unit)


TOY = Experiment("toy", "A toy.", Parameters(), Parameters(size=2), units, work, report)
DEADLY = replace(TOY, work=die)
