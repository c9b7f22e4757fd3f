"""From a view to a problem: what each entry says about one place's cards, and which entry said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sleuth.cards import Card, Place, Seat
from sleuth.events import Accused, Dealt, Event, Lacked, Opened, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.inference.problem import Factor, Problem, mask_of
from sleuth.record import Record
from sleuth.setup import Setup
from sleuth.view import View

Kind: TypeAlias = Literal["has", "lacks", "one_of", "not_all"]


@dataclass(frozen=True, slots=True)
class Clue:
    """What one entry says about one place: it has all, lacks all, has one, or has not all of some cards."""

    entry: int
    """The entry's number; 0 is what was known before the first."""
    kind: Kind
    place: Seat | Place
    cards: int
    """A mask."""


def clues(view: View) -> tuple[Clue, ...]:
    """Everything the view's standing entries say, in their order, after what is known from the start."""
    return written(view.record)


def written(record: Record) -> tuple[Clue, ...]:
    """Everything that a record says; a file may say more than any one seat saw, and all of it has to fit."""
    found = list(known_before(record.setup))
    for entry in record.standing:
        found += clues_of(entry.number, entry.events)
    return tuple(found)


def known_before(setup: Setup) -> Iterator[Clue]:
    """What is known before the first entry: the cards that lie open, and my hand if the header has it."""
    if setup.table:
        yield Clue(0, "has", Place.TABLE, mask_of(setup.table))
    if setup.hand is not None and setup.me is not None:
        yield Clue(0, "has", setup.me, mask_of(setup.hand))


def clues_of(entry: int, events: Iterable[Event]) -> Iterator[Clue]:
    """What one entry says."""
    asked = 0
    for event in events:
        if isinstance(event, Suggested):
            asked = mask_of(event.cards)
        yield from _said(entry, event, asked)


def _said(entry: int, event: Event, asked: int) -> Iterator[Clue]:
    match event:
        case Passed(seat):
            yield Clue(entry, "lacks", seat, asked)
        case Showed(seat, None):
            yield Clue(entry, "one_of", seat, asked)
        case Showed(seat, card) | Revealed(seat, card) if card is not None:
            yield Clue(entry, "has", seat, 1 << card)
        case Peeked(_, _, card) if card is not None:
            yield Clue(entry, "has", Place.HIDDEN, 1 << card)
        case Dealt(holder, cards) if cards is not None:
            yield Clue(entry, "has", holder, mask_of(cards))
        case Opened(cards):
            yield Clue(entry, "has", Place.ENVELOPE, mask_of(cards))
        case Accused(_, cards, right):
            yield Clue(entry, "has" if right else "not_all", Place.ENVELOPE, mask_of(cards))
        case Lacked(seat, cards):
            yield Clue(entry, "lacks", seat, mask_of(cards))
        case _:
            pass


def problem_of(setup: Setup, known: Iterable[Clue], factors: tuple[Factor, ...] = ()) -> Problem:
    """The problem that these clues pose."""
    places = setup.places
    index = {place: i for i, place in enumerate(places)}
    everything = (1 << len(setup.edition.cards)) - 1
    allowed = [everything] * len(places)
    if Place.TABLE in index:  # what lies face up is known card by card, so nothing else lies there
        allowed[index[Place.TABLE]] = mask_of(setup.table)
    clauses: list[tuple[int, int]] = []
    excluded: list[int] = []
    for clue in known:
        here = index[clue.place]
        match clue.kind:
            case "has":
                allowed = [
                    mask & (everything if i == here else ~clue.cards) for i, mask in enumerate(allowed)
                ]
            case "lacks":
                allowed[here] &= ~clue.cards
            case "one_of":
                clauses.append((here, clue.cards))
            case "not_all":
                excluded.append(clue.cards)
    return Problem(
        category=setup.edition.category,
        sizes=sizes(setup),
        envelope=index[Place.ENVELOPE],
        allowed=tuple(allowed),
        clauses=tuple(clauses),
        excluded=tuple(excluded),
        factors=factors,
    )


def sizes(setup: Setup) -> tuple[int, ...]:
    """How many cards lie in each place of `setup.places`."""
    extra = {
        Place.ENVELOPE: len(setup.edition.categories),
        Place.TABLE: len(setup.table),
        Place.HIDDEN: setup.hidden,
    }
    return tuple(extra[place] if isinstance(place, Place) else setup.hands[place] for place in setup.places)


def place_of(setup: Setup, word: str | Seat | Place) -> Seat | Place:
    """The place that a word means: a seat's name, or envelope, table, hidden."""
    if not isinstance(word, str):
        return word
    for place in setup.places:
        if isinstance(place, Place) and place.value == word.casefold():
            return place
    return setup.seat(word)


def card_of(setup: Setup, word: str | Card) -> Card:
    """The card that a word means."""
    return setup.edition.card(word) if isinstance(word, str) else word
