"""The board: its map, its distances, and where a roll leads."""

from __future__ import annotations

import os
import pickle
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.board import Board, Door, Spot, Square
from sleuth.edition import Edition
from sleuth.houserules import Blocking, HouseRules, Roll
from tests import naive_board

SOAK = int(os.environ.get("SLEUTH_SOAK", "0"))
"""Positions to compare with the plain twin; `make soak` asks for 10,000, the suite for fewer."""

unhurried = settings(deadline=None)  # the machine may be busy

ROLLS: tuple[Roll, ...] = ("exact", "up_to")
BLOCKINGS: tuple[Blocking, ...] = ("block", "hop", "none")
EDITIONS_WITH_A_BOARD = ("classic", "three-investigators", "master-detective", "discover-the-secrets")

CLASSIC = """
          kitchen ballroom conservatory dining billiard library lounge hall study cellar
kitchen      -  7 20 11 17 23 19 19 28 20
ballroom     7  -  4  7  6 12 15 13 17 14
conservatory 20 4  - 19  7 14 27 20 20 20
dining      11  7 19  - 14 14  4  8 17  9
billiard    17  6  7 14  -  4 22 15 15 15
library     23 12 14 14  4  - 14  7  7  7
lounge      19 15 27  4 22 14  -  8 17  9
hall        19 13 20  8 15  7  8  -  4  2
study       28 17 20 17 15  7 17  4  - 10
scarlet     23 19 31 10 26 18  8 12 21 13
mustard     23 19 31  8 26 18  8 12 21 13
white       13  8 25 16 22 28 24 24 33 25
green       24  8 10 23 13 19 31 24 24 24
peacock     23  9  7 22 10 17 30 23 23 23
plum        32 21 24 21 19 11 21 10  8 14
"""
"""Pips between the rooms, and from the starts, as published; the cellar with its optional door."""

OF_2012 = """
             zentrale strand friedhof park highschool bibliothek stadttheater hospital eispalast gallery
zentrale      -  5  7  3  9  9 10  8  3  6
strand        5  -  6 10 16 17 18 15 10  7
friedhof      7  6  -  6 14 15 16 18 13 10
park          3 10  6  - 10 11 12 14 11 12
highschool    9 16 14 10  -  1  6 14 13 18
bibliothek    9 17 15 11  1  -  3 13 12 17
stadttheater 10 18 16 12  6  3  - 14 13 18
hospital      8 15 18 14 14 13 14  -  1 12
eispalast     3 10 13 11 13 12 13  1  -  7
gallery       6  7 10 12 18 17 18 12  7  -
"""
"""The same for the board of 2012, under the names of the places that stand on its rooms."""


def board_of(name: str) -> Board:
    board = Edition.load(name).board
    assert board is not None
    return board


def with_centre(name: str) -> Board:
    board = Edition.load(name).board_for(HouseRules(accuse="centre"))
    assert board is not None
    return board


def all_spots(board: Board) -> list[Spot]:
    return [*sorted(board.squares), *board.rooms]


def table(text: str) -> list[tuple[str, str, int]]:
    head, *lines = text.strip().splitlines()
    rows = [(line.split()[0], line.split()[1:]) for line in lines]
    return [(a, b, int(n)) for a, ns in rows for b, n in zip(head.split(), ns, strict=True) if n != "-"]


@pytest.mark.parametrize(("a", "b", "pips"), table(CLASSIC))
def test_the_classic_distances_are_the_published_ones(a: str, b: str, pips: int) -> None:
    edition = Edition.load("classic")
    board = with_centre("classic")
    start: Spot = board.starts[edition.pawns.index(a)] if a in edition.pawns else a
    assert board.distance(start, b) == pips


def test_the_classic_table_has_all_36_pairs_of_rooms() -> None:
    rooms = {room for room in board_of("classic").rooms if room != "cellar"}
    assert set(combinations(sorted(rooms), 2)) == {
        (a, b) for a, b, _ in table(CLASSIC) if {a, b} <= rooms and a < b
    }


@pytest.mark.parametrize(("a", "b", "pips"), table(OF_2012))
def test_the_distances_of_2012_are_the_published_ones(a: str, b: str, pips: int) -> None:
    assert board_of("three-investigators").distance(a, b) == pips


def test_the_cemetery_lies_six_pips_from_the_beach_and_has_a_passage_to_the_hospital() -> None:
    board = board_of("three-investigators")
    assert "strand" in board.reach("friedhof", 6, roll="up_to", revisit=True, blocking="none")
    assert "hospital" in board.passages["friedhof"]


def test_the_classic_board_has_188_squares_17_doors_and_two_passages() -> None:
    board = board_of("classic")
    assert (len(board.rows), len(board.rows[0])) == (25, 24)
    assert len(board.squares) == 188
    assert len(board.doors) == 17
    assert {frozenset((a, b)) for a, others in board.passages.items() for b in others} == {
        frozenset(("kitchen", "study")),
        frozenset(("conservatory", "lounge")),
    }


def test_the_classic_doors_are_as_many_as_published() -> None:
    doors = [door.room for door in board_of("classic").doors]
    counts = {room: doors.count(room) for room in set(doors)}
    assert counts == {
        "kitchen": 1, "ballroom": 4, "conservatory": 1, "dining": 2, "billiard": 2,
        "library": 2, "lounge": 1, "hall": 3, "study": 1,
    }  # fmt: skip


def test_the_cellar_is_closed_unless_one_accuses_there() -> None:
    assert board_of("classic").distance("hall", "cellar") is None
    assert with_centre("classic").distance("hall", "cellar") == 2


def test_a_square_beside_a_room_is_no_way_in_without_a_door() -> None:
    board = board_of("classic")
    assert board.reach((4, 17), 1) == {(3, 17), (5, 17), (4, 16)}  # the conservatory's wall is beside it


def test_the_board_of_2012_has_73_squares() -> None:
    assert len(board_of("three-investigators").squares) == 73


def test_master_detective_has_the_documented_doors_snoop_squares_and_corridor() -> None:
    board = board_of("master-detective")
    doors = [door.room for door in board.doors]
    assert {room: doors.count(room) for room in board.rooms} == {
        "studio": 3, "courtyard": 8, "trophy": 6, "library": 1, "billiard": 3, "dining": 3, "conservatory": 1,
        "carriage": 2, "kitchen": 1, "gazebo": 1, "drawing": 1, "fountain": 1, "cloak": 3,
    }  # fmt: skip
    assert set(board.specials) == {
        (4, 14), (5, 21), (6, 27), (8, 11), (8, 36), (15, 36), (17, 27), (19, 11), (20, 23),
    }  # fmt: skip
    assert board.distance((12, 14), (12, 37)) == 1
    assert set(board.starts) == {"cloak"}


@pytest.mark.parametrize("name", EDITIONS_WITH_A_BOARD)
def test_every_room_can_be_reached_from_every_start(name: str) -> None:
    board = with_centre(name)
    for start in board.starts:
        assert set(board.rooms) <= set(board.distances(start))


@pytest.mark.parametrize("name", EDITIONS_WITH_A_BOARD)
def test_distances_agree_with_the_plain_twin(name: str) -> None:
    board = with_centre(name)
    for spot in all_spots(board):
        assert dict(board.distances(spot)) == naive_board.distances(board, spot)


def random_position(board: Board, rng: Random) -> tuple[Spot, int, frozenset[Square]]:
    squares = sorted(board.squares)
    rooms = all_spots(board)[len(squares) :]
    start = rng.choice([*squares, *rooms * 8])  # rooms are fewer, and where a game's moves begin
    return start, rng.randint(1, 6) + rng.randint(1, 6), frozenset(rng.sample(squares, rng.randint(0, 9)))


@pytest.mark.parametrize("name", EDITIONS_WITH_A_BOARD)
@pytest.mark.parametrize(("roll", "revisit", "blocking"), list(product(ROLLS, (False, True), BLOCKINGS)))
def test_reach_agrees_with_a_brute_force_walk(
    name: str, roll: Roll, revisit: bool, blocking: Blocking
) -> None:
    board, rng = with_centre(name), Random(f"{name} {roll} {revisit} {blocking}")
    for _ in range(max(24, SOAK // 48)):
        start, pips, pawns = random_position(board, rng)
        found = board.reach(start, pips, pawns, roll=roll, revisit=revisit, blocking=blocking)
        assert found == naive_board.reach(board, start, pips, pawns, roll, revisit, blocking)


@pytest.mark.parametrize(("roll", "revisit", "blocking"), list(product(ROLLS, (False, True), BLOCKINGS)))
def test_reach_agrees_on_small_random_maps(roll: Roll, revisit: bool, blocking: Blocking) -> None:
    rng = Random(f"maps {roll} {revisit} {blocking}")
    for _ in range(30):
        board = random_board(rng)
        start, pips, pawns = random_position(board, rng)
        found = board.reach(start, pips, pawns, roll=roll, revisit=revisit, blocking=blocking)
        assert found == naive_board.reach(board, start, pips, pawns, roll, revisit, blocking)


def random_board(rng: Random) -> Board:
    """A map with holes, walls, a far link, two rooms with a door between them, and special squares."""
    rows = ["".join(rng.choices(".#?!", (12, 4, 1, 1), k=7)) for _ in range(6)] + ["." * 7, "AAABBB#"]
    squares = [(r, c) for r, row in enumerate(rows) for c, glyph in enumerate(row) if glyph in ".?!"]
    walls = [
        (s, go)
        for s in squares
        for go, (d, r) in naive_board.STEPS.items()
        if (s[0] + d, s[1] + r) in squares
    ]
    doors = (Door("a", (6, rng.randint(0, 2)), "S"), Door("b", (6, rng.randint(3, 5)), "S"), Door("a", "b"))
    return Board(
        rows=tuple(rows),
        glyphs={"A": "a", "B": "b"},
        doors=doors[: rng.randint(1, 3)],
        walls=tuple(rng.sample(walls, 3)),
        links=((squares[0], squares[-1]),),
    )


SQUARES = sorted(board_of("classic").squares)
SPOTS: list[Spot] = [*SQUARES, *(room for room in board_of("classic").rooms if room != "cellar")]
spots = st.sampled_from(SPOTS)
pawns = st.frozensets(st.sampled_from(SQUARES), max_size=5)
rolls = st.integers(1, 12)


@given(spots, rolls, pawns, st.sampled_from(SQUARES), st.sampled_from(BLOCKINGS))
@unhurried
def test_a_pawn_more_in_the_way_never_opens_a_spot(
    start: Spot, pips: int, others: frozenset[Square], one_more: Square, blocking: Blocking
) -> None:
    board = board_of("classic")
    before = board.reach(start, pips, others, blocking=blocking)
    assert board.reach(start, pips, others | {one_more}, blocking=blocking) <= before


@given(spots, rolls, pawns, st.sampled_from(BLOCKINGS))
@unhurried
def test_looser_rules_never_close_a_spot(
    start: Spot, pips: int, others: frozenset[Square], blocking: Blocking
) -> None:
    board = board_of("classic")
    strict = board.reach(start, pips, others, roll="exact", revisit=False, blocking=blocking)
    back_and_forth = board.reach(start, pips, others, roll="exact", revisit=True, blocking=blocking)
    shorter = board.reach(start, pips, others, roll="up_to", revisit=True, blocking=blocking)
    assert strict <= back_and_forth <= shorter


@given(spots, rolls)
@unhurried
def test_a_room_is_reached_exactly_if_it_is_near_enough(start: Spot, pips: int) -> None:
    board = board_of("classic")
    near = {room for room in board.rooms if room != start and (board.distance(start, room) or 99) <= pips}
    assert {spot for spot in board.reach(start, pips) if isinstance(spot, str)} == near


@given(spots, spots)
@unhurried
def test_the_way_back_is_as_long(a: Spot, b: Spot) -> None:
    board = board_of("classic")
    assert board.distance(a, b) == board.distance(b, a)


@given(spots, rolls, pawns)
@unhurried
def test_a_classic_move_ends_neither_on_a_pawn_nor_where_it_began(
    start: Spot, pips: int, others: frozenset[Square]
) -> None:
    assert not board_of("classic").reach(start, pips, others) & {start, *others}


def test_pawns_in_front_of_every_door_trap_a_player() -> None:
    board = board_of("classic")
    fronts = frozenset(board.exits("dining"))
    assert fronts == {(12, 8), (16, 6)}
    assert board.reach("dining", 12, fronts) == frozenset()
    assert board.reach("dining", 2, fronts, blocking="hop")


def test_a_special_square_stops_any_roll() -> None:
    board = board_of("discover-the-secrets")
    bonus = min(board.specials)
    assert bonus in board.reach((bonus[0] + 2, bonus[1]), 11)


def test_no_pips_lead_nowhere() -> None:
    assert board_of("classic").reach("hall", 0) == frozenset()


def test_a_board_survives_pickling() -> None:
    board = board_of("classic")
    board.reach("hall", 7)
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert copy.reach("hall", 7) == board.reach("hall", 7)
