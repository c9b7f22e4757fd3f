"""The board: rooms, doors and path squares, and where a roll of the dice can lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import TypeAlias

from sleuth.grid import Grid, Square
from sleuth.houserules import Blocking, Roll

__all__ = ["Board", "Door", "Spot", "Square"]

Spot: TypeAlias = Square | str
"""A path square, or the id of a room."""

PATH, VOID = ".", "#"
SPECIALS = {"?": "bonus", "!": "snoop"}
"""Path squares where something happens: a bonus card is drawn, or a card of another hand is looked at."""


@dataclass(frozen=True, slots=True)
class Door:
    """An edge through which a room is entered: from a path square in a direction, or from another room."""

    room: str
    at: Spot
    go: str = ""
    only_if_accusing_in_centre: bool = False


@dataclass(frozen=True)
class Board:
    """A map as rows of text with its doors, walls, links, passages and starts."""

    rows: tuple[str, ...]
    glyphs: Mapping[str, str]
    """The room of each letter on the map."""
    doors: tuple[Door, ...]
    centre: str | None = None
    starts: tuple[Spot, ...] = ()
    """Where each pawn starts, by its index."""
    passages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    walls: tuple[tuple[Square, str], ...] = ()
    links: tuple[tuple[Square, Square], ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.rows, self.doors))

    def __getstate__(self) -> dict[str, object]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # what is computed is computed anew

    @cached_property
    def rooms(self) -> tuple[str, ...]:
        """The ids of all rooms, the centre among them."""
        return tuple(self.glyphs.values())

    @cached_property
    def open_centre(self) -> str | None:
        """The centre, if there is a way in; without a door it is only a picture."""
        return self.centre if self.centre and self.exits(self.centre) else None

    @cached_property
    def squares(self) -> frozenset[Square]:
        """All path squares."""
        return frozenset(
            (row, column)
            for row, line in enumerate(self.rows)
            for column, glyph in enumerate(line)
            if glyph == PATH or glyph in SPECIALS
        )

    @cached_property
    def specials(self) -> Mapping[Square, str]:
        """What the special squares do."""
        return {
            square: SPECIALS[glyph]
            for square in sorted(self.squares)
            if (glyph := self.rows[square[0]][square[1]]) in SPECIALS
        }

    def with_doors_for(self, accuse: str) -> Board:
        """This board with the doors that are open if accusations are made there."""
        return replace(
            self, doors=tuple(d for d in self.doors if accuse == "centre" or not d.only_if_accusing_in_centre)
        )

    def reach(
        self,
        start: Spot,
        pips: int,
        blocked: frozenset[Square] = frozenset(),
        *,
        roll: Roll = "exact",
        revisit: bool = False,
        blocking: Blocking = "block",
    ) -> frozenset[Spot]:
        """All spots where a move of this roll may end."""
        if pips < 1:
            return frozenset()
        pawns = 0 if blocking == "none" else self._grid.mask(blocked) & self._around(start, pips)
        return self._reach(start, pips, pawns, roll, revisit, blocking == "hop")

    def distances(self, start: Spot) -> Mapping[Spot, int]:
        """The fewest pips to every spot on the empty board, neither through rooms nor passages."""
        return self._distances(start)

    def distance(self, a: Spot, b: Spot) -> int | None:
        """The fewest pips from one spot to another, if there is a way."""
        return self._distances(a).get(b)

    def exits(self, room: str) -> tuple[Square, ...]:
        """The path squares in front of a room's doors."""
        return tuple(self._grid.squares(self._fronts.get(room, 0)))

    @cached_property
    def _grid(self) -> Grid:
        return Grid(self.squares, self.walls, self.links)

    @cached_property
    def _fronts(self) -> dict[str, int]:
        """The squares in front of each room's doors, as a mask."""
        return {
            room: self._grid.mask(d.at for d in self.doors if d.room == room and not isinstance(d.at, str))
            for room in self.rooms
        }

    @cached_property
    def _next_rooms(self) -> dict[str, frozenset[str]]:
        """The rooms that share a door with each room."""
        pairs = [(d.room, d.at) for d in self.doors if isinstance(d.at, str)]
        both = pairs + [(b, a) for a, b in pairs]
        return {room: frozenset(b for a, b in both if a == room) for room in self.rooms}

    def _first_step(self, start: Spot) -> int:
        return self._fronts[start] if isinstance(start, str) else self._grid.step(self._grid.bit_of[start])

    @cached_property
    def _special_squares(self) -> int:
        return self._grid.mask(self.specials)

    @cached_property
    def _around(self) -> Callable[[Spot, int], int]:
        return cache(lambda start, pips: _union(self._layers(start, pips, self._grid.all)[1:]))

    @cached_property
    def _reach(self) -> Callable[[Spot, int, int, Roll, bool, bool], frozenset[Spot]]:
        return lru_cache(maxsize=1 << 13)(self._ends)

    @cached_property
    def _distances(self) -> Callable[[Spot], Mapping[Spot, int]]:
        return cache(self._count_pips)

    def _layers(self, start: Spot, pips: int, free: int) -> list[int]:
        """The squares where walks over `free` squares can be after 0, 1, 2 … pips."""
        first = 0 if isinstance(start, str) else self._grid.bit_of[start]
        layers = [first, self._first_step(start) & free]
        while len(layers) <= pips:
            layers.append(self._grid.step(layers[-1]) & free)
        return layers[: pips + 1]

    def _ends(
        self, start: Spot, pips: int, pawns: int, roll: Roll, revisit: bool, hop: bool
    ) -> frozenset[Spot]:
        free = self._grid.all if hop else self._grid.all & ~pawns
        if not revisit and not isinstance(start, str):
            free &= ~self._grid.bit_of[start]
        layers = self._layers(start, pips, free)
        passed = _union(layers[1:])
        if roll == "up_to":
            ends = passed
        elif revisit:
            ends = layers[pips] | passed & self._special_squares
        else:
            ends = self._simple_ends(layers, free, pawns) | passed & self._special_squares
        rooms = self._rooms_entered(start, _union(layers[:-1]), pips)
        return rooms.union(self._grid.squares(ends & ~pawns))

    def _simple_ends(self, layers: list[int], free: int, pawns: int) -> int:
        """The squares where walks end that use no square twice."""
        pips = len(layers) - 1
        ends = layers[pips] & ~pawns
        late = ends & _union(layers[1:pips])  # the others are reached for the first time, so by a simple walk
        if late:
            found = self._grid.simple_walks(layers[1], pips - 1, free, late)
            ends = ends & ~late | found
        return ends

    def _rooms_entered(self, start: Spot, passed: int, pips: int) -> frozenset[Spot]:
        entered: set[Spot] = {
            room for room, fronts in self._fronts.items() if fronts & passed and room != start
        }
        if isinstance(start, str) and pips:
            entered |= self._next_rooms[start]
        return frozenset(entered)

    def _count_pips(self, start: Spot) -> Mapping[Spot, int]:
        pips: dict[Spot, int] = {start: 0}
        new = 0 if isinstance(start, str) else self._grid.bit_of[start]
        unseen, step = self._grid.all, 0
        while new or not step:
            unseen &= ~new
            pips |= dict.fromkeys(self._grid.squares(new), step)
            step += 1
            for room in self._rooms_entered(start, new, int(step == 1)):
                pips.setdefault(room, step)
            new = (self._first_step(start) if step == 1 else self._grid.step(new)) & unseen
        return pips


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)
