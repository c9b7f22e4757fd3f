"""An action as people say it: a verb and what it is about, in every spelling, and as a line of a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import assert_never

from sleuth.actions import (
    Accuse,
    Action,
    Choose,
    Decline,
    Draw,
    EndTurn,
    Move,
    Name,
    Pass,
    Peek,
    Play,
    Roll,
    Send,
    Show,
    Suggest,
    TakePassage,
    Tunnel,
)
from sleuth.board import Spot
from sleuth.cards import Card
from sleuth.edition import Names
from sleuth.errors import UnknownWord
from sleuth.language import LANGUAGES, N_, say
from sleuth.setup import Setup

VERBS: Mapping[type[Action], str] = {
    Roll: N_("roll, throw, dice"),
    Move: N_("go, move, walk, enter"),
    TakePassage: N_("passage, sneak"),
    Suggest: N_("ask, suggest, question"),
    Show: N_("show"),
    Pass: N_("pass, nothing"),
    Decline: N_("decline, refuse"),
    Accuse: N_("accuse, solve"),
    Peek: N_("look, peek"),
    Draw: N_("draw"),
    Play: N_("play, use"),
    Choose: N_("choose, pick"),
    Name: N_("name, call"),
    Send: N_("send"),
    Tunnel: N_("tunnel, dig"),
    EndTurn: N_("end, done, finish"),
}
"""What people type to do a thing; the first word is the one that we use."""


@dataclass(frozen=True, slots=True)
class Word:
    """A part of what is said: what we call it, and what else it answers to."""

    label: str
    also: tuple[str, ...] = field(default=(), compare=False)


def spelled(words: str, lang: str) -> Word:
    """The word for a list of spellings: the first of them in the reader's language; all languages count."""
    every = [word for known in (lang, *LANGUAGES) for word in say(known, words).split(", ")]
    return Word(every[0], tuple(every[1:]))


@dataclass(frozen=True, slots=True)
class Speech:
    """How the actions of a game are said in a language."""

    setup: Setup
    lang: str

    def words(self, action: Action) -> tuple[Word, ...]:
        """The verb, and what the action is about."""
        return _words(self, action)

    def line(self, action: Action) -> str:
        """The action as a line of a list."""
        edition, lang = self.setup.edition, self.lang
        match action:
            case Move(str() as room):
                return say(lang, N_("enter {room}"), room=edition.room_said(room, lang))
            case Move(to):
                return self.spot(to).label
            case TakePassage(to):
                return say(lang, N_("take the secret passage: {room}"), room=edition.room_name(to, lang))
            case Show(card):
                return say(lang, N_("show {card}"), card=edition.card_said(card, lang))
            case Peek(slot):
                return say(lang, N_("look at slot {slot}"), slot=slot)
            case Play(bonus):
                return say(lang, N_("play “{card}”"), card=edition.bonus_name(bonus, lang))
            case Choose(seat):
                return self.setup.players[seat]
            case Name(card):
                return edition.card_name(card, lang)
            case Tunnel(room):
                return edition.room_name(room, lang)
            case Suggest():
                return say(lang, N_("ask: {cards}"), cards=self.said(action))
            case _:
                return self.kind(action)

    def kind(self, action: Action) -> str:
        """The kind of an action as a line of a list; an action that is about nothing is its kind."""
        return say(self.lang, _KINDS[type(action)])

    def said(self, action: Accuse | Suggest) -> str:
        """The cards that are named."""
        return ", ".join(self.setup.edition.card_name(card, self.lang) for card in action.cards)

    def about(self, action: Action, place: int) -> str:
        """What the word in that place of an action is: a kind of card, somebody, a spot."""
        match action:
            case Suggest() | Accuse():
                return self.setup.edition.category_name(place - 1, self.lang)
            case Send() if place == 1:
                return say(self.lang, N_("Whom"))
            case _:
                return say(self.lang, N_("Where to"))

    def card(self, card: Card) -> Word:
        """A card by any of its names."""
        edition = self.setup.edition
        key = edition.cards[card]
        return Word(edition.card_name(card, self.lang), (key, *_names(self.setup, "card", key).all()))

    def spot(self, spot: Spot) -> Word:
        """A room by any of its names, or a square by its row and column."""
        if not isinstance(spot, str):
            return Word(f"{spot[0]},{spot[1]}")
        names = [name for kind in ("card", "centre") for name in _names(self.setup, kind, spot).all()]
        return Word(self.setup.edition.room_name(spot, self.lang), (spot, *names))

    def elsewhere(self, word: str) -> str | None:
        """The card or room of the game that a word means, whether it may be said now or not."""
        edition = self.setup.edition
        try:
            return edition.card_name(edition.card(word), self.lang)
        except UnknownWord:
            pass
        try:
            return edition.room_name(edition.room(word), self.lang)
        except UnknownWord:
            return None

    def bonus(self, card: str) -> Word:
        """A bonus card by any of its names."""
        names = _names(self.setup, "bonus", card).all()
        return Word(self.setup.edition.bonus_name(card, self.lang), (card, *names))


_KINDS: Mapping[type[Action], str] = {
    Roll: N_("roll the dice"),
    Move: N_("go on the board"),
    Suggest: N_("ask a question"),
    Pass: N_("say that you have none of these cards"),
    Decline: N_("play the card that spares you the answer"),
    Accuse: N_("accuse: once, and for good"),
    Draw: N_("draw a bonus card"),
    Send: N_("send somebody somewhere"),
    EndTurn: N_("end your turn"),
}


def _names(setup: Setup, kind: str, key: str) -> Names:
    return setup.edition.names_of.get(kind, {}).get(key, Names())


@lru_cache(maxsize=8192)  # a thousand questions share some twenty cards, and every line typed looks at all
def _words(speech: Speech, action: Action) -> tuple[Word, ...]:
    return spelled(VERBS[type(action)], speech.lang), *_about(speech, action)


def _about(speech: Speech, action: Action) -> tuple[Word, ...]:
    match action:
        case Suggest(cards) | Accuse(cards):
            return tuple(speech.card(card) for card in cards)
        case Show(card) | Name(card):
            return (speech.card(card),)
        case Move(to) | TakePassage(to) | Tunnel(to):
            return (speech.spot(to),)
        case Peek(slot):
            return (Word(say(speech.lang, N_("slot {slot}"), slot=slot)),)
        case Play(bonus):
            return (speech.bonus(bonus),)
        case Choose(seat):
            return (Word(speech.setup.players[seat]),)
        case Send(seat, to):
            return Word(speech.setup.players[seat]), speech.spot(to)
        case Roll() | Pass() | Decline() | Draw() | EndTurn():
            return ()
        case _:
            assert_never(action)
