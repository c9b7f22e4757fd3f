"""Simple players as values: how they keep notes, what they ask, what they show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, IntFlag
from typing import Self


class Rule(IntEnum):
    """Which card of a category to ask for."""

    STATELESS = 0
    """Any card that is not one's own."""
    RANDOM = 1
    """Any card that is not known to be in somebody's hand."""
    HEURISTIC = 2
    """Of those, the one that the fewest players can have."""
    LIKELY = 3
    """Of those, the one that most likely nobody has, and rather one that the next player may have."""
    ODDS = 4
    """The same by the odds of all imagined worlds, too; where there are none, no more than `LIKELY`."""


class Keep(IntFlag):
    """What a player writes down and follows up."""

    NOTHING = 0
    SEEN = 1
    """Cards seen, and cards that somebody lacks."""
    CLAUSES = 2
    """One of these cards is in that hand."""
    FULL = 4
    """A hand all of whose cards are known lacks the rest."""
    ENOUGH = 8
    """A hand for which just enough cards are left has them all."""
    CATEGORY = 16
    """The envelope has exactly one card of each category."""
    TRUST = 32
    """Who never asks for cards of their own lacks what they ask for; only imagined games tell who that is."""
    PAPER = SEEN | CLAUSES | FULL | ENOUGH
    """Certain knowledge, uncertain knowledge and hand sizes, as in the paper on rollout."""
    ALL = PAPER | CATEGORY


class Solved(IntEnum):
    """What to ask for in a category whose card in the envelope is known."""

    AVOID = 0
    """As in any other category; the heuristic then takes another card, if there is one."""
    NAME = 1
    """That card again."""
    HIDE = 2
    """A card of one's own, if there is one: nobody learns what is known already."""


class Ties(IntEnum):
    """Which of several equally good cards to take."""

    LOWEST = 0
    ANY = 1


class Showing(IntEnum):
    """Which of several cards to show."""

    ANY = 0
    SEEN = 1
    """One that the asker has seen before, if there is one."""
    LOWEST = 2
    WIDEST = 3
    """One that the asker has seen before, else one of the category with the most cards: it tells least."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A player that needs no search; the same value drives the referee's agent and the compiled playout."""

    rule: Rule = Rule.HEURISTIC
    keep: Keep = Keep.ALL
    ties: Ties = Ties.ANY
    solved: Solved = Solved.NAME
    bluff: int = 0
    """How often, out of 1,024, a category is asked for with a card of one's own; -1: as by chance."""
    showing: Showing = Showing.ANY
    aims: bool = True
    """On a board: whether it goes to rooms that it wants to ask about, or wherever it may."""

    def row(self) -> tuple[int, ...]:
        """The policy as the kernel reads it."""
        return (self.rule, self.keep, self.ties, self.solved, self.bluff, self.showing)

    def but(self, **changes: object) -> Self:
        """The policy with something changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


POLICIES: dict[str, Policy] = {
    "stateless": Policy(Rule.STATELESS, Keep.NOTHING),
    "random-paper": Policy(Rule.RANDOM, Keep.PAPER),
    "heuristic-paper": Policy(Rule.HEURISTIC, Keep.PAPER, Ties.LOWEST),
    "random-notes": Policy(Rule.RANDOM, Keep.ALL),
    "heuristic": Policy(Rule.HEURISTIC, Keep.ALL, Ties.ANY),
    "bluffer": Policy(Rule.HEURISTIC, Keep.ALL, Ties.ANY, bluff=341),
    "random-bluffer": Policy(Rule.RANDOM, Keep.ALL, bluff=341),
    "fox": Policy(Rule.LIKELY, Keep.ALL, solved=Solved.HIDE, showing=Showing.WIDEST),
    "anything": Policy(Rule.STATELESS, Keep.ALL, bluff=-1),
}
"""The named policies; `-paper` marks the reading of the paper on rollout that fits its figures."""
