"""The one source of truth: an append-only record of events, read as numbered entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar, overload

from sleuth.cards import Card, CardSet, Seat
from sleuth.docket import Docket
from sleuth.edition import Edition
from sleuth.errors import IllegalEvent
from sleuth.events import Dealt, Declined, Event, Passed, Showed, Struck, redact
from sleuth.houserules import HouseRules
from sleuth.legality import Past
from sleuth.setup import Setup
from sleuth.view import View

T = TypeVar("T")


class Log(Sequence[T], Generic[T]):
    """A sequence that only grows; a longer log shares its items with the shorter one it came from."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, *items: T) -> Log[T]:
        """This log and more items; appending to the newest log costs no copy."""
        if not items:
            return self
        shared, length = self._items, self._length
        end, newest = length + len(items), len(shared) == length
        if newest:
            shared.extend(items)
        # Another branch, or another thread, may have appended to the shared list first: then this one copies.
        if not newest or len(shared) != end:
            shared = [*shared[:length], *items]
        longer: Log[T] = Log.__new__(Log)
        longer._items, longer._length = shared, end
        return longer

    def since(self, length: int) -> list[T]:
        """The items that a log of this length did not have yet."""
        return self._items[length : self._length]

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._length)
            return (
                self._items[start:stop] if step == 1 else [self._items[i] for i in range(start, stop, step)]
            )
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index % self._length]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"

    def __reduce__(self) -> tuple[type[Log[T]], tuple[list[T]]]:
        return Log, (list(self),)  # never the items that longer logs have added to the shared list


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record: an event, or a question with its answers."""

    number: int
    events: tuple[Event, ...]


def _continues(event: Event) -> bool:
    return isinstance(event, Passed | Declined | Showed)


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that happened, as far as the one who keeps the record knows."""

    setup: Setup
    events: Log[Event] = field(default_factory=Log)
    _docket: list[Docket] | None = field(default=None, init=False, compare=False, repr=False)
    """At most one; it is handed on to the longer record, so that appending costs no reading."""

    @classmethod
    def new(
        cls,
        edition: Edition,
        players: Sequence[str],
        *,
        rules: HouseRules | None = None,
        me: str | None = None,
        hand: Sequence[Card] | None = None,
        hands: Sequence[int] | None = None,
        table: Sequence[Card] = (),
    ) -> Self:
        """An empty record for these players."""
        return cls(Setup.of(edition, players, rules=rules, me=me, hand=hand, hands=hands, table=table))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, struck ones too, numbered from 1."""
        lines: list[list[Event]] = []
        for event in self.events:
            if _continues(event) and lines:
                lines[-1].append(event)
            else:
                lines.append([event])
        return tuple(Entry(number, tuple(line)) for number, line in enumerate(lines, 1))

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that count: neither struck nor corrections themselves."""
        struck: set[int] = set()
        standing: list[Entry] = []
        # From the end, because a correction can itself be struck by a later one.
        for entry in reversed(self.entries):
            match entry.events[0]:
                case _ if entry.number in struck:
                    pass
                case Struck(number):
                    struck.add(number)
                case _:
                    standing.append(entry)
        return tuple(reversed(standing))

    @property
    def past(self) -> Past:
        """What the entries that count forbid later ones: who is out, and whether the game is over."""
        return Past.of(entry.events for entry in self.standing)

    def append(self, *events: Event) -> Self:
        """This record with one more entry, checked: IllegalEvent names the entry and the rule it breaks."""
        docket = self._take_docket()
        try:
            docket.add(events)
        except IllegalEvent:
            object.__setattr__(self, "_docket", [docket])  # it is as it was
            raise
        longer = self.append_unchecked(*events)
        object.__setattr__(longer, "_docket", [docket])
        return longer

    def _take_docket(self) -> Docket:
        # Whoever appends first takes the docket along; a second branch, or another thread, reads anew.
        try:
            return (self._docket or []).pop()
        except IndexError:
            return Docket.of(self.setup, (entry.events for entry in self.entries))

    def append_unchecked(self, *events: Event) -> Self:
        """This record with events whose legality the caller vouches for."""
        return type(self)(self.setup, self.events.plus(*events))

    def strike(self, entry: int) -> Self:
        """This record with entry `entry` marked as a mistake; striking that correction restores it."""
        return self.append(Struck(entry))

    def read(self, line: str) -> Self:
        """This record with one line of notation added."""
        from sleuth.notation import parse  # the notation knows records, so it is loaded on use

        return self.append(*parse(line, self.setup))

    def redacted(self, seat: Seat | None) -> Self:
        """The record as `seat` could have kept it; None for a spectator."""
        mine = self.setup.hand if seat is not None and seat == self.setup.me else None
        setup = replace(self.setup, me=seat, hand=mine)
        return replace(self, setup=setup, events=Log(redact(event, seat) for event in self.events))

    def view(self, seat: str | Seat | None = None, *, hand: Iterable[Card] | None = None) -> View:
        """What `seat` knows at least, by default the keeper of the record, or else a spectator.

        Another seat's hand is only known if it is given.
        """
        who = self.setup.seat(seat) if isinstance(seat, str) else seat
        who = self.setup.me if who is None else who
        # Whoever keeps a notebook knows what they wrote down, however they came to know it.
        record = self if who is not None and who == self.setup.me else self.redacted(who)
        if hand is not None:
            record = replace(record, setup=replace(record.setup, hand=tuple(sorted(hand))))
        return View(record, who, record._own_hand())

    def _own_hand(self) -> CardSet | None:
        if self.setup.hand is not None:
            return CardSet.of(self.setup.hand)
        dealt = (entry.events[0] for entry in self.standing)
        mine = [e.cards for e in dealt if isinstance(e, Dealt) and e.cards and e.holder == self.setup.me]
        return CardSet.of(card for cards in mine for card in cards) if mine else None

    def __reduce__(self) -> tuple[type[Self], tuple[Setup, Log[Event]]]:
        return type(self), (self.setup, self.events)
