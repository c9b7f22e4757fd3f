"""Another truth: what a seat cannot know, dealt differently, while all that it saw stays the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sleuth.cards import Card, Place, Seat
from sleuth.choices import keeps
from sleuth.events import (
    Accused,
    Dealt,
    Event,
    Lacked,
    Opened,
    Passed,
    Peeked,
    Played,
    Revealed,
    Showed,
    Suggested,
    redact,
)
from sleuth.game import Game
from sleuth.record import Log, Record
from sleuth.scene import Phase

Where = tuple[str, int]
"""A place for cards: a seat's hand, a slot, the envelope or the table."""

ENVELOPE: Where = ("envelope", 0)


class Truth:
    """Where every card is, such that one seat could not tell it from the real deal."""

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self.game, self.setup = game, game.setup
        self.seen = [redact(event, seat) for event in game.record.events]
        self.where: dict[Card, Where] = dict.fromkeys(game.setup.table, ("table", 0))
        self.where |= {card: ("hand", s) for s, hand in enumerate(game.deal.hands) for card in hand}
        self.where |= {card: ("slot", slot) for slot, card in enumerate(game.deal.hidden, 1)}
        self.where |= dict.fromkeys(game.deal.envelope, ENVELOPE)

    def shuffle(self, rng: Random, swaps: int) -> int:
        """Swap pairs of cards at random wherever the seat could not notice; say how many were swapped."""
        done = 0
        for _ in range(swaps):
            a, b = rng.sample(sorted(self.where), 2)
            if self.where[a] != self.where[b]:
                self._swap(a, b)
                if self.fits():
                    done += 1
                else:
                    self._swap(a, b)
        return done

    def _swap(self, a: Card, b: Card) -> None:
        self.where[a], self.where[b] = self.where[b], self.where[a]

    def cards(self, kind: str, number: int) -> tuple[Card, ...]:
        return tuple(sorted(card for card, place in self.where.items() if place == (kind, number)))

    def fits(self) -> bool:
        """Whether everything the seat saw could have happened so."""
        inside = [self.setup.edition.category[card] for card in self.cards(*ENVELOPE)]
        proper = inside == list(range(len(self.setup.edition.categories)))
        face_up = self.cards("table", 0) == self.setup.table
        happened = all(self._fits(i, event) for i, event in enumerate(self.seen))
        return proper and face_up and happened and self._fits_pending()

    def _fits_pending(self) -> bool:
        """Whoever is about to answer is known to have a choice: a card to show, or a card that excuses."""
        scene = self.game.scene
        if scene.phase is not Phase.ANSWER or keeps(self.setup, scene, scene.actor, "refuse_refute"):
            return True
        return scene.question is not None and self._holds_some(scene.actor, scene.question.cards)

    def _fits(self, i: int, event: Event) -> bool:
        """Whether one event could have happened so."""
        match event:
            case Dealt(int() as seat, cards) if cards is not None:
                return self.cards("hand", seat) == cards
            case Suggested(_, cards) if self.setup.rules.auto_win == "suggestion":
                return self._is_case(cards) == (cards == self.game.deal.envelope)
            case Passed(seat):
                return not self._holds_some(seat, self._asked(i))
            case Showed(seat, None):
                return self._holds_some(seat, self._asked(i))
            case Showed(seat, card) | Revealed(seat, card) if card is not None:
                return self.where[card] == ("hand", seat)
            case Accused(_, cards, right):
                return self._is_case(cards) == right
            case Opened(cards):
                return self._is_case(cards)
            case Lacked(seat, cards):
                return not self._holds_some(seat, cards)
            case Peeked(_, slot, card) if card is not None:
                return self.where[card] == ("slot", slot)
            case _:
                return True

    def _is_case(self, cards: tuple[Card, ...]) -> bool:
        return self.cards(*ENVELOPE) == cards

    def _holds_some(self, seat: Seat, cards: Sequence[Card]) -> bool:
        return any(self.where[card] == ("hand", seat) for card in cards)

    def _asked(self, i: int) -> tuple[Card, ...]:
        """The question to which event `i` is an answer."""
        return next(e.cards for e in reversed(self.seen[: i + 1]) if isinstance(e, Suggested))

    def record(self, rng: Random) -> Record:
        """The full record of the other truth: what the seat could not see is told as it would have been."""
        return Record(self.setup, Log(self._events(rng)))

    def _events(self, rng: Random) -> Iterator[Event]:
        shown = -1
        for i, event in enumerate(self.seen):
            match event:
                case Dealt(Place.HIDDEN, None):
                    slots = range(1, self.setup.hidden + 1)
                    yield Dealt(Place.HIDDEN, tuple(self.cards("slot", slot)[0] for slot in slots))
                case Dealt(int() as seat, None):
                    yield Dealt(seat, self.cards("hand", seat))
                case Showed(seat, card, to):
                    shown = self._answer(rng, i, seat) if card is None else card
                    yield Showed(seat, shown, to)
                case Revealed(seat, None, to):
                    spied = self._is_spyglass(self.seen[i - 1])
                    yield Revealed(seat, shown if spied else rng.choice(self.cards("hand", seat)), to)
                case Peeked(seat, slot, None):
                    yield Peeked(seat, slot, self.cards("slot", slot)[0])
                case _:
                    yield event

    def _answer(self, rng: Random, i: int, seat: Seat) -> Card:
        """A card that could have been shown; what the seat then saw through a spyglass was the one."""
        held = [card for card in self._asked(i) if self.where[card] == ("hand", seat)]
        while i + 2 < len(self.seen) and self._is_spyglass(self.seen[i + 1]):
            spied = self.seen[i + 2]
            if isinstance(spied, Revealed) and spied.card is not None:
                return spied.card
            i += 2
        return rng.choice(held)

    def _is_spyglass(self, event: Event) -> bool:
        effects = {card.id: card.effect for card in self.setup.edition.bonus}
        return isinstance(event, Played) and effects[event.card] == "spy_on_refutation"
