"""The checker of edition files: every inconsistency is found, and named by its field."""

from __future__ import annotations

import copy
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.edition import Edition
from sleuth.edition_check import check, check_file
from sleuth.edition_file import build
from sleuth.errors import BadEdition

SOUND = '''
[edition]
language = "en"
players = [2, 3]
en = "Tiny"
de = "Winzig"
pawns = "who"

[categories]
who = { en = "Who", de = "Wer" }
where = { en = "Where", de = "Wo" }

[cards]
who = [
  { id = "ann", en = "Ann", de = "Anne" },
  { id = "bob", en = "Bob", de = "Bob" },
  { id = "cid", en = "Cid", de = "Zitt" },
]
where = [
  { id = "attic", en = "Attic", de = "Dachboden" },
  { id = "barn", en = "Barn", de = "Scheune" },
  { id = "cave", en = "Cave", de = "Höhle" },
]

[rules]
bonus = true
accuse = "centre"

[rules_for.2]
slots = 1

[board]
rooms = "where"
map = """
AAA.BBB
AAA.BBB
...?...
.MMM...
CCC.###
"""
doors = [
  { room = "attic", at = [2, 1], go = "N" },
  { room = "barn", at = [1, 3], go = "E" },
  { room = "cave", at = [3, 0], go = "S" },
  { room = "mill", at = [2, 2], go = "S" },
  { room = "cave", at = "mill" },
]
walls = [{ at = [2, 4], go = "S" }]
links = [[[0, 3], [4, 3]]]
passages = [["attic", "barn"]]

[board.letters]
A = "attic"
B = "barn"
C = "cave"
M = "mill"

[board.centre]
id = "mill"
en = "Mill"
de = "Mühle"

[board.starts]
ann = [0, 3]
bob = [3, 6]
cid = "mill"

[[bonus]]
id = "run"
effect = "roll_bonus"
amount = 6
en = "Run"
de = "Lauf"
text = { en = "Run on.", de = "Lauf weiter." }

[[bonus]]
id = "look"
effect = "peek"
target = "random"
en = "Look"
de = "Blick"

[[notes]]
en = "A note."
de = "Eine Notiz."
'''


def problems(text: str, folder: Path = Path()) -> list[BadEdition]:
    return check(tomllib.loads(text), folder)


def test_the_sound_edition_has_no_problems() -> None:
    assert problems(SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        # shapes
        ('language = "en"\n', "", "edition.language", "missing"),
        ('language = "en"', 'language = "fr"', "edition.language", "en, de"),
        ("players = [2, 3]", "players = 3", "edition.players", "list in square brackets"),
        ("players = [2, 3]", "players = [2, 3, 4]", "edition.players", "list of 2"),
        ("players = [2, 3]", "players = [2, true]", "edition.players[1]", "whole number"),
        ("players = [2, 3]", 'players = [2, 3]\nverified = "no"', "edition.verified", "true or false"),
        ('en = "Tiny"', "en = 1", "edition.en", "text in quotes"),
        ('en = "Tiny"', 'en = "Tiny"\ncolour = "red"', "edition.colour", "no such field"),
        ('{ en = "Who", de = "Wer" }', '"who"', "categories.who", "table"),
        ('{ id = "bob", en = "Bob"', '{ en = "Bob"', "cards.who[1].id", "missing"),
        ('go = "N"', 'go = "up"', "board.doors[0].go", "N, E, S, W"),
        ("at = [2, 1]", 'at = [2, "1"]', "board.doors[0].at[1]", "whole number"),
        # the deck
        ('id = "bob"', 'id = "ann"', "cards.who[1].id", "used twice"),
        ('id = "barn", en', 'id = "ann", en', "cards.where[1].id", "used twice"),
        ('id = "mill"', 'id = "cave"', "board.centre.id", "used twice"),
        ('id = "look"', 'id = "run"', "bonus[1].id", "used twice"),
        ('id = "bob"', 'id = "Bob Marley"', "cards.who[1].id", "one word of small letters"),
        ('id = "bob"', 'id = ""', "cards.who[1].id", "one word of small letters"),
        ("who = {", '"Wer?" = { en = "?", de = "?" }\nwho = {', "cards.Wer?", "no cards"),
        ("where = { en", 'when = { en = "When", de = "Wann" }\nwhere = { en', "cards.when", "no cards"),
        ("[cards]", "[cards]\nwhen = []", "cards.when", "no category “when”"),
        ('pawns = "who"', 'pawns = "what"', "edition.pawns", "no category “what”"),
        # names
        ('en = "Bob", de = "Bob"', 'en = "Bob"', "cards.who[1].de", "missing"),
        ('en = "Where", de = "Wo"', 'en = "Where"', "categories.where.de", "missing"),
        ('de = "Winzig"\n', "", "edition.de", "missing"),
        ('de = "Mühle"\n', "", "board.centre.de", "missing"),
        ('de = "Lauf"\n', "", "bonus[0].de", "missing"),
        ('en = "Run on.", ', "", "bonus[0].text.en", "missing"),
        ('de = "Eine Notiz."\n', "", "notes[0].de", "missing"),
        ('en = "Barn"', 'en = " "', "cards.where[1].en", "empty"),
        # house rules
        ("bonus = true\n", "bonuses = true\n", "rules.bonuses", "no house rule “bonuses”"),
        ('accuse = "centre"', 'accuse = "moon"', "rules.accuse", "cannot be “moon”"),
        ("slots = 1", "slots = -1", "rules_for.2.slots", "cannot be “-1”"),
        ("[rules_for.2]", "[rules_for.9]", "rules_for.9", "no number of players"),
        ("[rules_for.2]", "[rules_for.two]", "rules_for.two", "no number of players"),
        # players
        ("players = [2, 3]", "players = [3, 2]", "edition.players", "fewest players come first"),
        ("players = [2, 3]", "players = [1, 3]", "edition.players", "at least two"),
        ("players = [2, 3]", "players = [2, 4]", "edition.players", "only 3 pawns for 4 players"),
        ("slots = 1", "slots = 3", "edition.players", "not enough cards for 2 players"),
        # bonus cards
        ('effect = "peek"', 'effect = "steal"', "bonus[1].effect", "no effect “steal”"),
        ('target = "random"', 'target = "anybody"', "bonus[1].target", "random, holder_choice"),
        ('target = "random"\n', "", "bonus[1].target", "random, holder_choice"),
        ("amount = 6", "amount = 0", "bonus[0].amount", "1 to 12"),
        ("amount = 6", "amount = 6\ncopies = 0", "bonus[0].copies", "1 to 99"),
        ("amount = 6", 'amount = 6\ntarget = "any"', "bonus[0].target", "no target"),
        ("amount = 6", 'amount = 6\ntiming = "later"', "bonus[0].timing", "immediate, keep"),
        # the map
        ("AAA.BBB\nAAA", "AAA.BBB\nAA", "board.map", "Row 1 has 6 squares, the first one has 7"),
        ("...?...", "...;...", "board.map", "“;” at 2,3"),
        ('rooms = "where"', 'rooms = "when"', "board.rooms", "no category “when”"),
        ('A = "attic"', 'A = "mill"', "board.letters", "“attic” needs one letter on the map, not 0"),
        ('A = "attic"', 'A = "ann"', "board.letters.A", "no room “ann”"),
        ('A = "attic"', 'A = "attic"\nD = "cave"', "board.letters.D", "not on the map"),
        (
            'A = "attic"',
            'A = "attic"\nD = "cave"',
            "board.letters",
            "“cave” needs one letter on the map, not 2",
        ),
        ('A = "attic"', '"." = "attic"', "board.letters..", "one letter"),
        # doors
        ('room = "attic", at', 'room = "shed", at', "board.doors[0].room", "no room “shed”"),
        ("at = [2, 1]", "at = [1, 1]", "board.doors[0].at", "1,1 is not a path square"),
        ("at = [2, 1]", "at = [-1, 99]", "board.doors[0].at", "-1,99 is not a path square"),
        ("at = [2, 1]", "at = [3, 5]", "board.doors[0].go", "into a wall"),
        ('at = [2, 1], go = "N"', 'at = [2, 1], go = "S"', "board.doors[0]", "into “mill”, not into “attic”"),
        ('at = [2, 1], go = "N"', "at = [2, 1]", "board.doors[0].go", "Which way"),
        ('at = "mill"', 'at = "cellar"', "board.doors[4].at", "no room “cellar”"),
        ('at = "mill"', 'at = "cave"', "board.doors[4].at", "two different rooms"),
        (
            "doors = [",
            'doors = [\n  { room = "attic", at = [2, 1], go = "N" },',
            "board.doors[1]",
            "there twice",
        ),
        # walls, links, passages
        ("at = [2, 4]", "at = [0, 0]", "board.walls[0]", "between two path squares"),
        ("[[0, 3], [4, 3]]", "[[0, 3], [4, 4]]", "board.links[0]", "two different path squares"),
        ('["attic", "barn"]', '["attic", "loft"]', "board.passages[0][1]", "no room “loft”"),
        ('["attic", "barn"]', '["barn", "barn"]', "board.passages[0]", "two different rooms"),
        # starts
        ("ann = [0, 3]", "ann = [0, 0]", "board.starts.ann", "0,0 is not a path square"),
        ("ann = [0, 3]\n", "", "board.starts.ann", "no start"),
        ("ann = [0, 3]", "ann = [0, 3]\nzoe = [0, 3]", "board.starts.zoe", "no pawn “zoe”"),
        ('cid = "mill"', "cid = [0, 3]", "board.starts.cid", "same square"),
        ('cid = "mill"', 'cid = "moor"', "board.starts.cid", "no room “moor”"),
    ],
)
def test_an_inconsistency_is_named_by_its_field(old: str, new: str, field: str, message: str) -> None:
    assert old in SOUND
    found = problems(SOUND.replace(old, new, 1))
    assert (field, True) in [(problem.field, message in problem.text()) for problem in found]


def test_a_room_without_any_way_in_cannot_be_reached() -> None:
    text = SOUND.replace('passages = [["attic", "barn"]]\n', "").replace(
        '  { room = "barn", at = [1, 3], go = "E" },\n', ""
    )
    assert [(p.field, p.text()) for p in problems(text)] == [
        ("board.doors", "The room “barn” cannot be reached from every start.")
    ]


def test_a_closed_centre_is_fine_unless_one_has_to_go_there() -> None:
    closed = SOUND.replace('{ room = "mill", at = [2, 2], go = "S" },', "").replace(
        '{ room = "cave", at = "mill" },', ""
    )
    closed = closed.replace('cid = "mill"', "cid = [3, 5]")
    assert [p.values["room"] for p in problems(closed)] == ["mill"]
    assert problems(closed.replace('accuse = "centre"', "")) == []


def test_what_the_rules_need_must_be_in_the_box() -> None:
    deck = SOUND[: SOUND.index("[board]")].replace('pawns = "who"', "")
    assert {p.field for p in problems(deck)} == {"rules.bonus", "rules.accuse"}
    assert {p.field for p in problems(deck.replace('accuse = "centre"', "board = true"))} == {
        "rules.bonus",
        "rules.board",
    }


def test_pawns_that_are_no_cards_cannot_be_summoned() -> None:
    own = ", ".join(f'{{ id = "{pawn}", en = "{pawn}", de = "{pawn}" }}' for pawn in "xyz")
    text = SOUND.replace('pawns = "who"', f"pawns = [{own}]")
    for pawn, other in (("ann", "x"), ("bob", "y"), ("cid", "z")):
        text = text.replace(f"{pawn} = ", f"{other} = ")
    assert problems(text.replace("[rules]", '[rules]\nsummons = "tokens"')) == []
    assert [p.field for p in problems(text.replace("[rules]", '[rules]\nsummons = "pawns"'))] == [
        "rules.summons"
    ]


def test_an_effect_on_the_board_needs_a_board() -> None:
    text = (
        SOUND[: SOUND.index("[board]")].replace('accuse = "centre"', "") + SOUND[SOUND.index("[[bonus]]") :]
    )
    assert [p.field for p in problems(text)] == ["bonus[0].effect"]


def test_a_room_behind_another_room_or_a_passage_can_be_reached() -> None:
    for door in ('{ room = "cave", at = [3, 0], go = "S" },', '{ room = "barn", at = [1, 3], go = "E" },'):
        assert problems(SOUND.replace(door, "")) == []


def test_one_language_is_enough_if_it_is_used_throughout() -> None:
    english = re.sub(r'\bde = ".*?"', "", SOUND).replace(",  }", " }")
    assert "Wo" not in english
    assert problems(english) == []


def test_all_problems_of_a_kind_are_found_at_once() -> None:
    text = (
        SOUND.replace("at = [2, 1]", "at = [0, 0]")
        .replace("at = [1, 3]", "at = [0, 6]")
        .replace("bob = [3, 6]", "bob = [4, 6]")
    )
    assert [p.field for p in problems(text)] == ["board.doors[0].at", "board.doors[1].at", "board.starts.bob"]


@pytest.mark.parametrize("name", ["missing.board.txt", "../secret.txt", "", "nul\\u0000"])
def test_a_map_that_is_not_beside_the_edition_is_told_so(name: str, tmp_path: Path) -> None:
    rows = SOUND[SOUND.index('"""') : SOUND.rindex('"""') + 3]
    found = problems(SOUND.replace(rows, f'"{name}"'), tmp_path)
    assert [p.field for p in found] == ["board.map"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "missing"),
        (b"\x00\xff\xfe rubbish", "not UTF-8"),
        (b"[edition", "not TOML: it ends too early"),
        (b"a = 1\nb = ?", "not TOML: line 2, column 5"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"#" * 1_000_001, "too large"),
    ],
)
def test_a_file_that_is_no_edition_is_told_so(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    assert message in check_file(str(file))[0].text()


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    assert "cannot be opened" in check_file(str(tmp_path))[0].text()
    assert "cannot be opened" in check_file(str(tmp_path / "nothing.toml"))[0].text()


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, part in parts for path in paths(part, (*here, key)))]


def put(place: Any, path: tuple[Any, ...], value: Any) -> None:
    """Write a value at a path, if an earlier change has left the path there."""
    with suppress(KeyError, IndexError, TypeError):
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value


TABLES = tomllib.loads(SOUND)
EVERYWHERE = [path for path in paths(TABLES) if path]
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["ann", "attic", "who", "N"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.lists(st.tuples(st.sampled_from(EVERYWHERE), anything), min_size=1, max_size=2))
@settings(max_examples=300, deadline=None)
def test_whatever_is_written_the_checker_answers_and_what_it_passes_can_be_played(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    raw = copy.deepcopy(TABLES)
    for path, value in changes:
        put(raw, path, value)
    found = check(raw, Path())
    assert all(isinstance(problem, BadEdition) and problem.text() for problem in found)
    if not found:
        edition = build(raw, "mutant", Path())
        assert all(edition.deals(players) > 0 for players in edition.players)
        assert edition.board is not None


def test_the_checked_edition_plays_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(SOUND, "utf-8")
    edition = Edition.load(str(tmp_path / "tiny.toml"))
    assert edition.board is not None
    assert edition.board.reach("cave", 1) == {"mill", (3, 0)}
    assert edition.deals(3) == 9 * 12
    assert edition.room("Mühle") == "mill"
