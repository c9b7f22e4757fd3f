"""What the detective's questions gain: how games are added up, and a small run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.lab.catalogue import experiment
from sleuth.lab.experiment import changed
from sleuth.lab.questions import COUNTED, HEAD, Found
from sleuth.lab.run import run


def test_a_game_is_worth_its_first_position_and_all_that_its_questions_gain() -> None:
    values = [[0.6, 0.5], [0.7, 0.8], *[[0.9, 0.8]] * COUNTED]
    games = [
        {"deal": 0, "won": True, "values": values},
        {"deal": 0, "won": False, "values": []},  # over before it could ask
        {"deal": 1, "won": True, "values": [[0.5, 0.5]]},
        {"deal": 1, "won": True, "values": [[0.7, 0.5]]},
    ]
    found = Found.of("row", games)
    assert (found.games, found.won) == (4, 75.0)
    assert found.first == pytest.approx((50 + 0 + 50 + 50) / 4)
    assert found.gains.tolist() == pytest.approx([(10 + 20) / 4, -10 / 4, 10 / 4, 10 / 4, 10 / 4, 20 / 4])
    assert found.whole == pytest.approx(found.first + found.gains.sum())
    assert found.won_doubt == pytest.approx(25.0)  # deals of 50 and 100 per cent
    assert found.whole_doubt == pytest.approx(abs((100 + 0) / 2 - (50 + 70) / 2) / 2)
    assert found.worth == pytest.approx(4 * (25.0 / found.whole_doubt) ** 2)


def test_one_deal_says_nothing_about_its_errors() -> None:
    found = Found.of("row", [{"deal": 0, "won": True, "values": [[0.6, 0.5]]}])
    cells = dict(zip(HEAD, found.cells(), strict=True))
    assert [cells[name] for name in ("± of the sum", "± of the wins", "worth so many games")] == [None] * 3


def test_a_row_named_twice_is_played_once() -> None:
    questions = experiment("questions")
    twice = changed(questions.small, ["rows=paper,paper"])
    assert len(questions.units(twice)) == len(set(questions.units(twice)))


def test_the_same_run_finds_the_same_and_tells_it(tmp_path: Path) -> None:
    questions = experiment("questions")
    results = run(questions, questions.small, tmp_path).results
    unit, result = next(iter(results.items()))
    assert questions.work(questions.small, unit) == result
    games = [game for result in results.values() for game in result["games"]]
    assert len(games) == 6
    assert all(0 <= value <= 1 for game in games for both in game["values"] for value in both)
    (row,) = questions.report(questions.small, results).grid("questions").rows
    cells = dict(zip(questions.report(questions.small, results).grid("questions").head, row, strict=True))
    assert cells["won, %"] == pytest.approx(100 * sum(game["won"] for game in games) / 6)
