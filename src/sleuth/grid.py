"""The path squares of a board as bits of one integer, so that a step of every pawn at once is four shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

Square = tuple[int, int]

DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, each as a mask of its own."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Grid:
    """Squares, the walls between them, and links that join squares far apart."""

    def __init__(
        self,
        squares: Iterable[Square],
        walls: Iterable[tuple[Square, str]] = (),
        links: Iterable[tuple[Square, Square]] = (),
    ) -> None:
        ordered = sorted(squares)
        self.stride = (
            max((column for _, column in ordered), default=0) + 2
        )  # one spare column: no step wraps around
        self.square_of = {1 << (row * self.stride + column): (row, column) for row, column in ordered}
        self.bit_of = {square: bit for bit, square in self.square_of.items()}
        self.all = self.mask(ordered)
        self.links = tuple((self.bit_of[a], self.bit_of[b]) for a, b in links)
        self._open = {go: self._leaving(go) for go in DIRECTIONS}
        for (row, column), go in walls:
            down, right = DIRECTIONS[go]
            self._open[go] &= ~self.bit_of[row, column]
            self._open[_OPPOSITE[go]] &= ~self.bit_of[row + down, column + right]
        self._north, self._east, self._south, self._west = self._open.values()

    def _leaving(self, go: str) -> int:
        down, right = DIRECTIONS[go]
        return self.mask(
            square for square in self.bit_of if (square[0] + down, square[1] + right) in self.bit_of
        )

    def mask(self, squares: Iterable[Square]) -> int:
        """The squares of the path among `squares`, as one integer."""
        return sum({self.bit_of.get(square, 0) for square in squares})

    def squares(self, mask: int) -> list[Square]:
        """The squares of a mask."""
        return [self.square_of[bit] for bit in bits(mask)]

    def step(self, mask: int) -> int:
        """All squares one step away from any square of `mask`."""
        stride = self.stride
        after = (
            (mask & self._north) >> stride
            | (mask & self._east) << 1
            | (mask & self._south) << stride
            | (mask & self._west) >> 1
        )
        for a, b in self.links:
            if mask & a:
                after |= b
            if mask & b:
                after |= a
        return after

    @cached_property
    def beside(self) -> dict[int, tuple[int, ...]]:
        """The neighbours of each square."""
        return {bit: tuple(bits(self.step(bit))) for bit in self.square_of}

    @cached_property
    def _walks(self) -> list[dict[int, int]]:
        return [{bit: bit for bit in self.square_of}]

    def walks(self, steps: int) -> list[dict[int, int]]:
        """For each number of steps and each square, where such a walk over empty squares can end."""
        while len(self._walks) <= steps:
            self._walks.append({bit: self.step(ends) for bit, ends in self._walks[-1].items()})
        return self._walks

    def simple_walks(self, starts: int, steps: int, free: int, wanted: int) -> int:
        """Those of `wanted` where a walk of `steps` from `starts` over `free` ends, no square used twice."""
        missing, beside, walks = wanted, self.beside, self.walks(steps)

        def walk(bit: int, left: int, unused: int) -> None:
            nonlocal missing
            if left == 0:
                missing &= ~bit
                return
            ends = walks[left - 1]
            for after in beside[bit]:
                if after & unused and ends[after] & missing:  # a walk that can find nothing new is not begun
                    walk(after, left - 1, unused ^ after)

        for bit in bits(starts):
            if walks[steps][bit] & missing:
                walk(bit, steps, free & ~bit)
        return wanted & ~missing
