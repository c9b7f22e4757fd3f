"""The notepad for playing by hand: one page, any edition, empty or with what is known so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sleuth.cards import Card, Place, Seat
from sleuth.edition import Edition
from sleuth.events import Passed, Showed, Suggested
from sleuth.language import N_, say, say_many
from sleuth.paper.page import BRASS, INK, QUIET, RULE, Page, leading, natural, placed
from sleuth.paper.type import fitted, width
from sleuth.record import Entry
from sleuth.setup import Setup

MARGIN = 13.0
GAP = 7.0
"""Between the notepad and the list of questions."""
MOST = 64
"""Questions that fit on a page; of more, the last are listed."""

Holder = Seat | Place


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is to be drawn: the columns, the marks, and the questions so far."""

    edition: Edition
    names: tuple[str, ...]
    """Of the columns for players; empty where a name is still to be written."""
    places: tuple[Holder, ...]
    hands: tuple[int, ...] = ()
    me: Seat | None = None
    marks: Mapping[tuple[Card, Holder], bool] | None = None
    """True is a tick, False a cross."""
    hints: Mapping[tuple[Card, Holder], tuple[int, ...]] | None = None
    """Numbers of questions that this card may have answered."""
    questions: tuple[Entry, ...] = ()


def empty_sheet(edition: Edition, players: int) -> Sheet:
    """A sheet for a new game; the names are still to be written."""
    sizes = edition.sizes(players)
    extra = [Place.ENVELOPE] + [Place.TABLE] * bool(sizes.table) + [Place.HIDDEN] * bool(sizes.hidden)
    return Sheet(edition, ("",) * players, (*range(players), *extra), sizes.hands)


def sheet_of(
    setup: Setup,
    marks: Mapping[tuple[Card, Holder], bool],
    hints: Mapping[tuple[Card, Holder], tuple[int, ...]],
    entries: Sequence[Entry],
) -> Sheet:
    """A sheet for a game under way."""
    questions = tuple(entry for entry in entries if isinstance(entry.events[0], Suggested))
    return Sheet(setup.edition, setup.players, setup.places, setup.hands, setup.me, marks, hints, questions)


class Layout:
    """Where everything goes on the page."""

    def __init__(self, sheet: Sheet, page: Page, lang: str) -> None:
        self.sheet, self.page, self.lang = sheet, page, lang
        edition = sheet.edition
        self.rows = len(edition.cards) + len(edition.categories)
        self.top = MARGIN + 31
        self.bottom = page.height - MARGIN - 24
        self.row = min(11.0, (self.bottom - self.top) / self.rows)
        self.type = min(9.5, self.row * 1.3)
        names = [edition.card_name(card, lang) for card in range(len(edition.cards))]
        self.label = min(44.0, natural(names, self.type) + 3)
        spare = page.width - 2 * MARGIN - GAP - self.label - 62
        self.cell = max(6.2, min(11.0, spare / len(sheet.places)))
        self.left = MARGIN + self.label
        self.right = self.left + self.cell * len(sheet.places)
        self.end = self.top + self.row * self.rows

    def say(self, sentence: str, /, **values: object) -> str:
        return say(self.lang, sentence, **values)


def worksheet(sheet: Sheet, lang: str) -> Page:
    """The page."""
    title = say(lang, N_("Detective notes: {edition}"), edition=sheet.edition.title(lang))
    page = Page(title)
    layout = Layout(sheet, page, lang)
    _heading(layout)
    _columns(layout)
    _cards(layout)
    _questions(layout)
    _recipe(layout)
    return page


def _heading(layout: Layout) -> None:
    page, sheet = layout.page, layout.sheet
    page.words(MARGIN, MARGIN + 6, layout.say(N_("Detective notes")), 20, bold=True)
    page.words(MARGIN, MARGIN + 11.5, sheet.edition.title(layout.lang), 9.5, colour=BRASS)
    right = page.width - MARGIN
    for i, word in enumerate((N_("Date"), N_("My name"))):
        y = MARGIN + 4 + i * 8
        said = layout.say(word)
        page.words(right - 60, y, said, 8, colour=QUIET)
        page.line(right - 42, y + 0.6, right, y + 0.6)
        if i == 1 and sheet.me is not None:
            page.words(right - 40, y - 0.6, sheet.names[sheet.me], 10, room=38)


def _columns(layout: Layout) -> None:
    """The places across the top: names to read, or room to write them."""
    page, sheet = layout.page, layout.sheet
    for place, x in zip(sheet.places, placed(layout.left, len(sheet.places), layout.cell), strict=True):
        mine = sheet.me is not None and place == sheet.me
        if mine or place is Place.ENVELOPE:
            page.box(x - layout.cell / 2, layout.top - 12.5, layout.cell, layout.end - layout.top + 12.5)
        name = _place_name(layout, place)
        if name:
            page.words(x, layout.top - 5.2, name, 8.5, bold=True, align="centre", room=layout.cell - 0.8)
        if not isinstance(place, Place) and sheet.hands:
            size = say_many(layout.lang, "{n} card", "{n} cards", sheet.hands[place])
            page.words(x, layout.top - 1.6, size, 5.8, align="centre", colour=QUIET, room=layout.cell - 0.6)
    page.line(MARGIN, layout.top, layout.right, layout.top, 0.5, INK)


def _place_name(layout: Layout, place: Holder) -> str:
    match place:
        case Place.ENVELOPE:
            return layout.say(N_("Case"))
        case Place.TABLE:
            return layout.say(N_("Open"))
        case Place.HIDDEN:
            return layout.say(N_("Hidden"))
        case seat:
            return layout.sheet.names[seat]


def _cards(layout: Layout) -> None:
    """A row for each card, kind by kind."""
    page, edition = layout.page, layout.sheet.edition
    y = layout.top
    for category in range(len(edition.categories)):
        page.box(MARGIN, y, layout.right - MARGIN, layout.row, "#e9e1cf")
        name = edition.category_name(category, layout.lang).upper()
        page.words(MARGIN + 1.2, y + layout.row * 0.68, name, layout.type * 0.82, bold=True, colour=BRASS)
        y += layout.row
        for card in edition.cards_of(category):
            _card(layout, card, y)
            y += layout.row
    for i in range(len(layout.sheet.places) + 1):
        x = layout.left + i * layout.cell
        page.line(x, layout.top - 12.5, x, layout.end, 0.15)
    page.line(MARGIN, layout.end, layout.right, layout.end, 0.5, INK)


def _card(layout: Layout, card: Card, y: float) -> None:
    page, sheet = layout.page, layout.sheet
    name = sheet.edition.card_name(card, layout.lang)
    page.words(MARGIN + 1.2, y + layout.row * 0.68, name, layout.type, room=layout.label - 2)
    middle, size = y + layout.row / 2, min(layout.row, layout.cell) * 0.62
    for place, x in zip(sheet.places, placed(layout.left, len(sheet.places), layout.cell), strict=True):
        known = (sheet.marks or {}).get((card, place))
        if known is True:
            page.tick(x, middle, size)
        elif known is False:
            page.cross(x, middle, size * 0.8)
        elif numbers := (sheet.hints or {}).get((card, place), ()):
            text = " ".join(map(str, numbers))
            page.words(x, middle + 1, text, 7.5, align="centre", colour=BRASS, room=layout.cell - 0.8)
    page.line(MARGIN, y + layout.row, layout.right, y + layout.row, 0.15)


def _questions(layout: Layout) -> None:
    """The list of questions beside the notepad: those asked, and lines for those to come."""
    page, sheet = layout.page, layout.sheet
    x, end = layout.right + GAP, page.width - MARGIN
    columns = [x, x + 6, x + 17, end - 13]
    page.words(x, layout.top - 5.2, layout.say(N_("Questions")), 10, bold=True)
    heads = (N_("No."), N_("asks"), N_("for these cards"), N_("shows"))
    for at, head in zip(columns, heads, strict=True):
        page.words(at + 0.5, layout.top - 1.6, layout.say(head), 6, colour=QUIET)
    page.line(x, layout.top, end, layout.top, 0.5, INK)
    shown = sheet.questions[-MOST:]
    lines = max(int((layout.bottom - layout.top) / 8.2), len(shown))
    step = (layout.bottom - layout.top) / lines
    for i in range(lines):
        y = layout.top + (i + 1) * step
        page.line(x, y, end, y, 0.15)
        if i < len(shown):
            _question(layout, shown[i], columns, y - step * 0.32, min(7.2, step * 1.3))
    for at in columns[1:]:
        page.line(at - 0.5, layout.top, at - 0.5, layout.bottom, 0.15)
    page.line(x, layout.bottom, end, layout.bottom, 0.5, INK)


def _question(layout: Layout, entry: Entry, columns: Sequence[float], y: float, size: float) -> None:
    page, sheet = layout.page, layout.sheet
    asked = entry.events[0]
    assert isinstance(asked, Suggested)
    number, asker, cards, shower = columns
    page.words(number + 0.5, y, str(entry.number), size, colour=BRASS)
    page.words(asker, y, sheet.names[asked.seat], size, room=cards - asker - 1)
    page.words(shower, y, _answer(layout, entry), size, room=page.width - MARGIN - shower)
    names = [sheet.edition.card_name(card, layout.lang) for card in asked.cards]
    seen = {event.card for event in entry.events if isinstance(event, Showed)}
    _, size = fitted(", ".join(names), size, shower - cards - 4)
    for i, (card, name) in enumerate(zip(asked.cards, names, strict=True)):
        text = name if i == len(names) - 1 else f"{name}, "
        page.words(cards, y, text, size, bold=card in seen)  # the card that was seen stands out
        cards += width(text, size, bold=card in seen)


def _answer(layout: Layout, entry: Entry) -> str:
    """Who showed, and the card if it was seen."""
    for event in entry.events:
        if isinstance(event, Showed):
            return layout.sheet.names[event.seat]
    return layout.say(N_("nobody")) if any(isinstance(event, Passed) for event in entry.events) else ""


def _recipe(layout: Layout) -> None:
    """How to keep the sheet, in three sentences; it is Wambach's method done with a pencil."""
    page = layout.page
    y, middle = page.height - MARGIN - 13, page.width / 2 + 3
    page.line(MARGIN, y - 4.5, page.width - MARGIN, y - 4.5, 0.3, RULE)
    sizes = 7.6
    left = [
        N_("A card that you see: a tick; nobody else has it, so cross out the rest of its row."),
        N_("Someone could not show: a cross for all three cards."),
    ]
    right = [
        N_("Someone showed another player a card: write the question’s number into the three cells. "
           "If only one of them is left open, it is a tick."),
        N_("A hand is full when all its cards are ticked. The case has one card of each kind."),
    ]  # fmt: skip
    for x, sentences in ((MARGIN, left), (middle, right)):
        at = y
        for sentence in sentences:
            page.words(x, at, "•", sizes, colour=BRASS)
            at = (
                page.paragraph(x + 3, at, layout.say(sentence), middle - MARGIN - 9, sizes)
                + leading(sizes) * 0.2
            )


def tags(
    questions: Iterator[tuple[int, Holder, Sequence[Card]]],
) -> dict[tuple[Card, Holder], tuple[int, ...]]:
    """The numbers to write into cells: for each open question, its cards."""
    found: dict[tuple[Card, Holder], tuple[int, ...]] = {}
    for number, place, cards in questions:
        for card in cards:
            found[card, place] = (*found.get((card, place), ()), number)
    return found
