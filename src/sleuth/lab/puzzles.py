"""Logic puzzles: what the winner of a game needed to know and nothing more, graded by the method it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Literal, TypeAlias, get_args

from sleuth.cards import Card, Place
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.events import Suggested
from sleuth.game import Game
from sleuth.inference.explain import Reason, explain
from sleuth.inference.methods.wambach import work
from sleuth.inference.notebook import infer
from sleuth.lab import states
from sleuth.language import N_
from sleuth.record import Entry, Record
from sleuth.view import View

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

TRIES = 400
"""Games to look at before giving up on a difficulty."""
FEWEST = 4
"""Questions; with fewer there is nothing to puzzle over."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A record from which one can find out the case, and only the case."""

    view: View
    solution: tuple[Card, ...]
    difficulty: Difficulty
    seed: int

    def proof(self) -> list[Reason]:
        """Why the envelope holds each card of the solution."""
        notebook = infer(self.view)
        return [explain(self.view, card, Place.ENVELOPE, notebook=notebook) for card in self.solution]


def puzzle(
    players: int = 4, difficulty: Difficulty = "medium", *, seed: int = 0, edition: str = "classic"
) -> Puzzle:
    """The puzzle of a seed: the same every time."""
    box = Edition.load(edition)
    box.sizes(players, states.boardless(box, players))  # refuses a number of players that cannot be
    for finished in _games(seed, players, edition):
        record = states.winners_view(finished)
        solution = finished.deal.envelope
        found = _reduced(record, solution, difficulty, Random(seed))
        if found is not None:
            return Puzzle(found.view(), solution, difficulty, seed)
    raise BadSetup(N_("No such puzzle turned up; try another seed or another number of players."))


def _games(seed: int, players: int, edition: str) -> Iterator[Game]:
    for attempt in count():
        if attempt == TRIES:
            return
        yield states.game(seed * TRIES + attempt, players, edition)


def _reduced(
    record: Record, solution: tuple[Card, ...], difficulty: Difficulty, rng: Random
) -> Record | None:
    """The record cut down to what the method of this difficulty needs, if no easier method is enough."""
    solves = SOLVERS[difficulty]
    record = states.with_questions(record, [q for q in states.questions(record) if not _names(q, solution)])
    if not solves(record, solution):
        return None
    fewer = states.minimal(record, lambda some: solves(some, solution), rng)
    long_enough = len(states.questions(fewer)) >= FEWEST
    return fewer if long_enough and grade(fewer, solution) == difficulty else None


def _names(question: Entry, solution: tuple[Card, ...]) -> bool:
    """Whether a question gives everything away at once."""
    asked = question.events[0]
    return isinstance(asked, Suggested) and asked.cards == solution


def grade(record: Record, solution: tuple[Card, ...]) -> Difficulty | None:
    """The easiest method that solves a record, if any does."""
    return next((level for level, solves in SOLVERS.items() if solves(record, solution)), None)


def _as_printed(record: Record, solution: tuple[Card, ...]) -> bool:
    return states.proves(record, solution) and work(record.view()).solution == {*solution}


def _with_counting(record: Record, solution: tuple[Card, ...]) -> bool:
    # What cannot be proved at all need not be tried by hand: that is the quicker question.
    by_hand = (
        work(record.view(), hand_sizes=True, categories=True) if states.proves(record, solution) else None
    )
    return by_hand is not None and by_hand.solution == {*solution}


Solves: TypeAlias = Callable[[Record, tuple[Card, ...]], bool]
SOLVERS: dict[Difficulty, Solves] = {"easy": _as_printed, "medium": _with_counting, "hard": states.proves}
"""Wambach's rules as printed; with hand sizes and categories; everything that can be proved."""
