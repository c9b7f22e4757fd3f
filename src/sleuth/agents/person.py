"""A person at the table: told what their seat sees, and asked what to do, by number or in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from textwrap import wrap

from sleuth.actions import Accuse, Action
from sleuth.agents.person_news import News, history
from sleuth.agents.person_offers import Offers
from sleuth.agents.person_scene import hand_line, scene_lines
from sleuth.agents.person_words import Speech, Word, spelled
from sleuth.cards import Card
from sleuth.edition import Edition
from sleuth.errors import SleuthError, UnknownWord
from sleuth.language import N_, say
from sleuth.view import View
from sleuth.words import forms, resolve

PROMPT = "> "
HELP = N_("help")
COLOUR = "\x1b["
FEW = 8
"""Lines; a longer list is set in columns."""


class Left(Exception):
    """The person has gone: they said so, or nothing more can be read."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Something a person may ask for beside playing: the words for it, what it is, and the answer."""

    words: str
    about: str
    tell: Callable[[View], str]


class Person:
    """An agent that asks somebody: `read` is given a prompt and returns a line, `write` is given text.

    It is shown views only, as any agent. `asides` are what the person may look up beside history and hand,
    and `picture` draws what is to be seen before a choice.
    """

    def __init__(
        self,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
        *,
        lang: str = "en",
        width: int = 80,
        asides: Sequence[Aside] = (),
        picture: Callable[[View], str] = lambda _: "",
    ) -> None:
        self.lang, self.width, self.picture = lang, width, picture
        self._read_line, self._write = read, write
        self._news = News(lang)
        self._back = Aside(N_("back"), N_("start this choice again"), lambda _: "")
        self.asides = (*asides, *self._own_asides(), self._back)

    def tell(self, *texts: str) -> None:
        """Say something to the person, in lines that fit."""
        for line in self._wrapped(texts):
            self._write(line)

    def see(self, view: View) -> None:
        """Tell what happened since the last time."""
        self.tell(*self._news.of(view))

    def choose(self, view: View, rng: Random) -> Action:
        """Ask until one action is meant; an accusation must be confirmed. People bring their own chance."""
        self.see(view)
        self.tell("", *filter(None, [self.picture(view)]))
        start = Offers(Speech(view.record.setup, self.lang), tuple(view.menu))
        while True:
            action = self._decide(view, start)
            if not isinstance(action, Accuse) or self._is_sure(start.speech.said(action)):
                return action

    def _decide(self, view: View, start: Offers) -> Action:
        """One action, narrowed line by line; what is no choice, or makes no sense, changes nothing."""
        offers = start
        self._list(view, offers)
        while True:
            try:
                heard = self._heard(self._read(), offers)
                if isinstance(heard, Aside):
                    self.tell(heard.tell(view), "")
                    offers = start if heard is self._back else offers
                elif heard.one is not None:
                    return heard.one
                else:
                    offers = heard
                self._list(view, offers)
            except SleuthError as error:
                self.tell(error.text(self.lang))

    def _heard(self, line: str, offers: Offers) -> Aside | Offers:
        """What a line means: something beside the game, or a choice."""
        asides = {spelled(aside.words, self.lang): aside for aside in self.asides}
        for word, aside in asides.items():
            if _is(word, line):
                return aside
        if not line and offers.usual is not None:
            return Offers(offers.speech, (offers.usual,))
        try:
            return offers.pick(line)
        except UnknownWord:
            if " " in line:
                raise
            # One word that is no choice may be the beginning of an aside, or a slip of the pen in one.
            known = {word.label: word.also for word in asides} | offers.spellings()
            label = resolve(line, known)
            return next(aside for word, aside in asides.items() if word.label == label)

    def _is_sure(self, cards: str) -> bool:
        warning = N_("You accuse: {cards}. If that is wrong you cannot win any more. Are you sure? (yes/no)")
        self.tell(say(self.lang, warning, cards=cards))
        sure = _is(spelled(N_("yes, y"), self.lang), self._read())
        if not sure:
            self.tell(say(self.lang, N_("Then you have not accused anybody.")))
        return sure

    def _read(self) -> str:
        try:
            return self._read_line(PROMPT).strip()
        except EOFError:
            raise Left from None

    def _list(self, view: View, offers: Offers) -> None:
        """The choices, numbered; what Enter does is marked."""
        lines = offers.lines()
        enter = say(self.lang, N_("(Enter)"))
        texts = [
            f"{number:3}  {offer.text}" + (f"  {enter}" if offer.actions == (offers.usual,) else "")
            for number, offer in lines.items()
        ]
        heading = [f"{offers.heading}?"] if offers.heading else scene_lines(view, self.lang)
        self.tell(*heading, *(texts if len(texts) <= FEW else columns(texts, self.width)))

    def _own_asides(self) -> Iterator[Aside]:
        yield Aside(N_("hand, cards"), N_("your cards"), lambda view: hand_line(view, self.lang))
        yield Aside(
            N_("history, log"),
            N_("everything that you have seen so far"),
            lambda view: "\n".join(history(view, self.lang)),
        )
        yield Aside(HELP, N_("what you can type"), self._help)
        yield Aside(N_("quit, exit"), N_("leave the game"), _leave)

    def _help(self, view: View) -> str:
        words = [spelled(aside.words, self.lang).label for aside in self.asides]
        wide = max(map(len, words))
        about = [say(self.lang, aside.about) for aside in self.asides]
        return "\n".join([
            how_to_type(view, self.lang),
            *(f"  {word:{wide}}  {text}" for word, text in zip(words, about, strict=True)),
            "",
        ])  # fmt: skip

    def _wrapped(self, texts: Iterable[str]) -> Iterator[str]:
        """Lines are broken between words, and what follows a number keeps its margin."""
        for line in (line for text in texts for line in text.split("\n")):
            if len(line) <= self.width or COLOUR in line:
                yield line
            else:
                margin = len(line) - len(line.lstrip(" 0123456789"))
                yield from wrap(line, self.width, subsequent_indent=" " * (margin or 2))


def how_to_type(view: View, lang: str) -> str:
    """How one says what one wants, with an example from this game."""
    edition = view.record.setup.edition
    cards = (_short(edition, edition.cards_of(i)[0], lang) for i in range(len(edition.categories)))
    example = " ".join([spelled(N_("ask, suggest, question"), lang).label, *cards])
    return say(
        lang,
        N_(
            "Type the number of a line, or several in a row, or words in any order, such as “{example}”; "
            "the beginning of a name will do."
        ),
        example=example,
    )


def _short(edition: Edition, card: Card, lang: str) -> str:
    """The last word of a card's name that tells which one it is, for most the very last; else its id."""
    for word in reversed(edition.card_name(card, lang).lower().split()):
        with suppress(UnknownWord):
            if edition.card(word) == card:
                return word
    return edition.cards[card]


def columns(cells: Sequence[str], width: int) -> Iterator[str]:
    """Short texts in as many columns as there is room for, one row after the other."""
    wide = max(map(len, cells)) + 2
    each = max(1, width // wide)
    for first in range(0, len(cells), each):
        yield "".join(f"{cell:{wide}}" for cell in cells[first : first + each]).rstrip()


def _is(word: Word, line: str) -> bool:
    return any(not forms(line).isdisjoint(forms(text)) for text in (word.label, *word.also))


def _leave(_: View) -> str:
    raise Left
