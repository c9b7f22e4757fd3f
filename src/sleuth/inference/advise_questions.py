"""What the answer to a question would tell a listener, over all deals that the listener thinks possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sleuth.cards import Card, Place, Seat
from sleuth.inference.advise_deals import Deals, alike
from sleuth.inference.problem import Problem
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.kernels.advise import weigh_questions
from sleuth.setup import Setup

NOBODY = 0
"""The answer that nobody shows a card; then come the cards that each seat may show, then those looked at."""

Seen = dict[Seat, frozenset[Card]]
"""The cards that each seat has already shown to the asker."""


@dataclass(frozen=True, slots=True)
class Ear:
    """Who answers, and what a listener hears of it: the asker the card, others only who showed it."""

    setup: Setup
    order: tuple[Seat, ...]
    """The seats in the order in which they answer."""
    habit: ShowingHabit
    seen: Seen
    sees_card: bool
    peeked: frozenset[Card] = frozenset()
    """Face-down cards that the asker has looked at before."""

    @property
    def peeks(self) -> bool:
        """Whether the asker looks at a face-down card if nobody shows one, and the listener sees it."""
        return self.sees_card and self.setup.rules.slots > 0

    def turns(self, deals: Deals) -> NDArray[np.uint8]:
        """(cards, n): the turn in which the holder of each card answers."""
        places, order = self.setup.places, self.order
        turn = [order.index(place) if place in order else len(order) for place in places]
        return np.ascontiguousarray(np.array(turn, np.uint8)[deals.places.T])

    def columns(self) -> NDArray[np.int64]:
        """(seats, k): the number of the answer."""
        seats, k = len(self.order), len(self.setup.edition.categories)
        if self.sees_card:
            return 1 + np.arange(seats * k).reshape(seats, k)
        return np.repeat(1 + np.arange(seats), k).reshape(seats, k)

    def peekable(self, deals: Deals) -> NDArray[np.uint8]:
        """(cards, n): where the asker may look at a card; (0, n) where this never happens."""
        if not self.peeks:
            return np.zeros((0, len(deals.places)), np.uint8)
        hidden = self.setup.places.index(Place.HIDDEN)
        table: NDArray[np.uint8] = np.equal(deals.places.T, hidden).astype(np.uint8)
        table[list(self.peeked)] = 0
        return table

    def shares(self, questions: NDArray[np.int64]) -> NDArray[np.float64]:
        """(1 or m, seats, 2**k, k): the chance that a seat shows each of the cards it holds."""
        if self.habit is uniformly:
            return _even_shares(len(self.order), questions.shape[1])
        k = questions.shape[1]
        table = np.zeros((len(questions), len(self.order), 1 << k, k))
        for q, cards in enumerate(questions.tolist()):
            for pattern in range(1, 1 << k):
                held = frozenset(card for i, card in enumerate(cards) if pattern >> i & 1)
                for turn, seat in enumerate(self.order):
                    seen = self.seen.get(seat, frozenset())
                    for i in range(k):
                        if pattern >> i & 1:
                            table[q, turn, pattern, i] = self.habit(cards[i], held, seen)
        return table


@cache
def _even_shares(seats: int, k: int) -> NDArray[np.float64]:
    """(1, seats, 2**k, k): the same for all questions and seats."""
    held = np.arange(1 << k)[:, None] >> np.arange(k) & 1
    even = held / np.maximum(1, held.sum(axis=1, keepdims=True))
    return np.tile(even, (1, seats, 1, 1))


@dataclass(frozen=True, slots=True)
class Weighed:
    """What each question's answer tells the listener."""

    bits: NDArray[np.float64]
    """(m,): about the envelope."""
    error: NDArray[np.float64]
    """(m,): the standard error of `bits`; zero where every deal was reckoned with."""
    chance: NDArray[np.float64]
    """(m, answers)"""
    lone: NDArray[np.int64]
    """(m, answers): the number of the only envelope that is left among these deals, or below 0."""
    codes: Codes
    questions: Sequence[tuple[Card, ...]]

    def solutions(self, question: int) -> dict[int, tuple[Card, ...]]:
        """The answers to a question after which only one envelope is left among these deals, and which."""
        asked, row = self.questions[question], self.lone[question]
        found = {answer: self.codes.envelope(int(row[answer]), asked) for answer in np.flatnonzero(row >= 0)}
        return {int(answer): cards for answer, cards in found.items() if cards is not None}


def weigh(problem: Problem, deals: Deals, questions: Sequence[tuple[Card, ...]], ear: Ear) -> Weighed:
    """Weigh questions for a listener who knows `problem` and to whom `deals` are possible."""
    table = np.array(questions, np.int64)
    m = len(table)
    codes = Codes(problem, deals, apart=ear.peeks)
    columns, peek = ear.columns(), ear.peekable(deals)
    answers = int(columns.max()) + 1 + peek.shape[0]
    bits, error = np.zeros(m), np.zeros(m)
    chance, lone = np.zeros((m, answers)), np.zeros((m, answers), np.int64)
    weigh_questions(
        ear.turns(deals),
        deals.weight,
        _envelopes(problem, deals),
        table,
        codes.code,
        codes.radix,
        ear.shares(table),
        columns,
        peek,
        not deals.complete,
        bits,
        error,
        chance,
        lone,
    )
    return Weighed(bits, error, chance, lone, codes, questions)


def _envelopes(problem: Problem, deals: Deals) -> NDArray[np.uint8]:
    """(k, n): the envelope's card of each category."""
    inside = deals.places == problem.envelope
    # Every deal has the same number of cards inside, so in reading order they fall into equal rows.
    cards = np.nonzero(inside)[1].reshape(len(inside), problem.categories)
    return np.ascontiguousarray(cards.T.astype(np.uint8))


class Codes:
    """A number for every card of the envelope, shared by those of a category that nothing tells apart.

    A category's last number is kept for the card asked for. A look at a face-down card tells all cards apart.
    """

    def __init__(self, problem: Problem, deals: Deals, *, apart: bool) -> None:
        marks = list(range(problem.cards)) if apart else alike(problem)
        inside = np.flatnonzero((deals.places == problem.envelope).any(axis=0)).tolist()
        self.code = np.zeros(problem.cards, np.int64)
        self.members: list[list[list[Card]]] = []
        for category in range(problem.categories):
            kinds: dict[object, list[Card]] = {}
            for card in inside:
                if problem.category[card] == category:
                    kinds.setdefault(marks[card], []).append(card)
            for number, cards in enumerate(kinds.values()):
                self.code[cards] = number
            self.members.append(list(kinds.values()))
        self.radix = np.array([len(kinds) + 1 for kinds in self.members], np.int64)

    def envelope(self, key: int, question: tuple[Card, ...]) -> tuple[Card, ...] | None:
        """The cards that an envelope's number stands for, if it stands for one envelope only."""
        cards: list[Card] = []
        for asked, members in reversed(list(zip(question, self.members, strict=True))):
            key, digit = divmod(key, len(members) + 1)
            here = [asked] if digit == len(members) else [card for card in members[digit] if card != asked]
            if len(here) != 1:
                return None
            cards += here
        return tuple(reversed(cards))
