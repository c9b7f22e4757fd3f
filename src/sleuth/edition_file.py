"""Reading an edition's data file; what it says is taken as it is, the checker has looked at it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sleuth.board import Board, Door, Spot
from sleuth.edition import BonusCard, Edition, Names
from sleuth.errors import BadEdition
from sleuth.houserules import HouseRules
from sleuth.language import LANGUAGES, N_

Raw = Mapping[str, Any]
LARGEST_FILE = 1_000_000


def read(path: Path, name: str) -> Edition:
    """The edition in a file."""
    return build(tomllib.loads(path.read_text("utf-8")), name, path.parent)


def build(raw: Raw, name: str, folder: Path) -> Edition:
    """The edition that a file's tables describe."""
    head, cards = raw["edition"], raw["cards"]
    categories = tuple(raw["categories"])
    pawns = pawns_of(raw)
    return Edition(
        name=name,
        language=head["language"],
        verified=head.get("verified", True),
        categories=categories,
        cards=tuple(card["id"] for category in categories for card in cards[category]),
        category=tuple(i for i, category in enumerate(categories) for _ in cards[category]),
        place_category=categories.index(raw["board"]["rooms"]) if "board" in raw else None,
        players=range(head["players"][0], head["players"][1] + 1),
        rules=HouseRules(board="board" in raw).with_words(rule_words(raw.get("rules", {}))),
        widest_board=build_board(raw["board"], folder, [pawn["id"] for pawn in pawns])
        if "board" in raw
        else None,
        pawns=tuple(pawn["id"] for pawn in pawns),
        bonus=tuple(_bonus_card(card) for card in raw.get("bonus", ())),
        names_of=_all_names(raw, pawns),
        overrides={int(players): rule_words(rules) for players, rules in raw.get("rules_for", {}).items()},
        notes=tuple(raw.get("notes", ())),
    )


def rule_words(rules: Raw) -> dict[str, str]:
    """House rules as the words of a record's header."""
    return {key: _rule_word(value) for key, value in rules.items()}


def _rule_word(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ",".join(map(str, value))
        case _:
            return str(value)


def map_file(path: Path) -> Path | None:
    """The file beside an edition's that holds its map, if there is such a one."""
    try:
        text = path.read_text("utf-8") if path.stat().st_size <= LARGEST_FILE else ""
        name = tomllib.loads(text)["board"]["map"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None  # whatever is wrong with it, the checker will say
    return path.with_name(name) if isinstance(name, str) and _is_beside(name) else None


def _is_beside(name: str) -> bool:
    return "\n" not in name and Path(name).name == name


def map_rows(text: str, folder: Path) -> list[str]:
    """The map's rows, written in place or in a file beside the edition."""
    return (text if "\n" in text else _map_file(text, folder)).strip("\n").split("\n")


def _map_file(name: str, folder: Path) -> str:
    try:
        if _is_beside(name) and (folder / name).stat().st_size <= LARGEST_FILE:
            return (folder / name).read_text("utf-8")
    except (OSError, ValueError):
        pass
    raise BadEdition(
        N_("There is no map “{name}” in a file beside the edition."), field="board.map", name=name
    )


def build_board(raw: Raw, folder: Path, pawns: Iterable[str]) -> Board:
    """The board that a file's tables describe."""
    starts = raw.get("starts", {})
    return Board(
        rows=tuple(map_rows(raw["map"], folder)),
        glyphs=dict(raw["letters"]),
        doors=tuple(_door(door) for door in raw["doors"]),
        centre=raw.get("centre", {}).get("id"),
        starts=tuple(_spot(starts[pawn]) for pawn in pawns if pawn in starts),
        passages=_both_ways(raw.get("passages", ())),
        walls=tuple(((wall["at"][0], wall["at"][1]), wall["go"]) for wall in raw.get("walls", ())),
        links=tuple(((a[0], a[1]), (b[0], b[1])) for a, b in raw.get("links", ())),
    )


def _spot(value: Any) -> Spot:
    return value if isinstance(value, str) else (value[0], value[1])


def _door(raw: Raw) -> Door:
    return Door(raw["room"], _spot(raw["at"]), raw.get("go", ""), raw.get("accuse") == "centre")


def _both_ways(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    ways = [way for a, b in pairs for way in ((a, b), (b, a))]
    return {room: tuple(to for start, to in ways if start == room) for room, _ in ways}


def pawns_of(raw: Raw) -> list[Raw]:
    """The pawns as the file has them: a category's cards, or its own list."""
    pawns = raw["edition"].get("pawns", [])
    return list(raw["cards"][pawns]) if isinstance(pawns, str) else list(pawns)


def _bonus_card(raw: Raw) -> BonusCard:
    known = {
        key: raw[key]
        for key in ("timing", "copies", "target", "amount", "visibility", "verified")
        if key in raw
    }
    return BonusCard(raw["id"], raw["effect"], **known)


def _all_names(raw: Raw, pawns: Iterable[Raw]) -> dict[str, dict[str, Names]]:
    centre = raw.get("board", {}).get("centre")
    return {
        "edition": {"edition": _names(raw["edition"])},
        "category": {key: _names(names) for key, names in raw["categories"].items()},
        "card": {card["id"]: _names(card) for cards in raw["cards"].values() for card in cards},
        "pawn": {pawn["id"]: _names(pawn) for pawn in pawns},
        "centre": {centre["id"]: _names(centre)} if centre else {},
        "bonus": {card["id"]: _names(card) for card in raw.get("bonus", ())},
        "text": {card["id"]: Names(dict(card.get("text", {}))) for card in raw.get("bonus", ())},
    }


def _names(raw: Raw) -> Names:
    by_language = {lang: raw[lang] for lang in LANGUAGES if lang in raw}
    return Names(
        by_language, tuple(raw.get("also", ())), dict(raw.get("said", {})), raw.get("verified", True)
    )
