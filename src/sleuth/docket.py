"""Which entries of a record stand, kept up to date entry by entry, so that a long file is read in one go."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from sleuth.cards import Card, Seat
from sleuth.errors import IllegalEvent
from sleuth.events import Accused, Dealt, Event, Opened, Peeked, Struck, Suggested
from sleuth.language import N_
from sleuth.legality import Past, check_entry
from sleuth.setup import Setup


class Numbers:
    """Entry numbers that come and go, with the first and the last always at hand."""

    def __init__(self) -> None:
        self._here: set[int] = set()
        self._low: list[int] = []
        self._high: list[int] = []

    def add(self, number: int) -> None:
        self._here.add(number)
        heappush(self._low, number)
        heappush(self._high, -number)

    def discard(self, number: int) -> None:
        self._here.discard(number)

    @property
    def first(self) -> int | None:
        while self._low and self._low[0] not in self._here:
            heappop(self._low)
        return self._low[0] if self._low else None

    @property
    def last(self) -> int | None:
        while self._high and -self._high[0] not in self._here:
            heappop(self._high)
        return -self._high[0] if self._high else None


class Docket:
    """The entries so far, and of those that stand, whatever forbids others."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.entries: list[tuple[Event, ...]] = []
        self._strikes: Counter[int] = Counter()
        """How many standing corrections strike each entry."""
        self._acts: defaultdict[Seat, Numbers] = defaultdict(Numbers)
        self._wrong: defaultdict[Seat, Numbers] = defaultdict(Numbers)
        """Wrong accusations."""
        self._happenings, self._ends = Numbers(), Numbers()
        self._slots: Counter[tuple[int, Card]] = Counter()

    @classmethod
    def of(cls, setup: Setup, entries: Iterable[Sequence[Event]]) -> Docket:
        """The docket of entries that somebody else vouches for."""
        docket = cls(setup)
        for events in entries:
            docket._note(events)
        return docket

    def add(self, events: Sequence[Event]) -> None:
        """One more entry; IllegalEvent, and nothing changes, if it or what it restores cannot stand."""
        number = len(self.entries) + 1
        check_entry(self.setup, self._before(number), events, number)
        match events[0]:
            case Struck(entry):
                self._check_strike(entry, number)
        self._note(events)

    def _note(self, events: Sequence[Event]) -> None:
        self.entries.append(tuple(events))
        match events[0]:
            case Struck(entry):
                self._strike(entry)
            case _:
                self._stand(len(self.entries))

    def _target(self, entry: int) -> int | None:
        """The entry that a correction strikes; None if this is no correction."""
        match self.entries[entry - 1][0]:
            case Struck(other):
                return other
        return None

    def _strike(self, entry: int) -> None:
        self._strikes[entry] += 1
        if self._strikes[entry] > 1:
            return
        other = self._target(entry)
        if other is None:
            self._fall(entry)
            return
        self._strikes[other] -= 1
        if not self._strikes[other]:
            self._stand(other)

    def _check_strike(self, entry: int, number: int) -> None:
        """A restored entry must be possible where it stands, and leave the later ones possible."""
        other = self._target(entry)
        if other is None:
            return
        self._check_depth(entry, self._target(other), number)
        if self._strikes[entry] or self._strikes[other] > 1:
            return  # nothing is restored by this
        self._stand(other)
        try:
            for touched in self._touchy(other):
                check_entry(self.setup, self._before(touched), self.entries[touched - 1], touched)
        finally:
            self._fall(other)

    def _check_depth(self, entry: int, original: int | None, number: int) -> None:
        if original is None:
            return
        # Otherwise every line of a file could turn all lines before it upside down.
        raise IllegalEvent(
            N_("Entry {n} already takes a correction back: strike entry {original} instead."),
            entry=number,
            n=entry,
            original=original,
        )

    def _touchy(self, restored: int) -> list[int]:
        """The entries that decide whether a restored one is possible: if the last of a kind is, all are."""
        first = self.entries[restored - 1][0]
        last = [self._happenings.last]
        if isinstance(first, Suggested | Accused):
            last.append(self._acts[first.seat].last)
        return [restored, *(number for number in last if number is not None and number > restored)]

    def _before(self, number: int) -> Past:
        """What the standing entries before `number` forbid."""

        def earlier(numbers: Numbers) -> bool:
            return numbers.first is not None and numbers.first < number

        return Past(
            entries=number - 1,
            out=frozenset(seat for seat, numbers in self._wrong.items() if earlier(numbers)),
            over=earlier(self._ends),
            slots=frozenset(self._slots),
        )

    def _stand(self, number: int) -> None:
        for numbers in self._kinds(number):
            numbers.add(number)
        match self.entries[number - 1][0]:
            case Peeked(_, slot, card) if card is not None:
                self._slots[slot, card] += 1

    def _fall(self, number: int) -> None:
        for numbers in self._kinds(number):
            numbers.discard(number)
        match self.entries[number - 1][0]:
            case Peeked(_, slot, card) if card is not None:
                self._slots -= Counter([(slot, card)])

    def _kinds(self, number: int) -> list[Numbers]:
        """Where an entry counts: what a seat did, what needs the game to go on, what ends it."""
        match self.entries[number - 1][0]:
            case Suggested(seat):
                return [self._acts[seat], self._happenings]
            case Accused(seat, _, right):
                last = self._ends if right else self._wrong[seat]
                return [self._acts[seat], self._happenings, last]
            case Opened():
                return [self._ends]
            case Dealt() | Struck():
                return []
            case _:
                return [self._happenings]
