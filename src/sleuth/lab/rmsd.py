"""How wrong search and sample is: Neller & Luo's section 4, variations and tenures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np

from sleuth.inference.counting import Tally, count
from sleuth.inference.methods import Table
from sleuth.inference.methods.walksat import VARIATIONS, Search, Variation, rmsd
from sleuth.inference.problem import Problem
from sleuth.lab import states
from sleuth.lab.experiment import Experiment, Result
from sleuth.lab.rmsd_report import report
from sleuth.language import N_


@dataclass(frozen=True, slots=True)
class Parameters:
    """The size of the experiment; the paper has 100 games, 539 states and 100 runs."""

    games: int = 130
    players: tuple[int, ...] = (3, 4, 5, 6)
    """Games have so many players in turn."""
    cap: int = 10_000_000
    """A game's states end where there are more deals than this."""
    iterations: int = 100_000
    runs: int = 4
    """Walks for each state and variation."""
    tenures: tuple[int, ...] = (0, 1, 3, 4, 8)
    """Tried beside the 2 and 10 of the variations (e) and (d)."""
    tenure_runs: int = 2
    seed: int = 2017


def units(parameters: Parameters) -> Sequence[str]:
    """One unit a game."""
    return [f"game {number}" for number in range(parameters.games)]


def work(parameters: Parameters, unit: str) -> Result:
    """All states of one game, each walked by every variation."""
    number = int(unit.split()[1])
    players = parameters.players[number % len(parameters.players)]
    rng = np.random.default_rng([parameters.seed, number])
    found = [
        _state(parameters, known, tally, seconds, rng)
        for known, tally, seconds in _states(parameters, parameters.seed * 10_000 + number, players)
    ]
    return {"players": players, "states": found}


def _states(parameters: Parameters, seed: int, players: int) -> Iterator[tuple[Problem, Tally, float]]:
    """From the minimal proof backwards, while there are not too many deals; and the time of counting."""
    for record in states.backwards(states.minimal_proof(states.game(seed, players))):
        known = states.problem(record.view())
        started = process_time()
        tally = count(known)
        seconds = process_time() - started
        if tally.deals > parameters.cap:
            return
        if tally.deals > 1:
            yield known, tally, seconds


def _state(
    parameters: Parameters, known: Problem, tally: Tally, seconds: float, rng: np.random.Generator
) -> dict[str, Any]:
    search = Search(known, certain(tally.chance))
    variations = {
        name: _walks(search, tally.chance, variation, parameters.iterations, parameters.runs, rng)
        for name, variation in VARIATIONS.items()
    }
    tenures = {
        str(tenure): _walks(search, tally.chance, how, parameters.iterations, parameters.tenure_runs, rng)
        for tenure, how in _tenures(parameters.tenures).items()
    }
    return {
        "deals": tally.deals,
        "open": len(search.free),
        "exact_seconds": round(seconds, 6),
        "variations": variations,
        "tenures": tenures,
    }


def _tenures(tenures: Sequence[int]) -> Mapping[int, Variation]:
    return {tenure: Variation(tenure=tenure, unique=True) for tenure in tenures}


def certain(exact: Table) -> list[int]:
    """The literals of all cells that are certain, numbered as `encode` numbers them."""
    flat = exact.ravel()
    return [*(np.flatnonzero(flat == 1) + 1).tolist(), *(-np.flatnonzero(flat == 0) - 1).tolist()]


def _walks(
    search: Search, exact: Table, how: Variation, iterations: int, runs: int, rng: np.random.Generator
) -> dict[str, float]:
    """Means over some walks; a walk without a single sample has no error to count."""
    found = [search.run(rng, how, iterations) for _ in range(runs)]
    errors = [rmsd(one.table, exact) for one in found if one.samples]
    return {
        "rmsd": round(float(np.mean(errors)), 7) if errors else -1.0,
        "samples": round(float(np.mean([one.samples for one in found])), 1),
        "distinct": round(float(np.mean([one.distinct for one in found])), 1),
        "seconds": round(float(np.mean([one.seconds for one in found])), 5),
        "empty": len(found) - len(errors),
    }


EXPERIMENTS = (
    Experiment(
        "rmsd",
        N_("How far search and sample is from the truth: the paper’s six variations and its tabu tenures."),
        full=Parameters(),
        small=Parameters(games=4, runs=2, iterations=20_000, tenures=(0,), tenure_runs=1),
        units=units,
        work=work,
        report=report,
        minutes=10.5,
    ),
)
