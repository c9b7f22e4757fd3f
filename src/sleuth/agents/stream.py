"""Random numbers that a compiled kernel can draw, too: `sleuth.kernels.rng` for Python."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")
WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


class Stream(Random):
    """SplitMix64: the whole state is one 64-bit word."""

    def __init__(self, key: int = 0) -> None:
        super().__init__(key)

    def seed(self, a: object = 0, version: int = 2) -> None:
        """Begin anew with this key."""
        assert isinstance(a, int)
        self.state, self.gauss_next = a & WORD, None

    def getstate(self) -> tuple[Any, ...]:
        """All that what is drawn next depends on."""
        return self.state, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from such a state."""
        self.state, self.gauss_next = state

    def _word(self) -> int:
        self.state = word = (self.state + STEP) & WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
        return word ^ word >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, for n below 2**64: bits until they fit, as `Random` itself draws it."""
        shift = 64 - n.bit_length()
        while (number := self._word() >> shift) >= n:
            pass
        return number

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        """One of a sequence, in fewer steps than `Random.choice`: games draw little else."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self.below(len(seq))]

    def getrandbits(self, k: int, /) -> int:
        """A number of k bits: the upper bits of a word, or of several."""
        words, bits = 0, 0
        while bits < k:
            words, bits = words << 64 | self._word(), bits + 64
        return words >> bits - k

    def random(self) -> float:
        """A float from 0 up to but not including 1."""
        return (self._word() >> 11) * 2.0**-53
