"""Repairs: what a mistyped record should have said."""

from __future__ import annotations

import pytest

import sleuth as sl
from sleuth.inference.notebook import infer
from sleuth.inference.repair import repairs
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
    assert found / tried >= 0.6
