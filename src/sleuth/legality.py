"""What no table can have seen: checks of single entries that need no knowledge of hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from sleuth.cards import Card, Place, Seat
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
    Struck,
    Suggested,
    Tunnelled,
)
from sleuth.language import N_
from sleuth.setup import Setup


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier entries forbid later ones."""

    entries: int = 0
    out: frozenset[Seat] = frozenset()
    """The seats that accused wrongly and only answer from then on."""
    over: bool = False
    slots: frozenset[tuple[int, Card]] = frozenset()
    """The face-down cards that were seen, slot by slot."""

    @classmethod
    def of(cls, entries: Iterable[Sequence[Event]]) -> Past:
        past = cls()
        for events in entries:
            past = past.after(events)
        return past

    def after(self, events: Sequence[Event]) -> Past:
        """The past once this entry has happened."""
        past = replace(self, entries=self.entries + 1)
        match events[0]:
            case Accused(seat, right=False):
                return replace(past, out=past.out | {seat})
            case Accused() | Opened():
                return replace(past, over=True)
            case Peeked(_, slot, card) if card is not None:
                return replace(past, slots=past.slots | {(slot, card)})
            case _:
                return past


def check_entry(setup: Setup, past: Past, events: Sequence[Event], number: int) -> None:
    """Raise IllegalEvent if entry `number` cannot have happened in any deal."""
    try:
        _check(setup, past, events, number)
    except IllegalEvent as wrong:
        wrong.entry = number
        raise


def _check(setup: Setup, past: Past, events: Sequence[Event], number: int) -> None:
    first, *answers = events
    if past.over and not isinstance(first, Struck | Dealt | Opened):
        raise IllegalEvent(N_("The game is over: nothing happens after it."))
    if answers and not isinstance(first, Suggested):
        raise IllegalEvent(N_("Only a question has answers."))
    match first:
        case Suggested(seat, cards):
            _check_active(setup, past, seat)
            _check_triple(setup, cards)
            _check_answers(setup, first, answers)
        case Accused(seat, cards):
            _check_active(setup, past, seat)
            _check_triple(setup, cards)
        case Dealt(holder, cards):
            _check_hand(setup, holder, cards)
        case Opened(cards):
            _check_triple(setup, cards)
        case Peeked():
            _check_peek(setup, past, first)
        case Rolled():
            _check_dice(setup, first)
        case Moved():
            _check_spot(setup, first)
        case Drew(_, card) | Played(_, card):
            if card not in {bonus.id for bonus in setup.edition.bonus}:
                raise IllegalEvent(N_("This edition has no bonus card “{card}”."), card=card)
        case Tunnelled(_, room):
            if setup.board is None or room not in setup.board.rooms:
                raise IllegalEvent(N_("There is no room “{room}” on this board."), room=room)
        case Struck(entry):
            if not 1 <= entry < number:
                raise IllegalEvent(N_("There is no earlier entry {n} to strike."), n=entry)
        case Revealed(seat, _, to):
            if to == seat:
                raise IllegalEvent(N_("Nobody shows a card to themselves."))
        case Lacked() | Ended():
            pass
        case Passed() | Declined() | Showed():
            raise IllegalEvent(N_("An answer needs a question before it."))
        case _:
            assert_never(first)


def _check_active(setup: Setup, past: Past, seat: Seat) -> None:
    if seat in past.out:
        raise IllegalEvent(
            N_("{name} accused wrongly and only answers from then on."), name=setup.players[seat]
        )


def _check_triple(setup: Setup, cards: Sequence[Card]) -> None:
    if tuple(setup.edition.category[card] for card in cards) != tuple(range(len(setup.edition.categories))):
        raise IllegalEvent(
            N_("One card of each kind must be named: {n} cards."), n=len(setup.edition.categories)
        )


def _check_answers(setup: Setup, question: Suggested, answers: Sequence[Event]) -> None:
    order = setup.left_of(question.seat)
    _check_once(setup, answers)
    for due, answer in zip(order, answers, strict=False):
        assert isinstance(answer, Passed | Declined | Showed)
        if answer.seat == question.seat:
            raise IllegalEvent(N_("{name} asked and cannot answer."), name=setup.players[answer.seat])
        if answer.seat != due:
            name, other = setup.players[answer.seat], setup.players[due]
            raise IllegalEvent(N_("{other} answers before {name}."), other=other, name=name)
    for position, answer in enumerate(answers, 1):
        if isinstance(answer, Showed):
            _check_shown(setup, question, answer, last=position == len(answers))


def _check_once(setup: Setup, answers: Sequence[Event]) -> None:
    """Whoever is written after a later seat has been read as having passed before it: the order is wrong."""
    seats = [answer.seat for answer in answers if isinstance(answer, Passed | Declined | Showed)]
    for before, seat, position in zip(seats, seats[1:], range(1, len(seats)), strict=False):
        if seat == before:
            raise IllegalEvent(N_("Everyone answers at most once."))
        if seat in seats[:position]:
            name, other = setup.players[before], setup.players[seat]
            raise IllegalEvent(N_("{other} answers before {name}."), other=other, name=name)


def _check_shown(setup: Setup, question: Suggested, answer: Showed, *, last: bool) -> None:
    if not last:
        raise IllegalEvent(N_("Nobody answers after a card was shown."))
    if answer.to != question.seat:
        raise IllegalEvent(N_("A card is shown to the one who asked."))
    if answer.card is not None and answer.card not in question.cards:
        card = setup.edition.cards[answer.card]
        raise IllegalEvent(N_("“{card}” was shown but not asked for."), card=card)


def _check_hand(setup: Setup, holder: Seat | Place, cards: Sequence[Card] | None) -> None:
    size = size_of(setup, holder)
    if cards is None:
        return
    if len(set(cards)) < len(cards):
        raise IllegalEvent(N_("A card is named twice."))
    if len(cards) > size:
        raise IllegalEvent(
            N_("{name} holds {size} cards, not {n}."), name=setup.place_name(holder), size=size, n=len(cards)
        )


def size_of(setup: Setup, holder: Seat | Place) -> int:
    """How many cards lie in a place."""
    match holder:
        case Place.ENVELOPE:
            return len(setup.edition.categories)
        case Place.HIDDEN:
            return setup.hidden
        case Place.TABLE:
            return len(setup.table)
        case seat:
            return setup.hands[seat]


def _check_peek(setup: Setup, past: Past, peeked: Peeked) -> None:
    if not 1 <= peeked.slot <= setup.hidden:
        raise IllegalEvent(
            N_("There is no face-down slot {slot}; there are {n}."), slot=peeked.slot, n=setup.hidden
        )
    for slot, card in past.slots if peeked.card is not None else ():
        # A face-down card is put back where it lay.
        if (slot == peeked.slot) != (card == peeked.card):
            raise IllegalEvent(
                N_("“{card}” was seen in slot {slot} before."), card=setup.edition.cards[card], slot=slot
            )


def _check_dice(setup: Setup, rolled: Rolled) -> None:
    rules = setup.rules
    faces: set[object] = {1, 2, 3, 4, 5, 6} | ({"?"} if rules.question else set())
    if len(rolled.dice) != rules.dice or not faces.issuperset(rolled.dice):
        raise IllegalEvent(
            N_("{n} dice are rolled, each showing {faces}."),
            n=rules.dice,
            faces="1-6, ?"[: 6 if rules.question else 3],
        )


def _check_spot(setup: Setup, moved: Moved) -> None:
    board = setup.board
    if board is None:
        raise IllegalEvent(N_("This game has no board to move on."))
    if isinstance(moved.to, str) and moved.to not in board.rooms:
        raise IllegalEvent(N_("There is no room “{room}” on this board."), room=moved.to)
    if not isinstance(moved.to, str) and moved.to not in board.squares:
        raise IllegalEvent(N_("There is no path square {row},{column}."), row=moved.to[0], column=moved.to[1])
