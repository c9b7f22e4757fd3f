"""What lies open on the table: whose turn it is, where the pawns stand, what is being asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from sleuth.board import Spot
from sleuth.cards import Seat
from sleuth.events import Suggested
from sleuth.language import N_
from sleuth.setup import Setup


class Phase(Enum):
    """What the acting seat is choosing."""

    ORDER = N_("rolls for the start")
    START = N_("begins a turn")
    MOVE = N_("moves")
    ASK = N_("asks")
    ANSWER = N_("answers")
    PEEK = N_("looks at a face-down card")
    DRAW = N_("may draw a bonus card")
    EFFECT = N_("follows a bonus card")
    AFTER = N_("ends a turn")
    OVER = "the game is over"


class Why(Enum):
    """How a game ended."""

    ACCUSATION = "accusation"
    PROOF = "proof"
    SUGGESTION = "suggestion"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and by what; nobody if every accusation was wrong."""

    winner: Seat | None
    why: Why


@dataclass(frozen=True, slots=True)
class Effect:
    """A choice that a bonus card demands of a seat."""

    actor: Seat
    bonus: str
    drawer: Seat
    """Who drew the card; a card chosen by another seat may be for the drawer's eyes."""
    target: Seat | None = None


Throws: TypeAlias = tuple[tuple[Seat, int], ...]


class Scene(NamedTuple):
    """The public state of a game; every seat sees all of it."""

    turn: Seat
    actor: Seat
    phase: Phase
    pawns: tuple[Spot, ...] = ()
    """Where each pawn of the edition stands, played or not."""
    tokens: tuple[str | None, ...] = ()
    """The room to which a question last brought each card's token."""
    summoned: frozenset[Seat] = frozenset()
    """Seats whose pawn a question has moved since their last turn."""
    asked_in: tuple[str | None, ...] = ()
    """The room in which each seat has asked and which it has not left since."""
    out: frozenset[Seat] = frozenset()
    question: Suggested | None = None
    pips: int = 0
    goals: frozenset[Spot] = frozenset()
    peeked: tuple[frozenset[int], ...] = ()
    """The face-down slots that each seat has looked at."""
    pile: tuple[str, ...] = ()
    """The bonus cards not yet drawn."""
    kept: tuple[tuple[Seat, str], ...] = ()
    tunnels: frozenset[str] = frozenset()
    clocks: int = 0
    effects: tuple[Effect, ...] = ()
    resume: Phase = Phase.AFTER
    """The phase to return to when a bonus card has been followed."""
    extra_turn: bool = False
    again: bool = False
    any_room: bool = False
    throws: Throws = ()
    outcome: Outcome | None = None

    def but(self, changes: Mapping[str, object]) -> Scene:
        """The scene with these parts changed; `_replace` would look at every part, and this is done often."""
        parts: list[object] = list(self)
        for name, value in changes.items():
            parts[_PART[name]] = value
        return tuple.__new__(Scene, parts)


_PART = {name: i for i, name in enumerate(Scene._fields)}


def spot_of(setup: Setup, scene: Scene, seat: Seat) -> Spot | None:
    """Where a seat's pawn stands, if there is a board."""
    return scene.pawns[setup.pawns[seat]] if scene.pawns else None
