"""The envelope's joint distribution: which cards may be in it together, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.inference.problem import bits

Options: TypeAlias = list[list[list[int]]]
"""For each category, groups of cards; within a group they are alike."""


class Chart(Protocol):
    """What an engine keeps of a problem for further questions."""

    def options(self) -> Options: ...

    def envelopes(
        self, weighted: bool, chosen: Sequence[Sequence[int]], kind: int, cards: Sequence[int]
    ) -> Any: ...


@dataclass(frozen=True, slots=True)
class Envelopes:
    """Every set of cards that the envelope may hold, the likeliest first."""

    cards: NDArray[np.uint8]
    """(k, categories): one card of each category."""
    counts: NDArray[Any]
    """(k,): deals with this envelope; int64, or Python integers where they need more."""
    chance: NDArray[np.float64]
    """(k,): its probability; with factors, weighted by them."""


def integers(values: Any) -> NDArray[Any]:
    """An exact array: int64 where that is enough, Python integers otherwise."""
    if isinstance(values, np.ndarray):
        return values
    whole = np.array(values, dtype=object)
    return whole.astype(np.int64) if not whole.size or whole.max() < 2**63 else whole


def alike(cards: int, stock: int) -> list[list[int]]:
    """Each card by itself, and those of the stock together."""
    groups = [[card] for card in bits(cards & ~stock)]
    return [*groups, list(bits(cards & stock))] if cards & stock else groups


def envelopes(chart: Chart, weighted: bool) -> Envelopes:
    """The joint distribution, for one card of each group, and then for all."""
    options = chart.options()
    # The category with the most groups is read off at once; the others are tried one by one.
    last = max(range(len(options)), key=lambda kind: len(options[kind]))
    rows = list(product(*[[[-1]] if kind == last else groups for kind, groups in enumerate(options)]))
    chosen = [[group[0] for group in row] for row in rows]
    asked = (chosen, last, [group[0] for group in options[last]])
    counts = integers(chart.envelopes(False, *asked))
    weights = np.asarray(chart.envelopes(True, *asked)) if weighted else counts
    return _listed(rows, options[last], last, counts, weights)


def _listed(
    rows: list[tuple[list[int], ...]],
    lasts: list[list[int]],
    kind: int,
    counts: NDArray[Any],
    weights: NDArray[Any],
) -> Envelopes:
    """Every envelope of every row and column that has deals."""
    cards: list[tuple[int, ...]] = []
    repeats: list[int] = []
    cells = np.argwhere(counts)
    for i, j in cells.tolist():
        groups = (*rows[i][:kind], lasts[j], *rows[i][kind + 1 :])
        before = len(cards)
        cards += product(*groups)
        repeats.append(len(cards) - before)
    at = tuple(np.repeat(cells, repeats, axis=0).T)
    total = sum(weights[at].tolist())  # in Python: counts that fit 63 bits may add up to more
    share = np.asarray(weights[at] / (total or 1), np.float64)
    order = np.argsort(-share, kind="stable")
    return Envelopes(
        np.array(cards, np.uint8).reshape(-1, len(rows[0]))[order], counts[at][order], share[order]
    )
