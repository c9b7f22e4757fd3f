"""Walking a board in the plainest way, one step after the other, as the twin of `Board.reach`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sleuth.board import Board, Spot, Square

STEPS = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}


def walled(board: Board, square: Square, go: str) -> bool:
    """Whether a wall stands on this side of the square."""
    row, column = square[0] + STEPS[go][0], square[1] + STEPS[go][1]
    back = {"N": "S", "S": "N", "E": "W", "W": "E"}[go]
    return (square, go) in board.walls or ((row, column), back) in board.walls


def next_spots(board: Board, spot: Spot) -> Iterator[Spot]:
    """Every spot one step away."""
    for door in board.doors:
        if door.at == spot:
            yield door.room
        if door.room == spot:
            yield door.at
    if isinstance(spot, str):
        return
    for go, (down, right) in STEPS.items():
        square = (spot[0] + down, spot[1] + right)
        if square in board.squares and not walled(board, spot, go):
            yield square
    for a, b in board.links:
        if spot in (a, b):
            yield b if spot == a else a


@cache
def neighbours(board: Board, spot: Spot) -> tuple[Spot, ...]:
    """The spots one step away, looked up once."""
    return tuple(next_spots(board, spot))


def reach(
    board: Board, start: Spot, pips: int, blocked: frozenset[Square], roll: str, revisit: bool, blocking: str
) -> set[Spot]:
    """Where a move can end, found by taking every walk there is."""
    ends: set[Spot] = set()
    been: set[tuple[Spot, int]] = set()

    def walk(path: tuple[Spot, ...]) -> None:
        steps = len(path)
        if revisit and (path[-1], steps) in been:
            return  # where squares may be used again, how one came here does not matter
        been.add((path[-1], steps))
        for spot in neighbours(board, path[-1]):
            if isinstance(spot, str):
                if spot != start:
                    ends.add(spot)
                continue
            if (not revisit and spot in path) or (blocking == "block" and spot in blocked):
                continue
            may_stop = steps == pips or roll == "up_to" or spot in board.specials
            if may_stop and not (blocking == "hop" and spot in blocked):
                ends.add(spot)
            if steps < pips:
                walk((*path, spot))

    if pips:
        walk((start,))
    return ends


def distances(board: Board, start: Spot) -> dict[Spot, int]:
    """The fewest pips to every spot, by spreading out one step at a time."""
    found: dict[Spot, int] = {start: 0}
    edge = [start]
    while edge:
        onward = [spot for spot in edge if spot == start or not isinstance(spot, str)]
        edge = []
        for spot in onward:
            for after in next_spots(board, spot):
                if after not in found:
                    found[after] = found[spot] + 1
                    edge.append(after)
    return found
