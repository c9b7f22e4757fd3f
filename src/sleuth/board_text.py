"""A board as lines of plain text: rooms as boxes with their names, doors as arrows, pawns as marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from textwrap import wrap

from sleuth.board import SPECIALS, Board, Spot, Square
from sleuth.edition import Edition
from sleuth.grid import DIRECTIONS
from sleuth.houserules import HouseRules
from sleuth.language import N_, say

WIDTH = 80
WORD = 4  # letters of a name that is too long for its room
MARGIN = 3  # for the numbers of the rows
NO_BREAK = "\u00a0"
ARROWS = {"N": "▲", "E": "▶", "S": "▼", "W": "◀"}
LINES = {
    "": "·", "N": "│", "S": "│", "NS": "│", "E": "─", "W": "─", "EW": "─",
    "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘", "NES": "├", "ESW": "┬", "NSW": "┤", "NEW": "┴", "NESW": "┼",
}  # fmt: skip
Span = tuple[int, int, int]
_ABOUT_SPECIALS = {
    "bonus": N_("? bonus square"),
    "snoop": N_("! snoop square: look at a card of somebody’s hand"),
}


def draw_board(
    edition: Edition, lang: str, pawns: Mapping[str, Spot] | None = None, rules: HouseRules | None = None
) -> list[str]:
    """The board with each pawn's mark where it stands, and a legend; without pawns, the starts in numbers."""
    board = edition.board_for(rules or edition.rules)
    if board is None:
        return []
    names = {room: edition.room_name(room, lang) for room in board.rooms}
    marks = start_marks(board) if pawns is None else pawns
    legend = [*_legend(board, names, lang), *(_pawn_legend(edition, lang) if pawns is None else ())]
    return [*Canvas(board, names, marks).lines(), "", *legend]


def start_marks(board: Board) -> dict[str, Spot]:
    """The pawns' starts, numbered from 1; the tenth is 0."""
    return {str((pawn + 1) % 10): spot for pawn, spot in enumerate(board.starts)}


def _legend(board: Board, names: Mapping[str, str], lang: str) -> Iterator[str]:
    about = [say(lang, N_("▲ door"))]
    about += [
        say(lang, _ABOUT_SPECIALS[kind]) for kind in SPECIALS.values() if kind in board.specials.values()
    ]
    yield "   " + " · ".join(about)
    pairs = sorted(
        {tuple(sorted((names[a], names[b]))) for a, others in board.passages.items() for b in others}
    )
    if pairs:
        ways = ", ".join(f"{a} ⇄ {b}" for a, b in pairs)
        yield "   " + say(lang, N_("Secret passages: {ways}"), ways=ways)
    for (row, column), (to_row, to_column) in board.links:
        yield "   " + say(
            lang,
            N_("○ way under the floor: {a} ⇄ {b}"),
            a=f"{row},{column}",
            b=f"{to_row},{to_column}",
        )


def _pawn_legend(edition: Edition, lang: str) -> Iterator[str]:
    pawns = (f"{(i + 1) % 10} {edition.pawn_name(pawn, lang)}" for i, pawn in enumerate(edition.pawns))
    text = say(lang, N_("Starts: {pawns}"), pawns=" · ".join(pawn.replace(" ", NO_BREAK) for pawn in pawns))
    return (f"   {line.replace(NO_BREAK, ' ')}" for line in wrap(text, WIDTH - MARGIN))


def _wrap(text: str, width: int) -> list[str]:
    """The text in lines; a word that is too long is broken with a hyphen."""
    words = [word for long in text.split() for word in _broken(long, width)]
    return wrap(" ".join(words), width)


def _broken(word: str, width: int) -> list[str]:
    if len(word) <= width:
        return [word]
    return [word[: width - 1] + "-", *_broken(word[width - 1 :], width)]


def _fits(spans: list[Span], texts: list[str]) -> bool:
    return all(len(text) <= length for (_, _, length), text in zip(spans, texts, strict=False))


class Canvas:
    """Characters on which a board is drawn, layer over layer."""

    def __init__(self, board: Board, names: Mapping[str, str], marks: Mapping[str, Spot]) -> None:
        self.board, self.names, self.marks = board, names, marks
        columns = len(board.rows[0])
        self.cell = 3 if columns * 3 + MARGIN <= WIDTH else 2
        self.rows = [[" "] * (columns * self.cell + MARGIN) for _ in board.rows]
        self.room_at = {
            (row, column): board.glyphs[glyph]
            for row, line in enumerate(board.rows)
            for column, glyph in enumerate(line)
            if glyph in board.glyphs
        }

    def lines(self) -> list[str]:
        """The finished drawing, with the numbers of rows and columns."""
        for square in self.board.squares:
            self.put(square, "·")
        for square in self.board.specials:
            self.put(square, self.board.rows[square[0]][square[1]])
        for square in (end for link in self.board.links for end in link):
            self.put(square, "○")
        for square in self.room_at:
            self._outline(square)
        self._walls()
        self._doors()
        self._rooms()
        self._pawns()
        body = (f"{row:2} {''.join(line[MARGIN:])}".rstrip() for row, line in enumerate(self.rows))
        return [self._ruler(), *body]

    def middle(self, column: int) -> int:
        """Where the sign of a cell stands in its line."""
        return MARGIN + column * self.cell + (self.cell == 3)

    def put(self, square: Square, text: str) -> None:
        """Write over a cell, from its middle on."""
        for offset, sign in enumerate(text):
            self.rows[square[0]][self.middle(square[1]) + offset] = sign

    def _ruler(self) -> str:
        step = 1 if self.cell == 3 else 2
        columns = [
            c for c in range(0, len(self.board.rows[0]), step) if self.middle(c) + len(str(c)) <= WIDTH
        ]
        return (
            " " * self.middle(0) + "".join(f"{column:<{self.cell * step}}" for column in columns)
        ).rstrip()

    def _inside(self, square: Square, down: int, right: int) -> bool:
        """Whether the neighbouring cell belongs to the same room."""
        return self.room_at.get((square[0] + down, square[1] + right)) == self.room_at[square]

    def _follows(self, square: Square, go: str) -> bool:
        """Whether the room's outline runs on from this cell to the next one in that direction."""
        down, right = DIRECTIONS[go]
        if not self._inside(square, down, right):
            return False
        beside = ((right, down), (-right, -down))
        return not all(
            self._inside(square, a, b) and self._inside(square, a + down, b + right) for a, b in beside
        )

    def _outline(self, square: Square) -> None:
        if self._interior(square):
            return
        ways = "".join(go for go in DIRECTIONS if self._follows(square, go))
        self.put(square, LINES[ways])
        row, middle = self.rows[square[0]], self.middle(square[1])
        if "E" in ways:
            row[middle + 1 : middle + self.cell] = "─" * (self.cell - 1)

    def _interior(self, square: Square) -> bool:
        return all(self._inside(square, down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))

    def _walls(self) -> None:
        """Walls between path squares: a stroke beside the square, or strokes at its foot."""
        for (row, column), go in self.board.walls:
            down, right = DIRECTIONS[go]
            row, column = min(row, row + down), min(column, column + right)
            if right:
                self.rows[row][self.middle(column) + 1] = "│"
            else:
                self.rows[row][self.middle(column) + 1] = self.rows[row][self.middle(column) - 1] = "▁"

    def _doors(self) -> None:
        for door in self.board.doors:
            if isinstance(door.at, str):
                self._inner_door(door.room, door.at)
            else:
                down, right = DIRECTIONS[door.go]
                self.put((door.at[0] + down, door.at[1] + right), ARROWS[door.go])

    def _inner_door(self, room: str, other: str) -> None:
        """Opens the walls of two rooms where they touch, in the middle of the touching cells."""
        touching = [
            (square, go, (square[0] + down, square[1] + right))
            for square in sorted(self.room_at)
            for go, (down, right) in DIRECTIONS.items()
            if self.room_at[square] == room
            and self.room_at.get((square[0] + down, square[1] + right)) == other
        ]
        if touching:
            here, go, there = touching[len(touching) // 2]
            self.put(here, ARROWS[go])
            self.put(there, ARROWS[{"N": "S", "S": "N", "E": "W", "W": "E"}[go]])

    def _rooms(self) -> None:
        for room, name in self.names.items():
            marks = " ".join(mark for mark, spot in self.marks.items() if spot == room)
            self._write(self._spans(room), name, marks)

    def _spans(self, room: str) -> list[Span]:
        """The free stretches inside a room: row, first place, length."""
        cells = [
            square
            for square in sorted(self.room_at)
            if self.room_at[square] == room and self._interior(square)
        ]
        spans = []
        for row, group in groupby(cells, key=lambda square: square[0]):
            columns = [column for _, column in group]
            first = self.middle(columns[0]) - self.cell + 1
            spans.append((row, first, self.middle(columns[-1]) + self.cell - first))
        return spans

    def _write(self, spans: list[Span], name: str, marks: str) -> None:
        for text in (name, name[:WORD] + ".", ""):  # where the pawns are matters more than the whole name
            for width in sorted({length for _, _, length in spans}, reverse=True):
                texts = [*_wrap(text, width), *_wrap(marks, width)]
                tops = [top for top in range(len(spans) - len(texts) + 1) if _fits(spans[top:], texts)]
                if tops:
                    top = min(tops, key=lambda top: abs(2 * top + len(texts) - len(spans)))
                    return self._write_lines(spans[top:], texts)
        return None

    def _write_lines(self, spans: list[Span], texts: list[str]) -> None:
        for (row, first, length), text in zip(spans, texts, strict=False):
            start = first + (length - len(text)) // 2
            self.rows[row][start : start + len(text)] = text

    def _pawns(self) -> None:
        for square in {spot for spot in self.marks.values() if not isinstance(spot, str)}:
            here = "".join(mark for mark, spot in self.marks.items() if spot == square)
            self.put(square, here[: self.cell - (self.cell == 3)])
