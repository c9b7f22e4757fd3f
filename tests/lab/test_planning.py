"""The experiments on planning, small: what they must show whatever the size."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.lab import hiding, speed
from sleuth.lab.catalogue import experiment
from sleuth.lab.figures import CURVES, Parameters
from sleuth.lab.report import Report
from sleuth.lab.run import run
from sleuth.lab.strength import MATCHES
from sleuth.lab.strength_report import SLOWEST

REPORTS = Path(__file__).parents[2] / "docs/lab"


def reported(name: str, folder: Path) -> Report:
    chosen = experiment(name)
    return chosen.report(chosen.small, run(chosen, chosen.small, folder).results)


def rows(report: Report, grid: str) -> list[dict[str, Any]]:
    table = report.grid(grid)
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return reported("seats", tmp_path_factory.mktemp("seats"))


class TestSeats:
    def test_the_second_seat_is_the_worst_and_the_best_asked_to_the_right(self, seats: Report) -> None:
        left, right = (row for row in rows(seats, "shares") if row["players"] == "heuristic")
        assert left["2nd"] < left["3rd"] < left["1st"]
        assert right["3rd"] < right["1st"] < right["2nd"]

    def test_who_is_asked_first_learns_least(self, seats: Report) -> None:
        for row in rows(seats, "learned"):
            assert row["asked first "] < row["asked second"] < row["the asker"]

    def test_where_nobody_watches_the_order_of_play_decides(self, seats: Report) -> None:
        heuristic = [row for row in rows(seats, "watching") if row["players"] == "heuristic"]
        assert all(row["1st"] > row["2nd"] > row["3rd"] for row in heuristic)

    def test_shares_add_up_for_every_number_of_seats(self, seats: Report) -> None:
        for row in rows(seats, "more"):
            assert sum(row[str(seat)] or 0 for seat in range(1, 5)) == pytest.approx(100)


class TestHiding:
    def test_only_a_player_who_searches_names_its_own_cards(self, tmp_path: Path) -> None:
        for row in rows(reported("hiding", tmp_path), "hiding"):
            assert (row["own cards a question"] > 0) == (row["player"] != "base policy")
            assert row["bits learned a question"] > row["bits told the others a question"] / 2 > 0

    def test_the_lessons_of_a_game_are_its_questions_and_end_with_a_proof(self) -> None:
        edition = Edition.load("classic")
        agents = [hiding.player(hiding.Parameters(), "heuristic", "base policy")] * 3
        game = play_game(agents, edition, seed=6, rules=boardless(edition, 3))
        lessons = list(hiding.lessons(game))
        assert len(lessons) == sum(isinstance(event, Suggested) for event in game.record.events)
        assert game.outcome is not None
        assert lessons[-1].asker == game.outcome.winner
        assert all(lesson.learned >= 0 and lesson.told >= 0 for lesson in lessons)


class TestSpeed:
    def test_the_papers_figures_are_as_printed(self) -> None:
        assert speed.NOMINAL == 810_000
        assert speed.PRINTED_RATE == (10_125, 13_500)

    def test_every_reading_is_timed_on_the_papers_decision(self, tmp_path: Path) -> None:
        report = reported("speed", tmp_path)
        decisions = rows(report, "decision")
        assert len(decisions) == 2 * len(speed.KINDS)
        for row in decisions:
            # Games that end before the horizon make the nominal rate the higher one.
            assert row["units a second"] > row["questions really played a second"] > 0
        paper, literal, ours = (row["CPU seconds a question"] for row in rows(report, "stages"))
        assert ours < literal < paper

    def test_positions_are_those_before_a_question(self) -> None:
        for view in speed.positions(1, 4, 2):
            assert sum(isinstance(event, Suggested) for event in view.record.events) == 4


class TestFigures:
    @pytest.mark.parametrize("number", [3, 4, 5, 6])
    def test_every_point_has_its_games_from_all_seats(self, number: int, tmp_path: Path) -> None:
        points = rows(reported(f"fig{number}", tmp_path), "points")
        assert {row["imagined"] for row in points} == set(CURVES)
        assert {row["games"] for row in points} == {6}
        swept = "w" if number in (3, 5) else "horizon"
        assert len({row[swept] for row in points}) == 2
        assert all(0 <= row["games won, %"] <= 100 for row in points)

    @pytest.mark.parametrize("number", [3, 5])
    def test_the_published_rollout_improves_its_base_with_fair_samples_at_w_100(self, number: int) -> None:
        with (REPORTS / f"fig{number}" / "points.csv").open(newline="", encoding="utf-8") as file:
            points = {row["imagined"]: row for row in csv.DictReader(file) if row["w"] == "100"}
        best = points["the others play on, fair deals"]
        assert float(best["games won, %"]) - 2 * float(best["±"]) > 100 / 3
        assert set(points) == set(CURVES)
        if number == 5:  # of the random policy the bias makes no worse a player
            biased = points["the others play on, neighbouring deals"]
            assert float(biased["games won, %"]) < float(best["games won, %"])

    def test_many_tries_are_paid_for_with_fewer_deals(self) -> None:
        parameters = Parameters("random", (10, 1_000), (10,), deals=100, budget=20_000)
        assert [parameters.deals_at(w) for w in (10, 100, 1_000, 10**6)] == [100, 100, 20, 6]


def test_the_published_table_of_agents_is_as_near_to_the_print_as_it_must() -> None:
    with (REPORTS / "table-agents" / "limits.csv").open(newline="", encoding="utf-8") as file:
        limits = list(csv.DictReader(file))
    assert len(limits) == 6
    for row in limits:
        assert abs(float(row["ours"]) - float(row["print"])) <= float(row["allowed"]), row["figure"]


def published_strength(folder: str) -> dict[str, dict[str, str]]:
    """The rows of a published table of strength by name; no accusation in it was ruled out by the record."""
    with (REPORTS / folder / "strength.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["row"]: row for row in csv.DictReader(file)}
    for row in rows.values():
        assert int(row["games"]) >= 2_000
        assert float(row["CPU a decision, ms (median)"]) <= SLOWEST
        assert row["ruled out by the record"] == "0"
    return rows


def test_the_published_table_of_strength_meets_every_target() -> None:
    aimed = {name: match.target for name, match in MATCHES.items() if match.target is not None}
    rows = published_strength("strength")
    assert set(rows) == set(aimed)
    for name, target in aimed.items():
        assert float(rows[name]["share won, %"]) >= target


def test_the_published_tables_of_four_to_six_and_of_the_board_are_whole() -> None:
    rows = published_strength("strength-tables")
    assert set(rows) == {name for name, match in MATCHES.items() if match.target is None}
    for row in rows.values():
        assert float(row["share won, %"]) > float(row["parity"])
