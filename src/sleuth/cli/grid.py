"""The notebook drawn for a terminal: O where a card is, X where it is not, percentages in between."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from sleuth.cards import Card, Place, Seat
from sleuth.inference.notebook import Notebook
from sleuth.language import N_, numeral, say, say_many
from sleuth.setup import Setup

TOP = 5
"""Likeliest solutions listed."""
SHADES = ("bright_black", "white", "bright_white", "bold bright_white")
"""From unlikely to likely."""


def grid(notebook: Notebook, lang: str, width: int) -> Table:
    """Cards by category, a column for every place, the envelope last."""
    setup = notebook.setup
    places = sorted(setup.places, key=lambda place: place is Place.ENVELOPE)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    room = max(3, (width - _names(setup, lang) - 2) // len(places) - 1)
    for place in places:
        table.add_column(_head(notebook, place, lang, room), justify="center", no_wrap=True)
    for category in range(len(setup.edition.categories)):
        table.add_row(Text(setup.edition.category_name(category, lang).upper(), "accent"))
        for card in setup.edition.cards_of(category):
            cells = [_cell(notebook, card, place) for place in places]
            table.add_row(setup.edition.card_name(card, lang), *cells)
    return table


def _names(setup: Setup, lang: str) -> int:
    return max(len(setup.edition.card_name(card, lang)) for card in range(len(setup.edition.cards)))


def _head(notebook: Notebook, place: Seat | Place, lang: str, room: int) -> Text:
    """A place's name, and how many of its cards are known."""
    setup = notebook.setup
    names = {
        Place.ENVELOPE: N_("Envelope"),
        Place.TABLE: N_("Table"),
        Place.HIDDEN: N_("Hidden"),
    }
    name = say(lang, names[place]) if isinstance(place, Place) else setup.players[place]
    size = notebook.problem.sizes[setup.places.index(place)]
    known = sum(notebook.certain(card, place) is True for card in range(len(setup.edition.cards)))
    style = "accent" if place == notebook.view.seat else "title"
    return Text(f"{name[:room]}\n{known}/{size}", style)


def _cell(notebook: Notebook, card: Card, place: Seat | Place) -> Text:
    match notebook.certain(card, place):
        case True:
            return Text("O", "certain")
        case False:
            return Text("X", "quiet")
        case None:
            chance = notebook.probability(card, place)
            return Text(percent(chance), SHADES[min(3, int(4 * chance))])


def percent(chance: float) -> str:
    """A probability as people read it; never 0 or 100 where it is not certain."""
    rounded = round(100 * chance)
    if rounded == 0 and chance > 0:
        return "<1"
    return ">99" if rounded == 100 and chance < 1 else str(rounded)


def summary(notebook: Notebook, lang: str) -> Iterator[Text]:
    """How many deals are left, and the likeliest solutions."""
    count = numeral(lang, notebook.deals)
    yield Text("")
    if notebook.solved:
        yield Text(say(lang, N_("Solved: {cards}."), cards=_solution(notebook, 0, lang)), "certain")
        yield _deals(notebook, count, lang)
        return
    yield _deals(notebook, count, lang)
    found = notebook.envelope()
    yield Text(say_many(lang, "One solution is possible:", "{n} solutions are possible:", len(found)))
    for i, solution in enumerate(found[:TOP]):
        yield Text.assemble(
            (f"{percent(solution.probability):>4} %  ", "accent"), _solution(notebook, i, lang)
        )
    if not notebook.exact:
        yield Text(say(lang, N_("These figures are estimates; --json gives their 95 % bounds.")), "wrong")


def _deals(notebook: Notebook, count: str, lang: str) -> Text:
    if notebook.deals == 1:
        return Text(say(lang, N_("One deal is possible.")))
    return Text(say(lang, N_("{count} deals are possible."), count=count))


def _solution(notebook: Notebook, i: int, lang: str) -> str:
    edition = notebook.setup.edition
    return ", ".join(edition.card_name(card, lang) for card in notebook.envelope(i + 1)[i].cards)
