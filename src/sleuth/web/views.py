"""View models: everything a page shows, complete and in the reader's language; the browser only draws it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from typing_extensions import TypedDict

from sleuth.cards import Place, Seat
from sleuth.edition import Edition
from sleuth.errors import SleuthError
from sleuth.events import Accused, Peeked, Revealed, Showed, Suggested
from sleuth.inference.notebook import Notebook
from sleuth.inference.repair import Repair
from sleuth.legality import Past
from sleuth.notation import format_entry
from sleuth.record import Entry
from sleuth.sentences import describe_entry
from sleuth.setup import Setup
from sleuth.web.desk import Desk, Line, events_of, setup_of
from sleuth.web.lessons import lessons
from sleuth.web.thinking import Cell, Insight, Trouble


class CardView(TypedDict):
    """A card as it is drawn."""

    id: str
    name: str
    said: str
    also: list[str]


class CategoryView(TypedDict):
    """A kind of card with its cards."""

    id: str
    name: str
    cards: list[CardView]


class NamedView(TypedDict):
    """A bonus card or a room."""

    id: str
    name: str


class EditionView(TypedDict):
    """A box of the game, as the set-up shows it."""

    name: str
    title: str
    verified: bool
    notes: list[str]
    players: list[int]
    categories: list[CategoryView]
    sizes: dict[str, list[Any]]
    """By number of players: the hands, how many lie face up, how many face down."""
    bonus: list[NamedView]
    rooms: list[NamedView]
    """Where a pawn can go; none without a board."""


class PlaceView(TypedDict):
    """A column of the grid."""

    id: str
    kind: str
    size: int
    known: int
    me: bool
    out: bool


class EntryView(TypedDict):
    """A line of the history."""

    id: int
    number: int
    line: str
    text: str
    struck: bool
    edited: bool
    guilty: bool
    kind: str
    seat: int | None
    cards: list[str]
    shower: int | None
    card: str | None
    right: bool | None
    slot: int | None


class SolutionView(TypedDict):
    """A possible content of the envelope."""

    cards: list[str]
    p: float


class RepairView(TypedDict):
    """A way to mend a contradiction, and the change that does it."""

    text: str
    p: float
    entry: int
    change: dict[str, Any]


class TroubleView(TypedDict):
    """A contradiction: where it began, which entries cannot all be true, what would mend it."""

    at: int
    entries: list[int]
    message: str
    repairs: list[RepairView]


class NotebookView(TypedDict):
    """A whole notebook."""

    version: int
    lang: str
    mode: str
    title: str
    read: str
    edition: EditionView
    setup: dict[str, Any]
    places: list[PlaceView]
    rows: list[list[Cell]]
    changed: list[list[int]]
    deals: str
    exact: bool
    bits: float
    solved: bool
    envelope: list[SolutionView]
    log: list[EntryView]
    lessons: list[str]
    next: int
    accuses: bool
    """Whether anybody does, by the house rules."""
    over: bool
    undo: bool
    redo: bool
    trouble: TroubleView | None
    pencil: dict[str, str]


@lru_cache(maxsize=64)
def edition_view(edition: Edition, lang: str) -> EditionView:
    """An edition for the set-up and for the grid's rows."""
    return {
        "name": edition.name,
        "title": edition.title(lang),
        "verified": edition.verified,
        "notes": list(edition.notes_in(lang)),
        "players": list(edition.players),
        "categories": [_category(edition, i, lang) for i in range(len(edition.categories))],
        "sizes": {str(n): _sizes(edition, n) for n in edition.players},
        "bonus": [{"id": card.id, "name": edition.bonus_name(card.id, lang)} for card in edition.bonus],
        "rooms": [{"id": room, "name": edition.room_name(room, lang)} for room in _rooms(edition)],
    }


def _rooms(edition: Edition) -> tuple[str, ...]:
    return tuple(edition.board.rooms) if edition.board else ()


def _category(edition: Edition, category: int, lang: str) -> CategoryView:
    return {
        "id": edition.categories[category],
        "name": edition.category_name(category, lang),
        "cards": [
            {
                "id": edition.cards[card],
                "name": edition.card_name(card, lang),
                "said": edition.card_said(card, lang),
                "also": list(edition.names_of["card"][edition.cards[card]].all()),
            }
            for card in edition.cards_of(category)
        ],
    }


def _sizes(edition: Edition, players: int) -> list[Any]:
    try:
        sizes = edition.sizes(players)
    except SleuthError:
        return []
    return [list(sizes.hands), sizes.table, sizes.hidden]


def notebook_view(
    desk: Desk, now: Insight, before: Insight | None, lang: str, mode: str, read: str
) -> NotebookView:
    """The whole notebook as one reader sees it; `before` is the page that this one came from."""
    setup = now.page.setup
    notebook = now.notebook
    past = now.record.past
    return {
        "version": desk.version,
        "lang": lang,
        "mode": mode,
        "title": desk.title,
        "read": read,
        "edition": edition_view(setup.edition, lang),
        "setup": json.loads(now.page.header),
        "places": _places(now, past),
        "rows": now.rows,
        "changed": list(_changed(now, before)) if before else [],
        "deals": str(notebook.deals),
        "exact": notebook.exact,
        "bits": notebook.entropy,
        "solved": notebook.solved,
        "envelope": _envelope(notebook),
        "log": list(_log(now, lang)),
        "lessons": lessons(now, before, lang),
        "next": _next(setup, now.standing, past),
        "accuses": setup.rules.auto_win == "off",
        "over": past.over,
        "undo": bool(desk.before),
        "redo": bool(desk.after),
        "trouble": _trouble(now, now.trouble, lang) if now.trouble else None,
        "pencil": dict(desk.pencil) if mode == "write" else {},
    }


def _places(now: Insight, past: Past) -> list[PlaceView]:
    setup = now.notebook.setup
    return [
        {
            "id": setup.place_name(place),
            "kind": place.value if isinstance(place, Place) else "seat",
            "size": size,
            "known": sum(row[i] is True for row in now.rows),
            "me": place == setup.me,
            "out": place in past.out,
        }
        for i, (place, size) in enumerate(zip(setup.places, now.notebook.problem.sizes, strict=True))
    ]


def _changed(now: Insight, before: Insight) -> Iterator[list[int]]:
    """The cells that the last change has settled, or moved by more than a few percent."""
    if now.notebook.setup.places != before.notebook.setup.places or len(now.rows) != len(before.rows):
        return
    for card, (row, old_row) in enumerate(zip(now.rows, before.rows, strict=True)):
        for i, (cell, old) in enumerate(zip(row, old_row, strict=True)):
            if type(cell) is not type(old) or abs(cell - old) > 0.05:
                yield [card, i]


def _envelope(notebook: Notebook, top: int = 5) -> list[SolutionView]:
    ids = notebook.setup.edition.cards
    return [
        {"cards": [ids[card] for card in found.cards], "p": found.probability}
        for found in notebook.envelope(top)
    ]


def _log(now: Insight, lang: str) -> Iterator[EntryView]:
    guilty = now.trouble.error.entries if now.trouble else ()
    for entry, line in zip(now.entries, now.page.lines, strict=True):
        yield _entry(entry, line, now.page.header, lang, guilty=entry.number in guilty)


@lru_cache(maxsize=8192)
def told(header: str, line: str, lang: str) -> str:
    """A line in words; every page of a notebook repeats the lines before it, so they are told once."""
    setup = setup_of(header)
    return describe_entry(events_of(header, line), setup, lang, you=setup.me)


def _entry(entry: Entry, line: Line, header: str, lang: str, *, guilty: bool) -> EntryView:
    first, last = entry.events[0], entry.events[-1]
    shown = last if isinstance(last, Showed) else first if isinstance(first, Revealed) else None
    card = first.card if isinstance(first, Peeked) else shown.card if shown else None
    ids = setup_of(header).edition.cards
    return {
        "id": line.id,
        "number": entry.number,
        "line": line.text,
        "text": told(header, line.text, lang),
        "struck": line.struck,
        "edited": line.edited,
        "guilty": guilty,
        "kind": type(first).__name__.lower(),
        "seat": getattr(first, "seat", None),
        "cards": [ids[card] for card in getattr(first, "cards", None) or ()],
        "shower": shown.seat if shown else None,
        "card": None if card is None else ids[card],
        "right": first.right if isinstance(first, Accused) else None,
        "slot": first.slot if isinstance(first, Peeked) else None,
    }


def _next(setup: Setup, standing: tuple[Entry, ...], past: Past) -> Seat:
    """Who asks next: the seat after the last one that asked or accused, those who are out left aside."""
    turns = [e.events[0] for e in standing if isinstance(e.events[0], Suggested | Accused)]
    last = turns[-1].seat if turns else len(setup.players) - 1
    active = [seat for seat in (*setup.left_of(last), last) if seat not in past.out]
    return active[0] if active else 0


def _trouble(now: Insight, trouble: Trouble, lang: str) -> TroubleView:
    return {
        "at": trouble.at,
        "entries": list(trouble.error.entries),
        "message": trouble.error.text(lang),
        "repairs": [_repair(now, repair, lang) for repair in trouble.repairs],
    }


def _repair(now: Insight, repair: Repair, lang: str) -> RepairView:
    setup = now.page.setup
    entry = now.page.lines[repair.entry - 1].id
    change: dict[str, Any] = {"kind": "strike", "entry": entry}
    if repair.events:
        change = {"kind": "edit", "entry": entry, "line": format_entry(repair.events, setup)}
    return {
        "text": repair.text(setup, lang, you=setup.me),
        "p": repair.probability,
        "entry": repair.entry,
        "change": change,
    }
