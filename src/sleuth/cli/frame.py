"""A turn drawn for a terminal: what was said, the board, and the notepad. It is given views, never games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.board import Spot
from sleuth.board_text import MARGIN, NO_BREAK, WIDTH, draw_board
from sleuth.cards import Place, Seat
from sleuth.edition import Edition
from sleuth.language import N_, say
from sleuth.marks import Marks
from sleuth.sentences import describe_entry, describe_outcome
from sleuth.setup import Setup
from sleuth.story import Turn, pawn_spots
from sleuth.view import View

COLOURS = ("red", "yellow", "bright_white", "green", "blue", "magenta", "cyan", "bright_red", "bright_green",
           "bright_cyan")  # fmt: skip
"""One for each pawn; the first six are those of the classic suspects."""
HAS, LACKS, OPEN = "✓", "·", " "
PLAIN = {
    ord(first) + i: ord(plain) + i
    for first, plain, n in (("Ⓐ", "A", 26), ("ⓐ", "a", 26), ("①", "1", 9))
    for i in range(n)
} | {ord("⑩"): "0"}
"""Signs in circles, and the same without."""


def title(turn: Turn, setup: Setup, lang: str) -> Text:
    """Whose turn it is."""
    if turn.number is None:
        text = say(lang, N_("Entry {n}"), n=turn.entries[0].number)
    elif turn.seat is None:
        text = say(lang, N_("The deal"))
    else:
        text = say(lang, N_("Turn {n}: {name}"), n=turn.number, name=setup.players[turn.seat])
    return Text(text, "title")


def words(turn: Turn, lang: str) -> Iterator[tuple[str, Text]]:
    """What was told: the number of each entry, and the entry in words."""
    setup, you = turn.view.record.setup, turn.view.seat
    for entry in turn.entries:
        yield f"{entry.number:4}  ", Text(describe_entry(entry.events, setup, lang, you))
    outcome = turn.view.scene.outcome if turn.view.scene else None
    if outcome is not None:
        yield " " * 6, Text(describe_outcome(outcome, setup, lang, you), "accent")


def picture(view: View, lang: str, width: int) -> RenderableType:
    """The board and the notepad, beside each other if there is room."""
    board, pad = list(board_lines(view, lang)), notepad(view, lang)
    if not board:
        return pad
    wide = max(line.cell_len for line in board)
    if wide + 4 + _pad_width(view, lang) > width:
        return Group(*board, Text(""), pad)
    beside = Table.grid(padding=(0, 2))
    beside.add_row(Group(*board), pad)
    return beside


def board_lines(view: View, lang: str) -> Iterator[Text]:
    """The board with everybody's pawn, and who is who."""
    setup, spots = view.record.setup, pawn_spots(view)
    if not spots:
        return
    marks = pawn_marks(setup)
    where: Mapping[str, Spot] = dict(zip(marks, spots, strict=True))
    for line in draw_board(setup.edition, lang, where, setup.rules):
        yield _coloured(line, marks)
    for line in wrap(" · ".join(_who(setup, lang, marks)), WIDTH - MARGIN):
        yield _coloured(f"{' ' * MARGIN}{line.replace(NO_BREAK, ' ')}", marks)


def pawn_marks(setup: Setup) -> tuple[str, ...]:
    """A sign for each pawn: its player's, or its number if nobody plays it."""
    signs = seat_marks(setup)
    by_pawn = {pawn: signs[seat] for seat, pawn in enumerate(setup.pawns)}
    return tuple(by_pawn.get(pawn, chr(ord("①") + pawn)) for pawn in range(len(setup.edition.pawns)))


def seat_marks(setup: Setup) -> tuple[str, ...]:
    """A sign for each player: an initial, or a small letter in order where two share an initial."""
    initials = [name[0].upper() for name in setup.players]
    if len(set(initials)) == len(initials) and all("A" <= initial <= "Z" for initial in initials):
        return tuple(chr(ord("Ⓐ") + ord(initial) - ord("A")) for initial in initials)
    return tuple(chr(ord("ⓐ") + seat) for seat in setup.seats)


def _who(setup: Setup, lang: str, marks: Sequence[str]) -> Iterator[str]:
    owner = {pawn: setup.players[seat] for seat, pawn in enumerate(setup.pawns)}
    for pawn, key in enumerate(setup.edition.pawns):
        name = setup.edition.pawn_name(key, lang)
        who = f"{marks[pawn]} {owner[pawn]} ({name})" if pawn in owner else f"{marks[pawn]} {name}"
        yield who.replace(" ", NO_BREAK)


def _coloured(line: str, marks: Sequence[str]) -> Text:
    # On the canvas signs stand in circles, to be told from the letters of names; not every font has those.
    text = Text(line.translate(PLAIN))
    text.highlight_regex(r"^[ \d]\d ", "quiet")
    text.highlight_regex(r"[·│─┌┐└┘├┤┬┴┼]", "quiet")
    text.highlight_regex(r"[▲▶▼◀?!]", "accent")
    for at, sign in enumerate(line):
        if sign in marks:
            text.stylize(f"bold reverse {COLOURS[marks.index(sign) % len(COLOURS)]}", at, at + 1)
    return text


def notepad(view: View, lang: str) -> Table:
    """What this reader has seen, and what follows from it with pencil and paper."""
    setup, marks = view.record.setup, Marks.of(view)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column()
    for place in marks.places:
        table.add_column(_head(setup, place), justify="center", style=_style(setup, place))
    for category in range(len(setup.edition.categories)):
        table.add_row(Text(setup.edition.category_name(category, lang).upper(), "accent"))
        for card in setup.edition.cards_of(category):
            cells = [_cell(marks, place, card) for place in marks.places]
            table.add_row(setup.edition.card_name(card, lang), *cells)
    return table


def _pad_width(view: View, lang: str) -> int:
    edition = view.record.setup.edition
    longest = max(len(edition.card_name(card, lang)) for card in range(len(edition.cards)))
    return longest + 3 * len(view.record.setup.places)


def _head(setup: Setup, place: Seat | Place) -> Text:
    match place:
        case Place.ENVELOPE:
            return Text("✉", "title")
        case Place.TABLE:
            return Text("▤", "title")
        case Place.HIDDEN:
            return Text("▩", "title")
        case seat:
            return Text(setup.players[seat][:2], f"bold {_style(setup, seat)}")


def _style(setup: Setup, place: Seat | Place) -> str:
    if isinstance(place, Place):
        return "title"
    pawn = setup.pawns[place] if setup.pawns else place
    return COLOURS[pawn % len(COLOURS)]


def _cell(marks: Marks, place: Seat | Place, card: int) -> Text:
    if marks.has[place] >> card & 1:
        return Text(HAS)
    return Text(LACKS, "quiet") if marks.lacks[place] >> card & 1 else Text(OPEN)


def edition_board(edition: Edition, lang: str) -> Iterator[Text]:
    """An edition's board before the game, with the pawns' starts numbered."""
    for line in draw_board(edition, lang):
        yield _coloured(line, ())
