"""What is certain is taken out of a problem before anything is counted; the number of deals never changes.

The envelope is opened into one slot of size one for each category, so that every slot is a plain set of
cards of a known size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sleuth.inference.problem import Problem, bits


@dataclass(frozen=True, slots=True)
class Reduced:
    """The part of a problem that is still open."""

    home: tuple[int, ...]
    """The place to which each slot belongs."""
    fixed: tuple[int, ...]
    """For each slot, the cards that are certainly there."""
    room: tuple[int, ...]
    """For each slot, how many cards are still to come."""
    allowed: tuple[int, ...]
    """For each slot, the free cards that may be there."""
    clauses: tuple[tuple[int, int], ...]
    """(slot, mask): at least one of these free cards is there."""
    cases: tuple[int, ...]
    """Masks: at least one of these free cards is in the envelope."""

    @property
    def free(self) -> int:
        """The cards whose place is open."""
        free = 0
        for mask in self.allowed:
            free |= mask
        return free


class _Impossible(Exception):
    """No deal is left."""


class _Board:
    """The working state of a reduction: masks that only ever shrink."""

    __slots__ = ("allowed", "cases", "clauses", "envelope", "fixed", "free", "room")

    def __init__(self, problem: Problem, home: tuple[int, ...]) -> None:
        parts = _categories(problem)
        opened = [i for i, place in enumerate(home) if place == problem.envelope]
        self.envelope = opened
        self.room = [1 if place == problem.envelope else problem.sizes[place] for place in home]
        self.allowed = [problem.allowed[place] for place in home]
        for slot, part in zip(opened, parts, strict=True):
            self.allowed[slot] &= part
        self.fixed = [0] * len(home)
        self.free = (1 << problem.cards) - 1
        self.clauses = [clause for clause in problem.clauses if clause[0] != problem.envelope]
        self.cases = [cards for place, cards in problem.clauses if place == problem.envelope]
        # The envelope is not this set: at least one of its cards is another one.
        self.cases += [
            ~cards & self.free for cards in problem.excluded if all(cards & part for part in parts)
        ]

    def settle(self, slot: int, cards: int) -> None:
        """Put these cards into this slot for good."""
        count = cards.bit_count()
        if not count:
            return
        if cards & ~self.allowed[slot] or count > self.room[slot]:
            raise _Impossible
        self.fixed[slot] |= cards
        self.room[slot] -= count
        self.free &= ~cards
        self.allowed = [mask & ~cards for mask in self.allowed]
        if not self.room[slot]:
            self.allowed[slot] = 0

    def settle_cards(self) -> None:
        """A card that fits into one slot only lies there."""
        once = twice = 0
        for mask in self.allowed:
            twice |= once & mask
            once |= mask
        if once != self.free:
            raise _Impossible
        single = once & ~twice
        if single:
            for slot, mask in enumerate(self.allowed):
                self.settle(slot, mask & single)

    def settle_slots(self) -> None:
        """A slot for which just enough cards are left gets them all."""
        for slot, room in enumerate(self.room):
            mask = self.allowed[slot]
            spare = mask.bit_count() - room
            if spare < 0:
                raise _Impossible
            if not room:
                self.allowed[slot] = 0
            elif not spare:
                self.settle(slot, mask)

    def settle_clauses(self) -> None:
        """Clauses lose the cards that cannot be there; satisfied and implied ones are dropped."""
        still: list[tuple[int, int]] = []
        for slot, cards in self.clauses:
            if cards & self.fixed[slot]:
                continue
            mask = self.allowed[slot]
            open_cards = cards & mask
            room = self.room[slot]
            if not open_cards:
                raise _Impossible
            if room == 1:
                self.allowed[slot] = open_cards
            elif not open_cards & (open_cards - 1):
                self.settle(slot, open_cards)
            elif (mask & ~open_cards).bit_count() >= room:
                still.append((slot, open_cards))
        self.clauses = still

    def settle_cases(self) -> None:
        """The same for clauses about the envelope, which is several slots."""
        still: list[int] = []
        for cards in self.cases:
            if any(cards & self.fixed[slot] for slot in self.envelope):
                continue
            left = [slot for slot in self.envelope if self.room[slot]]
            if any(not self.allowed[slot] & ~cards for slot in left):
                continue
            hits = [slot for slot in left if self.allowed[slot] & cards]
            if not hits:
                raise _Impossible
            if len(hits) == 1:
                self.allowed[hits[0]] &= cards
            else:
                still.append(cards)
        self.cases = still

    def settle_all(self) -> None:
        """Repeat until nothing changes."""
        before: object = None
        while before != (state := (self.free, tuple(self.allowed), len(self.clauses), len(self.cases))):
            before = state
            self.settle_cards()
            self.settle_slots()
            if self.clauses:
                self.settle_clauses()
            if self.cases:
                self.settle_cases()


def _categories(problem: Problem) -> list[int]:
    parts = [0] * problem.categories
    for card, category in enumerate(problem.category):
        parts[category] |= 1 << card
    return parts


def _strongest(clauses: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """A clause that contains another one of the same slot says nothing new."""
    kept: list[tuple[int, int]] = []
    for slot, mask in sorted(set(clauses), key=lambda clause: clause[1].bit_count()):
        if not any(other == slot and not less & ~mask for other, less in kept):
            kept.append((slot, mask))
    return tuple(kept)


def homes(problem: Problem) -> tuple[int, ...]:
    """The place of each slot: the places themselves, then the envelope's further categories."""
    return (*range(problem.places), *[problem.envelope] * (problem.categories - 1))


@lru_cache(maxsize=16)  # the same problem is counted, drawn from and sorted into kinds
def reduced(problem: Problem) -> Reduced | None:
    """The open part of a problem, or nothing if it allows no deal."""
    home = homes(problem)
    if sum(problem.sizes) != problem.cards or problem.sizes[problem.envelope] != problem.categories:
        return None
    board = _Board(problem, home)
    try:
        board.settle_all()
    except _Impossible:
        return None
    free = board.free
    return Reduced(
        home,
        tuple(board.fixed),
        tuple(board.room),
        tuple(mask & free for mask in board.allowed),
        _strongest(board.clauses),
        tuple(sorted({mask & free for mask in board.cases})),
    )


def cards_of(mask: int) -> list[int]:
    """The cards of a mask as a list, lowest first."""
    return list(bits(mask))
