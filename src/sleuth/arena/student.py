"""Student's t: how wide an interval must be where few observations tell their own spread."""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, sin, sqrt

HALVINGS = 80
"""Beyond the precision of a float."""


def within(t: float, freedom: int) -> float:
    """The chance to be at most t standard errors off, with so many degrees of freedom: a finite sum."""
    angle = atan2(t, sqrt(freedom))
    odd, term, total, shrinks = freedom % 2, 1.0, 0.0, cos(angle) ** 2
    for step in range(freedom // 2):
        total += term
        term *= shrinks * (2 * step + 1 + odd) / (2 * step + 2 + odd)
    return 2 / pi * (angle + sin(angle) * cos(angle) * total) if odd else sin(angle) * total


@cache
def margin(observations: int, sure: float = 0.95) -> float:
    """Standard errors on either side of an interval that is right so often; one observation tells as little
    as two."""
    freedom = max(1, observations - 1)
    low, high = 0.0, 1.0
    while within(high, freedom) < sure:
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < sure else (low, middle)
    return high
