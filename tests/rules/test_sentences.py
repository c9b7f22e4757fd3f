"""What people say at a table, in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from sleuth.cards import Place, Seat
from sleuth.edition import Edition
from sleuth.events import (
    Accused,
    Answer,
    Dealt,
    Declined,
    Drew,
    Ended,
    Event,
    Lacked,
    Moved,
    Opened,
    Passed,
    Peeked,
    Played,
    Revealed,
    Rolled,
    Showed,
    Struck,
    Suggested,
    Tunnelled,
)
from sleuth.houserules import HouseRules
from sleuth.rule_sentences import describe_changes, describe_rules
from sleuth.scene import Outcome, Why
from sleuth.sentences import describe, describe_entry, describe_outcome
from sleuth.setup import Setup

CLASSIC = Edition.load("classic")
INVESTIGATORS = Edition.load("three-investigators")
TABLE = Setup.of(CLASSIC, ["Anna", "Ben", "Cleo", "David"])
DUEL = Setup.of(INVESTIGATORS, ["Anna", "Ben"])
EVERYTHING: list[Event] = [
    Dealt(0, (0, 10)),
    Dealt(0, None),
    Dealt(Place.ENVELOPE, (0, 6, 12)),
    Dealt(Place.TABLE, (0, 6)),
    Dealt(Place.HIDDEN, (0, 6)),
    Dealt(Place.HIDDEN, None),
    Suggested(0, (3, 10, 20)),
    Passed(0),
    Declined(0),
    Showed(0, 10, 1),
    Showed(0, None, 1),
    Showed(1, None, 0),
    Accused(0, (5, 8, 16), True),
    Accused(0, (5, 8, 16), False),
    Revealed(0, 10),
    Revealed(0, None, 1),
    Opened((5, 8, 16)),
    Lacked(0, (10,)),
    Lacked(0, (10, 16)),
    Peeked(0, 2, 10),
    Peeked(0, 2, None),
    Rolled(0, ("?", 5)),
    Moved(0, "park"),
    Moved(0, (17, 4)),
    Drew(0, "witness"),
    Played(0, "follow-up"),
    Tunnelled(0, "park"),
    Ended(0),
    Struck(7),
]


def _card(word: str) -> int:
    return CLASSIC.card(word)


@pytest.mark.parametrize(
    ("line", "you", "english", "german"),
    [
        (
            "ben ? green rope study | cleo - | david - | anna ! rope",
            None,
            "Ben asked: Mr. Green, Rope, Study. Cleo and David could not show. Anna showed the rope to Ben.",
            "Ben hat gefragt: Reverend Grün, Seil, Arbeitszimmer. Cleo und David konnten nichts zeigen. "
            "Anna hat Ben das Seil gezeigt.",
        ),
        (
            "anna ? green rope study | ben - | cleo ! rope",
            0,
            "You asked: Mr. Green, Rope, Study. Ben could not show. Cleo showed you the rope.",
            "Du hast gefragt: Reverend Grün, Seil, Arbeitszimmer. Ben konnte nichts zeigen. "
            "Cleo hat dir das Seil gezeigt.",
        ),
        (
            "ben ? green rope study | cleo - | david - | anna !",
            2,
            "Ben asked: Mr. Green, Rope, Study. You could not show. David could not show. "
            "Anna showed a card to Ben.",
            "Ben hat gefragt: Reverend Grün, Seil, Arbeitszimmer. Du konntest nichts zeigen. "
            "David konnte nichts zeigen. Anna hat Ben eine Karte gezeigt.",
        ),
        (
            "ben ? green rope study | -",
            0,
            "Ben asked: Mr. Green, Rope, Study. Nobody could show a card.",
            "Ben hat gefragt: Reverend Grün, Seil, Arbeitszimmer. Niemand konnte etwas zeigen.",
        ),
        (
            "anna = plum pipe hall x",
            0,
            "You accused: Professor Plum, Lead Pipe, Hall. That is wrong.",
            "Du hast angeklagt: Professor Bloom, Heizungsrohr, Halle. Das stimmt nicht.",
        ),
        ("ben @ kitchen", None, "Ben entered the kitchen.", "Ben hat die Küche betreten."),
        ("ben rolls 3 5", None, "Ben rolled 3 and 5.", "Ben hat 3 und 5 gewürfelt."),
        ("cleo lacks knife", 0, "Cleo does not have the knife.", "Cleo hat den Dolch nicht."),
        ("anna has rope", 0, "You hold: Rope.", "Du hast: Seil."),
        (
            "~ 1",
            0,
            "Entry 1 was a mistake and no longer counts.",
            "Eintrag 1 war ein Irrtum und zählt nicht mehr.",
        ),
    ],
)
def test_an_entry_is_told_as_at_the_table(line: str, you: Seat | None, english: str, german: str) -> None:
    from sleuth.notation import parse

    events = parse(line, TABLE)
    assert describe_entry(events, TABLE, "en", you) == english
    assert describe_entry(events, TABLE, "de", you) == german


def test_every_kind_of_event_is_among_these() -> None:
    assert {type(event) for event in EVERYTHING} == set(get_args(Event))
    assert set(get_args(Answer)) <= set(get_args(Event))


@pytest.mark.parametrize("event", EVERYTHING, ids=repr)
@pytest.mark.parametrize("you", [None, 0, 1])
def test_every_event_has_a_sentence_in_both_languages(event: Event, you: Seat | None) -> None:
    english, german = (describe(event, DUEL, lang, you) for lang in ("en", "de"))
    assert english != german
    for sentence in (english, german):
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence[-1] in ".)"
        assert "{" not in sentence


def test_the_reader_is_addressed_and_nobody_else_is() -> None:
    showed = Showed(2, _card("rope"), 0)
    assert describe(showed, TABLE, "en", 2) == "You showed the rope to Anna."
    assert describe(showed, TABLE, "de", 0) == "Cleo hat dir das Seil gezeigt."
    assert describe(showed, TABLE, "de", 1) == "Cleo hat Anna das Seil gezeigt."


@pytest.mark.parametrize("why", [Why.ACCUSATION, Why.PROOF, Why.SUGGESTION])
def test_a_win_is_told_to_winner_and_others(why: Why) -> None:
    told = [describe_outcome(Outcome(1, why), TABLE, lang, you) for lang in ("en", "de") for you in (0, 1)]
    assert len(set(told)) == 4
    assert ["Ben" in sentence for sentence in told] == [True, False, True, False]


def test_a_case_that_nobody_solved_is_told() -> None:
    assert describe_outcome(Outcome(None, Why.NOBODY), TABLE, "de") == "Niemand hat den Fall gelöst."


def test_the_duel_differs_from_the_other_games_in_three_sentences() -> None:
    duel = describe_changes(INVESTIGATORS.rules_for(2), INVESTIGATORS.rules, "en")
    assert duel == [
        "4 cards lie face down in a row; a question that nobody answers earns a look at one of them.",
        "A question mark on a die counts for 1 square.",
        "The bonus cards stay in the box.",
    ]


def test_rules_of_moving_are_not_told_without_a_board() -> None:
    with_board, without = HouseRules(), HouseRules(board=False)
    assert "Two dice are rolled." in describe_rules(with_board, "en")
    assert describe_rules(without, "en") == [
        "No board: any room may be named at any time.",
        "All cards are dealt; some hands may be one card larger.",
        "You may name your own cards.",
    ]
