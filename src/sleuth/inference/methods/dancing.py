"""Dancing links (Knuth 2000) generalised to at-least constraints, as Neller & Luo count their deals.

In Knuth's exact cover every item is covered by one option. Here an item is a constraint {l1 … ln}_m: its
column links the literals that are still free, and it needs m of them. A literal that becomes true leaves all
columns and lowers the need of its own items; its negation leaves all columns. An item that needs nothing more
leaves the ring of open items. All leave by changing two links and return in the opposite order: they dance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.methods import Cell, Findings, Table, unweighted
from sleuth.inference.methods.atleast import AtLeast, Literal, encode, propagate
from sleuth.inference.problem import Problem

if TYPE_CHECKING:
    from sleuth.kernels.dancing import Links

CAP = 10_000_000
"""Where the paper gave up on a state."""

ROOT = 0


class Dance:
    """The links, in arrays as Knuth has them: headers 0 … items come first, then a node for each literal."""

    def __init__(self, constraints: Sequence[AtLeast], variables: int) -> None:
        self.variables = variables
        self.need = [0, *(constraint.m for constraint in constraints)]
        self.size = [0, *(len(constraint.literals) for constraint in constraints)]
        self.item = list(range(len(self.need)))
        self.literal = [0] * len(self.need)
        self.row: list[int] = [0, 0]
        self._add_nodes(constraints)
        self.up, self.down = _columns(self.item, len(self.need))
        self.left, self.right = _ring([i for i, need in enumerate(self.need) if need > 0], len(self.need))

    def _add_nodes(self, constraints: Sequence[AtLeast]) -> None:
        """A row is a literal: its nodes lie side by side, in the order +1, -1, +2, -2, …"""
        for literal in (sign * v for v in range(1, self.variables + 1) for sign in (1, -1)):
            self.row.append(len(self.item))
            for i, constraint in enumerate(constraints, 1):
                if literal in constraint.literals:
                    self.item.append(i)
                    self.literal.append(literal)
        self.row.append(len(self.item))

    def solutions(self) -> Iterator[tuple[Literal, ...]]:
        """The true literals of every solution; a variable that is not among them may take either value."""
        yield from self._solutions(())

    def _solutions(self, true: tuple[Literal, ...]) -> Iterator[tuple[Literal, ...]]:
        item = self._choose()
        if item == ROOT:
            yield true
            return
        slack = self.size[item] - self.need[item]
        literal = self.literal[self.down[item]]
        for choice in (literal, -literal)[: slack + 1] if slack >= 0 else ():
            self._take(choice)
            yield from self._solutions((*true, choice))
            self._put_back(choice)

    def _choose(self) -> int:
        """The open item with the least slack, then the fewest literals: the most constrained one."""
        return min(
            self._open(), key=lambda item: (self.size[item] - self.need[item], self.size[item]), default=ROOT
        )

    def _open(self) -> Iterator[int]:
        item = self.right[ROOT]
        while item != ROOT:
            yield item
            item = self.right[item]

    def _take(self, literal: Literal) -> None:
        for node in self._nodes(literal):
            self._unlink(node)
            self.need[self.item[node]] -= 1
            if self.need[self.item[node]] == 0:
                self._close(self.item[node])
        for node in self._nodes(-literal):
            self._unlink(node)

    def _put_back(self, literal: Literal) -> None:
        for node in reversed(self._nodes(-literal)):
            self._relink(node)
        for node in reversed(self._nodes(literal)):
            if self.need[self.item[node]] == 0:
                self._reopen(self.item[node])
            self.need[self.item[node]] += 1
            self._relink(node)

    def _nodes(self, literal: Literal) -> range:
        row = 2 * abs(literal) + (literal < 0)
        return range(self.row[row], self.row[row + 1])

    def _unlink(self, node: int) -> None:
        self.down[self.up[node]], self.up[self.down[node]] = self.down[node], self.up[node]
        self.size[self.item[node]] -= 1

    def _relink(self, node: int) -> None:
        self.down[self.up[node]] = self.up[self.down[node]] = node
        self.size[self.item[node]] += 1

    def _close(self, item: int) -> None:
        self.right[self.left[item]], self.left[self.right[item]] = self.right[item], self.left[item]

    def _reopen(self, item: int) -> None:
        self.right[self.left[item]] = self.left[self.right[item]] = item


def _columns(item: Sequence[int], headers: int) -> tuple[list[int], list[int]]:
    """Circular lists up and down through each header and its nodes."""
    up, down = list(range(len(item))), list(range(len(item)))
    for node in range(headers, len(item)):
        header = item[node]
        last = up[header]
        up[node], down[node], down[last], up[header] = last, header, node, node
    return up, down


def _ring(items: Sequence[int], headers: int) -> tuple[list[int], list[int]]:
    """A circular list of the root and these items."""
    left, right = [0] * headers, [0] * headers
    for one, other in zip([ROOT, *items], [*items, ROOT], strict=True):
        right[one], left[other] = other, one
    return left, right


@dataclass(frozen=True, slots=True)
class Count:
    """Deals counted, in how many of them each card is in each place, and whether these are all deals."""

    deals: int
    table: NDArray[np.int64]
    complete: bool


def deals(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every consistent deal, as the place of each card."""
    encoding = encode(problem)
    for solution in Dance(encoding.constraints, encoding.cards * encoding.places).solutions():
        yield tuple(
            place for _, place in sorted(encoding.cell(literal) for literal in solution if literal > 0)
        )


def count_models(
    constraints: Sequence[AtLeast], variables: int, cap: int = CAP
) -> tuple[int, NDArray[np.int64], bool]:
    """Solutions counted by the compiled dance, how many make each variable true, and whether it saw all."""
    from sleuth.kernels.dancing import MOST, dance

    tally = np.zeros(variables + 1, np.int64)
    models, complete = dance(_links(Dance(constraints, variables)), min(cap, 2**MOST), tally)
    return models, tally, complete


def _links(start: Dance) -> Links:
    from sleuth.kernels.dancing import Links

    return Links(*(np.array(getattr(start, field), np.int32) for field in Links._fields))


def count(problem: Problem, cap: int = CAP) -> Count:
    """Count the consistent deals one by one, giving up beyond `cap`."""
    encoding = encode(problem)
    models, tally, complete = count_models(encoding.constraints, encoding.cards * encoding.places, cap)
    return Count(models, tally[1:].reshape(encoding.cards, encoding.places), complete)


def solve(problem: Problem, *, cap: int = CAP) -> Findings:
    """Every provable cell and the exact table from all deals; beyond the cap what propagation proves."""
    counted = count(unweighted(problem, "dancing"), cap)
    if not counted.complete:
        encoding = encode(problem)
        return Findings(encoding.proved(propagate(encoding.constraints).literals))
    if not counted.deals:
        return Findings(complete=True, deals=0)
    return Findings(_proved(counted), complete=True, deals=counted.deals, table=_shares(counted))


def _proved(counted: Count) -> dict[Cell, bool]:
    """A card is provably where it is in all deals, and provably not where it is in none."""
    sure = (counted.table == 0) | (counted.table == counted.deals)
    return {(int(card), int(place)): bool(counted.table[card, place]) for card, place in np.argwhere(sure)}


def _shares(counted: Count) -> Table:
    return counted.table / counted.deals
