"""A notebook on the desk: the fold of all changes ever made to it, so that nothing is ever lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import assert_never

from sleuth.cards import Card
from sleuth.casefile import read_text
from sleuth.edition import Edition
from sleuth.edition_check import check
from sleuth.edition_file import build
from sleuth.errors import BadEdition, BadSetup, IllegalEvent, Unreadable
from sleuth.events import Event, Struck
from sleuth.language import N_
from sleuth.legality import Past, check_entry
from sleuth.notation import format_entry, parse
from sleuth.record import Record
from sleuth.setup import Setup
from sleuth.web.errors import NothingThere, TooLarge, UnknownEntry
from sleuth.web.models import (
    Add,
    Change,
    Edit,
    Header,
    Move,
    Pencil,
    Redo,
    Restore,
    SetUp,
    Strike,
    Title,
    Undo,
)

MOST_LINES = 2_000
"""An evening has some sixty."""
OWN = "own"
"""What a notebook calls the edition that it brings with it."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the notebook; its id never changes, whatever happens to it."""

    id: int
    text: str
    struck: bool = False
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What stands in the notebook: everything that inference looks at."""

    header: str
    """The set-up as JSON, so that a page can be a key."""
    lines: tuple[Line, ...] = ()

    @property
    def setup(self) -> Setup:
        return setup_of(self.header)

    @property
    def record(self) -> Record:
        """The page as a record: struck entries keep their numbers, and are struck at the end."""
        return record_of(self)

    def upto(self, lines: int | None) -> Page:
        """The page as it reads up to some line, or to the end."""
        return replace(self, lines=self.lines[:lines])

    def position(self, entry: int) -> int:
        """Where the line with this id stands."""
        for i, line in enumerate(self.lines):
            if line.id == entry:
                return i
        raise UnknownEntry

    def with_line(self, position: int, line: Line) -> Page:
        """The page with one line replaced."""
        return replace(self, lines=(*self.lines[:position], line, *self.lines[position + 1 :]))


@lru_cache(maxsize=512)
def setup_of(header: str) -> Setup:
    """The checked set-up that a header describes."""
    said = Header.model_validate_json(header)
    edition = own_edition(said.edition) if isinstance(said.edition, dict) else packaged(said.edition)
    n = len(said.players)
    rules = edition.rules_for(n).with_words(said.rules) if said.rules and n in edition.players else None
    hand = None if said.hand is None else [edition.card(word) for word in said.hand]
    table = [edition.card(word) for word in said.table]
    _leave_an_envelope(edition, [*(hand or ()), *table])
    return Setup.of(edition, said.players, rules=rules, me=said.me, hand=hand, hands=said.hands, table=table)


def _leave_an_envelope(edition: Edition, known: Sequence[Card]) -> None:
    for i in range(len(edition.categories)):
        if set(edition.cards_of(i)) <= set(known):
            raise BadSetup(N_("One card of each kind lies in the envelope, so nobody can hold them all."))


def packaged(name: str) -> Edition:
    """An edition in the box; never a path, for the server's files are nobody's editions."""
    if name not in Edition.names():
        raise BadEdition(
            N_("There is no edition “{name}”. Those in the box are: {known}."),
            field="edition",
            name=name[:80],
            known=tuple(Edition.names()),
        )
    return Edition.load(name)


def own_edition(raw: Mapping[str, object]) -> Edition:
    """The edition that somebody made; a deck without a board, so that no file is ever read for it."""
    tables = {key: raw[key] for key in ("edition", "categories", "cards") if key in raw}
    for problem in check(tables, Path()):
        raise problem
    return build(tables, OWN, Path())


@lru_cache(maxsize=8192)
def events_of(header: str, line: str) -> tuple[Event, ...]:
    """A line's events; every page of a notebook repeats the lines before it, so they are read once."""
    return parse(line, setup_of(header))


@lru_cache(maxsize=512)
def record_of(page: Page) -> Record:
    """The page's lines as a record."""
    record = Record(page.setup)
    for line in page.lines:
        record = record.append_unchecked(*events_of(page.header, line.text))
    for number, line in enumerate(page.lines, 1):
        if line.struck:
            record = record.append_unchecked(Struck(number))
    return record


def checked(page: Page, known: int = 0) -> Page:
    """The page, if what stands on it can have happened; IllegalEvent names the first entry that cannot.

    Its first `known` lines have been checked before.
    """
    if len(page.lines) > MOST_LINES:
        raise TooLarge
    setup, past = page.setup, Past()
    for number, line in enumerate(page.lines, 1):
        if not line.struck:
            events = events_of(page.header, line.text)
            if number > known:
                check_entry(setup, past, events, number)
            past = past.after(events)
    return page


@dataclass(frozen=True, slots=True)
class Desk:
    """A notebook with its pages before and after, its pencil marks and its title."""

    page: Page
    version: int = 0
    brought: int = 0
    """The highest id of the lines that the notebook began with; new lines count on from there."""
    title: str = ""
    before: tuple[Page, ...] = ()
    after: tuple[Page, ...] = ()
    pencil: Mapping[str, str] = field(default_factory=dict)
    """Marks by `card/place`, both as ids."""

    def change(self, change: Change, *, known: bool = False) -> Desk:
        """The desk after one more change; raises if it makes no sense here, unless it is known to."""
        version = self.version + 1
        match change:
            case Undo():
                return replace(self._back(), version=version)
            case Redo():
                return replace(self._forth(), version=version)
            case Title(title=title):
                return replace(self, title=title, version=version)
            case Pencil():
                return replace(self, pencil=self._marked(change), version=version)
            case _:
                page = turned(self.page, change, self.brought + version)
                if not known:
                    checked(page, len(self.page.lines) if isinstance(change, Add) else 0)
                before = (*self.before, self.page)
                return replace(self, page=page, before=before, after=(), version=version)

    def _back(self) -> Desk:
        if not self.before:
            raise NothingThere
        return replace(self, page=self.before[-1], before=self.before[:-1], after=(*self.after, self.page))

    def _forth(self) -> Desk:
        if not self.after:
            raise NothingThere
        return replace(self, page=self.after[-1], before=(*self.before, self.page), after=self.after[:-1])

    def _marked(self, pencil: Pencil) -> dict[str, str]:
        setup = self.page.setup
        cell = f"{setup.edition.cards[setup.edition.card(pencil.card)]}/{_place(setup, pencil.place)}"
        marks = {key: mark for key, mark in self.pencil.items() if key != cell}
        return marks | {cell: pencil.mark} if pencil.mark else marks


def _place(setup: Setup, word: str) -> str:
    names = {setup.place_name(place) for place in setup.places}
    return word if word in names else setup.players[setup.seat(word)]


Turning = Add | Edit | Strike | Restore | Move | SetUp
"""The changes that lead to another page; they are what can be undone."""


def turned(page: Page, change: Turning, new: int) -> Page:
    """The page that a change leads to; an added line gets the id `new`."""
    match change:
        case Add(line=line):
            return replace(page, lines=(*page.lines, Line(new, _tidy(line, page.setup))))
        case Edit(entry=entry, line=line):
            at = page.position(entry)
            return page.with_line(at, Line(entry, _tidy(line, page.setup), edited=True))
        case Strike(entry=entry) | Restore(entry=entry):
            at = page.position(entry)
            return page.with_line(at, replace(page.lines[at], struck=isinstance(change, Strike)))
        case Move(entry=entry, to=to):
            moved = page.lines[page.position(entry)]
            rest = [other for other in page.lines if other.id != entry]
            return replace(page, lines=(*rest[:to], moved, *rest[to:]))
        case SetUp(setup=header):
            return _resettled(page, header)
        case _:
            assert_never(change)


def tried(desk: Desk, line: str) -> Page:
    """The page with one more line that is not kept."""
    return checked(turned(desk.page, Add(kind="add", line=line), desk.brought + desk.version + 1))


def _tidy(line: str, setup: Setup) -> str:
    """A line as the notation writes it, whatever abbreviations it was typed with."""
    events = parse(line, setup)
    if isinstance(events[0], Struck):
        raise Unreadable(N_("Strike an entry in the history, not with “~”.")).at(1, 1)
    return format_entry(events, setup)


def _resettled(page: Page, header: Header) -> Page:
    """The same entries under another set-up: seats and cards keep their numbers, names may change."""
    old, said = page.setup, header.model_dump_json()
    new = setup_of(said)
    if new.edition.cards != old.edition.cards and page.lines:
        raise IllegalEvent(N_("The edition cannot change once there are entries."))
    try:
        lines = tuple(replace(line, text=format_entry(parse(line.text, old), new)) for line in page.lines)
    except IndexError:
        raise IllegalEvent(N_("An entry speaks of a player who would no longer be there.")) from None
    return Page(said, lines)


def page_of_case(text: str) -> Page:
    """The page that a case file describes, its strikes as struck lines."""
    record = read_text(text, editions=packaged).whole()
    standing = {entry.number for entry in record.standing}
    setup = record.setup
    lines = tuple(
        Line(entry.number, format_entry(entry.events, setup), struck=entry.number not in standing)
        for entry in record.entries
        if not isinstance(entry.events[0], Struck)
    )
    return checked(Page(header_of(setup).model_dump_json(), lines))


def page_of_lines(header: Header, lines: Sequence[tuple[str, bool]]) -> Page:
    """The page with these lines, each struck or not."""
    said = header.model_dump_json()
    setup = setup_of(said)
    return checked(
        Page(said, tuple(Line(i, _tidy(text, setup), struck) for i, (text, struck) in enumerate(lines, 1)))
    )


def header_of(setup: Setup) -> Header:
    """A set-up in the words of a header."""
    cards = setup.edition.cards
    return Header(
        edition=setup.edition.name,
        players=list(setup.players),
        me=None if setup.me is None else setup.players[setup.me],
        hand=None if setup.hand is None else [cards[card] for card in setup.hand],
        hands=list(setup.hands),
        table=[cards[card] for card in setup.table],
        rules=setup.rules.words(setup.edition.rules_for(len(setup.players))),
    )
