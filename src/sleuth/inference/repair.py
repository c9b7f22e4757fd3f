"""When the record does not add up: the single changes that mend it, the most plausible first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from sleuth.cards import Seat
from sleuth.errors import IllegalEvent
from sleuth.events import Event, Showed, Suggested
from sleuth.inference.constraints import clues_of, known_before, problem_of, written
from sleuth.inference.counting import count, satisfiable
from sleuth.inference.notebook import contradiction
from sleuth.inference.problem import Factor
from sleuth.inference.showing import factors_of, uniformly
from sleuth.inference.slips import alternatives
from sleuth.language import N_, say
from sleuth.legality import Past, check_entry
from sleuth.record import Record
from sleuth.sentences import describe_entry
from sleuth.setup import Setup

Entries: TypeAlias = Mapping[int, tuple[Event, ...]]
"""The events of every entry that stands, by its number."""

HABITS = {"answer": 2.0, "card": 1.0, "shown": 1.0, "seat": 0.03, "verdict": 0.03}
"""How often people slip in which way, as far as we can guess: who answered is mistaken most easily, then
which card it was; whose turn it was and how an accusation ended hardly ever."""
NEVER_HAPPENED = 0.001
"""How often a mistaken entry has no truth to it at all."""
KNOWN = 0.1
"""How often people ask for a card that they hold or have seen, compared with any other card."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One entry put right: replaced by other events, or struck if there are none."""

    entry: int
    kind: str
    events: tuple[Event, ...]
    probability: float
    """How plausible it is among all repairs offered."""

    def apply(self, record: Record) -> Record:
        """The record with the entry struck and, if it was meant otherwise, written anew."""
        mended = record.strike(self.entry)
        return mended.append(*self.events) if self.events else mended

    def text(self, setup: Setup, lang: str = "en", you: Seat | None = None) -> str:
        """The repair in words."""
        if not self.events:
            return say(lang, N_("Strike entry #{entry}."), entry=self.entry)
        instead = describe_entry(self.events, setup, lang, you=you)
        return say(lang, N_("Entry #{entry} should read: {instead}"), entry=self.entry, instead=instead)


def repairs(record: Record) -> list[Repair]:
    """Every single change that makes a contradictory record possible again, the most plausible first.

    Each is weighed by how common its kind of slip is, shared among the ways to make it, and by how likely the
    whole record is once it is mended.
    """
    known = written(record)
    if satisfiable(problem_of(record.setup, known)):
        return []
    # Whatever mends the record must change an entry of every contradictory set, so one set suffices.
    guilty = contradiction(record.setup, known).entries
    found = [repair for number in guilty for repair in _mend(record, number)]
    total = sum(repair.probability for repair in found) or 1.0
    ranked = [replace(repair, probability=repair.probability / total) for repair in found]
    return sorted(ranked, key=lambda repair: (-repair.probability, repair.entry))


def _mend(record: Record, number: int) -> Iterator[Repair]:
    """The repairs of one entry, with weights that are not yet shared out."""
    setup = record.setup
    entries = {entry.number: entry.events for entry in record.standing}
    without = likelihood(setup, {n: events for n, events in entries.items() if n != number})
    if not without:
        return
    meant = alternatives(setup, entries[number])
    ways = sum(map(len, meant.values()))
    past = Past.of(events for n, events in entries.items() if n < number)
    yield Repair(number, "struck", (), NEVER_HAPPENED / max(1, ways) * without)
    for kind, choices in meant.items():
        for events in choices:
            if _legal(setup, past, events, number):
                likely = likelihood(setup, {**entries, number: events})
                if likely:
                    yield Repair(number, kind, events, HABITS[kind] / len(choices) * likely)


def _legal(setup: Setup, past: Past, events: tuple[Event, ...], number: int) -> bool:
    try:
        check_entry(setup, past, events, number)
    except IllegalEvent:
        return False
    return True


def likelihood(setup: Setup, entries: Entries) -> float:
    """How likely a record is, but for a constant: its deals, weighed by what was asked and shown in each."""
    known = [*known_before(setup)]
    for number, events in entries.items():
        known += clues_of(number, events)
    shown = factors_of(entries.values(), setup.me, uniformly)
    tally = count(problem_of(setup, known, (*shown, *_asked(entries.values()))))
    weight = float(tally.deals if tally.weights is None else tally.weights[0].sum()) if tally.deals else 0.0
    return weight * KNOWN ** _asked_in_vain(setup, entries.values())


def _asked(entries: Iterable[tuple[Event, ...]]) -> Iterator[Factor]:
    """For each card that a seat asked for, how much that speaks against its holding the card."""
    questions = (events[0] for events in entries)
    asked = Counter((q.seat, card) for q in questions if isinstance(q, Suggested) for card in q.cards)
    for (seat, card), times in asked.items():
        yield Factor(seat, (card,), (1.0, KNOWN**times))


def _asked_in_vain(setup: Setup, entries: Iterable[tuple[Event, ...]]) -> int:
    """How often a seat asked for a card that lay open, or that it is known to have been shown before."""
    seen = {(seat, card) for seat in setup.seats for card in setup.table}
    times = 0
    for question, *answers in entries:
        if isinstance(question, Suggested):
            times += sum((question.seat, card) in seen for card in question.cards)
        seen |= {(a.to, a.card) for a in answers if isinstance(a, Showed) and a.card is not None}
    return times
