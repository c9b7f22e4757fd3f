"""What one seat may know: all that an agent or a client ever gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.actions import Menu
from sleuth.cards import CardSet, Seat

if TYPE_CHECKING:
    from sleuth.record import Record
    from sleuth.scene import Scene

NO_CHOICE = Menu()


@dataclass(frozen=True, slots=True)
class View:
    """A redacted record, what lies open on the table, and, if it is this seat's choice, the choices."""

    record: Record
    seat: Seat | None
    hand: CardSet | None = None
    """This seat's own cards, if the record says them."""
    scene: Scene | None = None
    menu: Menu = NO_CHOICE
