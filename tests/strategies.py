"""Strategies for laws: tables with any house rules, games played at random, and every kind of event."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from sleuth.cards import Card, Place
from sleuth.errors import IllegalEvent
from sleuth.events import (
    Accused,
    Dealt,
    Declined,
    Drew,
    Ended,
    Event,
    Lacked,
    Moved,
    Opened,
    Passed,
    Peeked,
    Played,
    Revealed,
    Rolled,
    Showed,
    Suggested,
    Tunnelled,
)
from sleuth.game import Game
from sleuth.record import Record
from sleuth.setup import Setup
from tests.play import Table, played, random_table

seeds = st.integers(0, 2**32 - 1)


@st.composite
def tables(draw: st.DrawFn, names: Sequence[str] = ()) -> Table:
    """Any edition with any number of players and some house rules changed."""
    return random_table(Random(draw(seeds)), names)


@st.composite
def games(draw: st.DrawFn, names: Sequence[str] = (), steps: int = 120) -> Game:
    """A game at any table, played at random for a while."""
    table = draw(tables(names))
    return played(table, draw(seeds), accuse=0.03, steps=draw(st.integers(0, steps)))


@st.composite
def setups(draw: st.DrawFn, names: Sequence[str] = ()) -> Setup:
    """The header of a full record, of a spectator's, or of one seat's notebook."""
    record = draw(tables(names)).deal(Random(draw(seeds))).record
    return draw(
        st.sampled_from([record, *(record.redacted(seat) for seat in (None, *record.setup.seats))])
    ).setup


def _hands(setup: Setup, size: int) -> st.SearchStrategy[tuple[Card, ...] | None]:
    cards = st.lists(st.sampled_from(range(len(setup.edition.cards))), min_size=1, max_size=size, unique=True)
    return st.none() | cards.map(lambda some: tuple(sorted(some)))


def _shown_to_one(setup: Setup, seat: int) -> st.SearchStrategy[Event]:
    cards = st.none() | st.sampled_from(range(len(setup.edition.cards)))
    return st.builds(Revealed, st.just(seat), cards, st.sampled_from(setup.left_of(seat)))


@st.composite
def questions(draw: st.DrawFn, setup: Setup) -> tuple[Event, ...]:
    """A question with as many answers as have been given so far."""
    seat = draw(st.sampled_from(setup.seats))
    cards = draw(st.sampled_from(setup.edition.suggestions))
    order = setup.left_of(seat)[: draw(st.integers(0, len(setup.players) - 1))]
    answers: list[Event] = [
        Declined(other) if draw(st.integers(0, 3)) == 0 else Passed(other) for other in order
    ]
    if draw(st.booleans()) and answers:
        answers[-1] = Showed(order[-1], draw(st.none() | st.sampled_from(cards)), seat)
    return (Suggested(seat, cards), *answers)


def single_events(setup: Setup) -> st.SearchStrategy[Event]:
    """Any event that is an entry of its own, possible at this table in some deal."""
    edition, board = setup.edition, setup.board
    seats = st.sampled_from(setup.seats)
    cards = st.sampled_from(range(len(edition.cards)))
    triples = st.sampled_from(edition.suggestions)
    faces: list[object] = [1, 2, 3, 4, 5, 6, *("?" if setup.rules.question else "")]
    kinds: list[st.SearchStrategy[Event]] = [
        seats.flatmap(lambda seat: _hands(setup, setup.hands[seat]).map(lambda hand: Dealt(seat, hand))),
        triples.map(lambda triple: Dealt(Place.ENVELOPE, triple)),
        st.builds(Accused, seats, triples, st.booleans()),
        st.builds(Opened, triples),
        st.builds(Lacked, seats, st.lists(cards, min_size=1, max_size=4).map(tuple)),
        st.builds(Revealed, seats, cards),
        seats.flatmap(lambda seat: _shown_to_one(setup, seat)),
        st.builds(Rolled, seats, st.tuples(*[st.sampled_from(faces)] * setup.rules.dice)),
        st.builds(Ended, seats),
    ]
    if setup.hidden:
        slots = st.permutations(range(len(edition.cards))).map(lambda some: tuple(some[: setup.hidden]))
        kinds.append(slots.map(lambda hidden: Dealt(Place.HIDDEN, hidden)))
        kinds.append(st.builds(Peeked, seats, st.integers(1, setup.hidden), st.none() | cards))
    if board is not None:
        spots = st.sampled_from([*sorted(board.squares), *board.rooms])
        kinds.append(st.builds(Moved, seats, spots))
        kinds.append(st.builds(Tunnelled, seats, st.sampled_from(board.rooms)))
    if edition.bonus:
        bonus = st.sampled_from([card.id for card in edition.bonus])
        kinds += [st.builds(Drew, seats, bonus), st.builds(Played, seats, bonus)]
    return st.one_of(kinds)


def entries(setup: Setup) -> st.SearchStrategy[tuple[Event, ...]]:
    """Any entry but a correction."""
    return questions(setup) | single_events(setup).map(lambda event: (event,))


@st.composite
def records(draw: st.DrawFn, names: Sequence[str] = (), length: int = 12) -> Record:
    """A record of legal entries and corrections, such as a hasty person keeps."""
    record = Record(draw(setups(names)))
    some = entries(record.setup)
    for _ in range(draw(st.integers(1, length))):
        if record.entries and draw(st.integers(0, 3)) == 0:
            record = _struck(record, draw(st.integers(1, len(record.entries))))
        else:
            record = _appended(record, draw(some))
    assume(record.entries)
    return record


def _struck(record: Record, entry: int) -> Record:
    try:
        return record.strike(entry)
    except IllegalEvent:
        return record


def _appended(record: Record, events: tuple[Event, ...]) -> Record:
    try:
        return record.append(*events)
    except IllegalEvent:
        return record
