"""Notes at the table, as careful as a player is: the plain twin of the notes in `sleuth.kernels.playout`."""

from __future__ import annotations

from dataclasses import dataclass, field

from sleuth.agents.policy import Keep
from sleuth.cards import Card, CardSet, Seat
from sleuth.events import Event, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.setup import Setup
from sleuth.view import View

Cards = frozenset[Card]

FURTHER, EACH = 0.5, 0.3
"""How much it counts that anyone but the next player may have a card, and for each card left of its category:
what the next one shows is over at once, what goes further tells everybody who lacks it, and that is the
worse the less is known."""
FINE = 1e-9
"""Chances closer than this are equal."""


@dataclass(slots=True)
class Notes:
    """For every hand: the cards it has, the cards it lacks, and the sets of which it has at least one.

    Cards that lie face down are one more hand, the last, which nobody can ask.
    """

    setup: Setup
    me: Seat
    keep: Keep
    sizes: tuple[int, ...]
    """Of every hand."""
    deck: tuple[Cards, ...]
    """The cards of each category that do not lie face up."""
    dealt: Cards
    """All of these."""
    has: list[set[Card]]
    lacks: list[set[Card]]
    clauses: list[tuple[Seat, Cards]] = field(default_factory=list)

    @classmethod
    def of(cls, view: View, keep: Keep) -> Notes:
        """What the seat of a view has noted so far."""
        assert view.seat is not None
        assert view.hand is not None
        notes = cls.blank(view.record.setup, view.seat, view.hand, keep)
        notes._settle()
        for entry in view.record.standing:
            notes.note(entry.events)
        return notes

    @classmethod
    def blank(cls, setup: Setup, me: Seat, hand: CardSet, keep: Keep) -> Notes:
        """The notes of somebody who has only seen their own hand."""
        deck = tuple(map(frozenset, setup.dealt))
        dealt = frozenset().union(*deck)
        sizes = (*setup.hands, setup.hidden) if setup.hidden else tuple(setup.hands)
        has = [set(hand) if seat == me else set() for seat in range(len(sizes))]
        lacks = [set(dealt - hand) if seat == me else set(hand) for seat in range(len(sizes))]
        return cls(setup, me, keep, sizes, deck, dealt, has, lacks)

    @property
    def placed(self) -> set[Card]:
        """The cards whose hand is known."""
        return set().union(*self.has)

    @property
    def nobodys(self) -> set[Card]:
        """The cards known to be in no hand."""
        return set.intersection(*self.lacks)

    @property
    def unseen(self) -> set[Card]:
        """The cards that no player has, but that may lie face down, where nobody has looked yet."""
        if not self.keep or not self.setup.hidden or len(self.has[-1]) == self.sizes[-1]:
            return set()
        *hands, pile = self.lacks
        return set.intersection(*hands) - pile

    @property
    def solution(self) -> tuple[Card, ...] | None:
        """The envelope's cards, once one of each category is known to be in no hand."""
        inside = [sorted(cards & self.nobodys) for cards in self.deck]
        return tuple(cards[0] for cards in inside) if self.keep and all(inside) else None

    def fewest(self, cards: set[Card]) -> set[Card]:
        """Those of the cards that the fewest players can have."""
        able = {card: len(self._able(card)) for card in cards}
        return {card for card in cards if able[card] == min(able.values())}

    def likeliest(self, cards: set[Card]) -> set[Card]:
        """Those of the cards, none of them placed, that most likely nobody has."""
        held = {card: self.held(card, FURTHER + EACH * len(cards)) for card in cards}
        return {card for card in cards if held[card] < min(held.values()) + FINE}

    def _able(self, card: Card) -> list[Seat]:
        return [seat for seat in range(len(self.setup.hands)) if card not in self.lacks[seat]]

    def held(self, card: Card, further: float) -> float:
        """Roughly how likely somebody has a card, those further away than the next counting so much."""
        near = (self.me + 1) % len(self.setup.hands)
        weights = ((seat, 1.0 if seat == near else further) for seat in self._able(card))
        return sum(weight * (1.0 - self._lacking(seat, card)) for seat, weight in weights)

    def _lacking(self, seat: Seat, card: Card) -> float:
        has, lacks = self.has[seat], self.lacks[seat]
        maybe = self.dealt - has - lacks
        chance = 1.0 - (self.sizes[seat] - len(has)) / len(maybe)
        for shower, cards in self.clauses if self.keep & Keep.CLAUSES else ():
            left = cards - lacks
            if shower == seat and card in left and not left & has:
                chance *= 1.0 - 1.0 / len(left)
        return chance

    def note(self, events: tuple[Event, ...]) -> None:
        """Write down what one entry says, and what follows from it."""
        asked: Cards = frozenset()
        for event in events:
            match event:
                case Suggested(_, cards):
                    asked = frozenset(cards) & self.dealt  # nobody shows what lies face up
                case Passed(seat) if seat != self.me:
                    self.lacks[seat] |= asked
                case Showed(seat, None):
                    self.clauses.append((seat, asked))
                case Showed(seat, card) | Revealed(seat, card) if card is not None:
                    self.has[seat].add(card)
                case Peeked(_, _, card) if card is not None:
                    self.has[-1].add(card)
        self._settle()

    def _settle(self) -> None:
        """Follow up what is written down, until nothing more follows."""
        before = -1
        while self.keep and before != (before := sum(map(len, self.has)) + sum(map(len, self.lacks))):
            self._count_hands()
            if self.keep & Keep.CLAUSES:
                self._resolve_clauses()
            if self.keep & Keep.CATEGORY:
                self._open_envelope()

    def _count_hands(self) -> None:
        for seat, size in enumerate(self.sizes):
            self.lacks[seat] |= self.placed - self.has[seat]
            if self.keep & Keep.FULL and len(self.has[seat]) == size:
                self.lacks[seat] |= self.dealt - self.has[seat]
            if self.keep & Keep.ENOUGH and len(self.dealt - self.lacks[seat]) == size:
                self.has[seat] = set(self.dealt - self.lacks[seat])

    def _resolve_clauses(self) -> None:
        for seat, cards in self.clauses:
            left = cards - self.lacks[seat]
            if len(left) == 1:
                self.has[seat] |= left

    def _open_envelope(self) -> None:
        for cards in self.deck:
            left = cards - self.placed
            if len(left) == 1:
                for lacks in self.lacks:
                    lacks |= left
            inside = cards & self.nobodys
            for card in cards - inside if inside else ():
                able = [seat for seat, lacks in enumerate(self.lacks) if card not in lacks]
                if len(able) == 1:
                    self.has[able[0]].add(card)
