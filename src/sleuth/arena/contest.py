"""The Speed Clue contest's messages, and a mind that answers them with one of our agents."""

from __future__ import annotations

from random import Random
from typing import Literal, TypeAlias

from sleuth.actions import Accuse, EndTurn, Group, Menu, Show, Suggest
from sleuth.agents.base import Agent
from sleuth.agents.notes import Notes
from sleuth.agents.policy import Keep
from sleuth.arena.match import NAMES
from sleuth.arena.swift import boardless
from sleuth.cards import Card, CardSet, Seat
from sleuth.choices import offers
from sleuth.edition import Edition
from sleuth.errors import SleuthError
from sleuth.events import Accused, Event, Passed, Showed, Suggested
from sleuth.inference.constraints import problem_of, written
from sleuth.inference.counting import satisfiable
from sleuth.language import N_
from sleuth.record import Record
from sleuth.scene import Phase, Scene
from sleuth.view import View

Framing: TypeAlias = Literal["buffer", "line"]
"""One message a send, as the Java programs do it, or one message a line."""

ABBREVIATIONS = "Sc Mu Wh Gr Pe Pl Ca Kn Pi Re Ro Wr Ba Bi Co Di Ha Ki Li Lo St"
WORDS = tuple(ABBREVIATIONS.split())
"""The contest's abbreviations in the order of our deck."""
PLAYERS = range(3, 7)
"""How many may play."""
DEALT = 18
"""Cards in hands."""
DIGITS = 9
"""No number in a message has more."""


class Foul(SleuthError):
    """What a program or a server did against the contest's rules: a sentence without its subject."""

    code = "contest/foul"


class Late(Foul):
    """Time ran out."""

    code = "contest/late"


class Gone(Foul):
    """It never came, or it is no longer there."""

    code = "contest/gone"


class Unfair(Foul):
    """Understood, but against the rules of the game."""

    code = "contest/unfair"


def word(card: Card) -> str:
    """A card as the contest writes it."""
    return WORDS[card]


def card_of(text: str) -> Card:
    """The card that a word means."""
    for card, known in enumerate(WORDS):
        if known.lower() == text.lower():
            return card
    raise Foul(N_("named “{word}”, which is no card"), word=text[:20])


def cards_of(words: list[str]) -> tuple[Card, ...]:
    """Three cards, one of each category, in the deck's order."""
    cards = tuple(sorted(card_of(text) for text in words))
    if len(cards) != 3 or [card // 6 if card < 12 else 2 for card in cards] != [0, 1, 2]:
        raise Foul(
            N_("named “{words}” instead of a suspect, a weapon and a room"), words=" ".join(words)[:60]
        )
    return cards


def seat_of(text: str) -> Seat:
    """The seat, or the number of seats, that a word means."""
    if not text.isdecimal() or len(text) > DIGITS:
        raise Foul(N_("named “{word}”, which is no number here"), word=text[:20])
    return int(text)


def possible(record: Record) -> Record:
    """A record that some deal fits; a Foul if what was told contradicts itself or the hand."""
    if not satisfiable(problem_of(record.setup, written(record)), engine="python"):
        raise Foul(N_("reported what cannot all be true"))
    return record


class Mind:
    """Plays contest games: give it the server's messages, and it says what to answer."""

    def __init__(self, agent: Agent, seed: int = 0) -> None:
        self.agent, self.rng = agent, Random(seed)
        self.edition = Edition.load("classic")
        self.me: Seat = 0
        self.hand = CardSet()
        self._record: Record | None = None
        self.asked: set[tuple[Card, ...]] = set()

    @property
    def record(self) -> Record:
        """The game so far."""
        if self._record is None:
            raise Foul(N_("began a game without “reset”"))
        return self._record

    def answer(self, message: str) -> str:
        """What to send back."""
        verb, *words = message.split() or [""]
        match verb.lower(), words:
            case "reset", [players, me, *cards]:
                self._reset(seat_of(players), seat_of(me), cards)
                return "ok"
            case "suggest", []:
                return "suggest " + " ".join(map(word, self._suggest()))
            case "disprove", [asker, *cards]:
                return f"show {word(self._show(self._seat(asker), cards_of(cards)))}"
            case "suggestion", [asker, a, b, c, shower, *card]:
                self._hear(self._answered(self._seat(asker), cards_of([a, b, c]), shower, card))
                return "ok"
            case "accuse", []:
                verdict = self._accuse()
                return "-" if verdict is None else "accuse " + " ".join(map(word, verdict))
            case "accusation", [accuser, a, b, c, "+" | "-" as sign]:
                self._hear([Accused(self._seat(accuser), cards_of([a, b, c]), sign == "+")])
                return "ok"
            case "done", _:
                return "dead"
        raise Foul(N_("said “{message}”, which means nothing here"), message=message[:60])

    def _reset(self, players: int, me: Seat, cards: list[str]) -> None:
        hand = CardSet.of(map(card_of, cards))
        if players not in PLAYERS or me >= players or len(hand) != len(range(me, DEALT, players)):
            raise Foul(N_("dealt a hand that seat {me} of {players} cannot have"), me=me, players=players)
        names, rules = NAMES[:players], boardless(self.edition, players)
        self._record = possible(Record.new(self.edition, names, rules=rules, me=names[me], hand=tuple(hand)))
        self.me, self.hand, self.asked = me, hand, set()

    def _seat(self, text: str) -> Seat:
        """A seat at this game's table."""
        seat = seat_of(text)
        if seat >= len(self.record.setup.players):
            raise Foul(N_("named seat {seat}, where nobody sits"), seat=seat)
        return seat

    def _hear(self, events: list[Event]) -> None:
        self._record = possible(self.record.append_unchecked(*events))

    def _answered(self, asker: Seat, cards: tuple[Card, ...], shower: str, card: list[str]) -> list[Event]:
        answering = None if shower == "-" else self._seat(shower)
        shown = card_of(card[0]) if card else None
        if answering == asker or (shown is not None and (answering is None or shown not in cards)):
            raise Foul(N_("reported an answer that nobody can have given"))
        events: list[Event] = [Suggested(asker, cards)]
        for seat in self.record.setup.left_of(asker):
            if seat == answering:
                events.append(Showed(seat, shown, asker))
                break
            events.append(Passed(seat))
        return events

    def _suggest(self) -> tuple[Card, ...]:
        view = self._view(Phase.START, self.me)
        questions = [a for a in view.menu if isinstance(a, Suggest)]
        # The contest forbids asking the same twice.
        fresh = [question for question in questions if question.cards not in self.asked]
        view = self._with(view, Menu((Group(fresh or questions),)))
        action = self.agent.choose(view, self.rng)
        assert isinstance(action, Suggest)
        self.asked.add(action.cards)
        return action.cards

    def _show(self, asker: Seat, cards: tuple[Card, ...]) -> Card:
        if asker == self.me or not self.hand & set(cards):
            raise Foul(N_("wanted to see a card that cannot be shown"))
        question = Suggested(asker, cards)
        order = self.record.setup.left_of(asker)
        before = [Passed(seat) for seat in order[: order.index(self.me)]]
        view = self._view(Phase.ANSWER, asker, question, [question, *before])
        action = self.agent.choose(view, self.rng)
        assert isinstance(action, Show)
        return action.card

    def _accuse(self) -> tuple[Card, ...] | None:
        view = self._view(Phase.AFTER, self.me)
        proved = Notes.of(view, Keep.ALL).solution
        if proved is not None:
            return proved
        # The contest forbids accusing a card of one's own.
        other = [a for a in view.menu if isinstance(a, Accuse) and not self.hand & set(a.cards)]
        view = self._with(view, Menu((Group(other), Group((EndTurn(),)))))
        action = self.agent.choose(view, self.rng)
        return action.cards if isinstance(action, Accuse) else None

    def _view(
        self, phase: Phase, turn: Seat, question: Suggested | None = None, more: list[Event] | None = None
    ) -> View:
        record = possible(self.record.append_unchecked(*(more or [])))
        wrong = record.past.out
        if len(wrong) == len(record.setup.players):
            # An agent that thinks ahead would wait for a winner for ever.
            raise Foul(N_("went on with a game that everybody has lost"))
        scene = Scene(turn, self.me, phase, out=wrong, question=question)
        menu = Menu(offers(record.setup, scene, self.hand))
        return View(record, self.me, self.hand, scene, menu)

    def _with(self, view: View, menu: Menu) -> View:
        return View(view.record, view.seat, view.hand, view.scene, menu)
