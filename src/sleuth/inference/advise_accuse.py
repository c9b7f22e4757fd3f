"""Accuse now? The chance of being right against the chance that somebody else is faster."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Accuse
from sleuth.cards import Card, Place, Seat
from sleuth.events import Passed, Showed, Suggested
from sleuth.inference.advise import after_answer, asking_seat
from sleuth.inference.advise_deals import ENGINE, Deals, deals_of
from sleuth.inference.advise_questions import NOBODY, Ear, weigh
from sleuth.inference.advise_worlds import held, imagine, out
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import count, satisfiable
from sleuth.inference.notebook import infer
from sleuth.inference.problem import Problem, mask_of
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.language import N_, say
from sleuth.record import Record
from sleuth.setup import Setup
from sleuth.view import View

WORLDS = 48
QUESTIONS = 40
"""Questions that a rival thinks of, to ask the best."""
DRAWS = 256
"""Deals that a rival weighs them with."""

Kind: TypeAlias = Literal["known", "now", "wait"]


@dataclass(frozen=True, slots=True)
class AccuseAdvice:
    """The likeliest solution, and whether to say it now."""

    action: Accuse
    chance: float
    """Of being right; exact."""
    rivals: float
    """The chance that somebody else solves the case before my next turn."""
    rivals_error: float
    waiting: float
    """The chance of winning by waiting, asking once more and then accusing: the break-even."""
    waiting_error: float
    setup: Setup

    @property
    def now(self) -> bool:
        """Whether to accuse now: waiting does not win more often, or there is nothing left to find out."""
        return self.chance == 1 or (self.rivals > 0 and self.chance >= self.waiting)

    def why(self, lang: str = "en") -> str:
        """The reason in one sentence."""
        kind: Kind = "known" if self.chance == 1 else "now" if self.now else "wait"
        shares = {"chance": self.chance, "rivals": self.rivals, "waiting": self.waiting}
        return say(lang, _WHY[kind], **{name: round(100 * share) for name, share in shares.items()})


_WHY: dict[Kind, str] = {
    "known": N_("Accuse now: there is only one possibility left."),
    "now": N_(
        "Accuse now: you are right in {chance} of 100 cases, and waiting wins in only {waiting}; "
        "in {rivals} somebody else is faster."
    ),
    "wait": N_(
        "Wait: you would be right in {chance} of 100 cases, and asking once more first wins in {waiting}; "
        "in {rivals} somebody else is faster."
    ),
}


def advise_accuse(
    view: View, *, habit: ShowingHabit = uniformly, seed: int = 0, worlds: int = WORLDS
) -> AccuseAdvice:
    """Whether to accuse at the end of this turn.

    In imagined worlds every rival asks in turn the best question it thinks of, and accuses when it is sure;
    then I ask once more and accuse.
    """
    me = asking_seat(view)
    notebook = infer(view, engine=ENGINE)
    best = notebook.envelope(1)[0]
    rng = np.random.default_rng(seed)
    deals = deals_of(notebook.problem, worlds, rng)
    chosen = rng.choice(len(deals.places), worlds, p=deals.weight)
    rounds = [Round(view, me, deals.places[deal], habit, rng).play() for deal in chosen]
    beaten, right = np.array([faster for faster, _ in rounds]), np.array([chance for _, chance in rounds])
    return AccuseAdvice(
        action=Accuse(best.cards),
        chance=best.probability,
        rivals=float(beaten.mean()),
        rivals_error=_error(beaten),
        waiting=float(right.mean()),
        waiting_error=_error(right),
        setup=view.record.setup,
    )


def _error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


class Round:
    """One round of play in an imagined world: everyone asks once, then it is my turn again."""

    def __init__(
        self,
        view: View,
        me: Seat,
        deal: NDArray[np.uint8],
        habit: ShowingHabit,
        rng: np.random.Generator,
    ) -> None:
        self.setup: Setup = view.record.setup
        self.me, self.deal, self.habit, self.rng = me, deal, habit, rng
        self.out = out(view)
        self.record: Record = imagine(view, deal, habit, rng)
        self.envelope = held(self.setup, deal, Place.ENVELOPE)

    def play(self) -> tuple[float, float]:
        """Whether a rival solves the case, and otherwise my chance of being right afterwards."""
        for seat in self.setup.left_of(self.me):
            if seat not in self.out and self.turn(seat):
                return 1.0, 0.0
        knows = self.ask(self.me)
        return 0.0, float(count(knows, engine=ENGINE).envelope.chance.max())

    def turn(self, seat: Seat) -> bool:
        """Whether a rival can prove the case, before or after its question."""
        return self.proves(self.knowledge(seat)) or self.proves(self.ask(seat))

    def knowledge(self, seat: Seat) -> Problem:
        """What a seat knows now."""
        return problem_of(self.setup, clues(self.record.view(seat)))

    def proves(self, problem: Problem) -> bool:
        """Whether the true envelope is the only possible one."""
        other = replace(problem, excluded=(*problem.excluded, mask_of(self.envelope)))
        return not satisfiable(other, engine=ENGINE)

    def ask(self, seat: Seat) -> Problem:
        """Ask the best of some questions: what the seat knows then."""
        problem = self.knowledge(seat)
        ear = Ear(self.setup, self.setup.left_of(seat), self.habit, {}, True)
        question = self.choose(problem, deals_of(problem, DRAWS, self.rng), ear)
        answer = self.answer(seat, question, ear)
        return after_answer(problem, question, answer, ear)

    def choose(self, problem: Problem, deals: Deals, ear: Ear) -> tuple[Card, ...]:
        """The question that tells the most, of a handful thought of."""
        every = self.setup.edition.suggestions
        some = self.rng.choice(len(every), min(QUESTIONS, len(every)), replace=False)
        questions = [every[i] for i in some]
        return questions[int(weigh(problem, deals, questions, ear).bits.argmax())]

    def answer(self, asker: Seat, question: tuple[Card, ...], ear: Ear) -> int:
        """The table's answer in this world, put on record; its number for the asker."""
        events: list[Suggested | Passed | Showed] = [Suggested(asker, question)]
        answer = NOBODY
        for turn, seat in enumerate(ear.order):
            mine = frozenset(held(self.setup, self.deal, seat)) & frozenset(question)
            if not mine:
                events.append(Passed(seat))
                continue
            card = self.show(sorted(mine), frozenset())
            answer = 1 + turn * len(question) + question.index(card)
            events.append(Showed(seat, card, asker))
            break
        self.record = self.record.append_unchecked(*events)
        return answer

    def show(self, mine: list[Card], seen: frozenset[Card]) -> Card:
        """The card that a seat chooses to show."""
        chances = np.array([self.habit(card, frozenset(mine), seen) for card in mine])
        return int(self.rng.choice(mine, p=chances / chances.sum()))
