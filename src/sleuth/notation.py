"""Case notation: a game as text, one line a turn, both ways."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar, assert_never

from sleuth.board import Spot
from sleuth.cards import Card, Holder, Place, Seat
from sleuth.errors import SleuthError, UnknownWord, Unreadable
from sleuth.events import (
    Accused,
    Answer,
    Dealt,
    Declined,
    Die,
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

T = TypeVar("T")

_TOKEN = re.compile(r"[|?=!~@>]|[^\s|?=!~@>]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign and the column where it starts, counted from 1."""

    text: str
    column: int


def tokens(line: str) -> list[Token]:
    """The words and signs of a line, up to a comment."""
    text = line.partition("#")[0]
    return [Token(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]


def parse(line: str, setup: Setup) -> tuple[Event, ...]:
    """The events of one entry; Unreadable names the column and what could have been meant."""
    return _Line(tokens(line), setup, len(line.partition("#")[0].rstrip()) + 1).entry()


class _Line:
    """One entry, read from left to right."""

    def __init__(self, line: list[Token], setup: Setup, end: int) -> None:
        self._rest = deque(line)
        self._setup = setup
        self._end = end

    def entry(self) -> tuple[Event, ...]:
        events = tuple(self._events())
        if self._rest:
            self._fail(N_("“{word}” is too much here: the entry was complete before it."), self._rest[0])
        return events

    def _events(self) -> Iterator[Event]:
        if self._take("~"):
            yield Struck(self._number())
            return
        holder = self._holder()
        verb = self._verb()
        if isinstance(holder, Place):
            yield self._of_place(holder, verb)
        elif verb.text == "?":
            yield from self._question(holder)
        else:
            yield self._of_seat(holder, verb)

    def _of_place(self, place: Place, verb: Token) -> Event:
        if verb.text == "has":
            return Dealt(place, self._hand(in_order=place is Place.HIDDEN))
        if verb.text == "!" and place is Place.ENVELOPE:
            return Opened(self._triple())
        self._fail(N_("After a place, “has” is expected, not “{word}”."), verb)

    def _of_seat(self, seat: Seat, verb: Token) -> Event:
        match verb.text:
            case "=":
                return Accused(seat, self._triple(), self._verdict())
            case "has":
                return Dealt(seat, self._hand())
            case "lacks":
                return Lacked(seat, self._cards())
            case "!":
                return self._revealed(seat)
            case "peeks":
                return Peeked(seat, self._number(), self._card() if self._rest else None)
            case "rolls":
                return Rolled(seat, tuple(self._die() for _ in range(len(self._rest))))
            case "@":
                return Moved(seat, self._spot())
            case "draws":
                return Drew(seat, self._word(self._bonus))
            case "plays":
                return Played(seat, self._word(self._bonus))
            case "opens":
                return Tunnelled(seat, self._word(self._setup.edition.room))
            case "ends":
                return Ended(seat)
            case _:
                self._fail(
                    N_("“{word}” is no verb; after a player comes one of: {verbs}."),
                    verb,
                    candidates=VERBS,
                    verbs=" ".join(VERBS),
                )

    def _question(self, asker: Seat) -> Iterator[Event]:
        yield Suggested(asker, self._triple())
        order = list(self._setup.left_of(asker))
        while self._rest:
            self._expect("|")
            if self._rest and self._rest[0].text == "-":
                self._next()
                yield from (Passed(seat) for seat in order)
                return
            yield from self._answer(asker, order)

    def _answer(self, asker: Seat, order: list[Seat]) -> Iterator[Answer]:
        """One seat's answer; seats left out before it have passed, for the rules ask them in turn."""
        seat = self._word(self._setup.seat)
        while seat in order and order[0] != seat:
            yield Passed(order.pop(0))
        if seat in order:
            order.remove(seat)
        sign = self._next()
        match sign.text:
            case "-":
                yield Passed(seat)
            case "/":
                yield Declined(seat)
            case "!":
                yield Showed(seat, self._card() if self._rest and self._rest[0].text != "|" else None, asker)
            case _:
                self._fail(
                    N_("An answer is “-” (passed), “!” (showed) or “/” (declined), not “{word}”."), sign
                )

    def _revealed(self, seat: Seat) -> Revealed:
        card = None if self._rest and self._rest[0].text == ">" else self._card()
        to = self._word(self._setup.seat) if self._take(">") else None
        return Revealed(seat, card, to)

    def _hand(self, *, in_order: bool = False) -> tuple[Card, ...] | None:
        if self._take("?"):
            return None
        cards = self._cards()
        return cards if in_order else tuple(sorted(cards))

    def _cards(self) -> tuple[Card, ...]:
        cards = [self._card()]
        while self._rest:
            cards.append(self._card())
        return tuple(cards)

    def _triple(self) -> tuple[Card, ...]:
        """One card of each category, in whatever order they are said."""
        edition, start = self._setup.edition, self._here()
        cards: list[Card] = []
        while len(cards) < len(edition.categories) and self._here().text not in ("", "|"):
            cards.append(self._card())
        if sorted(edition.category[card] for card in cards) != list(range(len(edition.categories))):
            where = start if len(cards) == len(edition.categories) else self._here()
            self._fail(N_("Name one card of each kind: {kinds}."), where, kinds=", ".join(edition.categories))
        return tuple(sorted(cards))

    def _here(self) -> Token:
        """The next word, or the end of the line."""
        return self._rest[0] if self._rest else Token("", self._end)

    def _verdict(self) -> bool:
        if not self._rest:
            self._fail(N_("Was it right? End the accusation with “ok” or “x”."), self._here())
        verdict = self._next()
        if verdict.text.casefold() not in ("x", "ok"):
            self._fail(N_("An accusation ends with “x” (wrong) or “ok” (right), not “{word}”."), verdict)
        return verdict.text.casefold() == "ok"

    def _die(self) -> Die:
        if self._take("?"):
            return "?"
        return self._number()

    def _spot(self) -> Spot:
        token = self._rest[0] if self._rest else None
        match = re.fullmatch(r"(\d{1,3}),(\d{1,3})", token.text, re.ASCII) if token else None
        if match:
            self._next()
            return int(match[1]), int(match[2])
        return self._word(self._setup.edition.room)

    def _holder(self) -> Holder:
        if self._rest and self._rest[0].text.casefold() in (Place.ENVELOPE.value, Place.HIDDEN.value):
            return Place(self._next().text.casefold())
        return self._word(self._setup.seat)

    def _card(self) -> Card:
        return self._word(self._setup.edition.card)

    def _bonus(self, word: str) -> str:
        return self._setup.edition.bonus_card(word).id

    def _number(self) -> int:
        token = self._next()
        if not re.fullmatch(r"\d{1,6}", token.text, re.ASCII):
            self._fail(N_("A number is expected here, not “{word}”."), token)
        return int(token.text)

    def _verb(self) -> Token:
        token = self._next()
        return Token(token.text.casefold(), token.column)  # a phone writes “Anna Has rope”

    def _word(self, meaning: Callable[[str], T]) -> T:
        token = self._next()
        try:
            return meaning(token.text)
        except UnknownWord as error:
            raise Unreadable(error.sentence, **error.values).at(1, token.column, error.candidates) from None

    def _take(self, sign: str) -> bool:
        if self._rest and self._rest[0].text == sign:
            self._next()
            return True
        return False

    def _expect(self, sign: str) -> None:
        token = self._next()
        if token.text != sign:
            self._fail(N_("“{sign}” is expected here, not “{word}”."), token, sign=sign)

    def _next(self) -> Token:
        if not self._rest:
            raise Unreadable(N_("The entry ends too early.")).at(1, self._end)
        return self._rest.popleft()

    def _fail(
        self, sentence: str, token: Token, *, candidates: tuple[str, ...] = (), **values: object
    ) -> NoReturn:
        raise Unreadable(sentence, word=token.text, **values).at(1, token.column, candidates)


VERBS = ("?", "=", "has", "lacks", "!", "peeks", "rolls", "@", "draws", "plays", "opens", "ends")


def format_entry(events: Sequence[Event], setup: Setup) -> str:
    """One entry as a line of notation."""
    question, *answers = events
    line = _format_event(question, setup)
    if not answers:
        return line
    if len(answers) == len(setup.players) - 1 and all(isinstance(a, Passed) for a in answers):
        return f"{line} | -"
    return " | ".join([line, *(_format_event(answer, setup) for answer in answers)])


def _format_event(event: Event, setup: Setup) -> str:
    def cards(some: Sequence[Card]) -> str:
        return " ".join(setup.edition.cards[card] for card in some)

    def seen(card: Card | None) -> str:
        return "" if card is None else f" {setup.edition.cards[card]}"

    name = setup.place_name
    match event:
        case Dealt(holder, hand):
            return f"{name(holder)} has {'?' if hand is None else cards(hand)}"
        case Suggested(seat, asked):
            return f"{name(seat)} ? {cards(asked)}"
        case Passed(seat):
            return f"{name(seat)} -"
        case Declined(seat):
            return f"{name(seat)} /"
        case Showed(seat, card):
            return f"{name(seat)} !{seen(card)}"
        case Accused(seat, named, right):
            return f"{name(seat)} = {cards(named)} {'ok' if right else 'x'}"
        case Revealed(seat, card, to):
            return f"{name(seat)} !{seen(card)}" + ("" if to is None else f" > {name(to)}")
        case Opened(envelope):
            return f"{Place.ENVELOPE.value} ! {cards(envelope)}"
        case Lacked(seat, some):
            return f"{name(seat)} lacks {cards(some)}"
        case Peeked(seat, slot, card):
            return f"{name(seat)} peeks {slot}{seen(card)}"
        case Rolled(seat, dice):
            return f"{name(seat)} rolls {' '.join(map(str, dice))}"
        case Moved(seat, to):
            return f"{name(seat)} @ {to if isinstance(to, str) else f'{to[0]},{to[1]}'}"
        case Drew(seat, bonus):
            return f"{name(seat)} draws {bonus}"
        case Played(seat, bonus):
            return f"{name(seat)} plays {bonus}"
        case Tunnelled(seat, room):
            return f"{name(seat)} opens {room}"
        case Ended(seat):
            return f"{name(seat)} ends"
        case Struck(entry):
            return f"~ {entry}"
        case _:
            assert_never(event)


def located(error: SleuthError, line: int, column: int = 1) -> Unreadable:
    """An error with the line it came from; one without a place of its own is put at `column`."""
    if isinstance(error, Unreadable):
        return error.at(line, max(column, error.column), error.candidates)
    candidates = error.candidates if isinstance(error, UnknownWord) else ()
    return Unreadable(error.sentence, **error.values).at(line, column, candidates)
