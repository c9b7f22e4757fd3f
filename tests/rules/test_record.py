"""Records: entries that no table can have seen, and corrections."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from sleuth.cards import CardSet
from sleuth.edition import Edition
from sleuth.errors import IllegalEvent
from sleuth.events import Accused, Passed, Showed, Suggested
from sleuth.record import Log, Record

PLAYERS = ["Anna", "Ben", "Cleo"]


def notebook(*lines: str, edition: str = "classic", players: list[str] = PLAYERS, **header: Any) -> Record:
    record = Record.new(Edition.load(edition), players, **header)
    for line in lines:
        record = record.read(line)
    return record


def duel(*lines: str) -> Record:
    return notebook(*lines, edition="three-investigators", players=["Anna", "Ben"])


IMPOSSIBLE = {
    "ben ? green rope study | anna - | cleo -": "Cleo answers before Anna.",
    "ben ? green rope study | cleo - | cleo -": "Everyone answers at most once.",
    "ben ? green rope study | ben !": "Ben asked and cannot answer.",
    "ben ? green rope study | cleo ! knife": "“knife” was shown but not asked for.",
    "ben ? green rope study | cleo ! rope | anna -": "Nobody answers after a card was shown.",
    "ben has scarlet mustard white green peacock plum rope": "Ben holds 6 cards, not 7.",
    "ben has scarlet scarlet": "A card is named twice.",
    "ben ! rope > ben": "Nobody shows a card to themselves.",
    "ben peeks 1 rope": "There is no face-down slot 1; there are 0.",
    "ben rolls 3": "2 dice are rolled, each showing 1-6.",
    "ben rolls 3 7": "2 dice are rolled, each showing 1-6.",
    "ben rolls 3 ?": "2 dice are rolled, each showing 1-6.",
    "ben @ 0,0": "There is no path square 0,0.",
    "~ 2": "There is no earlier entry 2 to strike.",
    "~ 0": "There is no earlier entry 0 to strike.",
}


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_an_impossible_entry_is_refused_with_its_number_and_rule(line: str) -> None:
    record = notebook("anna has scarlet rope")
    with pytest.raises(IllegalEvent) as caught:
        record.read(line)
    assert caught.value.entry == 2
    assert caught.value.rule == IMPOSSIBLE[line]


def test_whoever_accused_wrongly_neither_asks_nor_accuses() -> None:
    record = notebook("ben = plum pipe hall x")
    for line in ("ben ? plum pipe hall", "ben = plum pipe study x"):
        with pytest.raises(IllegalEvent, match="Ben accused wrongly"):
            record.read(line)


def test_whoever_accused_wrongly_still_answers() -> None:
    assert len(notebook("ben = plum pipe hall x", "anna ? plum pipe study | ben !").entries) == 2


@pytest.mark.parametrize("end", ["ben = plum pipe hall ok", "envelope ! plum pipe hall"])
def test_nothing_happens_after_the_end(end: str) -> None:
    with pytest.raises(IllegalEvent, match="The game is over"):
        notebook(end, "cleo ? plum pipe hall")


def test_a_hand_may_still_be_noted_after_the_end() -> None:
    assert len(notebook("ben = plum pipe hall ok", "cleo has rope knife").entries) == 2


def test_a_card_seen_in_a_slot_stays_there() -> None:
    with pytest.raises(IllegalEvent, match="was seen in slot 2 before"):
        duel("anna peeks 2 auto", "ben peeks 3 auto")
    with pytest.raises(IllegalEvent, match="was seen in slot 2 before"):
        duel("anna peeks 2 auto", "ben peeks 2 papagei")


def test_only_a_question_has_answers() -> None:
    record = notebook()
    with pytest.raises(IllegalEvent, match="Only a question has answers"):
        record.append(Accused(0, (0, 6, 12), False), Passed(1))
    with pytest.raises(IllegalEvent, match="An answer needs a question"):
        record.append(Showed(1, None, 0))
    with pytest.raises(IllegalEvent, match="shown to the one who asked"):
        record.append(Suggested(0, (0, 6, 12)), Showed(1, None, 2))


def test_a_refused_entry_leaves_the_record_as_it_was() -> None:
    record = notebook("anna has scarlet rope")
    with pytest.raises(IllegalEvent):
        record.read("~ 7")
    assert len(record.read("ben lacks knife").read("~ 2").standing) == 1


# Corrections.


def numbers(record: Record) -> list[int]:
    return [entry.number for entry in record.standing]


def test_a_struck_entry_stays_and_no_longer_counts() -> None:
    record = notebook("ben lacks rope", "cleo lacks knife", "~ 1")
    assert len(record.entries) == 3
    assert numbers(record) == [2]


def test_striking_a_correction_restores_the_entry() -> None:
    assert numbers(notebook("ben lacks rope", "~ 1", "~ 2")) == [1]


def test_an_entry_struck_twice_is_restored_when_both_corrections_are_struck() -> None:
    twice = ("ben lacks rope", "~ 1", "~ 1")
    assert numbers(notebook(*twice, "~ 2")) == []
    assert numbers(notebook(*twice, "~ 2", "~ 3")) == [1]


def test_a_restored_entry_is_struck_again_by_its_own_number() -> None:
    with pytest.raises(IllegalEvent, match="strike entry 1 instead"):
        notebook("ben lacks rope", "~ 1", "~ 2", "~ 3")
    assert numbers(notebook("ben lacks rope", "~ 1", "~ 2", "~ 1")) == []


def test_a_struck_accusation_puts_its_accuser_back_into_the_game() -> None:
    record = notebook("ben = plum pipe hall x", "~ 1", "ben ? plum pipe hall")
    assert numbers(record) == [3]


def test_a_correction_that_would_make_a_later_entry_impossible_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="Ben accused wrongly") as caught:
        notebook("ben = plum pipe hall x", "~ 1", "ben ? plum pipe hall", "~ 2")
    assert caught.value.entry == 3


def test_an_entry_that_has_become_impossible_is_not_restored() -> None:
    lines = ("ben ? plum pipe hall", "~ 1", "ben = plum pipe hall x")
    assert numbers(notebook(*lines, "~ 2")) == [1, 3], "he asked first and accused later"
    with pytest.raises(IllegalEvent, match="Ben accused wrongly"):
        notebook("ben = plum pipe hall x", "~ 1", "ben ? plum pipe hall", "~ 3", "~ 2", "~ 4")


def test_the_end_of_the_game_is_not_restored_over_what_happened_since() -> None:
    with pytest.raises(IllegalEvent, match="The game is over"):
        notebook("ben = plum pipe hall ok", "~ 1", "cleo rolls 1 2", "~ 2")


def test_a_look_at_a_slot_is_not_restored_against_a_later_one() -> None:
    with pytest.raises(IllegalEvent, match="was seen in slot"):
        duel("anna peeks 2 auto", "~ 1", "anna peeks 2 papagei", "~ 2")


# Views of a notebook.


def test_a_notebooks_view_is_its_keepers() -> None:
    record = notebook("ben ? green rope study | cleo ! rope", me="Ben", hand=[0, 1, 2, 3, 4, 5])
    view = record.view()
    assert view.seat == 1
    assert view.hand == CardSet.of(range(6))
    assert view.record == record


def test_the_keepers_secrets_are_not_in_anothers_view() -> None:
    record = notebook("ben ? green rope study | cleo ! rope", me="Ben", hand=[0, 1, 2, 3, 4, 5])
    view = record.view("anna")
    assert view.hand is None
    assert view.record.setup.hand is None
    assert view.record.events[1] == Showed(2, None, 1)


def test_a_hand_told_in_parts_is_one_hand() -> None:
    record = notebook("ben has scarlet rope", "ben has knife", me="Ben")
    assert record.view().hand == CardSet.of(Edition.load("classic").card(word) for word in ("sc", "ro", "kn"))


# The log.


def test_a_log_is_a_sequence() -> None:
    log = Log("abc").plus("d")
    assert (log[0], log[-1], log[1:3], log[::-1]) == ("a", "d", ["b", "c"], ["d", "c", "b", "a"])
    assert list(log) == ["a", "b", "c", "d"]
    assert hash(log) == hash(Log("abcd"))
    with pytest.raises(IndexError):
        log[4]


def test_branches_of_a_log_do_not_see_each_other() -> None:
    stem = Log("ab")
    one, other = stem.plus("c"), stem.plus("d")
    assert (list(stem), list(one), list(other)) == (["a", "b"], ["a", "b", "c"], ["a", "b", "d"])


def test_branches_that_begin_alike_do_not_see_each_other_either() -> None:
    stem = Log("ab")
    one, other, short = stem.plus("c", "d"), stem.plus("c", "e"), stem.plus("c")
    assert [list(log)[2:] for log in (one, other, short)] == [["c", "d"], ["c", "e"], ["c"]]
    assert list(short.plus("f")) == ["a", "b", "c", "f"]
    assert list(one) == ["a", "b", "c", "d"]


def test_many_threads_may_append_to_the_same_log() -> None:
    stem: Log[int] = Log(range(3))
    longer: list[Log[int]] = []

    def grow(start: int) -> None:
        longer.extend(stem.plus(start + i).plus(-start - i) for i in range(500))

    threads = [threading.Thread(target=grow, args=(1000 * n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(log[:3] == [0, 1, 2] and log[3] == -log[4] for log in longer)
    assert len({log[3] for log in longer}) == 2000
