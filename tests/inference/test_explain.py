"""Explanations: sound, minimal, and told in words that the proof used."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import sleuth as sl
from sleuth.cards import Card, Place, Seat
from sleuth.inference.constraints import Clue, clues, problem_of
from sleuth.inference.counting import satisfiable
from sleuth.inference.explain import Reason, explain
from sleuth.inference.notebook import infer
from sleuth.inference.proof import Cell, Rule, Step
from sleuth.language import LANGUAGES
from sleuth.record import Record
from sleuth.view import View
from tests.inference.games import view_of


def proves(view: View, entries: tuple[int, ...], cell: Cell) -> bool:
    """Whether the entries alone, with what is known from the start, leave no other possibility."""
    kept = [clue for clue in clues(view) if clue.entry in (0, *entries)]
    opposite = Clue(0, "lacks" if cell.holds else "has", cell.place, 1 << cell.card)
    return not satisfiable(problem_of(view.record.setup, [*kept, opposite]))


def reasons(seed: int, players: int, n: int) -> list[tuple[View, Reason, Cell]]:
    view = view_of(seed, players)
    notebook = infer(view)
    cells = [Cell(card, place, holds) for (card, place), holds in notebook.facts.items()]
    chosen = Random(seed).sample(cells, min(n, len(cells)))
    return [(view, explain(view, cell.card, cell.place, notebook=notebook), cell) for cell in chosen]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_the_entries_of_a_reason_prove_it_and_none_can_be_dropped(seed: int, players: int) -> None:
    for view, reason, cell in reasons(seed, players, 8):
        assert reason.holds is cell.holds
        assert proves(view, reason.entries, cell)
        for entry in reason.entries:
            rest = tuple(e for e in reason.entries if e != entry)
            assert not proves(view, rest, cell)


@pytest.mark.parametrize("seed", range(6))
def test_a_proof_is_a_chain_that_ends_in_its_cell_and_uses_every_step(seed: int) -> None:
    for _, reason, cell in reasons(seed, 4, 8):
        *before, last = reason.steps
        assert last.cell == cell
        used = {premise for step in reason.steps for premise in step.because}
        assert all(step.cell in used for step in before)
        _assert_each_step_rests_on_earlier_ones(reason.steps)


def _assert_each_step_rests_on_earlier_ones(steps: tuple[Step, ...]) -> None:
    seen: set[Cell] = set()
    for step in steps:
        assert seen.issuperset(step.because)
        seen.add(step.cell)


@pytest.mark.parametrize("seed", range(6))
def test_a_proof_names_no_entry_that_the_reason_does_not(seed: int) -> None:
    for _, reason, _ in reasons(seed, 5, 8):
        assert {step.entry for step in reason.steps} - {0} <= set(reason.entries)


@pytest.fixture
def table1() -> Record:
    """The published example of six players."""
    return sl.loads(
        """
        edition: classic
        players: sc mu wh gr pe pl
        me: mu
        hand: pl ro li
        mu ? sc re ba | sc ! ba
        wh ? wh ca li | pe !
        gr ? gr re ha | pe !
        sc ? pe ca lo | wh !
        wh ? wh pi di | gr !
        wh ? pe ro lo | sc !
        gr ? pl ca bi | pe !
        sc ? pe re st | pl !
        mu ? gr ro bi | gr ! gr
        wh ? sc re li | mu ! li
        """
    )


@pytest.mark.parametrize(
    ("card", "place", "entries", "closing"),
    [
        ("ballroom", "sc", (1,), Rule.SAID),
        ("hall", "pe", (1, 3, 9), Rule.ONE_OF),
        ("scarlet", "envelope", (1, 10), Rule.LAST_PLACE),
        ("peacock", "sc", (1, 6, 8, 10), Rule.LAST_PLACE),
        ("mustard", "envelope", (1, 10), Rule.SAME_KIND),
        ("plum", "mu", (), Rule.SAID),
    ],
)
def test_the_published_example_is_explained_by_the_rule_that_closes_it(
    table1: Record, card: str, place: str, entries: tuple[int, ...], closing: Rule
) -> None:
    reason = explain(table1.view(), card, place)
    assert reason.entries == entries
    assert reason.steps[-1].rule is closing


def test_a_reason_reads_well_in_both_languages(table1: Record) -> None:
    reason = explain(table1.view(), "hall", "pe")
    assert reason.text("en").endswith("It cannot have been Mr. Green or Revolver, so pe has the hall.")
    assert reason.text("de").endswith(
        "Reverend Grün oder Pistole kann es nicht gewesen sein, also: pe hat die Halle."
    )


def test_an_open_cell_says_how_likely_it_is_and_what_would_settle_it(table1: Record) -> None:
    view = table1.view()
    reason = explain(view, "billiard", "envelope")
    assert reason.holds is None
    assert reason.text("en").startswith("The envelope holds the billiard room with a chance of 29 %.")
    for settler in reason.settlers:
        supposed = [Clue(0, "has", settler.cell.place, 1 << settler.cell.card)]
        settled = settler.settles
        against = Clue(0, "lacks" if settled.holds else "has", settled.place, 1 << settled.card)
        assert not satisfiable(problem_of(table1.setup, [*clues(view), *supposed, against]))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", range(5))
def test_every_reason_can_be_said(seed: int, lang: str) -> None:
    for _, reason, _ in reasons(seed, 3, 12):
        text = reason.text(lang)
        assert text
        assert "{" not in text


def test_what_no_single_hand_shows_is_proved_by_counting_them_together() -> None:
    """Two cards that only two hands with one free place each can take are in neither of the other places."""
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    for line in (
        "anna has scarlet rope",
        "ben ? plum knife hall | cleo !",
        "cleo ? plum knife hall | anna - | ben !",
        "ben = plum knife hall x",
    ):
        record = record.read(line)
    notebook = infer(record.view())
    by_counting = [
        cell
        for cell in notebook.facts
        if explain(record.view(), *cell, notebook=notebook).steps[-1].rule in (Rule.CLASH, Rule.COUNTING)
    ]
    for card, place in by_counting:
        _assert_sound(record, card, place)


def _assert_sound(record: Record, card: Card, place: Seat | Place) -> None:
    reason = explain(record.view(), card, place)
    assert reason.holds is not None
    assert proves(record.view(), reason.entries, Cell(card, place, reason.holds))


def test_struck_entries_prove_nothing(table1: Record) -> None:
    struck = table1.strike(9)
    reason = explain(struck.view(), "hall", "pe")
    assert reason.holds is None
    again = replace(struck).strike(11)
    assert explain(again.view(), "hall", "pe").entries == (1, 3, 9)


def test_the_keeper_of_a_notebook_knows_what_they_wrote_down() -> None:
    record = sl.Record.new(sl.Edition.load("mini"), ["anna", "ben", "cleo"], me="anna")
    record = record.read("anna has scarlet rope").read("ben ? plum knife hall | cleo ! hall")
    assert infer(record.view()).certain("hall", "cleo") is True
    assert infer(record.view("ben")).certain("hall", "cleo") is True
    assert infer(record.view("cleo")).certain("scarlet", "anna") is None
