"""When the record does not add up: the single changes that mend it, the most plausible first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sleuth.cards import Card, Seat
from sleuth.errors import IllegalEvent
from sleuth.events import (
    Accused,
    Answer,
    Cards,
    Dealt,
    Event,
    Lacked,
    Passed,
    Peeked,
    Revealed,
    Showed,
    Struck,
    Suggested,
)
from sleuth.inference.constraints import Clue, clues, clues_of, problem_of
from sleuth.inference.counting import count
from sleuth.inference.notebook import contradiction
from sleuth.language import N_, say
from sleuth.legality import Past, check_entry
from sleuth.record import Entry, Record
from sleuth.sentences import describe_entry
from sleuth.setup import Setup

HABITS = {"answer": 0.45, "card": 0.4, "shown": 0.1, "seat": 0.03, "verdict": 0.02, "struck": 0.002}
"""How often people slip in which way, as far as we can guess: they mostly mistake who answered, or a card."""


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

    A slip is weighed by how common its kind is, shared among the ways to make it, and by how likely the
    corrected entry is given all the others: the share of deals that fit them in which it could be true.
    """
    view = record.view()
    known = clues(view)
    if count(problem_of(record.setup, known)).deals:
        return []
    # Whatever mends the record must change an entry of every contradictory set, so one set suffices.
    guilty = contradiction(record.setup, known).entries
    entries = {entry.number: entry for entry in record.standing}
    found = [repair for number in guilty for repair in _mend(record, known, entries[number])]
    total = sum(repair.probability for repair in found) or 1.0
    ranked = [replace(repair, probability=repair.probability / total) for repair in found]
    return sorted(ranked, key=lambda repair: (-repair.probability, repair.entry))


def _mend(record: Record, known: Sequence[Clue], entry: Entry) -> Iterator[Repair]:
    """The repairs of one entry, with weights that are not yet shared out."""
    setup = record.setup
    others = [clue for clue in known if clue.entry != entry.number]
    without = count(problem_of(setup, others)).deals
    if not without:
        return
    # How often a slip like this leaves the rest possible at all does not depend on how it is mended.
    yield Repair(entry.number, "struck", (), HABITS["struck"])
    past = Past.of(e.events for e in record.standing if e.number < entry.number)
    for kind, choices in _alternatives(setup, entry.events).items():
        for events in choices:
            if not _legal(setup, past, events, entry.number):
                continue
            changed = [*others, *clues_of(entry.number, events)]
            deals = count(problem_of(setup, changed)).deals
            if deals:
                weight = HABITS[kind] / len(choices) * (deals / without)
                yield Repair(entry.number, kind, events, weight)


def _legal(setup: Setup, past: Past, events: tuple[Event, ...], number: int) -> bool:
    try:
        check_entry(setup, past, events, number)
    except IllegalEvent:
        return False
    return True


def _alternatives(setup: Setup, events: tuple[Event, ...]) -> dict[str, list[tuple[Event, ...]]]:
    """Every way to have meant something else, by kind of slip."""
    found: dict[str, list[tuple[Event, ...]]] = {}
    for kind, other in _slips(setup, events):
        if other != events:
            found.setdefault(kind, []).append(other)
    return found


def _slips(setup: Setup, events: tuple[Event, ...]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    match events[0]:
        case Suggested() as question:
            yield from _question_slips(setup, question, events[1:])
        case Accused(_, cards, right) as accused:
            yield "verdict", (replace(accused, right=not right),)
            yield from (("seat", (replace(accused, seat=seat),)) for seat in setup.seats)
            yield from (("card", (replace(accused, cards=other),)) for other in _other_cards(setup, cards))
        case Dealt(_, cards) as dealt if cards is not None:
            deck = range(len(setup.edition.cards))
            swaps = [(old, new) for old in cards for new in deck if new not in cards]
            yield from (("card", (replace(dealt, cards=_swapped(cards, *swap)),)) for swap in swaps)
        case Revealed(_, card) | Peeked(_, _, card) as event if card is not None:
            if isinstance(event, Revealed):
                yield from (("seat", (replace(event, seat=seat),)) for seat in setup.seats)
            deck = range(len(setup.edition.cards))
            yield from (("card", (replace(event, card=other),)) for other in deck)
        case Lacked(_, cards) as lacked:
            yield from (("seat", (replace(lacked, seat=seat),)) for seat in setup.seats)
            deck = range(len(setup.edition.cards))
            swaps = [(old, new) for old in cards for new in deck if new not in cards]
            yield from (("card", (replace(lacked, cards=_swapped(cards, *swap)),)) for swap in swaps)
        case Struck() | _:
            return


def _question_slips(
    setup: Setup, question: Suggested, answers: Sequence[Event]
) -> Iterator[tuple[str, tuple[Event, ...]]]:
    last = answers[-1] if answers else None
    shown = last.card if isinstance(last, Showed) else None
    shower = last.seat if isinstance(last, Showed) else None
    yield "answer", (question, *_answers(setup, question.seat, None, None))
    for seat in setup.left_of(question.seat):
        for card in _visible(setup, question, seat, shown):
            yield "answer", (question, *_answers(setup, question.seat, seat, card))
    for asker in setup.seats:
        if asker != shower:
            yield "seat", (replace(question, seat=asker), *_answers(setup, asker, shower, shown))
    if shown is not None and isinstance(last, Showed):
        for card in question.cards:
            yield "shown", (question, *answers[:-1], replace(last, card=card))
    for cards in _other_cards(setup, question.cards):
        if shown is None or shown in cards:
            yield "card", (replace(question, cards=cards), *answers)
        elif isinstance(last, Showed):  # the card that was misread was also the one shown
            new = next(card for card in cards if card not in question.cards)
            yield "card", (replace(question, cards=cards), *answers[:-1], replace(last, card=new))


def _visible(setup: Setup, question: Suggested, shower: Seat, shown: Card | None) -> Sequence[Card | None]:
    """The card that was noted, or else those the keeper may have seen, as the one who asked or who showed."""
    if shown is not None:
        return (shown,)
    return question.cards if setup.me in (question.seat, shower) else (None,)


def _answers(setup: Setup, asker: Seat, shower: Seat | None, card: Card | None) -> tuple[Answer, ...]:
    """Everyone before the seat that showed has passed."""
    order = setup.left_of(asker)
    if shower is None:
        return tuple(Passed(seat) for seat in order)
    passed = order[: order.index(shower)]
    return (*(Passed(seat) for seat in passed), Showed(shower, card, asker))


def _other_cards(setup: Setup, cards: Cards) -> Iterator[Cards]:
    """The same cards but for one, which is another of its kind."""
    for i, card in enumerate(cards):
        for other in setup.edition.cards_of(setup.edition.category[card]):
            if other != card:
                yield (*cards[:i], other, *cards[i + 1 :])


def _swapped(cards: Cards, old: Card, new: Card) -> Cards:
    return tuple(sorted(new if card == old else card for card in cards))
