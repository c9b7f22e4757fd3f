"""Random numbers by counting (SplitMix64): a stream is one 64-bit word, cheap to make and to copy.

`sleuth.agents.stream.Stream` is the same generator for Python: what one draws, the other draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

Words = NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)


@njit(cache=True, nogil=True, inline="always")
def mix(word: np.uint64) -> np.uint64:
    """A word scrambled so that neighbours have nothing in common."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@njit(cache=True, nogil=True, inline="always")
def draw(streams: Words, which: int) -> np.uint64:
    """The next word of a stream."""
    streams[which] += STEP
    return mix(streams[which])


@intrinsic
def _unused(typing: Any, word: Any) -> Any:  # noqa: ARG001 - numba's signature
    """The zeros before the first digit of a 64-bit number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctlz(arguments[0], cgutils.false_bit)

    return types.uint64(types.int64), generate


@njit(cache=True, nogil=True, forceinline=True)
def below(streams: Words, which: int, n: int) -> int:
    """A number from 0 to n - 1, drawn as `random.Random.choice` draws it: bits until they fit."""
    shift: np.uint64 = _unused(n)  # type: ignore[call-arg]
    while True:
        number = np.int64(draw(streams, which) >> shift)
        if number < n:
            return number


@njit(cache=True, nogil=True, inline="always")
def unit(streams: Words, which: int) -> float:
    """A float from 0 up to but not including 1."""
    return np.float64(draw(streams, which) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
