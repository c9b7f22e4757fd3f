"""Checks an edition file and names every field that does not hold together."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sleuth.board_check import check_board
from sleuth.edition_file import LARGEST_FILE, Raw, build, rule_words
from sleuth.errors import BadEdition, BadSetup
from sleuth.houserules import HouseRules
from sleuth.language import LANGUAGES, N_
from sleuth.shape import Anything, Either, Listing, OneOf, Shape, Table, misfits

ID = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")

NAMES: dict[str, Shape] = {
    **dict.fromkeys(LANGUAGES, str),
    "also": Listing(str),
    "said": Table(may=dict.fromkeys(LANGUAGES, str)),
    "verified": bool,
}
NAMED = Table({"id": str}, NAMES)
SQUARE = Listing(int, 2)
GO = OneOf(("N", "E", "S", "W"))
DOOR = Table({"room": str, "at": Either(SQUARE)}, {"go": GO, "accuse": OneOf(("centre",))})
BOARD = Table(
    {
        "rooms": str,
        "map": str,
        "letters": Table(rest=str),
        "doors": Listing(DOOR),
        "starts": Table(rest=Either(SQUARE)),
    },
    {
        "centre": NAMED,
        "passages": Listing(Listing(str, 2)),
        "walls": Listing(Table({"at": SQUARE, "go": GO})),
        "links": Listing(Listing(SQUARE, 2)),
        "verified": bool,
    },
)
BONUS = Table(
    {"id": str, "effect": str},
    {
        **NAMES,
        "text": Table(may=dict.fromkeys(LANGUAGES, str)),
        "timing": OneOf(("immediate", "keep")),
        "visibility": OneOf(("public", "private")),
        "copies": int,
        "amount": int,
        "target": str,
    },
)
EDITION = Table(
    {
        "edition": Table(
            {"language": OneOf(LANGUAGES), "players": Listing(int, 2)},
            {**NAMES, "pawns": Either(Listing(NAMED))},
        ),
        "categories": Table(rest=Table(may=NAMES)),
        "cards": Table(rest=Listing(NAMED)),
    },
    {
        "rules": Table(rest=Anything),
        "rules_for": Table(rest=Table(rest=Anything)),
        "board": BOARD,
        "bonus": Listing(BONUS),
        "notes": Listing(Table(may=dict.fromkeys(LANGUAGES, str))),
    },
)

EFFECTS: Mapping[str, str] = {
    "extra_turn": "",
    "roll_bonus": "",
    "move_to": "destination",
    "move_other": "sending",
    "suggest_again": "",
    "suggest_any_room": "",
    "peek": "hand",
    "reveal_named": "card",
    "reveal_choice": "category",
    "all_show_left": "",
    "all_reveal_one": "",
    "refuse_refute": "",
    "spy_on_refutation": "",
    "add_passage": "",
    "clock": "",
}
"""The vocabulary of bonus cards: each effect, and what kind of target it has."""
ON_A_BOARD = frozenset(["roll_bonus", "move_to", "move_other", "add_passage"])

Named = tuple[str, Raw]
"""A thing with names, and the field where it stands."""


def check_file(path: str) -> list[BadEdition]:
    """Every inconsistency of an edition file."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST_FILE:
            return [BadEdition(N_("The file is too large to be an edition."), field="")]
        raw = tomllib.loads(file.read_text("utf-8"))
    except OSError:
        return [BadEdition(N_("The file cannot be opened."), field="")]
    except UnicodeDecodeError:
        return [BadEdition(N_("The file is not UTF-8 text."), field="")]
    except tomllib.TOMLDecodeError as problem:
        return [_not_toml(str(problem))]
    except RecursionError:
        return [BadEdition(N_("The file is nested too deeply."), field="")]
    return check(raw, file.parent)


def _not_toml(why: str) -> BadEdition:
    place = re.search(r"at line (\d+), column (\d+)", why)
    if not place:
        return BadEdition(N_("This is not TOML: it ends too early."), field="")
    line, column = place.groups()
    return BadEdition(
        N_("This is not TOML: line {line}, column {column}."), field="", line=line, column=column
    )


def check(raw: Raw, folder: Path) -> list[BadEdition]:
    """Every inconsistency of an edition's tables; their shapes first, since the rest builds on them."""
    problems = list(misfits(raw, EDITION, ""))
    problems = problems or list(_deck(raw))
    problems = problems or [
        *_ids(raw),
        *_missing_names(raw),
        *_rules(raw),
        *_bonus(raw),
        *check_board(raw, folder),
    ]
    return problems or list(_players(raw, folder))


def _deck(raw: Raw) -> Iterator[BadEdition]:
    categories, cards, pawns = raw["categories"], raw["cards"], raw["edition"].get("pawns", [])
    if not 2 <= raw["edition"]["players"][0] <= raw["edition"]["players"][1]:
        yield BadEdition(N_("The fewest players come first, and at least two play."), field="edition.players")
    if not categories:
        yield BadEdition(N_("There must be at least one category."), field="categories")
    for category in categories:
        if not cards.get(category):
            yield BadEdition(N_("This category has no cards."), field=f"cards.{category}")
    for category in cards:
        if category not in categories:
            yield _unknown_category(f"cards.{category}", category)
    if isinstance(pawns, str) and pawns not in categories:
        yield _unknown_category("edition.pawns", pawns)


def _unknown_category(at: str, category: str) -> BadEdition:
    return BadEdition(N_("There is no category “{category}”."), field=at, category=category)


def _cards(raw: Raw) -> list[Named]:
    return [
        (f"cards.{name}[{i}]", card)
        for name in raw["categories"]
        for i, card in enumerate(raw["cards"][name])
    ]


def _pawns(raw: Raw) -> list[Named]:
    pawns = raw["edition"].get("pawns", [])
    return [] if isinstance(pawns, str) else [(f"edition.pawns[{i}]", pawn) for i, pawn in enumerate(pawns)]


def _centre(raw: Raw) -> list[Named]:
    centre = raw.get("board", {}).get("centre")
    return [("board.centre", centre)] if centre else []


def _bonus_cards(raw: Raw) -> list[Named]:
    return [(f"bonus[{i}]", card) for i, card in enumerate(raw.get("bonus", ()))]


def _ids(raw: Raw) -> Iterator[BadEdition]:
    for category in raw["categories"]:
        yield from _bad_ids([(f"categories.{category}", {"id": category})], "")
    for group in ([*_cards(raw), *_centre(raw)], _pawns(raw), _bonus_cards(raw)):
        yield from _bad_ids(group, ".id")


def _bad_ids(group: Iterable[Named], part: str) -> Iterator[BadEdition]:
    seen: set[str] = set()
    for at, thing in group:
        name = thing["id"]
        if name in seen:
            yield BadEdition(N_("The id “{id}” is used twice."), field=at + part, id=name)
        if not ID.fullmatch(name):
            yield BadEdition(
                N_("An id is one word of small letters and digits, like “rope”; “{id}” is not."),
                field=at + part,
                id=name,
            )
        seen.add(name)


def _missing_names(raw: Raw) -> Iterator[BadEdition]:
    """A language that is used for one name must be used for all."""
    categories = [(f"categories.{key}", names) for key, names in raw["categories"].items()]
    texts = [(f"{at}.text", card["text"]) for at, card in _bonus_cards(raw) if "text" in card]
    notes = [(f"notes[{i}]", note) for i, note in enumerate(raw.get("notes", ()))]
    cards = _cards(raw)
    things = [
        ("edition", raw["edition"]),
        *categories,
        *cards,
        *_pawns(raw),
        *_centre(raw),
        *_bonus_cards(raw),
    ]
    used = {raw["edition"]["language"], *(lang for _, names in cards for lang in LANGUAGES if lang in names)}
    for at, names in [*things, *texts, *notes]:
        for lang in LANGUAGES:
            if lang in used and lang not in names:
                yield BadEdition(N_("The name or text in this language is missing."), field=f"{at}.{lang}")
            elif lang in names and not names[lang].strip():
                yield BadEdition(N_("This is empty."), field=f"{at}.{lang}")


def _rules(raw: Raw) -> Iterator[BadEdition]:
    fewest, most = raw["edition"]["players"]
    yield from _rule_table(raw, raw.get("rules", {}), "rules")
    for players, rules in raw.get("rules_for", {}).items():
        at = f"rules_for.{players}"
        if not (
            players.isascii() and players.isdigit() and len(players) < 4 and fewest <= int(players) <= most
        ):
            yield BadEdition(N_("This is no number of players for this edition."), field=at)
        yield from _rule_table(raw, rules, at)


def _rule_table(raw: Raw, rules: Raw, at: str) -> Iterator[BadEdition]:
    words = rule_words(rules)
    for key, word in words.items():
        try:
            HouseRules().with_words({key: word})
        except BadSetup as problem:
            yield BadEdition(problem.sentence, field=f"{at}.{key}", **problem.values)
    yield from (BadEdition(why, field=f"{at}.{key}") for key, why in _unmet(raw, words))


def _unmet(raw: Raw, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """House rules that need a part that this edition does not have."""
    pieces = {card["id"] for _, card in _cards(raw)}
    if words.get("board") == "yes" and "board" not in raw:
        yield "board", N_("This edition has no board.")
    if words.get("accuse") == "centre" and not _centre(raw):
        yield "accuse", N_("The board has no centre.")
    if words.get("bonus") == "yes" and not raw.get("bonus"):
        yield "bonus", N_("This edition has no bonus cards.")
    if words.get("summons") == "pawns" and any(pawn["id"] not in pieces for _, pawn in _pawns(raw)):
        yield "summons", N_("A question can summon pawns only if they are cards.")


def _bonus(raw: Raw) -> Iterator[BadEdition]:
    for at, card in _bonus_cards(raw):
        effect = card["effect"]
        if effect in EFFECTS:
            yield from _bonus_card(raw, card, at)
        else:
            known = ", ".join(EFFECTS)
            sentence = N_("There is no effect “{effect}”; there are: {known}.")
            yield BadEdition(sentence, field=f"{at}.effect", effect=effect, known=known)


def _bonus_card(raw: Raw, card: Raw, at: str) -> Iterator[BadEdition]:
    effect, target = card["effect"], card.get("target", "")
    known = _targets(raw, EFFECTS[effect])
    if effect in ON_A_BOARD and "board" not in raw:
        yield BadEdition(N_("This effect needs a board."), field=f"{at}.effect")
    if effect == "roll_bonus":
        yield from _between(1, card.get("amount", 0), 12, f"{at}.amount")
    yield from _between(1, card.get("copies", 1), 99, f"{at}.copies")
    if target and not known:
        yield BadEdition(N_("This effect has no target."), field=f"{at}.target")
    elif known and target not in known:
        yield BadEdition(N_("This should be one of: {words}."), field=f"{at}.target", words=", ".join(known))


def _between(least: int, value: int, most: int, at: str) -> Iterator[BadEdition]:
    if not least <= value <= most:
        sentence = N_("This should be a number from {least} to {most}.")
        yield BadEdition(sentence, field=at, least=least, most=most)


def _targets(raw: Raw, kind: str) -> tuple[str, ...]:
    places = raw["cards"].get(raw.get("board", {}).get("rooms", ""), ())
    match kind:
        case "destination":
            return (
                "any",
                "start",
                "player",
                *(room["id"] for room in places),
                *(c["id"] for _, c in _centre(raw)),
            )
        case "sending":
            return ("any", "start")
        case "hand":
            return ("random", "holder_choice")
        case "card":
            return tuple(card["id"] for _, card in _cards(raw))
        case "category":
            return tuple(raw["categories"])
        case _:
            return ()


def _players(raw: Raw, folder: Path) -> Iterator[BadEdition]:
    """Whether there are enough pawns and cards for every number of players; everything else is sound."""
    most = raw["edition"]["players"][1]
    edition = build(raw, "", folder)
    if "board" in raw and most > len(edition.pawns):
        pawns = len(edition.pawns)
        yield BadEdition(
            N_("There are only {pawns} pawns for {most} players."),
            field="edition.players",
            pawns=pawns,
            most=most,
        )
    try:
        for players in edition.players[: len(edition.cards)]:
            edition.sizes(players)
    except BadSetup as problem:
        yield BadEdition(problem.sentence, field="edition.players", **problem.values)
