"""The exact detective for Clue and Cluedo.

Importing the package loads the rules only; inference, agents and the rest are loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sleuth.cards import Card, CardSet, Place, Seat
from sleuth.casefile import dumps, load, loads
from sleuth.edition import Edition
from sleuth.errors import (
    BadEdition,
    BadSetup,
    Contradiction,
    IllegalAction,
    IllegalEvent,
    SleuthError,
    UnknownWord,
    Unreadable,
)
from sleuth.events import redact
from sleuth.game import Game
from sleuth.houserules import HouseRules
from sleuth.record import Record
from sleuth.replay import replay
from sleuth.view import View

if TYPE_CHECKING:
    from sleuth.arena.compare import tournament
    from sleuth.arena.match import play
    from sleuth.inference.advise import Advice, advise
    from sleuth.inference.advise_accuse import AccuseAdvice, advise_accuse
    from sleuth.inference.advise_rooms import rooms_in_reach
    from sleuth.inference.advise_show import ShowAdvice, advise_show
    from sleuth.inference.explain import Reason, explain
    from sleuth.inference.notebook import Notebook, infer
    from sleuth.inference.repair import Repair, repairs

__version__ = "0.1.0"

_LAZY = {
    "AccuseAdvice": "sleuth.inference.advise_accuse",
    "Advice": "sleuth.inference.advise",
    "ShowAdvice": "sleuth.inference.advise_show",
    "advise": "sleuth.inference.advise",
    "advise_accuse": "sleuth.inference.advise_accuse",
    "advise_show": "sleuth.inference.advise_show",
    "rooms_in_reach": "sleuth.inference.advise_rooms",
    "play": "sleuth.arena.match",
    "Notebook": "sleuth.inference.notebook",
    "Reason": "sleuth.inference.explain",
    "Repair": "sleuth.inference.repair",
    "explain": "sleuth.inference.explain",
    "infer": "sleuth.inference.notebook",
    "repairs": "sleuth.inference.repair",
    "tournament": "sleuth.arena.compare",
}
"""Names whose modules are heavier than the rules, and where they live."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'sleuth' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


__all__ = [
    "AccuseAdvice",
    "Advice",
    "BadEdition",
    "BadSetup",
    "Card",
    "CardSet",
    "Contradiction",
    "Edition",
    "Game",
    "HouseRules",
    "IllegalAction",
    "IllegalEvent",
    "Notebook",
    "Place",
    "Reason",
    "Record",
    "Repair",
    "Seat",
    "ShowAdvice",
    "SleuthError",
    "UnknownWord",
    "Unreadable",
    "View",
    "advise",
    "advise_accuse",
    "advise_show",
    "dumps",
    "explain",
    "infer",
    "load",
    "loads",
    "play",
    "redact",
    "repairs",
    "replay",
    "rooms_in_reach",
    "tournament",
]
