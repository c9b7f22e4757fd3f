"""All experiments by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import sleuth.lab
from sleuth.errors import BadSetup
from sleuth.lab.experiment import Experiment
from sleuth.language import N_


@cache
def experiments() -> dict[str, Experiment[Any]]:
    """Every experiment that a module of the lab offers in its EXPERIMENTS, by name."""
    modules = [import_module(f"sleuth.lab.{found.name}") for found in iter_modules(sleuth.lab.__path__)]
    offered = [one for module in modules for one in getattr(module, "EXPERIMENTS", ())]
    return {one.name: one for one in sorted(offered, key=lambda one: one.name)}


def experiment(name: str) -> Experiment[Any]:
    """The experiment of this name."""
    known = experiments()
    if name not in known:
        raise BadSetup(
            N_("There is no experiment “{name}”; the experiments are: {known}."),
            name=name,
            known=tuple(known),
        )
    return known[name]
