"""What a seat can choose to do; what then happens is an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from operator import contains
from typing import TypeAlias, overload

from sleuth.board import Spot
from sleuth.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class Move:
    """Walk to a spot, or go where a bonus card allows."""

    to: Spot


@dataclass(frozen=True, slots=True)
class TakePassage:
    """Use a secret passage instead of rolling."""

    to: str


@dataclass(frozen=True, slots=True)
class Suggest:
    """Ask about one card of each category."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """Show a card: the answer to a question, or what a bonus card demands."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """Have nothing to show; only a choice for a seat that could decline instead."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Play a kept bonus card that excuses from answering, whether one could show a card or not."""


@dataclass(frozen=True, slots=True)
class Accuse:
    """Name the solution, once in a game."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at a face-down slot, counted from 1."""

    slot: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a bonus card that one is entitled to."""


@dataclass(frozen=True, slots=True)
class Play:
    """Use a bonus card kept from earlier."""

    card: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick the seat that a bonus card is aimed at."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Name:
    """Name a card whose holder must reveal it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Send:
    """Move another seat's pawn."""

    seat: Seat
    to: Spot


@dataclass(frozen=True, slots=True)
class Tunnel:
    """Give a room a secret passage."""

    room: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Be done."""


Action: TypeAlias = (
    Roll
    | Move
    | TakePassage
    | Suggest
    | Show
    | Pass
    | Decline
    | Accuse
    | Peek
    | Draw
    | Play
    | Choose
    | Name
    | Send
    | Tunnel
    | EndTurn
)


class Group(tuple[Action, ...]):
    """Actions of one kind: ordered, and quick to search however many they are."""

    @cached_property
    def _members(self) -> frozenset[Action]:
        return frozenset(self)

    def __contains__(self, action: object) -> bool:
        if len(self) < 8:
            return tuple.__contains__(self, action)
        try:
            return action in self._members
        except TypeError:  # an agent's Suggest([1, 8, 14]) cannot be hashed: it is none of these
            return False

    def __reduce__(self) -> tuple[type[Group], tuple[tuple[Action, ...]]]:
        return Group, (tuple(self),)  # without the members, which are made anew where they are needed


@dataclass(frozen=True, slots=True)
class Menu(Sequence[Action]):
    """The legal actions, grouped by kind so that a chooser can first choose the kind."""

    groups: tuple[Group, ...] = ()

    def __contains__(self, action: object) -> bool:
        return any(map(contains, self.groups, repeat(action)))

    def __iter__(self) -> Iterator[Action]:
        for group in self.groups:
            yield from group

    def __len__(self) -> int:
        return sum(len(group) for group in self.groups)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return tuple(self)[index]
