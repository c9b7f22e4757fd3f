"""Smooth curves through clouds of points: local regression (Cleveland 1979), as in the paper's figure 3."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def loess(x: Floats, y: Floats, at: Floats, span: float = 0.75) -> Floats:
    """At each point of `at`, a parabola through the nearest `span` of the points, the near ones most.

    Span, degree and the tricube weights are the defaults of R's loess, which the paper used through ggplot2.
    """
    nearest = max(3, min(len(x), int(np.ceil(span * len(x)))))
    return np.array([_local(x, y, point, nearest) for point in at])


def _local(x: Floats, y: Floats, point: float, nearest: int) -> float:
    distance = np.abs(x - point)
    # A little farther than the last neighbour, so that it still counts.
    reach = np.partition(distance, nearest - 1)[nearest - 1] * (1 + 1e-9) + 1e-12
    weight = np.sqrt((1 - np.minimum(distance / reach, 1) ** 3) ** 3)
    powers = np.vander(x - point, 3, increasing=True)
    solution, *_ = np.linalg.lstsq(powers * weight[:, None], y * weight, rcond=None)
    return float(solution[0])
