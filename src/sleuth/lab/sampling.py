"""What a sample is worth: bias and effective sample size of the walks, our exact sampler, and CMSGen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, TypeAlias

import numpy as np

from sleuth.errors import BadSetup
from sleuth.inference.counting import count, sampler
from sleuth.inference.methods import Table
from sleuth.inference.methods.atleast import encode, to_cnf
from sleuth.inference.methods.walksat import VARIATIONS, Search
from sleuth.inference.problem import Problem
from sleuth.lab import states
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Figure, Grid, Prose, Report
from sleuth.lab.rmsd import certain
from sleuth.language import N_

MOST = 1e7
"""A walk that has met every deal once has no error at all; its worth is not infinite, but so much."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many games give some states each, and how often each sampler is run on them."""

    games: int = 12
    players: tuple[int, ...] = (3, 4, 5, 6)
    runs: int = 12
    iterations: int = 100_000
    """Steps of a walk."""
    draws: int = 2_000
    """Deals drawn by the exact sampler, and by CMSGen."""
    fewest: tuple[int, ...] = (200, 100_000)
    """Of each game, the last states that have at least so many deals."""
    seed: int = 11


Estimate: TypeAlias = tuple[Table, float, float]
"""A table, the samples it rests on, and the CPU time."""

Estimator: TypeAlias = Callable[[int], Estimate]
"""One run, by its seed."""


def units(parameters: Parameters) -> Sequence[str]:
    """One unit a game."""
    return [f"game {number}" for number in range(parameters.games)]


def work(parameters: Parameters, unit: str) -> Result:
    """All samplers on some states of one game."""
    number = int(unit.split()[1])
    players = parameters.players[number % len(parameters.players)]
    problems = _problems(parameters, parameters.seed * 10_000 + number, players)
    return {"players": players, "states": [_state(parameters, problem) for problem in problems]}


def _problems(parameters: Parameters, seed: int, players: int) -> list[Problem]:
    proof = states.minimal_proof(states.game(seed, players))
    problems = [states.problem(record.view()) for record in states.backwards(proof)]
    deals = [count(problem).deals for problem in problems]
    last = len(deals) - 1  # with three players a bare hand may leave fewer deals than wished for
    return [problems[next((i for i, n in enumerate(deals) if n >= few), last)] for few in parameters.fewest]


def _state(parameters: Parameters, problem: Problem) -> dict[str, Any]:
    exact = count(problem)
    estimators = _estimators(parameters, problem, exact.chance)
    found = {
        name: _worth([one(parameters.seed + run) for run in range(parameters.runs)], exact.chance)
        for name, one in estimators.items()
    }
    return {"deals": exact.deals, "samplers": found}


def _estimators(parameters: Parameters, problem: Problem, exact: Table) -> dict[str, Estimator]:
    search = Search(problem, certain(exact))

    def walk(name: str) -> Estimator:
        def run(seed: int) -> Estimate:
            found = search.run(np.random.default_rng(seed), VARIATIONS[name], parameters.iterations)
            return found.table, found.samples, found.seconds

        return run

    walks = {f"WalkSAT {name}": walk(name) for name in VARIATIONS}
    return {
        **walks,
        "CMSGen": lambda seed: _cmsgen(problem, parameters.draws, seed),
        "sleuth, exact sampler": lambda seed: _exactly(problem, parameters.draws, seed),
    }


def _exactly(problem: Problem, draws: int, seed: int) -> Estimate:
    started = process_time()
    deals = sampler(problem, engine="compiled").sample(draws, np.random.default_rng(seed))
    table = np.stack([(deals == place).mean(axis=0) for place in range(problem.places)], axis=1)
    return table, draws, process_time() - started


def _cmsgen(problem: Problem, draws: int, seed: int) -> Estimate:
    """CMSGen on the formula that `sleuth` exports, the cardinalities as circuits."""
    try:
        from pycmsgen import Solver
    except ImportError:
        raise BadSetup(
            N_("This experiment needs CMSGen: install it with pip install 'sleuth[lab]'.")
        ) from None
    encoding = encode(problem)
    cells = encoding.cards * encoding.places
    started = process_time()
    solver = Solver(seed=seed)
    for clause in to_cnf(encoding.constraints, cells, "circuit").clauses:
        solver.add_clause(list(clause))
    tally = np.zeros(cells)
    for _ in range(draws):
        _, model = solver.solve()
        tally += model[1 : cells + 1]
    table = (tally / draws).reshape(encoding.cards, encoding.places)
    return table, draws, process_time() - started


def _worth(runs: Sequence[Estimate], exact: Table) -> dict[str, float]:
    """How many independent deals a run is worth, and how far its mean is from the truth."""
    found = [run for run in runs if run[1]]
    tables = np.array([table for table, _, _ in found])
    open_cells = (exact > 0) & (exact < 1)
    one_deal = float((exact * (1 - exact))[open_cells].mean())
    squares = float(((tables - exact)[:, open_cells] ** 2).mean())
    off = tables.mean(axis=0) - exact
    open_cards = open_cells.any(axis=1)
    return {
        "samples": float(np.mean([samples for _, samples, _ in found])),
        "seconds": float(np.mean([seconds for _, _, seconds in found])),
        "worth": round(min(one_deal / max(squares, 1e-12), MOST), 2),
        "largest": round(float(np.abs(off).max()), 6),
        "variation": round(float(np.abs(off)[open_cards].sum(axis=1).mean() / 2), 6),
        "rmsd": round(float(np.sqrt(squares)), 6),
    }


def report(parameters: Parameters, results: Results) -> Report:
    """One row a sampler, for states with few deals and with many."""
    found = [state for result in results.values() for state in result["states"]]
    border = parameters.fewest[-1]
    few, many = ([s for s in found if (s["deals"] >= border) is large] for large in (False, True))
    grids = [_grid(name, group, border) for name, group in (("few", few), ("many", many)) if group]
    return Report(
        "What a sample is worth",
        _lead(grids[-1]),
        (
            Prose("What was asked", _QUESTION),
            *reversed(grids),
            Figure("worth", _FIGURE, lambda canvas: _draw(canvas, found), (7, 4)),
            Prose("How to read it", _reading(parameters, found)),
        ),
    )


_QUESTION = (
    "Neller and Luo ask how good their samples are, and name two wishes: better estimates, and bounds on "
    "their error. A sampler can fail in two ways: it may prefer some deals (bias), and its samples may "
    "hang together.",
    "We let every sampler estimate all open cells many times and compare with the exact table. The *worth* "
    "of a run is the number of independent, fair deals whose mean squared error would be the same: the "
    "effective sample size, bias included.",
)
_HEAD = (
    "sampler",
    "samples a run",
    "worth a run",
    "worth a sample",
    "worth a CPU second",
    "largest cell error of the mean",
    "total variation of a card's place",
)
_FIGURE = (
    "The worth of one run on each state, against the number of deals. Where there are few deals, a walk "
    "that drops duplicates, (d) or (e), nearly lists them all; where there are many, all walks keep their "
    "bias. The exact sampler's worth is always the number of deals that it draws."
)


def _grid(name: str, group: Sequence[Any], border: int) -> Grid:
    word = "Fewer" if name == "few" else "More"
    caption = (
        f"{word} than {border:,} deals: means over {len(group)} states (worth and times: geometric means)"
    )
    return Grid(name, caption, _HEAD, [_row(group, sampler) for sampler in group[0]["samplers"]], 4)


def _lead(grid: Grid) -> str:
    by_name = {str(row[0]): [float(value or 0) for value in row[1:]] for row in grid.rows}
    ours, best, cms = by_name["sleuth, exact sampler"], by_name["WalkSAT e"], by_name["CMSGen"]
    return (
        f"Where there are many deals, a sample of the paper's best walk, (e), is worth {best[2]:.2f} "
        "independent deals: its samples hang together, and it prefers some deals. One of CMSGen is worth "
        f"{cms[2]:.2f}, mostly because it prefers some deals: its mean is off by {cms[4]:.3f} in the worst "
        f"cell, ours by {ours[4]:.3f}. A deal of our exact sampler is worth one ({ours[2]:.2f} measured), "
        f"and a CPU second of it {ours[3] / best[3]:,.0f} times as much as one of (e)."
    )


def _row(group: Sequence[Any], name: str) -> list[Any]:
    found = [state["samplers"][name] for state in group]
    samples, worth = _typical(found, "samples"), _typical(found, "worth")
    seconds = _typical(found, "seconds")
    largest, variation = (float(np.mean([one[key] for one in found])) for key in ("largest", "variation"))
    return [name, round(samples), round(worth), worth / samples, round(worth / seconds), largest, variation]


def _typical(found: Sequence[Mapping[str, float]], key: str) -> float:
    return float(np.exp(np.mean(np.log([one[key] for one in found]))))


def _reading(parameters: Parameters, found: Sequence[Any]) -> tuple[str, ...]:
    deals = sorted(state["deals"] for state in found)
    return (
        f"{len(found)} states with {deals[0]:,} to {deals[-1]:,} deals (median {deals[len(deals) // 2]:,}); "
        f"{parameters.runs} runs of every sampler on each. Walks have {parameters.iterations:,} steps; the "
        f"exact sampler and CMSGen draw {parameters.draws:,} deals. Drawing more costs the exact sampler "
        "next to nothing.",
        "The last two columns are of the mean of all runs, so chance has mostly gone from them; the exact "
        "sampler's row shows how much of it is left.",
        "CMSGen works on the DIMACS formula that sleuth exports, with cardinalities as circuits. It "
        "promises only to be nearly uniform, and its worth shows what that means for deals of cards.",
    )


def _draw(canvas: Any, found: Sequence[Any]) -> None:
    axes = canvas.subplots()
    deals = [state["deals"] for state in found]
    for name in ("WalkSAT base", "WalkSAT a", "WalkSAT d", "WalkSAT e", "CMSGen", "sleuth, exact sampler"):
        worth = [state["samplers"][name]["worth"] for state in found]
        axes.plot(deals, worth, "o", markersize=3.5, alpha=0.8, label=name)
    axes.set(
        xscale="log", yscale="log", xlabel="deals that fit", ylabel="independent deals that a run is worth"
    )
    axes.legend(fontsize=8, ncols=2)


EXPERIMENTS = (
    Experiment(
        "sampling",
        N_("What a sample is worth: bias and effective sample size of walks, CMSGen and our exact sampler."),
        full=Parameters(),
        small=Parameters(games=4, runs=4, iterations=20_000, draws=300),
        units=units,
        work=work,
        report=report,
        minutes=3.5,
    ),
)
