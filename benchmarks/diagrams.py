"""The peer from PyPI: PySDD, a knowledge compiler; right-linear vtree, variables card by card."""

from __future__ import annotations

from typing import Any

from pysdd.sdd import SddManager, Vtree, WmcManager

from sleuth.inference.problem import Problem, bits


class TooSlow(Exception):
    """The diagram grew beyond the limit."""


def table(problem: Problem, limit: int = 10**9) -> list[list[int]]:
    """(cards, places): the counts, exact below 2**53."""
    cells = [
        (c, p) for c in range(problem.cards) for p in range(problem.places) if problem.allowed[p] >> c & 1
    ]
    number = {cell: i + 1 for i, cell in enumerate(cells)}
    manager = SddManager.from_vtree(Vtree(var_count=len(cells), vtree_type="right"))
    manager.auto_gc_and_minimize_off()
    root = manager.true()
    for constraint in _constraints(manager, problem, number):
        root &= constraint
        if manager.live_size() + manager.dead_size() > limit:
            raise TooSlow
    return _counts(root, problem, number)


def _constraints(manager: Any, problem: Problem, number: dict[tuple[int, int], int]) -> list[Any]:
    """Every card is in one place; then the places, one by one."""
    variable = {cell: manager.literal(i) for cell, i in number.items()}
    once = manager.true()
    for card in reversed(range(problem.cards)):
        cells = [variable[card, p] for p in range(problem.places) if (card, p) in variable]
        once &= _exactly(manager, cells, 1)
    return [once, *[_place(manager, problem, variable, place) for place in range(problem.places)]]


def _place(manager: Any, problem: Problem, variable: dict[tuple[int, int], Any], place: int) -> Any:
    """What is known about one place."""
    here = {c: variable[c, place] for c in range(problem.cards) if (c, place) in variable}
    rule = _exactly(manager, list(here.values()), problem.sizes[place])
    for other, mask in problem.clauses:
        if other == place:
            rule &= _any(manager, [here[c] for c in bits(mask) if c in here])
    if place == problem.envelope:
        for kind in range(problem.categories):
            rule &= _exactly(manager, [v for c, v in here.items() if problem.category[c] == kind], 1)
        for mask in problem.excluded:
            rule &= _any(manager, [~here[c] if c in here else manager.true() for c in bits(mask)])
    return rule


def _any(manager: Any, literals: list[Any]) -> Any:
    rule = manager.false()
    for literal in literals:
        rule |= literal
    return rule


def _exactly(manager: Any, literals: list[Any], size: int) -> Any:
    """Exactly so many of the literals are true, built from the last one on."""
    rules = [manager.true()] + [manager.false()] * size
    for literal in reversed(literals):
        rules = [
            (literal & (rules[k - 1] if k else manager.false())) | (~literal & rules[k])
            for k in range(size + 1)
        ]
    return rules[size]


def _counts(root: Any, problem: Problem, number: dict[tuple[int, int], int]) -> list[list[int]]:
    counts = [[0] * problem.places for _ in range(problem.cards)]
    wmc = WmcManager(root, log_mode=False)
    if wmc.propagate():
        for (card, place), i in number.items():
            counts[card][place] = round(wmc.literal_derivative(root.manager.literal(i)))
    return counts
