"""Case files: reading a whole record from text, the good prefix and the first failure; and writing it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from sleuth.cards import Card
from sleuth.edition import Edition
from sleuth.errors import BadSetup, IllegalEvent, SleuthError, Unreadable
from sleuth.houserules import HouseRules, rule_words
from sleuth.language import N_
from sleuth.notation import format_entry, located, parse
from sleuth.record import Record
from sleuth.setup import Setup

LARGEST = 4_000_000
"""Bytes; a whole evening is some 20,000."""

T = TypeVar("T")

KEYS = ("edition", "players", "me", "hand", "hands", "table", "rules")
_LINE_END = re.compile(r"\r\n|\r|\n")  # and nothing else: a form feed in a comment does not end it
_HEADER = re.compile(r"\s*(?P<key>[A-Za-z]+)\s*:(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a case file: the good prefix, and the first failure if there was one."""

    record: Record | None
    failure: SleuthError | None = None
    lines: tuple[int, ...] = ()
    """The line of the file on which each entry stands, that of the failing one too."""

    def whole(self) -> Record:
        """The record, if all of it could be read."""
        if self.failure is not None:
            raise self.failure
        assert self.record is not None
        return self.record


@dataclass(frozen=True, slots=True)
class _Field:
    """A header line: where its value stands and what it says."""

    value: str
    line: int
    column: int


@dataclass(slots=True)
class _Lines:
    """A file split into its header and its entries."""

    header: dict[str, _Field] = field(default_factory=dict)
    entries: list[tuple[int, str]] = field(default_factory=list)


def load(path: str | Path) -> Record:
    """The record in a case file."""
    return read_file(path).whole()


def loads(text: str, *, folder: Path | None = None) -> Record:
    """The record in a text; edition files are looked for beside `folder`."""
    return read_text(text, folder=folder).whole()


def dumps(record: Record, *, edition: str | None = None) -> str:
    """A record as text; reading it gives the record back. `edition`: the edition's file, if it has one."""
    lines = [*_format_header(record.setup, edition or record.setup.edition.name), ""]
    lines += [format_entry(entry.events, record.setup) for entry in record.entries]
    return "\n".join(lines) + "\n"


def read_file(path: str | Path) -> Reading:
    """As much of a file as can be read."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)  # never more, so that an endless file is no trap
    except OSError as error:
        return _placed(Reading(None, _cannot_open(error).at(0, 0)), path)
    return _placed(read_bytes(raw, folder=path.parent), path)


def _placed(reading: Reading, path: Path) -> Reading:
    """A reading whose failure knows its file."""
    if reading.failure is not None:
        reading.failure.file = str(path)
    return reading


def _cannot_open(error: OSError) -> Unreadable:
    match error:
        case FileNotFoundError():
            return Unreadable(N_("There is no such file."))
        case IsADirectoryError():
            return Unreadable(N_("This is a folder, not a file."))
        case PermissionError():
            return Unreadable(N_("This file may not be read: it belongs to somebody else."))
        case _:
            return Unreadable(N_("This file cannot be opened: {why}."), why=error.strerror)


def read_bytes(raw: bytes, *, folder: Path | None = None) -> Reading:
    """As much of a file's bytes as can be read."""
    if len(raw) > LARGEST:
        too_large = N_("This file is over {size} MB; no case file is that large. Is it the right one?")
        return Reading(None, Unreadable(too_large, size=LARGEST // 1_000_000).at(0, 0))
    try:
        text = raw.decode("utf-8-sig")
        good = text.find("\0")
    except UnicodeDecodeError as error:
        text = raw[: error.start].decode("utf-8-sig")
        good = len(text)
    return read_text(text, folder=folder) if good < 0 else _read_before(text, good, folder)


def _read_before(text: str, end: int, folder: Path | None) -> Reading:
    """What stands on the lines before the one where a file stops being text."""
    line = text.count("\n", 0, end) + 1
    reading = read_text(text[: text.rfind("\n", 0, end) + 1], folder=folder)
    if reading.record is not None and reading.failure is not None:
        return reading
    no_text = Unreadable(N_("This is not a text file in UTF-8; save it as plain text.")).at(line)
    return Reading(reading.record, no_text, reading.lines)


def read_text(
    text: str, *, folder: Path | None = None, editions: Callable[[str], Edition] | None = None
) -> Reading:
    """As much of a text as can be read: never half an entry; `editions` finds, or refuses, an edition."""
    try:
        lines = _split(text)
        setup = _read_header(lines.header, editions or partial(_edition, folder=folder))
    except SleuthError as error:
        return Reading(None, error)
    return _read_entries(Record(setup), lines.entries)


def _split(text: str) -> _Lines:
    lines = _Lines()
    for number, line in enumerate(_LINE_END.split(text), 1):
        bare = line.partition("#")[0]
        match = _HEADER.fullmatch(bare)
        if match and not lines.entries:
            _add_field(lines.header, match, number)
        elif bare.strip():
            lines.entries.append((number, line))
    return lines


def _add_field(header: dict[str, _Field], match: re.Match[str], line: int) -> None:
    key, value = match["key"].lower(), match["value"]
    column = match.start("value") + 1 + len(value) - len(value.lstrip())
    if key not in KEYS:
        raise Unreadable(
            N_("There is no header “{key}”; the headers are: {known}."), key=key, known=", ".join(KEYS)
        ).at(line, 1, KEYS)
    if key in header:
        raise Unreadable(N_("The header “{key}” stands here a second time."), key=key).at(line)
    header[key] = _Field(value.strip(), line, column)


def _read_header(header: dict[str, _Field], editions: Callable[[str], Edition]) -> Setup:
    if not header.get("players") or not header["players"].value:
        line = header["players"].line if "players" in header else 1
        raise Unreadable(
            N_("The players are missing: a case file needs a line “players: anna ben cleo”.")
        ).at(line)
    edition = _at(header, "edition", editions, Edition.load("classic"))
    players = tuple(header["players"].value.split())
    rules = _at(header, "rules", lambda value: _rules(edition, players, value), None)
    cards = {key: _at(header, key, lambda value: _cards(edition, value), None) for key in ("hand", "table")}
    hands = _at(header, "hands", _numbers, None)
    me = header["me"].value if "me" in header else None
    try:
        return Setup.of(
            edition, players, rules=rules, me=me, hand=cards["hand"], hands=hands, table=cards["table"] or ()
        )
    except SleuthError as error:
        key = error.about if isinstance(error, BadSetup) else "me"
        where = header.get(key, header["players"])
        raise located(error, where.line, where.column) from None


def _at(header: dict[str, _Field], key: str, read: Callable[[str], T], default: T) -> T:
    """A header's value, read; an error names its line and column."""
    if key not in header:
        return default
    try:
        return read(header[key].value)
    except SleuthError as error:
        raise located(error, header[key].line, header[key].column) from None


def _edition(word: str, folder: Path | None) -> Edition:
    beside = folder / word if folder is not None else None
    if word not in Edition.names() and beside is not None and beside.is_file():
        return Edition.load(str(beside))
    return Edition.load(word)


def _rules(edition: Edition, players: tuple[str, ...], value: str) -> HouseRules:
    return edition.rules_for(len(players)).with_words(rule_words(value))


def _cards(edition: Edition, value: str) -> tuple[Card, ...]:
    return tuple(edition.card(word) for word in value.split())


def _numbers(value: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\d{1,3}(\s+\d{1,3})*", value, re.ASCII):
        raise Unreadable(N_("“hands” lists how many cards each player holds, like “hands: 5 5 4 4”."))
    return tuple(map(int, value.split()))


def _read_entries(record: Record, entries: list[tuple[int, str]]) -> Reading:
    lines: list[int] = []
    for line, text in entries:
        lines.append(line)
        try:
            record = record.append(*parse(text, record.setup))
        except IllegalEvent as error:
            error.line = lines[error.entry - 1]
            return Reading(record, error, tuple(lines))
        except SleuthError as error:
            return Reading(record, located(error, line), tuple(lines))
    return Reading(record, None, tuple(lines))


def _format_header(setup: Setup, name: str) -> Iterator[str]:
    edition, n = setup.edition, len(setup.players)
    yield f"edition: {name}"
    yield f"players: {' '.join(setup.players)}"
    if setup.me is not None:
        yield f"me: {setup.players[setup.me]}"
    if setup.hand is not None:
        yield f"hand: {' '.join(edition.cards[card] for card in setup.hand)}"
    words = setup.rules.words(edition.rules_for(n))
    if setup.table:
        yield f"table: {' '.join(edition.cards[card] for card in setup.table)}"
    if setup.hands != edition.sizes(n, setup.rules).hands:
        yield f"hands: {' '.join(map(str, setup.hands))}"
    if words:
        yield f"rules: {' '.join(f'{key}={word}' for key, word in words.items())}"
