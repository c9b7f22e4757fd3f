"""What a mistaken entry may have been meant to say: every single slip of tongue, eye or finger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.cards import Card, Seat
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
    Suggested,
)
from sleuth.setup import Setup


def alternatives(setup: Setup, events: tuple[Event, ...]) -> dict[str, list[tuple[Event, ...]]]:
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
        case _:
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
