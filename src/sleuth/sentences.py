"""What happened, as people say it at a table, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import assert_never

from sleuth.board import Spot
from sleuth.cards import Card, Holder, Place, Seat
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
from sleuth.language import N_, say, say_many
from sleuth.scene import Outcome, Why
from sleuth.setup import Setup


def describe(event: Event, setup: Setup, lang: str, you: Seat | None = None) -> str:
    """One event as a sentence; the seat `you` is addressed."""
    return _Teller(setup, lang, you).sentence(event)


def describe_entry(events: Sequence[Event], setup: Setup, lang: str, you: Seat | None = None) -> str:
    """One entry as a sentence or two: a question with all its answers."""
    teller = _Teller(setup, lang, you)
    first, *answers = events
    return " ".join([teller.sentence(first), *teller.answers(answers)])


def describe_outcome(outcome: Outcome, setup: Setup, lang: str, you: Seat | None = None) -> str:
    """Who won, and how."""
    winner = outcome.winner
    if winner is None:
        return say(lang, N_("Nobody solved the case."))
    mine, theirs = _WINS[outcome.why]
    return _Teller(setup, lang, you).of(winner, mine, theirs)


def listed(words: Iterable[str], lang: str) -> str:
    """Words as a list in a sentence: “rope, knife and hall”."""
    *most, last = words
    return say(lang, N_("{most} and {last}"), most=", ".join(most), last=last) if most else last


_WINS = {
    Why.ACCUSATION: (N_("You solved the case."), N_("{name} solved the case.")),
    Why.PROOF: (N_("You have proved the case and win."), N_("{name} has proved the case and wins.")),
    Why.SUGGESTION: (N_("You named the very cards and win."), N_("{name} named the very cards and wins.")),
}


class _Teller:
    """Tells of a game's events to one reader."""

    def __init__(self, setup: Setup, lang: str, you: Seat | None) -> None:
        self.setup, self.edition = setup, setup.edition
        self.lang, self.you = lang, you

    def sentence(self, event: Event) -> str:
        match event:
            case Dealt(holder, cards):
                return self._dealt(holder, cards)
            case Suggested(seat, cards):
                asked = self._names(cards)
                return self.of(seat, N_("You asked: {cards}."), N_("{name} asked: {cards}."), cards=asked)
            case Passed(seat):
                return self.of(seat, N_("You could not show."), N_("{name} could not show."))
            case Declined(seat):
                return self._declined(seat)
            case Showed(seat, card, to):
                return self._showed(seat, card, to)
            case Revealed(seat, card, to):
                return self._showed_all(seat, card) if to is None else self._showed(seat, card, to)
            case Accused(seat, cards, right):
                return self._accused(seat, self._names(cards), right=right)
            case Opened(cards):
                return self._say(N_("The envelope was opened: {cards}."), cards=self._names(cards))
            case Lacked(seat, cards):
                return self._lacked(seat, cards)
            case Peeked(seat, slot, card):
                return self._peeked(seat, slot, card)
            case Rolled(seat, dice):
                roll = listed(map(str, dice), self.lang)
                return self.of(seat, N_("You rolled {roll}."), N_("{name} rolled {roll}."), roll=roll)
            case Moved(seat, to):
                return self._moved(seat, to)
            case Drew(seat, bonus):
                return self._drew(seat, bonus)
            case Played(seat, bonus):
                return self._played(seat, self.edition.bonus_name(bonus, self.lang))
            case Tunnelled(seat, room):
                return self._tunnelled(seat, room)
            case Ended(seat):
                return self.of(seat, N_("You ended the turn."), N_("{name} ended the turn."))
            case Struck(entry):
                return self._say(N_("Entry {n} was a mistake and no longer counts."), n=entry)
            case _:
                assert_never(event)

    def answers(self, answers: Sequence[Event]) -> list[str]:
        """The answers to a question; neighbours who could not show are named in one breath."""
        if len(answers) == len(self.setup.players) - 1 and all(isinstance(a, Passed) for a in answers):
            return [self._say(N_("Nobody could show a card."))]
        return [
            text
            for passed, group in groupby(answers, key=self._passed_beside_you)
            for text in (self._all_passed(list(group)) if passed else map(self.sentence, group))
        ]

    def of(self, seat: Seat, mine: str, theirs: str, **values: object) -> str:
        """A sentence about a seat, in the second person if it is the reader's."""
        if seat == self.you:
            return self._say(mine, **values)
        return self._say(theirs, name=self.setup.players[seat], **values)

    def _say(self, sentence: str, **values: object) -> str:
        return say(self.lang, sentence, **values)

    def _names(self, cards: Iterable[Card]) -> str:
        return ", ".join(self.edition.card_name(card, self.lang) for card in cards)

    def _said(self, card: Card | None) -> str:
        return self._say(N_("a card")) if card is None else self.edition.card_said(card, self.lang)

    def _passed_beside_you(self, answer: Event) -> bool:
        return isinstance(answer, Passed) and answer.seat != self.you

    def _all_passed(self, answers: Sequence[Event]) -> list[str]:
        if len(answers) == 1:
            return [self.sentence(answers[0])]
        names = listed((self.setup.players[a.seat] for a in answers if isinstance(a, Passed)), self.lang)
        return [self._say(N_("{names} could not show."), names=names)]

    def _dealt(self, holder: Holder, cards: Sequence[Card] | None) -> str:
        match holder:
            case Place.ENVELOPE:
                return self._say(N_("In the envelope: {cards}."), cards=self._names(cards or ()))
            case Place.TABLE:
                return self._say(N_("Face up: {cards}."), cards=self._names(cards or ()))
            case Place.HIDDEN if cards is None:
                n = self.setup.hidden
                return say_many(self.lang, "{n} card lies face down.", "{n} cards lie face down.", n)
            case Place.HIDDEN:
                return self._say(N_("Face down: {cards}."), cards=self._names(cards or ()))
            case seat:
                return self._hand(seat, cards)

    def _hand(self, seat: Seat, cards: Sequence[Card] | None) -> str:
        if cards is not None:
            hand = self._names(cards)
            return self.of(seat, N_("You hold: {cards}."), N_("{name} holds: {cards}."), cards=hand)
        n, name = self.setup.hands[seat], self.setup.players[seat]
        if seat == self.you:
            return say_many(self.lang, "You hold {n} card.", "You hold {n} cards.", n)
        return say_many(self.lang, "{name} holds {n} card.", "{name} holds {n} cards.", n, name=name)

    def _showed(self, seat: Seat, card: Card | None, to: Seat) -> str:
        shown = self._said(card)
        if to == self.you:
            return self._say(N_("{name} showed you {card}."), name=self.setup.players[seat], card=shown)
        theirs = N_("{name} showed {card} to {to}.")
        return self.of(seat, N_("You showed {card} to {to}."), theirs, to=self.setup.players[to], card=shown)

    def _showed_all(self, seat: Seat, card: Card | None) -> str:
        mine, theirs = N_("You showed everyone {card}."), N_("{name} showed everyone {card}.")
        return self.of(seat, mine, theirs, card=self._said(card))

    def _declined(self, seat: Seat) -> str:
        mine = N_("A bonus card spared you the answer.")
        return self.of(seat, mine, N_("A bonus card spared {name} the answer."))

    def _accused(self, seat: Seat, cards: str, *, right: bool) -> str:
        said = self.of(seat, N_("You accused: {cards}."), N_("{name} accused: {cards}."), cards=cards)
        return said + " " + self._say(N_("That is right.") if right else N_("That is wrong."))

    def _lacked(self, seat: Seat, cards: Sequence[Card]) -> str:
        if len(cards) == 1:
            mine, theirs = N_("You do not have {card}."), N_("{name} does not have {card}.")
            return self.of(seat, mine, theirs, card=self._said(cards[0]))
        mine, theirs = N_("You have none of these: {cards}."), N_("{name} has none of these: {cards}.")
        return self.of(seat, mine, theirs, cards=self._names(cards))

    def _peeked(self, seat: Seat, slot: int, card: Card | None) -> str:
        if card is None:
            mine, theirs = N_("You looked at slot {slot}."), N_("{name} looked at slot {slot}.")
            return self.of(seat, mine, theirs, slot=slot)
        mine, theirs = N_("You looked at slot {slot}: {card}."), N_("{name} looked at slot {slot}: {card}.")
        return self.of(seat, mine, theirs, slot=slot, card=self.edition.card_name(card, self.lang))

    def _moved(self, seat: Seat, to: Spot) -> str:
        if isinstance(to, str):
            room = self.edition.room_said(to, self.lang)
            return self.of(seat, N_("You entered {room}."), N_("{name} entered {room}."), room=room)
        spot = f"{to[0]},{to[1]}"
        return self.of(seat, N_("You moved to {spot}."), N_("{name} moved to {spot}."), spot=spot)

    def _drew(self, seat: Seat, bonus: str) -> str:
        name, text = self.edition.bonus_name(bonus, self.lang), self.edition.bonus_text(bonus, self.lang)
        drew = self.of(seat, N_("You drew “{card}”."), N_("{name} drew “{card}”."), card=name)
        return f"{drew} ({text})" if text != bonus else drew  # without a text, a card's id stands for it

    def _played(self, seat: Seat, card: str) -> str:
        return self.of(seat, N_("You played “{card}”."), N_("{name} played “{card}”."), card=card)

    def _tunnelled(self, seat: Seat, room: str) -> str:
        mine = N_("You opened a secret passage here: {room}.")
        theirs = N_("{name} opened a secret passage here: {room}.")
        return self.of(seat, mine, theirs, room=self.edition.room_name(room, self.lang))
