"""Records with one planted mistake, as somebody at a table would make it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from sleuth.agents.base import Agent
from sleuth.events import Event, Passed, Showed, Suggested
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import satisfiable
from sleuth.inference.repair import Repair
from sleuth.record import Record
from sleuth.setup import Setup
from tests.inference.games import CASUAL, record_of


@dataclass(frozen=True, slots=True)
class Mistake:
    """One seat's record of a whole game in which one entry was written down wrongly."""

    record: Record
    entry: int
    truth: tuple[Event, ...]

    def is_mended_by(self, repair: Repair) -> bool:
        """Whether the repair restores what really happened."""
        return repair.entry == self.entry and repair.events == self.truth


def planted(seed: int, players: int = 4, agent: Agent = CASUAL) -> Mistake:
    """A game with one slip: the wrong seat answered, the wrong card was asked for, or the wrong one shown."""
    rng = Random(seed)
    full = record_of(seed, players, agent=agent)
    mine = full.redacted(rng.randrange(players))
    questions = [entry for entry in mine.entries if isinstance(entry.events[0], Suggested)]
    entry = rng.choice(questions)
    wrong = entry.events
    while wrong == entry.events:
        wrong = _slip(mine.setup, entry.events, rng)
    record = Record(mine.setup)
    for other in mine.entries:
        record = record.append_unchecked(*(wrong if other.number == entry.number else other.events))
    return Mistake(record, entry.number, entry.events)


def _slip(setup: Setup, events: tuple[Event, ...], rng: Random) -> tuple[Event, ...]:
    question, *answers = events
    assert isinstance(question, Suggested)
    last = answers[-1]
    kind = rng.choice(["answer", "card", "shown"])
    if kind == "shown" and isinstance(last, Showed) and last.card is not None:
        return (question, *answers[:-1], replace(last, card=rng.choice(question.cards)))
    if kind == "card":
        return _other_card(setup, question, answers, rng)
    return _other_answer(setup, question, last, rng)


def _other_card(setup: Setup, question: Suggested, answers: list[Event], rng: Random) -> tuple[Event, ...]:
    which = rng.randrange(len(question.cards))
    new = rng.choice(setup.edition.cards_of(which))
    old = question.cards[which]
    cards = tuple(new if card == old else card for card in question.cards)
    last = answers[-1]
    if isinstance(last, Showed) and last.card == old:
        answers = [*answers[:-1], replace(last, card=new)]
    return (replace(question, cards=cards), *answers)


def _other_answer(setup: Setup, question: Suggested, last: Event, rng: Random) -> tuple[Event, ...]:
    order = setup.left_of(question.seat)
    shower = rng.choice([*order, None])
    if shower is None:
        return (question, *(Passed(seat) for seat in order))
    # Whoever keeps the record knows the card only of an answer that they gave or got.
    seen = isinstance(last, Showed) and setup.me in (question.seat, shower)
    card = last.card if seen and isinstance(last, Showed) else None
    passed = order[: order.index(shower)]
    return (question, *(Passed(seat) for seat in passed), Showed(shower, card, question.seat))


def first_contradiction(mistake: Mistake) -> Record | None:
    """The record up to the entry at which it first cannot be true, if it ever comes to that."""
    record = Record(mistake.record.setup)
    for entry in mistake.record.entries:
        record = record.append_unchecked(*entry.events)
        if entry.number < mistake.entry:
            continue
        if not satisfiable(problem_of(record.setup, clues(record.view()))):
            return record
    return None
