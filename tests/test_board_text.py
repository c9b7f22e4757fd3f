"""Boards as plain text."""

from __future__ import annotations

import pytest

from sleuth.board_text import ARROWS, WIDTH, Canvas, draw_board
from sleuth.edition import Edition
from sleuth.houserules import HouseRules

WITH_A_BOARD = ("classic", "three-investigators", "master-detective", "discover-the-secrets")


def canvas(name: str, lang: str = "en", **marks: tuple[int, int] | str) -> list[str]:
    """The drawing without its legend."""
    edition = Edition.load(name)
    assert edition.board is not None
    names = {room: edition.room_name(room, lang) for room in edition.board.rooms}
    return Canvas(edition.board, names, marks).lines()


def test_the_classic_board_looks_like_the_board() -> None:
    assert canvas("classic", hat=(24, 7), S="study", P="study")[17:] == [
        "16     ·  ·  ·  ·  ·  ·  ·  ·  ·  └───────────┘  ·  ·  ▶     Library     │",
        "17  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  └──┐           ┌──┘",
        "18     ·  ·  ·  ·  ·  ·  ·  ·  ┌─────▼──▼─────┐  ·  ·  ·  └───────────┘",
        "19  ┌─────────────────▼  ·  ·  │              │  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "20  │                 │  ·  ·  │              ◀  ·  ·  ·  ·  ·  ·  ·  ·",
        "21  │     Lounge      │  ·  ·  │     Hall     │  ·  ·  ▼─────────────────┐",
        "22  │                 │  ·  ·  │              │  ·  ·  │      Study      │",
        "23  │              ┌──┘  ·  ·  │              │  ·  ·  └──┐     S P      │",
        "24  └──────────────┘     ha    └──────────────┘     ·     └──────────────┘",
    ]


@pytest.mark.parametrize("name", WITH_A_BOARD)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_drawing_fits_into_eighty_columns_and_names_every_room(name: str, lang: str) -> None:
    edition = Edition.load(name)
    lines = canvas(name, lang)
    assert all(len(line) <= WIDTH for line in lines)
    letters = "".join(c for line in lines for c in line if c.isalpha())
    assert edition.board is not None
    for room in edition.board.rooms:
        beginning = edition.room_name(room, lang).split()[0][:4]
        assert beginning in letters


@pytest.mark.parametrize("name", WITH_A_BOARD)
def test_every_square_and_every_door_is_drawn(name: str) -> None:
    board = Edition.load(name).board
    assert board is not None
    text = "".join(canvas(name)[1:])
    ends = 2 * len(board.links)
    assert text.count("·") == len(board.squares) - len(board.specials) - ends
    assert text.count("?") + text.count("!") == len(board.specials)
    inner = sum(isinstance(door.at, str) for door in board.doors)  # drawn on both sides
    assert sum(text.count(arrow) for arrow in ARROWS.values()) == len(board.doors) + inner


def test_the_legend_tells_passages_and_starts() -> None:
    lines = draw_board(Edition.load("classic"), "en")
    assert "   Secret passages: Conservatory ⇄ Lounge, Kitchen ⇄ Study" in lines
    assert "   Starts: 1 Miss Scarlet · 2 Colonel Mustard · 3 Mrs. White · 4 Mr. Green ·" in lines
    assert all(len(line) <= WIDTH for line in lines)


def test_pawns_that_stand_elsewhere_have_no_legend_of_starts() -> None:
    lines = draw_board(Edition.load("classic"), "en", {"A": (17, 0), "B": "hall"})
    assert lines[18].startswith("17  A  ·")
    assert not any("Starts" in line for line in lines)


def test_ten_pawns_fit_into_one_room() -> None:
    text = "\n".join(draw_board(Edition.load("master-detective"), "en"))
    assert "▶1 2 3 4 5 6◀" in text
    assert "│  7 8 9 0  │" in text


def test_pawns_matter_more_than_the_whole_name_of_a_small_room() -> None:
    lines = canvas("three-investigators", "en", **dict.fromkeys("ABCDE", "zentrale"))
    assert [line[40:47] for line in lines[7:9]] == ["▶A B C◀", "│ D E │"]


def test_the_door_of_the_cellar_is_drawn_where_it_is_used() -> None:
    open_cellar = draw_board(Edition.load("classic"), "en", {}, HouseRules(accuse="centre"))
    assert "└─────▲─────┘" in open_cellar[17]
    assert "└───────────┘" in draw_board(Edition.load("classic"), "en", {})[17]


def test_an_edition_without_a_board_draws_nothing() -> None:
    assert draw_board(Edition.load("mini"), "en") == []
