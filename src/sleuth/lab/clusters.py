"""Means over games that were played on the same deals: the deals differ, not the games of one deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sleuth.arena.standings import ALIKE, error_of
from sleuth.arena.student import margin
from sleuth.errors import BadSetup
from sleuth.inference.advise_accuse import share_error
from sleuth.language import N_

SURE = 1.96
"""Standard errors on either side of a 95 % interval, where many deals were played."""


def by_deal(
    deals: Sequence[int] | NDArray[np.int64], values: ArrayLike, weights: ArrayLike | None = None
) -> tuple[float, float]:
    """The mean of values, and its standard error from the spread between deals.

    deals: the deal of every value · weights: which values count, and how much. The mean of nothing is not a
    number, nor is the error of a single deal, which says nothing about others.
    """
    counted = np.ones(len(deals)) if weights is None else np.asarray(weights, float)
    whole = counted.sum()
    if not whole:
        return nan, nan
    mean = float(counted @ np.asarray(values, float) / whole)
    _, which = np.unique(np.asarray(deals), return_inverse=True)
    pulls = np.bincount(which, counted * (np.asarray(values, float) - mean)) / whole
    pulls = pulls[np.bincount(which, counted) > 0]  # a deal of which nothing counts is no observation
    return mean, error_of(pulls.tolist()) if len(pulls) > 1 else nan


def sign(difference: float, error: float, deals: int) -> int:
    """1 or -1 where a 95 % interval leaves no doubt that a difference is above or below nothing, else 0.

    Deals that all went alike leave a doubt: how far others would be off is not known.
    """
    if not (error > ALIKE and abs(difference) > margin(deals) * error):
        return 0
    return 1 if difference > 0 else -1


def error_of_share(hits: int, games: int) -> float:
    """The standard error of a share of separate games: those that all went alike leave a doubt, too."""
    if 0 < hits < games:
        share = hits / games
        return sqrt(share * (1 - share) / games)
    return share_error(hits, games)


def known(number: float) -> float | None:
    """A number for a table, which leaves a cell empty where there is none."""
    return None if isnan(number) else number


def check_deals(deals: int, key: str = "deals") -> None:
    """Complain about a number of deals that cannot tell how sure it is."""
    if deals < 2:
        raise BadSetup(N_("One deal says nothing about others: write {key}=2 or more."), key=key)
