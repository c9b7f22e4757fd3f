"""Wambach's method: tuples in three sets, rewritten by named rules until nothing changes.

Tim Wambach, "Lösungsalgorithmus – Cluedo". A tuple names at most one card of each category and a holder, with
“-” for what does not matter. E holds what is certain, M what is one of several, N what is certainly not.
The paper leaves out two things that this module can add: the size of a hand, and that the envelope holds
exactly one card of each category.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, TypeAlias

from sleuth.cards import Card, Place, Seat
from sleuth.events import Dealt, Event, Lacked, Passed, Peeked, Revealed, Showed, Suggested
from sleuth.inference.constraints import sizes
from sleuth.inference.methods import Cell, Findings
from sleuth.language import N_
from sleuth.setup import Setup
from sleuth.view import View

Holder: TypeAlias = Seat | Place
Slots: TypeAlias = tuple[Card | None, ...]
SetName: TypeAlias = Literal["E", "M", "N", "L"]


@dataclass(frozen=True, slots=True)
class Info:
    """A tuple (b0, b1, b2, b3): a card or “-” for each category, and who it is about."""

    slots: Slots
    holder: Holder

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards it names."""
        return tuple(card for card in self.slots if card is not None)

    def without(self, card: Card) -> Info:
        """The tuple with “-” in place of a card."""
        return replace(self, slots=tuple(None if slot == card else slot for slot in self.slots))

    def refines(self, other: Info) -> bool:
        """Whether it says the same with more “-”: fewer cards, all of them among the other's."""
        return self.holder == other.holder and set(self.cards) < set(other.cards)


class Rule(Enum):
    """The named steps, each a sentence for `say`."""

    OWN = N_("Own cards are certain.")
    OPEN = N_("Cards lying open are certain.")
    SHOWN = N_("Case 1: the card was seen.")
    ONE_OF = N_("Case 2: one of these was shown to somebody else.")
    PASSED = N_("Case 3: none of these could be shown.")
    REST_OF_MINE = N_("Whatever is not in my hand, I do not have.")
    SUBSTITUTE_E = N_("Substitution: another player has this card, so it was not this one.")
    SUBSTITUTE_N = N_("Substitution: the player lacks this card, so it was not this one.")
    WORTHLESS = N_("Removal: the player is known to have one of them, which may be the one shown.")
    TRANSFER = N_("Transfer: only one card is left, so it is certain.")
    SUBSUMED = N_("Reduction: a more precise entry replaces this one.")
    SOLUTION_LEFT = N_("Solution: just one card of each kind is left over.")
    SOLUTION_NOBODY = N_("Solution: no player has this card.")
    HAND_FULL = N_("Hand size: all cards of this player are known.")
    HAND_REST = N_("Hand size: the player has just enough cards left.")
    KIND_LEFT = N_("Category: all others of its kind are held by players.")
    KIND_KNOWN = N_("Category: the solution of this kind is known, so somebody has this card.")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the work: the rule, the set, the tuple, and whether it came in or went out."""

    rule: Rule
    where: SetName
    info: Info
    removed: bool = False
    because: tuple[Info, ...] = ()


@dataclass(slots=True)
class Sheet:
    """The three sets, the solution cards found so far, and the work that led there."""

    setup: Setup
    me: Seat | None
    hand_sizes: bool = False
    categories: bool = False
    self_in_n: bool = True
    knows_hand: bool = False
    """Whether all of one's own cards are known; a notebook may leave them out."""
    e: set[Info] = field(default_factory=set)
    m: set[Info] = field(default_factory=set)
    n: set[Info] = field(default_factory=set)
    solution: set[Card] = field(default_factory=set)
    lines: list[Line] = field(default_factory=list)

    def b(self, card: Card, holder: Holder) -> bool:
        """The paper's predicate B: whether the holder is known to have the card."""
        return self.single(card, holder) in self.e

    def single(self, card: Card, holder: Holder) -> Info:
        """The tuple of one card and its holder."""
        return self.info((card,), holder)

    def info(self, cards: Iterable[Card], holder: Holder) -> Info:
        """The tuple of some cards, at most one of each category."""
        edition = self.setup.edition
        slots: list[Card | None] = [None] * len(edition.categories)
        for card in cards:
            slots[edition.category[card]] = card
        return Info(tuple(slots), holder)

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The players, and the face-down cards where there are any: whoever can have a card."""
        return tuple(place for place in self.setup.places if place not in (Place.ENVELOPE, Place.TABLE))

    # Taking in what was observed.

    def start(self, hand: Iterable[Card]) -> None:
        """The initial step: own cards, and cards that lie open, go to E."""
        for card in self.setup.table:
            self._add(Rule.OPEN, "E", self.single(card, Place.TABLE))
        if self.me is None:
            return
        mine = set(hand)
        self.knows_hand = len(mine) == self.setup.hands[self.me]
        for card in sorted(mine):
            self._add(Rule.OWN, "E", self.single(card, self.me))
        if self.knows_hand and self.self_in_n:
            for card in range(len(self.setup.edition.cards)):
                if card not in mine:
                    self._add(Rule.REST_OF_MINE, "N", self.single(card, self.me))

    def observe(self, events: Iterable[Event]) -> None:
        """Take in one entry: the paper's cases 1 to 3, and what lies beside a question."""
        asked: tuple[Card, ...] = ()
        for event in events:
            match event:
                case Suggested(_, cards):
                    asked = cards
                case Passed(seat):
                    for card in asked:
                        self._add(Rule.PASSED, "N", self.single(card, seat))
                case Showed(seat, None):
                    self._add(Rule.ONE_OF, "M", self.info(asked, seat))
                case Showed(seat, card) | Revealed(seat, card) if card is not None:
                    self._add(Rule.SHOWN, "E", self.single(card, seat))
                case Peeked(_, _, card) if card is not None:
                    self._add(Rule.SHOWN, "E", self.single(card, Place.HIDDEN))
                case Dealt(holder, cards) if cards is not None and holder is not Place.ENVELOPE:
                    for card in cards:
                        self._add(Rule.SHOWN, "E", self.single(card, holder))
                case Lacked(seat, cards):
                    for card in cards:
                        self._add(Rule.PASSED, "N", self.single(card, seat))
                case _:
                    pass

    # The rules, each once through; `settle` repeats them.

    def settle(self) -> None:
        """Substitute, remove, transfer and reduce until nothing changes."""
        done = -1
        while done != (done := len(self.lines)):
            self.substitute_by_e()
            self.substitute_by_n()
            self.remove_worthless()
            self.transfer()
            self.reduce()
            if self.hand_sizes:
                self.count_hands()
            if self.categories:
                self.use_categories()
            self.search_left_over()
            self.search_held_by_nobody()

    def substitute_by_e(self) -> None:
        """A card that another holder has cannot be the one shown."""
        for clause in _ordered(self.m):
            for known in _ordered(self.e):
                card = known.cards[0]
                if known.holder != clause.holder and card in clause.cards and len(clause.cards) > 1:
                    self._add(Rule.SUBSTITUTE_E, "M", clause.without(card), (clause, known))

    def substitute_by_n(self) -> None:
        """A card that the holder lacks cannot be the one shown."""
        for clause in _ordered(self.m):
            for card in clause.cards:
                lacked = self.single(card, clause.holder)
                if lacked in self.n and len(clause.cards) > 1:
                    self._add(Rule.SUBSTITUTE_N, "M", clause.without(card), (clause, lacked))

    def remove_worthless(self) -> None:
        """A clause that a known card already meets says nothing more."""
        for clause in _ordered(self.m):
            met = next((card for card in clause.cards if self.b(card, clause.holder)), None)
            if met is not None and len(clause.cards) > 1:
                self._drop(Rule.WORTHLESS, "M", clause, (self.single(met, clause.holder),))

    def transfer(self) -> None:
        """A clause with one card left is certain."""
        for clause in _ordered(self.m):
            if len(clause.cards) == 1:
                self._add(Rule.TRANSFER, "E", clause)
                self.m.discard(clause)

    def reduce(self) -> None:
        """A more precise clause replaces the more general one; doubles cannot arise in a set."""
        for clause in _ordered(self.m):
            better = next((other for other in _ordered(self.m) if other.refines(clause)), None)
            if better is not None:
                self._drop(Rule.SUBSUMED, "M", clause, (better,))

    def search_left_over(self) -> None:
        """Solution search 1: as many cards outside E as there are categories."""
        placed = {info.cards[0] for info in self.e}
        left = [card for card in range(len(self.setup.edition.cards)) if card not in placed]
        if len(left) == len(self.setup.edition.categories):
            for card in left:
                self._solve(Rule.SOLUTION_LEFT, card)

    def search_held_by_nobody(self) -> None:
        """Solution search 2: a card in N for every holder; with oneself left out, for all the others."""
        left_out = None if self.self_in_n or not self.knows_hand else self.me
        holders = [holder for holder in self.holders if holder != left_out]
        for card in range(len(self.setup.edition.cards)):
            lacked = tuple(self.single(card, holder) for holder in holders)
            mine = self.me is not None and self.b(card, self.me)
            if self.n.issuperset(lacked) and not mine:
                self._solve(Rule.SOLUTION_NOBODY, card, lacked)

    # What the paper leaves out.

    def count_hands(self) -> None:
        """A full hand lacks the rest; a hand with just enough cards left has them all."""
        deck = range(len(self.setup.edition.cards))
        size = dict(zip(self.setup.places, sizes(self.setup), strict=True))
        for holder in self.holders:
            held = [card for card in deck if self.b(card, holder)]
            left = [card for card in deck if not self._excluded(card, holder)]
            if len(held) == size[holder]:
                for card in set(deck).difference(held):
                    self._add(Rule.HAND_FULL, "N", self.single(card, holder))
            elif len(left) == size[holder]:
                for card in left:
                    self._add(Rule.HAND_REST, "E", self.single(card, holder))

    def use_categories(self) -> None:
        """The envelope has exactly one card of each category."""
        edition = self.setup.edition
        for category in range(len(edition.categories)):
            cards = edition.cards_of(category)
            free = [card for card in cards if not any(self.b(card, place) for place in self.setup.places)]
            if len(free) == 1:
                self._solve(Rule.KIND_LEFT, free[0])
            solved = self.solution.intersection(cards)
            for card in free if solved else ():
                left = [holder for holder in self.holders if not self._excluded(card, holder)]
                if card not in solved and len(left) == 1:
                    self._add(Rule.KIND_KNOWN, "E", self.single(card, left[0]))

    def _excluded(self, card: Card, holder: Holder) -> bool:
        elsewhere = any(self.b(card, place) for place in self.setup.places if place != holder)
        mine = holder == self.me and self.knows_hand and not self.b(card, holder)
        return elsewhere or mine or card in self.solution or self.single(card, holder) in self.n

    def _solve(self, rule: Rule, card: Card, because: tuple[Info, ...] = ()) -> None:
        if card not in self.solution:
            self.solution.add(card)
            self.lines.append(Line(rule, "L", self.single(card, Place.ENVELOPE), because=because))

    def _add(self, rule: Rule, where: SetName, info: Info, because: tuple[Info, ...] = ()) -> None:
        target = {"E": self.e, "M": self.m, "N": self.n}[where]
        known = info in target or (where == "M" and self._is_settled(info))
        if not known:
            target.add(info)
            self.lines.append(Line(rule, where, info, because=because))

    def _is_settled(self, clause: Info) -> bool:
        """Whether a clause would only be removed again."""
        return any(self.b(card, clause.holder) for card in clause.cards) or any(
            other.refines(clause) for other in self.m
        )

    def _drop(self, rule: Rule, where: SetName, info: Info, because: tuple[Info, ...]) -> None:
        self.m.discard(info)
        self.lines.append(Line(rule, where, info, removed=True, because=because))


def work(view: View, *, hand_sizes: bool = False, categories: bool = False, self_in_n: bool = True) -> Sheet:
    """The sheet after every entry of a view, rewritten to the fixpoint each time."""
    sheet = Sheet(view.record.setup, view.seat, hand_sizes, categories, self_in_n)
    sheet.start(view.hand or ())
    for entry in view.record.standing:
        sheet.observe(entry.events)
        sheet.settle()
    sheet.settle()
    return sheet


def solve(
    view: View, *, hand_sizes: bool = False, categories: bool = False, self_in_n: bool = True
) -> Findings:
    """The cells that Wambach's method decides."""
    sheet = work(view, hand_sizes=hand_sizes, categories=categories, self_in_n=self_in_n)
    return Findings(proved=dict(decided(sheet)))


def decided(sheet: Sheet) -> Iterator[tuple[Cell, bool]]:
    """What a sheet says about cells: a certain card is here and nowhere else, a solution card with nobody."""
    places = sheet.setup.places
    for info in _ordered(sheet.n):
        yield (info.cards[0], places.index(info.holder)), False
    certain = [*_ordered(sheet.e), *(sheet.single(card, Place.ENVELOPE) for card in sorted(sheet.solution))]
    for info in certain:
        for index, place in enumerate(places):
            yield (info.cards[0], index), place == info.holder
    yield from _own_gaps(sheet)


def _own_gaps(sheet: Sheet) -> Iterator[tuple[Cell, bool]]:
    """Nobody needs a rule to see what is not in their own hand."""
    if sheet.me is None or not sheet.knows_hand:
        return
    for card in range(len(sheet.setup.edition.cards)):
        if not sheet.b(card, sheet.me):
            yield (card, sheet.me), False


def _ordered(infos: Iterable[Info]) -> list[Info]:
    """A stable order, so that the work is the same on every run."""
    return sorted(infos, key=lambda info: (str(info.holder), [-1 if s is None else s for s in info.slots]))
