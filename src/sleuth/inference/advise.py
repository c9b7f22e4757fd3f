"""What to ask: the worth of every question, from exact posterior deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Suggest
from sleuth.cards import Card, Place, Seat
from sleuth.errors import BadSetup
from sleuth.events import Peeked, Showed
from sleuth.inference.advise_deals import ENGINE, Deals, alike, deals_of
from sleuth.inference.advise_questions import NOBODY, Ear, Seen, Weighed, weigh
from sleuth.inference.advise_rooms import room_entered
from sleuth.inference.advise_words import Ground, ground_of, why
from sleuth.inference.advise_worlds import imagine
from sleuth.inference.constraints import card_of, clues, problem_of
from sleuth.inference.counting import satisfiable
from sleuth.inference.notebook import Model, Notebook, infer
from sleuth.inference.problem import Problem
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.language import N_
from sleuth.setup import Setup
from sleuth.view import View

Rooms = Iterable[str | Card] | Mapping[str, float]

DRAWS = 8192
"""Deals drawn where there are too many to reckon with all."""
WORLDS = 4
"""Imagined worlds from which it is reckoned what the others learn."""
OTHERS_DRAWS = 512
"""Deals drawn for each of the others in each world."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One way the table may answer: who shows which card.

    No seat means that nobody shows one; a card is then the face-down card that this earns a look at.
    """

    seat: Seat | None
    card: Card | None
    chance: float


@dataclass(frozen=True, slots=True)
class Advice:
    """A question and what it is worth."""

    action: Suggest
    value: float
    """What it tells me less what it tells a rival on average, in bits, times the chance of getting to ask."""
    error: float
    """The standard error of the value."""
    bits: float
    """The expected information about the envelope."""
    bits_error: float
    solves: float
    """The chance that the answer solves the case."""
    answers: tuple[Answer, ...]
    """The likeliest first."""
    leaks: tuple[float, ...]
    """What each seat is expected to learn about the envelope, in bits; 0 for the asker."""
    reach: float
    """The chance of getting to ask it."""
    ground: Ground
    setup: Setup

    def why(self, lang: str = "en") -> str:
        """The reason in one sentence."""
        return why(self.ground, self.setup, lang)


def advise(
    view: View,
    rooms: Rooms | None = None,
    *,
    top: int | None = None,
    model: Model = "deals",
    habit: ShowingHabit = uniformly,
    seed: int = 0,
    draws: int = DRAWS,
    worlds: int = WORLDS,
) -> list[Advice]:
    """Every question that may be asked, the best first.

    `rooms` limits them to these rooms, or weighs them by the chance of reaching each. Where few deals are
    left all are reckoned with; otherwise `draws` of them, and errors are shown.
    """
    asker = asking_seat(view)
    notebook = infer(view, model=model, habit=habit, engine=ENGINE)
    reach = reachable(view, rooms)
    questions = list(reach)
    if not questions:
        return []
    rng = np.random.default_rng(seed)
    kinds, first = _kinds(notebook, questions)
    asked = [questions[i] for i in first]
    setup = view.record.setup
    ear = Ear(setup, setup.left_of(asker), habit, shown_to(view, asker), True, _peeked(view))
    deals = deals_of(notebook.problem, draws, rng)
    own = weigh(notebook.problem, deals, asked, ear)
    heard = _heard_by_others(view, deals, asked, ear, worlds, rng)
    solves = _solves(notebook.problem, own, asked, ear, deals.complete)
    leaks, cost, variance = _cost(heard, [seat for seat in ear.order if seat not in view.record.past.out])
    sums = _Sums(notebook, ear, asked, own, solves, leaks, own.bits - cost, np.sqrt(own.error**2 + variance))
    found = [sums.advice(cards, kind, reach[cards]) for cards, kind in zip(questions, kinds, strict=True)]
    return sorted(found, key=lambda a: (-a.value, -a.solves, a.action.cards))[:top]


def asking_seat(view: View) -> Seat:
    """The seat that wants advice."""
    if view.seat is None:
        raise BadSetup(N_("Advice is for a player: say whose notebook this is, with “me: …” or --seat."))
    return view.seat


def reachable(view: View, rooms: Rooms | None) -> dict[tuple[Card, ...], float]:
    """The questions that may be asked, and the chance of getting to ask each.

    Unless rooms are given, whoever has moved into a room in this turn asks there.
    """
    if not has_turns(view):
        return {}
    setup = view.record.setup
    legal = [action.cards for action in view.menu if isinstance(action, Suggest)]
    here = None if legal else room_entered(view)
    questions: Sequence[tuple[Card, ...]] = legal or setup.edition.suggestions
    if not legal and not setup.rules.own_cards and view.hand is not None:
        banned = set(view.hand) - ({setup.edition.card(here)} if here else set())
        questions = [cards for cards in questions if not banned & set(cards)] or questions
    if rooms is None and here is None:
        return dict.fromkeys(questions, 1.0)
    rooms = [here] if rooms is None and here else rooms or []
    chances = rooms if isinstance(rooms, Mapping) else dict.fromkeys(rooms, 1.0)
    by_card = {card_of(setup, room): chance for room, chance in chances.items()}
    return {q: by_card[c] for q in questions for c in q if by_card.get(c, 0.0) > 0.0}


def has_turns(view: View) -> bool:
    """Whether this seat may still ask and accuse: the game goes on, and it has not accused wrongly."""
    past = view.record.past
    return not past.over and view.seat not in past.out


def shown_to(view: View, asker: Seat) -> Seen:
    """The cards that each seat is known to have shown to the asker."""
    seen: Seen = {}
    for entry in view.record.standing:
        for event in entry.events:
            match event:
                case Showed(seat, card, to) if card is not None and to == asker:
                    seen[seat] = seen.get(seat, frozenset()) | {card}
    return seen


def _peeked(view: View) -> frozenset[Card]:
    events = (event for entry in view.record.standing for event in entry.events)
    mine = (event for event in events if isinstance(event, Peeked) and event.seat == view.seat)
    return frozenset(event.card for event in mine if event.card is not None)


def _kinds(notebook: Notebook, questions: Sequence[tuple[Card, ...]]) -> tuple[list[int], list[int]]:
    """The kind of every question, and the first question of each kind; all of one kind are worth the same."""
    view, setup = notebook.view, notebook.setup
    spectator = problem_of(setup, clues(view.record.redacted(None).view()))
    mine = alike(notebook.problem)
    shown = shown_to(view, asking_seat(view))
    marks = [
        (mine[card], _raw_mark(spectator, card), tuple(card in cards for cards in shown.values()))
        for card in range(len(mine))
    ]
    names: dict[object, int] = {}
    first: list[int] = []
    kinds = []
    for i, cards in enumerate(questions):
        kind = names.setdefault(tuple(marks[card] for card in cards), len(first))
        if kind == len(first):
            first.append(i)
        kinds.append(kind)
    return kinds, first


def _raw_mark(problem: Problem, card: Card) -> tuple[int, ...]:
    """Everything that was publicly said of a card; it may be settled for me and open for others."""
    masks = [*problem.allowed, *(mask for _, mask in problem.clauses), *problem.excluded]
    return tuple(mask >> card & 1 for mask in masks)


def _solves(
    problem: Problem, own: Weighed, questions: Sequence[tuple[Card, ...]], ear: Ear, complete: bool
) -> NDArray[np.float64]:
    """The chance that each question's answer leaves one envelope only; draws must be proved right."""
    chances = np.zeros(len(questions))
    for q, question in enumerate(questions):
        for answer, cards in own.solutions(q).items():
            if complete or _proves(problem, question, answer, cards, ear):
                chances[q] += own.chance[q, answer]
    return chances


def _proves(
    problem: Problem, question: tuple[Card, ...], answer: int, solution: tuple[Card, ...], ear: Ear
) -> bool:
    """Whether no other envelope is possible after this answer."""
    told = after_answer(problem, question, answer, ear)
    other = replace(told, excluded=(*told.excluded, sum(1 << card for card in solution)))
    return not satisfiable(other, engine=ENGINE)


def after_answer(problem: Problem, question: tuple[Card, ...], answer: int, ear: Ear) -> Problem:
    """What the asker knows after an answer."""
    asked = sum(1 << card for card in question)
    allowed = list(problem.allowed)
    turn, i = divmod(answer - 1, len(question)) if answer != NOBODY else (len(ear.order), 0)
    for seat in ear.order[:turn]:
        allowed[seat] &= ~asked
    if turn < len(ear.order):
        card, holder = question[i], ear.order[turn]
    elif answer != NOBODY:
        card = answer - 1 - len(ear.order) * len(question)
        holder = ear.setup.places.index(Place.HIDDEN)
    else:
        return replace(problem, allowed=tuple(allowed))
    allowed = [mask if place == holder else mask & ~(1 << card) for place, mask in enumerate(allowed)]
    return replace(problem, allowed=tuple(allowed))


def _heard_by_others(
    view: View,
    deals: Deals,
    questions: Sequence[tuple[Card, ...]],
    ear: Ear,
    worlds: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """(worlds, seats, questions): the bits that each other seat learns, in each imagined world."""
    setup = view.record.setup
    heard = np.zeros((worlds, len(setup.players), len(questions)))
    public = replace(ear, sees_card=False)
    for world, deal in enumerate(rng.choice(len(deals.places), worlds, p=deals.weight)):
        record = imagine(view, deals.places[deal], ear.habit, rng)
        for seat in ear.order:
            problem = problem_of(setup, clues(record.view(seat)))
            theirs = deals_of(problem, OTHERS_DRAWS, rng)
            heard[world, seat] = weigh(problem, theirs, questions, public).bits
    return heard


def _cost(
    heard: NDArray[np.float64], rivals: list[Seat]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What each seat learns, what a rival learns on average, and the variance of that."""
    worlds, _, kinds = heard.shape
    leaks = heard.sum(axis=0) / max(1, worlds)
    average = heard[:, rivals].sum(axis=1) / max(1, len(rivals))
    variance = average.var(axis=0, ddof=1) / worlds if worlds > 1 else np.zeros(kinds)
    return leaks, leaks[rivals].sum(axis=0) / max(1, len(rivals)), variance


@dataclass(frozen=True, slots=True)
class _Sums:
    """Everything reckoned about each kind of question, and how it adds up to advice."""

    notebook: Notebook
    ear: Ear
    asked: list[tuple[Card, ...]]
    """The question of each kind that was weighed."""
    own: Weighed
    solves: NDArray[np.float64]
    leaks: NDArray[np.float64]
    """(seats, kinds)"""
    value: NDArray[np.float64]
    error: NDArray[np.float64]

    def advice(self, cards: tuple[Card, ...], kind: int, reach: float) -> Advice:
        """The advice about one question of a kind."""
        bits, solves = float(self.own.bits[kind]), float(self.solves[kind])
        return Advice(
            action=Suggest(cards),
            value=reach * float(self.value[kind]),
            error=reach * float(self.error[kind]),
            bits=bits,
            bits_error=float(self.own.error[kind]),
            solves=solves,
            answers=self.answers(cards, kind),
            leaks=tuple(self.leaks[:, kind].tolist()),
            reach=reach,
            ground=ground_of(self.notebook, cards, bits, solves),
            setup=self.notebook.setup,
        )

    def answers(self, cards: tuple[Card, ...], kind: int) -> tuple[Answer, ...]:
        """The answers to one question of a kind, the likeliest first."""
        # The cards of the question that was weighed have changed places with this one's.
        weighed = self.asked[kind]
        swap = dict(zip((*weighed, *cards), (*cards, *weighed), strict=True))
        row = self.own.chance[kind]
        found = [
            self._answer(answer, cards, swap, float(row[answer])) for answer in np.flatnonzero(row).tolist()
        ]
        return tuple(sorted(found, key=lambda answer: -answer.chance))

    def _answer(self, answer: int, cards: tuple[Card, ...], swap: dict[Card, Card], chance: float) -> Answer:
        if answer == NOBODY:
            return Answer(None, None, chance)
        turn, i = divmod(answer - 1, len(cards))
        if turn < len(self.ear.order):
            return Answer(self.ear.order[turn], cards[i], chance)
        card = answer - 1 - len(self.ear.order) * len(cards)
        return Answer(None, swap.get(card, card), chance)
