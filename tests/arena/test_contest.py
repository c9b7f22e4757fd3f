"""The contest protocol: our entries play in either framing, and bad programs do not stop a tournament."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sleuth.agents.registry import agent
from sleuth.arena.contest import WORDS, Foul, Mind, card_of, cards_of, word
from sleuth.arena.contest_serve import serve

ENTRY = f"{sys.executable} {Path(__file__).parent / 'entry.py'}"


def program(manner: str, framing: str = "buffer") -> str:
    return f"{ENTRY} {manner} {framing}"


def test_every_word_means_its_card() -> None:
    assert [card_of(word(card).upper()) for card in range(21)] == list(range(21))
    assert len(set(WORDS)) == 21


def test_three_cards_of_the_right_kinds_are_a_suggestion_in_any_order() -> None:
    assert cards_of(["Ba", "Sc", "Ro"]) == (0, 10, 12)
    with pytest.raises(Foul):
        cards_of(["Sc", "Mu", "Ba"])
    with pytest.raises(Foul):
        cards_of(["Xx", "Mu", "Ba"])


def test_a_mind_never_asks_the_same_twice_and_answers_every_message() -> None:
    mind = Mind(agent("stateless"), 1)
    assert mind.answer("reset 3 0 Sc Mu Wh Gr Pe Ca") == "ok"
    asked = [mind.answer("suggest") for _ in range(45)]
    assert len(set(asked)) == 45
    assert mind.answer("disprove 2 Sc Ca Ba").split()[1] in ("Sc", "Ca")
    assert mind.answer("suggestion 1 Pl Kn Ba 2") == "ok"
    assert mind.answer("accusation 1 Pl Kn Ba -") == "ok"
    assert mind.answer("done") == "dead"


def test_a_mind_accuses_what_its_own_question_proved() -> None:
    mind = Mind(agent("heuristic"), 1)
    mind.answer("reset 3 0 Sc Mu Wh Gr Ca Ba")
    assert mind.answer("accuse") == "-"
    mind.answer("suggestion 0 Pl Kn Bi -")
    assert mind.answer("accuse") == "accuse Pl Kn Bi"


def test_an_unknown_message_is_a_foul() -> None:
    with pytest.raises(Foul):
        Mind(agent("heuristic")).answer("hello")


def test_three_programs_in_two_framings_play_all_games() -> None:
    entries = serve([program("good"), program("good", "line"), program("good")], games=12, seconds=20)
    assert [entry.foul for entry in entries] == [None] * 3
    assert sum(entry.wins for entry in entries) == 12


@pytest.mark.parametrize(
    ("manner", "reason"), [("dies", "hung up"), ("rubbish", "answered"), ("lies", "showed")]
)
def test_a_bad_program_is_disqualified_with_a_reason_and_the_others_play_on(manner: str, reason: str) -> None:
    entries = serve([program("good"), program(manner), program("good")], games=12, seconds=20)
    assert entries[1].foul is not None
    assert reason in str(entries[1].foul)
    assert entries[0].foul is entries[2].foul is None
    assert all(entry.games == 12 for entry in entries)


def test_a_program_that_hangs_is_not_waited_for() -> None:
    entries = serve([program("good"), program("hangs"), program("good")], games=3, seconds=1.5)
    assert "in time" in str(entries[1].foul)
    assert entries[0].foul is entries[2].foul is None


def test_a_program_that_does_not_exist_is_disqualified() -> None:
    entries = serve([program("good"), "/no/such/program", program("good")], games=2, seconds=20)
    assert "could not be started" in str(entries[1].foul)
    assert sum(entry.wins for entry in entries) >= 0
