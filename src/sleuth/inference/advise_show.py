"""Which card to show: what each one would tell the asker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Show
from sleuth.cards import Card, Seat
from sleuth.errors import Contradiction, IllegalAction
from sleuth.events import Event, Passed, Revealed, Showed, Suggested
from sleuth.inference.advise import asking_seat
from sleuth.inference.advise_deals import ENGINE, deals_of
from sleuth.inference.advise_worlds import imagine
from sleuth.inference.constraints import card_of, clues, problem_of
from sleuth.inference.counting import Tally, count
from sleuth.inference.notebook import infer
from sleuth.inference.problem import Problem
from sleuth.inference.showing import ShowingHabit, uniformly
from sleuth.language import N_, say
from sleuth.legality import check_entry
from sleuth.record import Record
from sleuth.setup import Setup
from sleuth.view import View

WORLDS = 24

Kind: TypeAlias = Literal["only", "seen", "known", "completes", "least", "more"]


@dataclass(frozen=True, slots=True)
class ShowAdvice:
    """A card that could be shown, and what it gives away."""

    action: Show
    value: float
    """What it tells the asker, in bits, as a loss."""
    error: float
    bits: float
    """The expected information about the envelope that the asker gets from it."""
    completes: float
    """The chance that it solves the case for the asker."""
    seen: bool
    """Whether the asker is on record as having seen me with it."""
    known: float
    """The chance that the asker can already prove that I have it."""
    others: tuple[float, ...]
    """What each other seat learns from my showing any card, in bits; it is the same whichever I show."""
    kind: Kind
    asker: Seat
    setup: Setup

    def why(self, lang: str = "en") -> str:
        """The reason in one sentence."""
        card = self.setup.edition.card_said(self.action.card, lang)
        chance = round(100 * self.completes)
        return say(lang, _WHY[self.kind], card=card, name=self.setup.players[self.asker], chance=chance)


_WHY: dict[Kind, str] = {
    "only": N_("Show {card}: you have no choice."),
    "seen": N_("Show {card}: {name} has seen it before."),
    "known": N_("Show {card}: {name} can already tell that you have it."),
    "completes": N_("In {chance} of 100 cases, {card} is all that {name} still needs to solve the case."),
    "least": N_("Show {card}: of what you have it tells {name} the least."),
    "more": N_("Showing {card} would tell {name} more."),
}


def advise_show(
    view: View,
    asker: str | Seat | None = None,
    cards: Sequence[str | Card] | None = None,
    *,
    habit: ShowingHabit = uniformly,
    seed: int = 0,
    worlds: int = WORLDS,
) -> list[ShowAdvice]:
    """Every card I could show in answer to a question, the best first.

    The question is the one that is being asked, or the one given: then all seats before me have passed.
    """
    me = asking_seat(view)
    view, question = put_to_me(view, asker, cards)
    mine = [card for card in question.cards if card in (view.hand or ())]
    rng = np.random.default_rng(seed)
    deals = deals_of(problem_asked(view), worlds, rng)
    sums = _Sums(view, question, mine, worlds)
    for world, deal in enumerate(rng.choice(len(deals.places), worlds, p=deals.weight)):
        sums.add(world, imagine(view, deals.places[deal], habit, rng), me)
    return sums.ranked(seen_by(view, question.seat))


def problem_asked(view: View) -> Problem:
    """What is known once a question has come to me, if it can have."""
    try:
        return infer(view, engine=ENGINE).problem
    except Contradiction:
        name = view.record.setup.players[asking_seat(view)]
        raise IllegalAction(N_("Somebody before {name} is sure to answer that."), name=name) from None


def put_to_me(
    view: View, asker: str | Seat | None, cards: Sequence[str | Card] | None
) -> tuple[View, Suggested]:
    """The view with the question as its last entry, answered by all seats before this one."""
    setup, me = view.record.setup, asking_seat(view)
    if asker is None or cards is None:
        if view.scene is None or view.scene.question is None:
            raise IllegalAction(N_("Nobody has asked {name} anything."), name=setup.players[me])
        return view, view.scene.question
    seat = setup.seat(asker) if isinstance(asker, str) else asker
    if seat == me:
        raise IllegalAction(N_("{name} shows nothing to {name}: say who else asked."), name=setup.players[me])
    infer(view, engine=ENGINE)  # a record that cannot be true is not the question's fault
    asked = tuple(sorted(card_of(setup, card) for card in cards))
    question = Suggested(seat, asked)
    check_entry(setup, view.record.past, (question,), len(view.record.entries) + 1)
    order = setup.left_of(seat)
    events: list[Event] = [question, *(Passed(other) for other in order[: order.index(me)])]
    last = view.record.entries[-1:]
    # Perhaps the record has begun to say it: what it says already is not said twice.
    told = len(last[0].events) if last and list(last[0].events) == events[: len(last[0].events)] else 0
    return replace(view, record=view.record.append_unchecked(*events[told:])), question


def seen_by(view: View, asker: Seat) -> frozenset[Card]:
    """The cards that the asker has seen in my hand."""
    me, seen = view.seat, set[Card]()
    for entry in view.record.standing:
        for event in entry.events:
            match event:
                case Showed(shower, card, to) | Revealed(shower, card, to) if (
                    shower == me and card is not None
                ):
                    seen |= {card} if to in (asker, None) else set()
    return frozenset(seen)


class _Sums:
    """What each card would tell the asker, world by world."""

    def __init__(self, view: View, question: Suggested, mine: list[Card], worlds: int) -> None:
        self.setup, self.question, self.mine = view.record.setup, question, mine
        self.bits = np.zeros((worlds, len(mine)))
        self.completes = np.zeros((worlds, len(mine)))
        self.known = np.zeros((worlds, len(mine)))
        self.others = np.zeros((worlds, len(self.setup.players)))

    def add(self, world: int, record: Record, me: Seat) -> None:
        """Reckon with one imagined world."""
        before = problem_of(self.setup, clues(record.view(self.question.seat)))
        tally = count(before, engine=ENGINE)
        for i, card in enumerate(self.mine):
            after = count(_shown(before, me, card), engine=ENGINE)
            self.bits[world, i] = uncertainty(tally) - uncertainty(after)
            self.completes[world, i] = len(after.envelope.counts) == 1 < len(tally.envelope.counts)
            self.known[world, i] = tally.table[card, me] == tally.deals
        for seat in self.setup.seats:
            if seat not in (me, self.question.seat):
                self.others[world, seat] = _learns(
                    problem_of(self.setup, clues(record.view(seat))), me, self.question
                )

    def ranked(self, seen: frozenset[Card]) -> list[ShowAdvice]:
        """The cards, the best to show first."""
        bits, completes = self.bits.mean(axis=0), self.completes.mean(axis=0)
        order = sorted(
            range(len(self.mine)), key=lambda i: (completes[i], self.mine[i] not in seen, bits[i], i)
        )
        return [self._advice(i, rank, seen) for rank, i in enumerate(order)]

    def _advice(self, i: int, rank: int, seen: frozenset[Card]) -> ShowAdvice:
        told, card = self.bits[:, i], self.mine[i]
        completes, known = float(self.completes[:, i].mean()), float(self.known[:, i].mean())
        return ShowAdvice(
            action=Show(card),
            value=-float(told.mean()),
            error=float(told.std(ddof=1) / np.sqrt(len(told))) if len(told) > 1 else 0.0,
            bits=float(told.mean()),
            completes=completes,
            seen=card in seen,
            known=known,
            others=tuple(self.others.mean(axis=0).tolist()),
            kind=_kind(len(self.mine), rank, card in seen, known, completes),
            asker=self.question.seat,
            setup=self.setup,
        )


def _kind(choices: int, rank: int, seen: bool, known: float, completes: float) -> Kind:
    if choices == 1:
        return "only"
    if seen:
        return "seen"
    if known == 1:
        return "known"
    if completes:
        return "completes"
    return "more" if rank else "least"


def _shown(problem: Problem, holder: int, card: Card) -> Problem:
    """What is known once a card has been seen with its holder."""
    allowed = [mask if place == holder else mask & ~(1 << card) for place, mask in enumerate(problem.allowed)]
    return replace(problem, allowed=tuple(allowed))


def _learns(problem: Problem, shower: Seat, question: Suggested) -> float:
    """What a bystander learns from a card being shown."""
    clause = (shower, sum(1 << card for card in question.cards))
    after = count(replace(problem, clauses=(*problem.clauses, clause)), engine=ENGINE)
    return uncertainty(count(problem, engine=ENGINE)) - uncertainty(after)


def uncertainty(tally: Tally) -> float:
    """How open the envelope is, in bits."""
    chances: NDArray[np.float64] = tally.envelope.chance[tally.envelope.chance > 0]
    return float(-(chances * np.log2(chances)).sum())
