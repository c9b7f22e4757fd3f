"""The published experiments, small: what they must show whatever the size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sleuth.inference.counting import count
from sleuth.lab import states
from sleuth.lab.catalogue import experiment
from sleuth.lab.experiment import changed
from sleuth.lab.report import Report
from sleuth.lab.rmsd_report import step
from sleuth.lab.run import run
from sleuth.lab.smooth import loess
from sleuth.lab.table1 import printed


def reported(name: str, folder: Path, *words: str) -> Report:
    chosen = experiment(name)
    parameters = changed(chosen.small, words)
    return chosen.report(parameters, run(chosen, parameters, folder).results)


def column(report: Report, grid: str, head: str) -> dict[str, Any]:
    table = report.grid(grid)
    at = table.head.index(head)
    return {str(row[0]): row[at] for row in table.rows}


def test_table_1_is_met_in_all_147_cells_and_algorithm_2_is_better_in_the_white_row(tmp_path: Path) -> None:
    report = reported("table1", tmp_path)
    assert "147 of 147" in report.grid("exact").caption
    for measure, (ours_1, theirs_1, ours_2, theirs_2) in {
        str(row[0]): [float(value or 0) for value in row[1:]] for row in report.grid("errors").rows
    }.items():
        assert ours_2 < ours_1 / 2, measure
        assert theirs_2 < theirs_1 / 2, measure


def test_the_rows_of_the_printed_tables_add_up_once_the_misprints_are_put_right() -> None:
    for name in "bcd":
        assert np.abs(printed(name).table.sum(axis=1) - 1).max() < 0.035, name
    assert len(printed("c").misprints) == 2


def test_no_method_is_ever_wrong_and_the_complete_ones_find_everything(tmp_path: Path) -> None:
    report = reported("methods", tmp_path)
    assert set(column(report, "methods", "wrong cells").values()) == {0}
    share = column(report, "methods", "those that take thought, %")
    assert share["at-least, complete"] == share["sleuth, exact counting"] == share["dancing links"] == 100
    assert share["Wambach, as printed"] <= share["Wambach + hand sizes"] <= share["Wambach + both"] <= 100


def test_without_a_tabu_the_walk_is_trapped_and_unique_samples_help(tmp_path: Path) -> None:
    report = reported("rmsd", tmp_path)
    ours = column(report, "variations", "ours")
    assert ours["(d) unique samples"] < ours["Algorithm 1"]
    tenures = column(report, "tenures", "mean RMSD")
    assert tenures["0"] > 5 * tenures["2"]


def test_a_deal_of_the_exact_sampler_is_worth_one(tmp_path: Path) -> None:
    report = reported("sampling", tmp_path, "games=2", "runs=12")
    for grid in ("few", "many"):
        assert column(report, grid, "worth a sample")["sleuth, exact sampler"] == pytest.approx(1, abs=0.5)


def test_of_a_minimal_proof_no_question_can_be_left_out() -> None:
    finished = states.game(3, 4)
    proof = states.minimal_proof(finished)
    asked = states.questions(proof)
    assert states.proves(proof, finished.deal.envelope)
    for left_out in asked:
        fewer = states.with_questions(proof, [entry for entry in asked if entry is not left_out])
        assert not states.proves(fewer, finished.deal.envelope)


def test_going_backwards_only_adds_deals() -> None:
    records = list(states.backwards(states.minimal_proof(states.game(5, 5))))
    deals = [count(states.problem(record.view())).deals for record in records]
    assert deals == sorted(deals)
    assert not states.questions(records[-1])


def test_local_regression_follows_a_parabola_exactly_and_averages_noise() -> None:
    x = np.linspace(0, 10, 60)
    assert np.allclose(loess(x, 3 - x + 0.5 * x**2, x), 3 - x + 0.5 * x**2)
    noisy = np.sin(x) + np.random.default_rng(0).normal(0, 0.3, 60)
    assert np.abs(loess(x, noisy, x, span=0.3) - np.sin(x)).mean() < 0.15


def test_a_difference_counts_games_and_not_the_states_that_grow_out_of_each_other() -> None:
    def state(game: int, better: float, worse: float) -> dict[str, Any]:
        return {"game": game, "variations": {"b": {"rmsd": better}, "c": {"rmsd": worse}}}

    apart = [state(0, 0.1, 0.2), state(1, 0.1, 0.4)]
    mean, error = step(apart, "b", "c")
    assert mean == pytest.approx(0.2)
    assert error == pytest.approx(0.1 / np.sqrt(2))
    thrice = [one for one in apart for _ in range(3)]
    assert step(thrice, "b", "c") == pytest.approx((mean, error))


def test_every_reading_is_told_beside_the_printed_figure(tmp_path: Path) -> None:
    report = reported("readings", tmp_path, "games=2")
    ours = column(report, "readings", "ours")
    assert ours["(base) true literals may be flipped, too"] > ours["(base) as in the report"]
    assert [row[0] for row in report.grid("from-b-to-c").rows] == ["3 players", "4 players", "all"]
    assert len(report.grid("orders").rows) == 2
