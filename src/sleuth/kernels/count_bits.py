"""Two machine instructions on 64-bit masks that numba does not offer by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sleuth.kernels.jit import inner

NONE: int = np.int64(-1)  # type: ignore[assignment]
ZERO: int = np.int64(0)  # type: ignore[assignment]
ONE: int = np.int64(1)  # type: ignore[assignment]
"""Numbers with a machine type: for a literal, numba would compile the functions that get it once more."""


@intrinsic
def _population(typing: Any, word: Any) -> Any:  # noqa: ARG001 - numba's signature
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing(typing: Any, word: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


@inner
def size(mask: int) -> int:
    """The number of cards in a mask."""
    return _population(mask)  # type: ignore[call-arg]


@inner
def lowest(mask: int) -> int:
    """The lowest card of a mask that is not empty."""
    return _trailing(mask)  # type: ignore[call-arg]
