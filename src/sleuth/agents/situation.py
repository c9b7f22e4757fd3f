"""A view as arrays: what the compiled playouts need to know about a game so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sleuth.cards import CardSet, Seat
from sleuth.errors import BadSetup
from sleuth.events import Accused, Declined, Event, Passed, Showed, Suggested
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import Sampler, sampler
from sleuth.inference.problem import Problem, mask_of
from sleuth.kernels.playout import SEATS
from sleuth.kernels.playout_worlds import Limits, Past
from sleuth.language import N_
from sleuth.view import View

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Situation:
    """What one seat knows, and what happened, in masks."""

    me: Seat
    hand: int
    """My cards, as a mask."""
    deck: Ints
    """(categories,): the cards of each category that do not lie face up."""
    sizes: Ints
    """(seats,)"""
    history: Ints
    """(questions, 4): who asked, the cards, who showed (-1: nobody), the card (0: unseen)."""
    silent: Ints
    """(questions,): 1 where the asker then ended the turn, though it might have accused."""
    given: int
    """The cards that are named without being chosen: on a board, the rooms."""
    out: int
    """A mask of the seats that accused wrongly."""
    problem: Problem

    @classmethod
    def of(cls, view: View) -> Situation:
        """The situation of a view's seat."""
        assert view.seat is not None
        assert view.hand is not None
        setup, place = view.record.setup, view.record.setup.edition.place_category
        deck = [kind.mask for kind in setup.dealt]
        questions = list(_questions(view, sum(deck)))
        return cls(
            view.seat,
            view.hand.mask,
            np.array(deck, np.int64),
            np.array(setup.hands, np.int64),
            np.array([row for row, _ in questions], np.int64).reshape(-1, 4),
            np.array([silent for _, silent in questions], np.int64),
            0 if setup.board is None or place is None else deck[place],
            sum(1 << seat for seat in view.record.past.out),
            problem_of(setup, clues(view)),
        )

    @property
    def seats(self) -> int:
        return len(self.sizes)

    def named(self) -> Ints:
        """(seats,): the cards that each seat has chosen to ask for."""
        masks = np.zeros(self.seats, np.int64)
        np.bitwise_or.at(masks, self.history[:, 0], self.history[:, 1] & ~self.given)
        return masks

    def deals(self, n: int, rng: np.random.Generator) -> Ints:
        """(n, seats): hands of exact, independent draws from all deals that fit."""
        return self.hands_in(exact(self.problem).sample(n, rng))

    def hands_in(self, places: NDArray[np.uint8]) -> Ints:
        """(n, seats): the hands in deals (n, cards) that name the place of every card."""
        bits = np.left_shift(np.int64(1), np.arange(places.shape[1], dtype=np.int64))
        hands = [np.where(places == seat, bits, 0).sum(axis=1) for seat in range(self.seats)]
        return np.ascontiguousarray(np.stack(hands, axis=1))

    def showable(self, questions: Ints) -> Ints:
        """Questions without what lies face up: it can be named, but nobody shows it."""
        asked = questions & np.bitwise_or.reduce(self.deck)
        return np.where(asked, asked, questions)  # to the kernels, no card at all is any question

    def envelopes(self, hands: Ints) -> Ints:
        """(n,): what these hands (n, seats) leave for the envelope, as masks."""
        return np.asarray(np.bitwise_or.reduce(self.deck) & ~np.bitwise_or.reduce(hands, axis=1))

    @property
    def past(self) -> Past:
        """What happened, for the kernels."""
        return Past(self.me, self.deck, self.sizes, self.history, self.silent, self.given)

    def limits(self) -> Limits:
        """What a deal must obey."""
        places = [*range(self.seats), self.problem.envelope]
        allowed = [self.problem.allowed[place] for place in places]
        clauses = [(places.index(place), cards) for place, cards in self.problem.clauses if place in places]
        return Limits(
            np.array(allowed, np.int64),
            np.array(clauses, np.int64).reshape(-1, 2),
            np.array(self.problem.excluded, np.int64),
        )


def imaginable(view: View) -> bool:
    """Whether games can be imagined from here: all cards in hands or face up, mine known, and few seats."""
    setup = view.record.setup
    if view.seat is None or view.hand is None or len(view.hand) < setup.hands[view.seat]:
        return False
    return not setup.hidden and len(setup.hands) <= SEATS


def check_imaginable(view: View) -> None:
    """Complain about a view from which no game can be imagined."""
    if not imaginable(view):
        raise BadSetup(
            N_(
                "Games are imagined for a player whose hand is known, without cards face down, and for at "
                "most {most} players; other advice needs no games."
            ),
            most=SEATS,
        )


def exact(problem: Problem) -> Sampler:
    """Exact draws of the deals of a problem, by the compiled engine only: a seed must repeat."""
    return sampler(problem, engine="compiled")


def _questions(view: View, dealt: int) -> Iterator[tuple[tuple[int, int, int, int], bool]]:
    """Every question that can be replayed, as a row, and whether its asker then kept silent.

    dealt: the cards that do not lie face up; nobody can show any other.
    """
    assert view.seat is not None
    assert view.hand is not None
    setup, entries = view.record.setup, [entry.events for entry in view.record.standing]
    rules = setup.rules
    there = setup.board is None or rules.accuse == "anywhere"  # otherwise it may not have been there
    for at, events in enumerate(entries):
        row = _row(events, view.seat, view.hand, len(setup.hands), dealt)
        if row is not None:
            yield row, there and rules.auto_win == "off" and _silent(row[0], entries[at + 1 :], view)


def _silent(asker: Seat, later: Sequence[tuple[Event, ...]], view: View) -> bool:
    """Whether whoever asked ended the turn without an accusation."""
    for events in later:
        match events[0]:
            case Suggested(seat=seat) if seat != asker:  # with a bonus card one may ask again in a turn
                return True
            case Accused(seat=seat) if seat == asker:
                return False
    return view.scene is not None and view.scene.turn != asker  # otherwise the turn may not be over


def _row(
    events: tuple[Event, ...], me: Seat, hand: CardSet, seats: int, dealt: int
) -> tuple[int, int, int, int] | None:
    """One question as a row: who asked, the cards, who showed (-1: nobody) and the card (0: unseen).

    None if it tells too little: a bonus card let somebody decline, or the answer of another is missing.
    """
    question = events[0]
    if not isinstance(question, Suggested) or any(isinstance(event, Declined) for event in events):
        return None
    shows = [event for event in events if isinstance(event, Showed)]
    cards, passed = mask_of(question.cards) & dealt, sum(isinstance(event, Passed) for event in events)
    if shows:
        card = 0 if shows[0].card is None else 1 << shows[0].card
        return question.seat, cards, shows[0].seat, card
    if passed == seats - 1:
        return question.seat, cards, -1, 0
    waiting = (question.seat + 1 + passed) % seats == me and bool(hand.mask & cards)
    return (question.seat, cards, me, 0) if waiting else None
