"""No text makes the reader crash, hang or lose entries: the good prefix and the first failure, always."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sleuth.casefile import Reading, dumps, read_bytes, read_file, read_text
from sleuth.edition import Edition
from sleuth.errors import IllegalEvent, SleuthError, Unreadable
from tests.play import played, random_table
from tests.rules.table import EVERYTHING
from tests.strategies import seeds

HEADER = "edition: classic\nplayers: anna ben cleo\n\n"


def check(reading: Reading, text: str | None = None) -> None:
    """What every reading owes its reader."""
    if reading.failure is None:
        assert reading.record is not None
        assert len(reading.record.entries) == len(reading.lines)
        return
    failure = reading.failure
    assert isinstance(failure, SleuthError)
    assert failure.line >= 1
    assert failure.code
    assert len(failure.text("en")) < 5000
    assert isinstance(failure, IllegalEvent) or (isinstance(failure, Unreadable) and failure.column >= 1)
    if reading.record is not None and text is not None:
        check_prefix(reading, text)


def check_prefix(reading: Reading, text: str) -> None:
    """The lines before the failure, read alone, give the same record and no failure."""
    assert reading.record is not None
    failing = reading.lines[len(reading.record.entries)]
    before = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[: failing - 1]
    alone = read_text("\n".join(before))
    assert alone.failure is None
    assert alone.record == reading.record


@given(st.binary(max_size=300))
@example(b"")
@example(b"\xff\xfep\x00l\x00a\x00y\x00")
@example(b"\xef\xbb\xbfplayers: a b c\n")
@example(b"players: a b c\n\0")
def test_any_bytes(raw: bytes) -> None:
    check(read_bytes(raw))


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    check(read_text(text), text)


WORDS = """
anna ben cleo an b envelope hidden table has lacks peeks rolls draws plays opens ends ? ! = | - / ~ @ > # :
scarlet sc re Revolver Pistole knife hall study x ok 1 2 17,4 0,0 999999 players: rules: hand: me: edition:
""".split()  # noqa: SIM905 - a list of words is easier to read as words


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), max_size=12))
def test_any_lines_made_of_words_of_the_notation(lines: list[str]) -> None:
    text = HEADER + "\n".join(lines)
    check(read_text(text), text)


NASTY = ["\0", "\r", "\r\n", "\n", "\ufeff", "\u2028", "\x0c", "\x85", "\ud800", "\u202e", "e\u0301", "😀"]
NASTY += ["x" * 5000, "9" * 5000, *"#:|?éﬁİß\t-'", "~ 1", "{name}", "%s", ".."]


def real_text(rng: Random) -> str:
    """The text of a game, whole or as somebody saw it."""
    table = random_table(rng, (*Edition.names(), EVERYTHING), changes=3)
    game = played(table, rng.getrandbits(32), accuse=0.05, steps=rng.randint(0, 40))
    seat = rng.choice([None, *game.setup.seats])
    return dumps(rng.choice([game.record, game.view(seat).record]))


def something_slips_in(text: str, rng: Random) -> str:
    i = rng.randint(0, len(text))
    return text[:i] + rng.choice(NASTY) + text[i:]


def something_falls_out(text: str, rng: Random) -> str:
    i, j = sorted(rng.randint(0, len(text)) for _ in range(2))
    return text[:i] + text[rng.choice([j, i + 1, i + 3]) :]


def a_line_is_doubled_elsewhere(text: str, rng: Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(lines)


def signs_are_mistaken(text: str, rng: Random) -> str:
    mistakes = [("!", "|"), ("|", " "), (" ", "\t"), ("a", "A"), ("e", "é"), ("\n", "\r\n"), ("\n", "\r")]
    return text.replace(*rng.choice(mistakes))


ACCIDENTS = (something_slips_in, something_falls_out, a_line_is_doubled_elsewhere, signs_are_mistaken)


def damaged(text: str, rng: Random) -> str:
    """The text after some accidents."""
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(ACCIDENTS)(text, rng)
    return text


@settings(max_examples=150)
@given(seeds)
def test_any_damage_to_a_real_file(seed: int) -> None:
    rng = Random(seed)
    text = damaged(real_text(rng), rng)
    check(read_text(text), text)
    check(read_bytes(text.encode("utf-8", "surrogatepass")))


@settings(max_examples=60)
@given(seeds)
def test_line_ends_of_any_kind_and_a_byte_order_mark_mean_nothing(seed: int) -> None:
    text = real_text(Random(seed))
    whole = read_text(text).whole()
    for end in ("\r\n", "\r"):
        assert read_bytes(text.replace("\n", end).encode("utf-8-sig")).whole() == whole


def test_a_separator_in_a_comment_does_not_end_the_line() -> None:
    for separator in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029":
        reading = read_text(HEADER + f"ben lacks rope # so{separator}he said\ncleo lacks rope\n")
        assert len(reading.whole().entries) == 2


def test_entries_before_broken_bytes_are_kept() -> None:
    raw = (HEADER + "ben lacks rope\ncleo lacks knife\n").encode()
    for rubbish in (b"\xff\xfe\x00", b"anna la\0cks", b"anna \xc3"):
        reading = read_bytes(raw + rubbish)
        assert reading.record is not None
        assert len(reading.record.entries) == 2
        assert isinstance(reading.failure, Unreadable)
        assert reading.failure.line == 6


def test_the_first_failure_is_the_one_that_is_told() -> None:
    reading = read_bytes((HEADER + "ben lacks rope\nben lacks pistolet\n").encode() + b"\xff")
    assert reading.failure is not None
    assert (reading.failure.line, reading.failure.place()["column"]) == (5, 11)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("ben ? green rope | cleo -", 18),
        ("ben ? green rope kitchenette", 18),
        ("zoe ? green rope study", 1),
        ("ben ? green rope study | cleo", 30),
        ("ben ? green rope study | cleo x", 31),
        ("ben ? green rope rope", 7),
        ("ben = green rope study", 23),
        ("ben = green rope study maybe", 24),
        ("ben rolls one two", 11),
        ("ben", 4),
        ("ben frobs", 5),
        ("ben ends now", 10),
        ("~ two", 3),
        ("~", 2),
        ("envelope lacks rope", 10),
        ("ben draws taxi", 11),
        ("ben @", 6),
    ],
)
def test_a_failure_points_at_the_word(line: str, column: int) -> None:
    reading = read_text(HEADER + "anna lacks rope\n" + line)
    assert isinstance(reading.failure, Unreadable)
    assert (reading.failure.line, reading.failure.column) == (5, column)
    assert reading.record is not None
    assert len(reading.record.entries) == 1


def test_an_illegal_entry_names_its_line() -> None:
    reading = read_text(HEADER + "# quite\n\nanna lacks rope\nben rolls 7 7\n")
    assert isinstance(reading.failure, IllegalEvent)
    assert (reading.failure.entry, reading.failure.line) == (2, 7)


@pytest.mark.parametrize(
    ("header", "line", "column"),
    [
        ("", 1, 1),
        ("players:", 1, 1),
        ("players: anna ben", 1, 10),
        ("players: anna ben cleo\nedition: clasic", 2, 10),
        ("players: anna ben cleo\nedition: " + "x" * 5000, 2, 10),
        ("players: anna ben cleo\nedition: a\0b", 2, 10),
        ("players: anna ben cleo\nme: dave", 2, 5),
        ("players: anna ben cleo\nhand: rope", 2, 7),
        ("players: anna ben cleo\nme: anna\nhand: rope ropey", 3, 7),
        ("players: anna ben cleo\nhands: many", 2, 8),
        ("players: anna ben cleo\nhands: 9 9", 2, 8),
        ("players: anna ben cleo\nrules: dice=9", 2, 8),
        ("players: anna ben cleo\nrules: dice", 2, 8),
        ("players: anna ben cleo\nrules: knights=2", 2, 8),
        ("players: anna ben cleo\nplayers: anna ben cleo", 2, 1),
        ("players: anna ben cleo\ncolour: red", 2, 1),
    ],
)
def test_a_faulty_header_names_its_line(header: str, line: int, column: int) -> None:
    reading = read_text(header)
    assert reading.record is None
    assert isinstance(reading.failure, Unreadable)
    assert (reading.failure.line, reading.failure.column) == (line, column)


def test_files_that_cannot_be_opened_are_no_crash(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.case"):
        reading = read_file(path)
        assert reading.record is None
        assert isinstance(reading.failure, Unreadable)


def test_a_huge_file_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = tmp_path / "huge.case"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert read_file(path).failure is not None


# Time.

LONG: dict[str, Callable[[int], str]] = {
    "questions": lambda n: "ben ? green rope study | cleo - | anna ! rope\n" * n,
    "strikes": lambda n: "ben lacks rope\n" * n + "".join(f"~ {i}\n" for i in range(1, n + 1)),
    "strikes of strikes": lambda n: (
        "ben lacks rope\n" + "".join(f"~ 1\n~ {2 * i}\n" for i in range(1, n + 1))
    ),
    "one long line": lambda n: "ben lacks " + "rope " * (8 * n),
    "one long question": lambda n: "ben ? plum pipe hall " + "| cleo - | anna - " * (3 * n),
    "one long word": lambda n: "x" * (200 * n),
    "comments": lambda n: "# nothing\n" * (8 * n),
    "header without end": lambda n: "a" * (200 * n) + " " * (200 * n),
}


@pytest.mark.parametrize("kind", LONG)
def test_four_times_the_text_takes_about_four_times_as_long(kind: str) -> None:
    def seconds(n: int) -> float:
        text, best = HEADER + LONG[kind](n), float("inf")
        for _ in range(3):
            start = process_time()
            read_text(text)
            best = min(best, process_time() - start)
        return best

    # A quadratic reader would need sixteen times as long.
    assert seconds(4 * 800) < 9 * seconds(800) + 0.02


def test_fifty_thousand_entries_are_read_in_seconds() -> None:
    start = process_time()
    text = HEADER + LONG["questions"](30_000) + "".join(f"~ {i}\n" for i in range(1, 20_001))
    assert len(read_text(text).whole().entries) == 50_000
    assert process_time() - start < 15
