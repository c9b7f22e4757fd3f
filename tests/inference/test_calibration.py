"""The two meanings of probability against simulated games: the model that knows the habit loses least."""

from __future__ import annotations

from functools import cache
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest
from benchmarks.calibration import HABITS, Reliability, Scores, better_by, moment, score
from benchmarks.calibration_picture import picture

from sleuth.inference.notebook import infer
from sleuth.inference.showing import mostly, seen_first, uniformly

GAMES = 500


@cache
def scores(habit: str) -> dict[str, Scores]:
    return score(GAMES, habit, seed=11)


@pytest.mark.parametrize("habit", HABITS)
def test_weighing_by_the_true_habit_beats_counting_each_deal_once(habit: str) -> None:
    found = scores(habit)
    gain, error = better_by(found[f"shown, {habit}"].instead, found["deals"].instead)
    assert gain > 2 * error


@pytest.mark.parametrize("habit", HABITS)
def test_counting_deals_overrates_the_cards_that_were_passed_over(habit: str) -> None:
    found = scores(habit)
    assert found["deals"].passed_over.gap() > 2 * found[f"shown, {habit}"].passed_over.gap()
    assert over(found["deals"].passed_over) > 0.05
    assert abs(over(found[f"shown, {habit}"].passed_over)) < 0.02


def over(cells: Reliability) -> float:
    """By how much the probabilities said were too high on average."""
    return float((cells.said - cells.happened).sum() / cells.number.sum())


@pytest.mark.parametrize("habit", HABITS)
def test_what_is_said_happens_as_often_as_said(habit: str) -> None:
    for said, happened, n in scores(habit)[f"shown, {habit}"].every.rows():
        # Cells of one game go together, so the error is larger than that of independent ones.
        assert said == pytest.approx(happened, abs=4 * np.sqrt(said * (1 - said) / n) + 0.02)


@pytest.mark.parametrize("habit", HABITS)
def test_a_simulated_moment_is_possible_and_repeats_with_its_seed(habit: str) -> None:
    first, again = (moment(Random(5), HABITS[habit]) for _ in range(2))
    assert first.truth == again.truth
    assert first.view.record == again.view.record
    notebook = infer(first.view)
    assert all(notebook.tally.table[card, place] > 0 for card, place in enumerate(first.truth))


def test_habits_are_chances_that_add_up_to_one() -> None:
    held, seen = frozenset({3, 7, 9}), frozenset({7, 8})
    for habit in (uniformly, seen_first, mostly(seen_first, 0.8)):
        assert sum(habit(card, held, seen) for card in held) == pytest.approx(1)
        assert sum(habit(card, held, frozenset()) for card in held) == pytest.approx(1)
    assert seen_first(7, held, seen) == 1
    assert mostly(seen_first, 0.7)(3, held, seen) == pytest.approx(0.1)


def test_the_picture_is_one_svg_with_a_line_for_every_model() -> None:
    rows = [(0.1, 0.12, 40.0), (0.5, 0.47, 20.0)]
    root = ElementTree.fromstring(picture({"a & b": {"deals": rows, "shown": rows}}))
    assert root.tag.endswith("svg")
    assert len(root.findall("{*}polyline")) == 2
