"""House rules in words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from sleuth.houserules import HouseRules
from sleuth.language import N_, say, say_many

_MOVING: Mapping[str, Mapping[object, str]] = {
    "first": {
        "seat": N_("The first player in the list starts."),
        "pawn": N_("Whoever has the edition’s first pawn starts."),
        "highest_roll": N_("The highest roll starts."),
    },
    "dice": {1: N_("One die is rolled."), 2: N_("Two dice are rolled.")},
    "roll": {
        "exact": N_("Along the path the whole roll is used; to enter a room it may be more than enough."),
        "up_to": N_("A move may be shorter than the roll."),
    },
    "revisit": {
        True: N_("A square may be entered twice in one move."),
        False: N_("No square is entered twice in one move."),
    },
    "blocking": {
        "block": N_("Pawns are in each other’s way."),
        "hop": N_("Pawns may be jumped over."),
        "none": N_("Pawns are never in each other’s way."),
    },
    "stay": {
        "must_leave": N_("Leave a room before you ask there again."),
        "if_summoned": N_("Whoever was called into a room by a question may stay and ask there."),
        "free": N_("You may stay in a room."),
    },
    "repeat": {True: N_("You may ask again and again in the same room.")},
    "summons": {
        "pawns": N_("A question brings the suspect’s pawn into the room."),
        "tokens": N_("A question moves tokens only; the players’ pawns stay where they are."),
    },
    "passages": {
        True: N_("A secret passage may be taken instead of rolling."),
        False: N_("The secret passages are closed."),
    },
    "accuse": {
        "anywhere": N_("Accuse wherever you stand, in your own turn."),
        "centre": N_("Go to the centre to accuse."),
        "accused_room": N_("Accuse in the room that you accuse."),
    },
    "bonus": {True: N_("Bonus cards are in play.")},
}
_ALWAYS: Mapping[str, Mapping[object, str]] = {
    "board": {False: N_("No board: any room may be named at any time.")},
    "leftover": {
        "uneven": N_("All cards are dealt; some hands may be one card larger."),
        "face_up": N_("Every hand has the same size; cards left over lie face up."),
        "face_down": N_(
            "Every hand has the same size; cards left over lie face down for whoever goes to the centre."
        ),
    },
    "own_cards": {
        True: N_("You may name your own cards."),
        False: N_("You may not name your own cards."),
    },
    "auto_win": {
        "proof": N_("Whoever can prove the case wins at once; nobody accuses."),
        "suggestion": N_("Whoever asks for the very cards of the envelope wins at once; nobody accuses."),
    },
}


def describe_rules(rules: HouseRules, lang: str) -> list[str]:
    """All rules, a sentence each; what a game without a board does not need is left out."""
    return list(_sentences(rules, lang))


def describe_changes(rules: HouseRules, base: HouseRules, lang: str) -> list[str]:
    """The rules that differ from `base`, a sentence each."""
    known = set(describe_rules(base, lang))
    changes = [sentence for sentence in describe_rules(rules, lang) if sentence not in known]
    if base.bonus and not rules.bonus:
        changes.append(say(lang, N_("The bonus cards stay in the box.")))
    return changes


def _sentences(rules: HouseRules, lang: str) -> Iterator[str]:
    said = {**_ALWAYS, **(_MOVING if rules.board else {})}
    for key in (field.name for field in fields(rules)):
        sentence = said.get(key, {}).get(getattr(rules, key))
        if sentence:
            yield say(lang, sentence)
    if rules.slots:
        yield say_many(
            lang,
            "{n} card lies face down; a question that nobody answers earns a look at it.",
            "{n} cards lie face down in a row; a question that nobody answers earns a look at one of them.",
            rules.slots,
        )
    if rules.board and rules.question and not rules.bonus:
        yield say_many(
            lang,
            "A question mark on a die counts for {n} square.",
            "A question mark on a die counts for {n} squares.",
            rules.question_pips,
        )
    if rules.board and rules.question and rules.bonus:
        yield say_many(
            lang,
            "A question mark on a die draws a bonus card and counts for {n} square.",
            "A question mark on a die draws a bonus card and counts for {n} squares.",
            rules.question_pips,
        )
