"""Accuse now, if everybody reasons perfectly? The chance of being right against that of being too late."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Accuse
from sleuth.cards import Card, Place, Seat
from sleuth.errors import BadSetup
from sleuth.events import Event, Passed, Showed, Suggested, redact
from sleuth.inference.advise import after_answer, asking_seat, has_turns
from sleuth.inference.advise_deals import ENGINE, Deals, deals_of
from sleuth.inference.advise_questions import NOBODY, Ear, weigh
from sleuth.inference.advise_worlds import held, imagine
from sleuth.inference.constraints import Clue, clues_of, known_before, problem_of
from sleuth.inference.counting import count, satisfiable
from sleuth.inference.notebook import infer
from sleuth.inference.problem import Problem, mask_of
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.language import N_, numeral, say
from sleuth.setup import Setup
from sleuth.view import View

WORLDS = 40
"""Imagined worlds at most."""
CLOSE = 0.05
"""The standard error of the rivals' chance that is small enough not to imagine more."""
ROUNDS = 3
"""How long waiting is tried, if one round does not already beat accusing now."""
QUESTIONS = 24
"""Questions that a player thinks of, to ask the best."""
DRAWS = 96
"""Deals that a player weighs them with."""

Number = TypeVar("Number", float, NDArray[np.float64])
Kind: TypeAlias = Literal["known", "now", "wait"]
KNOWN = N_("Accuse now: there is only one possibility left.")


@dataclass(frozen=True, slots=True)
class AccuseAdvice:
    """The likeliest solution, and whether to say it now at a table where everybody reasons perfectly."""

    action: Accuse
    chance: float
    """Of being right; exact."""
    rivals: float
    """The chance that somebody else, reasoning perfectly, solves the case before my next turn."""
    rivals_error: float
    waiting: float
    """The chance that nobody is faster and that I am right at my next turn or soon after: the break-even."""
    waiting_error: float
    setup: Setup

    @property
    def now(self) -> bool:
        """Whether to accuse now: waiting does not win more often, or there is nothing left to find out."""
        return self.chance == 1 or (self.rivals > 0 and self.chance >= self.waiting)

    @property
    def kind(self) -> Kind:
        """What the advice rests on."""
        return "known" if self.chance == 1 else "now" if self.now else "wait"

    def why(self, lang: str = "en") -> str:
        """The reason in plain words."""
        shares = {"chance": self.chance, "rivals": self.rivals, "waiting": self.waiting}
        return say(lang, _WHY[self.kind], **{name: round(100 * share) for name, share in shares.items()})

    def figures(self, lang: str = "en") -> str:
        """The figures behind it, with their standard errors."""
        shares = {
            "chance": self.chance,
            "waiting": self.waiting,
            "waiting_error": self.waiting_error,
            "rivals": self.rivals,
            "rivals_error": self.rivals_error,
        }
        said = {name: numeral(lang, 100 * share, 1) for name, share in shares.items()}
        return say(lang, _FIGURES, **said)


_WHY: dict[Kind, str] = {
    "known": KNOWN,
    "now": N_(
        "Accuse now: you are right in {chance} of 100 cases. If everybody reasoned perfectly, you would be "
        "right at your next turn or soon after in only {waiting}; in {rivals} somebody else would be faster."
    ),
    "wait": N_(
        "Wait: you would be right in {chance} of 100 cases. If everybody reasoned perfectly, you would be "
        "right at your next turn or soon after in {waiting}; in {rivals} somebody else would be faster."
    ),
}
_FIGURES = N_(
    "Right if you accuse now: {chance} %. If everybody reasoned perfectly, right later: {waiting} % "
    "(standard error {waiting_error}); somebody else before your next turn: {rivals} % (standard error "
    "{rivals_error})."
)


def advise_accuse(
    view: View, *, habit: ShowingHabit = uniformly, seed: int = 0, worlds: int = WORLDS
) -> AccuseAdvice:
    """Whether to accuse at the end of this turn, if everybody reasons perfectly.

    In imagined worlds every rival asks in turn the best question it thinks of, and accuses when it is sure;
    then I ask once more and accuse, or wait for another round if that is better.
    """
    me = asking_seat(view)
    check_may_accuse(view)
    notebook = infer(view, engine=ENGINE)
    best = notebook.envelope(1)[0]
    rng = np.random.default_rng(seed)
    deals = deals_of(notebook.problem, worlds, rng)
    futures: list[Future] = []
    right: list[float] = []
    for deal in rng.choice(len(deals.places), worlds, p=deals.weight):
        futures.append(Future(view, me, deals.places[deal], habit, rng))
        right.append(futures[-1].play())
        beaten = sum(future.beaten for future in futures)
        if share_error(beaten, len(futures)) <= CLOSE:
            break
    waiting, error = _waiting(futures, np.array(right), best.probability)
    return AccuseAdvice(
        action=Accuse(best.cards),
        chance=best.probability,
        rivals=beaten / len(futures),
        rivals_error=share_error(beaten, len(futures)),
        waiting=waiting,
        waiting_error=error,
        setup=view.record.setup,
    )


def check_may_accuse(view: View) -> None:
    """Complain about a game that has ended, or gone on without this seat, or in which nobody accuses."""
    match view.record.setup.rules.auto_win:
        case "suggestion":
            raise BadSetup(
                N_("Nobody accuses by this house rule: whoever asks for the very cards of the envelope wins.")
            )
        case "proof":
            raise BadSetup(N_("Nobody accuses by this house rule: whoever can prove the case wins at once."))
    if not has_turns(view):
        raise BadSetup(N_("The game is over, or has gone on without you: there is nothing left to accuse."))


def share_error(hits: Number, tries: Number) -> Number:
    """The standard error of a share, as if there had been one more hit and one more miss: never none."""
    share = (hits + 1) / (tries + 2)
    error: Number = (share * (1 - share) / tries) ** 0.5
    return error


def _waiting(futures: list[Future], right: NDArray[np.float64], chance: float) -> tuple[float, float]:
    """The chance of winning after one round more, or after several if only that beats `chance`."""
    best = right
    for _ in range(1, ROUNDS):
        if chance == 1 or best.mean() > chance or all(future.beaten for future in futures):
            break
        right = np.array([future.play() for future in futures])
        best = max(best, right, key=lambda values: float(values.mean()))
    return float(best.mean()), float(best.std(ddof=1)) / sqrt(len(best)) if len(best) > 1 else 0.0


class Future:
    """One imagined world, played on: everyone asks in turn, then I do."""

    def __init__(
        self, view: View, me: Seat, deal: NDArray[np.uint8], habit: ShowingHabit, rng: np.random.Generator
    ) -> None:
        self.setup: Setup = view.record.setup
        self.me, self.habit, self.rng = me, habit, rng
        self.hands = [frozenset(held(self.setup, deal, seat)) for seat in self.setup.seats]
        self.envelope = held(self.setup, deal, Place.ENVELOPE)
        gone = view.record.past.out
        self.rivals = [seat for seat in self.setup.left_of(me) if seat not in gone]
        self.known: dict[Seat, list[Clue]] = {seat: [*known_before(self.setup)] for seat in self.setup.seats}
        for entry in imagine(view, deal, habit, rng).standing:
            self.hear(entry.events)
        self.beaten = False

    def hear(self, events: tuple[Event, ...]) -> None:
        """What happens is seen by all, by each in its own way."""
        public = [redact(event, None) for event in events]
        said = list(clues_of(0, public))
        for seat in (*self.rivals, self.me):
            own = [redact(event, seat) for event in events]
            self.known[seat] += said if own == public else clues_of(0, own)

    def play(self) -> float:
        """One round: my chance of being right at its end, which is none if a rival is faster."""
        if not self.beaten:
            self.beaten = any(self.solves(seat) for seat in self.rivals)
        if self.beaten:
            return 0.0
        problem = problem_of(self.setup, self.known[self.me])
        knows, _ = self.ask(self.me, problem, deals_of(problem, DRAWS, self.rng))
        return float(count(knows, engine=ENGINE).envelope.chance.max())

    def solves(self, seat: Seat) -> bool:
        """Whether a rival can prove the case, before or after its question."""
        problem = problem_of(self.setup, self.known[seat])
        deals = deals_of(problem, DRAWS, self.rng)
        inside = deals.places == problem.envelope
        if (inside == inside[0]).all() and self.proves(problem):
            return True
        knows, lone = self.ask(seat, problem, deals)
        return lone and self.proves(knows)

    def proves(self, problem: Problem) -> bool:
        """Whether the true envelope is the only possible one."""
        other = replace(problem, excluded=(*problem.excluded, mask_of(self.envelope)))
        return not satisfiable(other, engine=ENGINE)

    def ask(self, seat: Seat, problem: Problem, deals: Deals) -> tuple[Problem, bool]:
        """Ask the best question: what the seat knows then, and whether its deals all have one envelope."""
        ear = Ear(self.setup, self.setup.left_of(seat), self.habit, {}, True)
        questions = self.think_of(problem, deals)
        weighed = weigh(problem, deals, questions, ear)
        best = int(weighed.bits.argmax())
        answer = self.answer(seat, questions[best], ear)
        return after_answer(problem, questions[best], answer, ear), answer in weighed.solutions(best)

    def think_of(self, problem: Problem, deals: Deals) -> list[tuple[Card, ...]]:
        """Some questions: half of them about cards whose holder the asker does not know."""
        first = deals.places[0]
        placed = (deals.places == first).all(axis=0) & (first != problem.envelope)
        columns: list[list[Card]] = []
        for kind in range(problem.categories):
            every = self.setup.edition.cards_of(kind)
            unknown = [card for card in every if not placed[card]] or every
            picks = self.rng.random(QUESTIONS).tolist()
            pools = [every, unknown] * (QUESTIONS // 2)
            columns.append([pool[int(pick * len(pool))] for pool, pick in zip(pools, picks, strict=True)])
        return list(dict.fromkeys(zip(*columns, strict=True)))

    def answer(self, asker: Seat, question: tuple[Card, ...], ear: Ear) -> int:
        """The table's answer in this world, heard by all; its number for the asker."""
        events: list[Event] = [Suggested(asker, question)]
        answer = NOBODY
        for turn, seat in enumerate(ear.order):
            mine = self.hands[seat] & frozenset(question)
            if not mine:
                events.append(Passed(seat))
                continue
            card = self.show(sorted(mine))
            answer = 1 + turn * len(question) + question.index(card)
            events.append(Showed(seat, card, asker))
            break
        self.hear(tuple(events))
        return answer

    def show(self, mine: list[Card]) -> Card:
        """The card that a seat chooses to show."""
        if len(mine) == 1:
            return mine[0]
        chances = np.array([self.habit(card, frozenset(mine), frozenset()) for card in mine])
        return int(self.rng.choice(mine, p=chances / chances.sum()))
