"""Counting the deals that fit a problem: how many, where each card is, what the envelope holds.

Two engines give the same exact answers: plain Python, which needs no start-up, and compiled kernels, which
are far faster. `auto` takes the compiled one as soon as it is loaded, or as soon as loading it pays.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.inference import count_cards, estimate
from sleuth.inference.count_cards import TooLarge
from sleuth.inference.count_envelope import Envelopes, envelopes
from sleuth.inference.count_witness import witness
from sleuth.inference.problem import Problem
from sleuth.kernels import ready

__all__ = ["Engine", "Envelopes", "Sampler", "Tally", "count", "sampler", "satisfiable", "witness"]

Engine: TypeAlias = Literal["auto", "python", "compiled"]

PATIENCE = 1.0
"""Seconds of plain Python after which loading the compiled kernels pays, if they are compiled already."""
QUICK = 50_000
"""The edges for which plain Python takes about as long as loading them."""
COMPILED = "sleuth.inference.count_compiled"
"""The module of the compiled engine."""

_spent = [0.0]


@dataclass(frozen=True)
class Tally:
    """All that counting says about a problem; zero deals mean that it contradicts itself."""

    problem: Problem
    deals: int
    table: NDArray[Any]
    """(cards, places): deals with the card in the place; int64, or Python integers where they need more."""
    weights: NDArray[np.float64] | None = None
    """(cards, places): the same, weighted by the factors."""
    bounds: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    """(cards, places) twice: the 95 % interval of every chance, if this is an estimate."""
    guess: Envelopes | None = None
    """The joint distribution of the envelope, if this is an estimate."""
    engine: Engine = "auto"

    @property
    def exact(self) -> bool:
        """Whether everything here is exact; otherwise all of it is an estimate."""
        return self.bounds is None

    @cached_property
    def chance(self) -> NDArray[np.float64]:
        """(cards, places): probabilities; with factors, weighted by them."""
        amounts = self.table if self.weights is None else self.weights
        total = sum(amounts[0].tolist()) if len(amounts) else 0  # in Python, where nothing overflows
        return np.asarray(amounts / total if total else amounts, np.float64)

    @property
    def low(self) -> NDArray[np.float64]:
        """(cards, places): where the 95 % interval of each chance begins; the chance itself if exact."""
        return self.chance if self.bounds is None else self.bounds[0]

    @property
    def high(self) -> NDArray[np.float64]:
        """(cards, places): where it ends."""
        return self.chance if self.bounds is None else self.bounds[1]

    @cached_property
    def envelope(self) -> Envelopes:
        """The joint distribution of the envelope, reckoned when first asked for."""
        if self.guess is not None:
            return self.guess
        if not self.deals:
            nothing = np.zeros((0, self.problem.categories), np.uint8)
            return Envelopes(nothing, np.zeros(0, np.int64), np.zeros(0))
        return envelopes(_chart(self.problem, self.engine), bool(self.problem.factors))


class Sampler:
    """Independent deals, each drawn exactly from the posterior."""

    __slots__ = ("_chart",)

    def __init__(self, chart: Any) -> None:
        self._chart = chart

    @property
    def exact(self) -> bool:
        """Whether the draws are exact; otherwise they come from an estimate."""
        return not isinstance(self._chart, estimate.Mixture)

    def sample(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """(n, cards): the place of every card in n deals."""
        found: NDArray[np.uint8] = self._chart.sample(n, rng)
        return found


def count(problem: Problem, *, engine: Engine = "auto", budget: int | None = None) -> Tally:
    """Count the deals of a problem; beyond the budget of edges, estimate them, and say so."""
    for exact, most in _engines(engine):
        try:
            deals, table, weights = _timed(exact, exact.tables, problem, budget or most)
            return Tally(problem, deals, table, weights, engine=engine)
        except TooLarge:
            continue
    found = estimate.estimate(problem, np.random.default_rng(0))
    return Tally(problem, found.deals, found.table, found.weights, found.bounds, found.envelope)


def satisfiable(problem: Problem, *, engine: Engine = "auto") -> bool:
    """Whether any deal fits."""
    if engine == "compiled" or (engine == "auto" and _pays()):
        try:
            return bool(_compiled().Chart(problem, _compiled().BUDGET).possible)
        except TooLarge:
            pass
    return _timed(count_cards, witness, problem) is not None


def sampler(problem: Problem, *, engine: Engine = "auto") -> Sampler:
    """A sampler of the deals of a problem; a problem without deals of any weight is refused."""
    try:
        chart = _chart(problem, engine)
    except TooLarge:
        return Sampler(estimate.Mixture(problem, np.random.default_rng(0)))
    if not chart.weight:
        raise ValueError("no deal fits")
    return Sampler(chart)


def _chart(problem: Problem, engine: Engine) -> Any:
    for exact, most in _engines(engine):
        try:
            return _timed(exact, exact.Chart, problem, most)
        except TooLarge:
            continue
    raise TooLarge


def _compiled() -> Any:
    """The compiled engine, loaded when first needed; if another thread is loading it, this one waits."""
    return import_module(COMPILED)


def _pays() -> bool:
    """Whether the compiled engine is loaded, or compiled already and worth the second that loading takes."""
    return _loaded() or (_spent[0] > PATIENCE and ready("count.tabulate"))


def _loaded() -> bool:
    """Whether the compiled engine is there; while another thread loads it, it has only half its names."""
    engine = sys.modules.get(COMPILED)
    return engine is not None and not getattr(engine.__spec__, "_initializing", False)


def _engines(engine: Engine) -> Iterator[tuple[Any, int]]:
    """The engines to be tried in turn, as modules, and the edges that each may make."""
    first = engine == "compiled" or (engine == "auto" and _pays())
    if first:
        yield _compiled(), _compiled().BUDGET
    quick = engine == "auto" and ready("count.tabulate")
    yield count_cards, QUICK if quick and not first else count_cards.BUDGET
    if engine == "auto" and not first:
        yield _compiled(), _compiled().BUDGET


def _timed(engine: ModuleType, ask: Callable[..., Any], *what: object) -> Any:
    """An engine's answer; the seconds that plain Python takes are added up."""
    if engine is not count_cards:
        return ask(*what)
    start = time.process_time()
    try:
        return ask(*what)
    finally:
        _spent[0] += time.process_time() - start
