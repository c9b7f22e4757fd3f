"""Checks the board of an edition file: the map, and that every door, wall and start fits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from sleuth.board import PATH, SPECIALS, VOID, Board, Spot, Square
from sleuth.edition_file import Raw, build_board, map_rows, pawns_of, rule_words
from sleuth.errors import BadEdition
from sleuth.grid import DIRECTIONS
from sleuth.language import N_

LARGEST_MAP = 100


def check_board(raw: Raw, folder: Path) -> list[BadEdition]:
    """Every inconsistency of an edition's board."""
    if "board" not in raw:
        return []
    board = raw["board"]
    if board["rooms"] not in raw["cards"]:
        return [
            BadEdition(N_("There is no category “{category}”."), field="board.rooms", category=board["rooms"])
        ]
    try:
        rows = map_rows(board["map"], folder)
    except BadEdition as problem:
        return [problem]
    problems = [*_map(rows, board["letters"]), *_letters(raw, rows)]
    problems = problems or list(_Fittings(raw, rows).problems())
    return problems or list(_unreachable(raw, folder))


def _map(rows: list[str], letters: Mapping[str, str]) -> Iterator[BadEdition]:
    if max(len(rows), *map(len, rows)) > LARGEST_MAP:
        yield _bad_map(N_("The map is larger than {most} by {most}."), most=LARGEST_MAP)
        return
    for row, line in enumerate(rows):
        if len(line) != len(rows[0]):
            yield _bad_map(
                N_("Row {row} has {n} squares, the first one has {first}."),
                row=row,
                n=len(line),
                first=len(rows[0]),
            )
        for column, glyph in enumerate(line):
            if glyph not in (PATH, VOID, *SPECIALS, *letters):
                yield _bad_map(
                    N_("“{glyph}” at {row},{column} is neither path nor wall, special square or room."),
                    glyph=glyph,
                    row=row,
                    column=column,
                )


def _bad_map(sentence: str, **values: object) -> BadEdition:
    return BadEdition(sentence, field="board.map", **values)


def _letters(raw: Raw, rows: list[str]) -> Iterator[BadEdition]:
    letters, drawn = raw["board"]["letters"], set("".join(rows))
    rooms = _rooms(raw)
    for letter, room in letters.items():
        at = f"board.letters.{letter}"
        if len(letter) != 1 or not letter.isalpha():
            yield BadEdition(N_("A room is drawn with one letter."), field=at)
        elif letter not in drawn:
            yield BadEdition(N_("This letter is not on the map."), field=at)
        if room not in rooms:
            yield _no_room(at, room)
    for room in rooms:
        count = list(letters.values()).count(room)
        if count != 1:
            yield BadEdition(
                N_("The room “{room}” needs one letter on the map, not {n}."),
                field="board.letters",
                room=room,
                n=count,
            )


def _rooms(raw: Raw) -> list[str]:
    board = raw["board"]
    centre = [board["centre"]["id"]] if "centre" in board else []
    return [room["id"] for room in raw["cards"][board["rooms"]]] + centre


def _no_room(at: str, room: str) -> BadEdition:
    return BadEdition(N_("There is no room “{room}”."), field=at, room=room)


class _Fittings:
    """What is put on a map: doors, walls, links, passages and starts, field by field."""

    def __init__(self, raw: Raw, rows: list[str]) -> None:
        self.board: Raw = raw["board"]
        self.blocking: str = raw.get("rules", {}).get("blocking", "block")
        self.rooms = _rooms(raw)
        self.pawns = [pawn["id"] for pawn in pawns_of(raw)]
        self.cells = {(r, c): glyph for r, line in enumerate(rows) for c, glyph in enumerate(line)}

    def problems(self) -> Iterator[BadEdition]:
        """Everything that does not fit the map."""
        for i, door in enumerate(self.board["doors"]):
            yield from self._door(door, f"board.doors[{i}]")
        for i, wall in enumerate(self.board.get("walls", ())):
            yield from self._wall(wall, f"board.walls[{i}]")
        for i, (a, b) in enumerate(self.board.get("links", ())):
            yield from self._link(tuple(a), tuple(b), f"board.links[{i}]")
        for i, (a, b) in enumerate(self.board.get("passages", ())):
            yield from self._passage(a, b, f"board.passages[{i}]")
        yield from self._starts(self.board["starts"])

    def _is_path(self, square: Square) -> bool:
        return self.cells.get(square, VOID) in (PATH, *SPECIALS)

    def _spot(self, raw: object, at: str) -> Iterator[BadEdition]:
        """A spot that is neither a path square nor a room."""
        match raw:
            case str() if raw not in self.rooms:
                yield _no_room(at, raw)
            case [int(row), int(column)] if not self._is_path((row, column)):
                yield BadEdition(N_("{row},{column} is not a path square."), field=at, row=row, column=column)

    def _door(self, door: Raw, at: str) -> Iterator[BadEdition]:
        room, front = door["room"], door["at"]
        problems = [*self._spot(room, f"{at}.room"), *self._spot(front, f"{at}.at")]
        yield from problems
        if self.board["doors"].count(door) > 1:
            yield BadEdition(N_("This door is there twice."), field=at)
        if front == room:
            yield BadEdition(N_("A door joins two different rooms."), field=f"{at}.at")
        if isinstance(front, list) and not problems:
            yield from self._opening(door, at)

    def _opening(self, door: Raw, at: str) -> Iterator[BadEdition]:
        """Whether the step through a door leads into its room."""
        if "go" not in door:
            yield BadEdition(N_("Which way does one go in? N, E, S or W."), field=f"{at}.go")
            return
        inside = self.board["letters"].get(self.cells.get(step(door["at"], door["go"]), VOID))
        if inside is None:
            yield BadEdition(
                N_("This way leads into a wall or along the path, not into a room."), field=f"{at}.go"
            )
        elif inside != door["room"]:
            yield BadEdition(
                N_("This door leads into “{inside}”, not into “{room}”."),
                field=at,
                inside=inside,
                room=door["room"],
            )

    def _wall(self, wall: Raw, at: str) -> Iterator[BadEdition]:
        if not (self._is_path(tuple(wall["at"])) and self._is_path(step(wall["at"], wall["go"]))):
            yield BadEdition(N_("A wall stands between two path squares."), field=at)

    def _link(self, a: Square, b: Square, at: str) -> Iterator[BadEdition]:
        if a == b or not self._is_path(a) or not self._is_path(b):
            yield BadEdition(N_("A link joins two different path squares."), field=at)

    def _passage(self, a: str, b: str, at: str) -> Iterator[BadEdition]:
        yield from self._spot(a, f"{at}[0]")
        yield from self._spot(b, f"{at}[1]")
        if a == b:
            yield BadEdition(N_("A passage joins two different rooms."), field=at)

    def _starts(self, starts: Raw) -> Iterator[BadEdition]:
        for pawn, spot in starts.items():
            at = f"board.starts.{pawn}"
            if pawn not in self.pawns:
                yield BadEdition(N_("There is no pawn “{pawn}”."), field=at, pawn=pawn)
            yield from self._spot(spot, at)
            if isinstance(spot, list) and list(starts.values()).count(spot) > 1 and self.blocking != "none":
                yield BadEdition(N_("Two pawns start on the same square."), field=at)
        for pawn in self.pawns:
            if pawn not in starts:
                yield BadEdition(N_("This pawn has no start."), field=f"board.starts.{pawn}")


def step(square: list[int], go: str) -> Square:
    """The square one step further."""
    down, right = DIRECTIONS[go]
    return square[0] + down, square[1] + right


def _unreachable(raw: Raw, folder: Path) -> Iterator[BadEdition]:
    """Rooms that are played in and that some pawn can never enter."""
    words = rule_words(raw.get("rules", {}))
    accuse = words.get("accuse", "anywhere")
    board = build_board(raw["board"], folder, [pawn["id"] for pawn in pawns_of(raw)]).with_doors_for(accuse)
    centre_is_used = accuse == "centre" or words.get("leftover") == "face_down"
    needed = {room for room in board.rooms if room != board.centre or centre_is_used}
    everywhere = set(board.rooms).intersection(*(_roam(board, start) for start in set(board.starts)))
    for room in sorted(needed - everywhere):
        yield BadEdition(
            N_("The room “{room}” cannot be reached from every start."), field="board.doors", room=room
        )


def _roam(board: Board, start: Spot) -> set[str]:
    """The rooms that a pawn comes to in any number of turns."""
    found: set[Spot] = {start}
    todo = [start]
    while todo:
        spot = todo.pop()
        onward = {*board.distances(spot), *board.passages.get(str(spot), ())}
        todo += [room for room in onward - found if isinstance(room, str)]
        found |= onward
    return {spot for spot in found if isinstance(spot, str)}
