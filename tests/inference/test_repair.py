"""Repairs: what a mistyped record should have said."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import sleuth as sl
from sleuth.cli import main
from sleuth.inference.notebook import infer
from sleuth.inference.repair import KNOWN, likelihood, repairs
from sleuth.language import LANGUAGES
from sleuth.record import Record
from tests.inference.mistakes import first_contradiction, planted


@pytest.fixture
def doubled() -> Record:
    """Ben showed a card that I hold myself: somebody mistyped."""
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    return record.read("anna has scarlet rope").read("anna ? plum rope hall | ben ! rope")


def test_a_possible_record_needs_no_repair() -> None:
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    assert repairs(record.read("anna has scarlet rope")) == []


def test_a_contradiction_names_its_entries(doubled: Record) -> None:
    with pytest.raises(sl.Contradiction) as caught:
        infer(doubled.view())
    assert caught.value.entries == (1, 2)
    assert caught.value.as_dict("de")["message"] == "Diese Einträge können nicht alle stimmen: #1, #2."


def test_every_repair_mends_the_record_and_can_be_taken_back(doubled: Record) -> None:
    offered = repairs(doubled)
    assert offered
    for repair in offered:
        mended = repair.apply(doubled)
        assert infer(mended.view()).deals > 0
        assert mended.entries[: len(doubled.entries)] == doubled.entries


def test_repairs_are_ranked_and_their_chances_add_up(doubled: Record) -> None:
    chances = [repair.probability for repair in repairs(doubled)]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_repair_can_be_said(doubled: Record, lang: str) -> None:
    texts = [repair.text(doubled.setup, lang, you=0) for repair in repairs(doubled)]
    assert len(set(texts)) == len(texts)
    assert all("{" not in text for text in texts)


def test_striking_is_always_on_offer(doubled: Record) -> None:
    assert {repair.entry for repair in repairs(doubled) if not repair.events} == {1, 2}


def likely(record: Record) -> float:
    return likelihood(record.setup, {entry.number: entry.events for entry in record.standing})


def test_a_question_for_a_card_that_the_asker_holds_is_less_likely() -> None:
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    record = record.read("anna has scarlet rope")
    own, other = (record.read(f"anna ? {suspect} knife hall | -") for suspect in ("scarlet", "plum"))
    assert likely(own) == pytest.approx(KNOWN * infer(own.view()).deals)
    assert likely(other) == infer(other.view()).deals


def test_a_question_for_a_card_that_the_asker_was_shown_is_less_likely() -> None:
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    record = record.read("anna has scarlet rope")
    questions = ("anna ? plum knife kitchen | ben ! kitchen", "anna ? plum knife hall | ben ! knife")
    good, silly = (record.read(first).read(second) for first, second in permutations(questions))
    assert likely(silly) == pytest.approx(KNOWN * likely(good))


def test_two_mistakes_are_said_to_be_more_than_one_change_can_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "twice.case"
    path.write_text(
        "edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n"
        "cleo lacks scarlet\nben ! scarlet\ncleo ! scarlet\nben ! rope\ncleo ! rope\n"
    )
    assert repairs(sl.load(path)) == []
    assert main(["repair", str(path)]) == 0
    assert "more than one entry is mistaken" in capsys.readouterr().out


def test_planted_mistakes_are_mostly_mended_by_one_of_the_first_three_repairs() -> None:
    found = tried = 0
    for seed in range(60):
        mistake = planted(seed)
        record = first_contradiction(mistake)
        if record is None:
            continue
        tried += 1
        found += any(mistake.is_mended_by(repair) for repair in repairs(record)[:3])
    assert tried >= 20
    assert found / tried >= 0.75


def test_a_file_that_says_more_than_any_seat_saw_is_mended_as_well() -> None:
    record = sl.Record.new(sl.Edition.load("classic"), ["Anna", "Ben", "Cleo"])
    record = record.read("ben ? plum rope hall | cleo - | anna ! rope").read("anna lacks rope")
    offered = repairs(record)
    assert {repair.entry for repair in offered} == {1, 2}
    assert all(not repairs(repair.apply(record)) for repair in offered)
