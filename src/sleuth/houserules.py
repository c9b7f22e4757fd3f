"""House rules: every variant of play as one value, so that no variant needs a class of its own."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Literal, Self, get_args, get_type_hints

from sleuth.errors import BadSetup
from sleuth.language import N_

Leftover = Literal["uneven", "face_up", "face_down"]
First = Literal["seat", "pawn", "highest_roll"]
Roll = Literal["exact", "up_to"]
Blocking = Literal["block", "hop", "none"]
Stay = Literal["must_leave", "if_summoned", "free"]
Summons = Literal["pawns", "tokens"]
Accuse = Literal["anywhere", "centre", "accused_room"]
AutoWin = Literal["off", "proof", "suggestion"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table has agreed on; an edition brings its defaults."""

    board: bool = True
    """Whether pawns move on a board; without one any room may be named at any time."""
    leftover: Leftover = "uneven"
    """Cards that do not divide evenly: larger hands for some, face up, or face down in the centre."""
    slots: int = 0
    """Duel: so many cards lie face down in numbered slots, and an unanswered question earns a peek at one."""
    first: First = "seat"
    """Who starts: the first seat, the seat with the edition's first pawn, or the highest roll."""
    pawns: tuple[str, ...] = ()
    """The pawn of each seat; by default the edition's, in seat order."""
    dice: int = 2
    question: bool = False
    """Whether one die has a question mark in place of its one, which draws a bonus card."""
    question_pips: int = 1
    """What the question mark counts for when moving."""
    roll: Roll = "exact"
    """Whether a move that ends on the path uses the whole roll or may be shorter."""
    revisit: bool = False
    """Whether a square may be entered twice in one move."""
    blocking: Blocking = "block"
    """Whether pawns block squares, may be hopped over, or do not matter."""
    stay: Stay = "if_summoned"
    """Whether one may stay in a room and ask there again: never, if a question called one in, or always."""
    repeat: bool = False
    """Whether the same room may be asked about again without having asked elsewhere or left it for a turn."""
    summons: Summons = "pawns"
    """Whether a question moves the named suspect's pawn, or only tokens."""
    own_cards: bool = True
    """Whether one may name one's own cards."""
    passages: bool = True
    """Whether secret passages may be used instead of rolling."""
    accuse: Accuse = "anywhere"
    bonus: bool = False
    """Whether bonus cards are in play."""
    auto_win: AutoWin = "off"
    """The research papers' game: proving the case, or naming it, wins at once."""

    def with_words(self, words: dict[str, str]) -> Self:
        """These rules with `key=value` words applied, as in a record's header."""
        return replace(self, **{key: _value(key, word) for key, word in words.items()})  # type: ignore[arg-type]

    def words(self, base: HouseRules) -> dict[str, str]:
        """The `key=value` words that lead from `base` to these rules."""
        mine = {f.name: getattr(self, f.name) for f in fields(self)}
        return {key: _word(value) for key, value in mine.items() if value != getattr(base, key)}


def rule_words(text: str) -> dict[str, str]:
    """The words of a line like `leftover=face_up dice=1`."""
    found: dict[str, str] = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if not sign:
            raise BadSetup(N_("House rules are written key=value, not “{word}”."), word=word)
        if key in found:
            raise BadSetup(N_("“{key}” is given twice; say it once."), key=key)
        found[key] = value
    return found


def in_order(text: str) -> str:
    """The same line, whatever the order in which its rules were given."""
    return " ".join(f"{key}={value}" for key, value in sorted(rule_words(text).items()))


def _word(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def _value(key: str, word: str) -> object:
    hints = get_type_hints(HouseRules)
    if key not in hints:
        raise BadSetup(
            N_("There is no house rule “{key}”. The rules are: {known}."),
            key=key,
            known=tuple(sorted(hints)),
        )
    kind = hints[key]
    choices = {bool: ("yes", "no")}.get(kind) or tuple(map(str, get_args(kind)))
    if kind is int and word.isascii() and word.isdigit() and int(word) <= 99:
        return int(word)
    if kind is bool and word in choices:
        return word == "yes"
    if key == "pawns":
        return tuple(word.split(",")) if word else ()
    if kind not in (int, bool) and word in choices:
        return word
    raise BadSetup(
        N_("The house rule “{key}” cannot be “{word}”; it can be: {choices}."),
        key=key,
        word=word,
        choices=", ".join(choices) or "0, 1, 2, …",
    )
