"""The experiments on planning, small: what they must show whatever the size."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from sleuth.agents.policy import POLICIES, Ties
from sleuth.agents.rollout import Reading
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.lab import hiding, hiding_report, speed
from sleuth.lab.agents_table import rollout_readings
from sleuth.lab.catalogue import experiment
from sleuth.lab.experiment import changed
from sleuth.lab.figures import CURVES, Parameters
from sleuth.lab.figures_report import OURS, PAPERS, PAPERS_BIASED, Move, Point, Sweep, opened_row, told
from sleuth.lab.hiding_report import ALIKE, BASE, HURRIES, MIXED, WINS, Found, Kind
from sleuth.lab.publish import publish
from sleuth.lab.report import Prose, Report
from sleuth.lab.run import run
from sleuth.lab.seats import Least, who_wins_least
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

    def test_what_few_games_do_not_show_is_not_said(self, tmp_path: Path) -> None:
        seats = experiment("seats")
        few = changed(seats.small, ["games=12", "watched=6", "seats=3"])
        lead = seats.report(few, run(seats, few, tmp_path).results).lead
        assert "does not surely show the paper's order" in lead
        assert "not all told apart" in lead
        assert "only the order of play" not in lead

    @pytest.mark.parametrize("words", [("games=1", "watched=1"), ("games=50", "watched=2")])
    def test_where_no_game_came_to_a_question_nothing_was_missing_before_it(
        self, words: Sequence[str], tmp_path: Path
    ) -> None:
        seats = experiment("seats")
        done = run(seats, changed(seats.small, ["seats=3", *words]), tmp_path)
        publish(done, tmp_path)
        missing = [row["3rd, question 3"] for row in rows(done.report, "before")]
        assert None in missing
        assert all(bits is None or bits > 0 for bits in missing)
        assert "1 games" not in done.report.lead
        assert all(row["±"] > 0 for row in rows(done.report, "shares"))

    def test_every_number_of_seats_counts_once(self, tmp_path: Path) -> None:
        seats = experiment("seats")
        twice = changed(seats.small, ["games=4", "watched=4", "seats=3,4,3"])
        report = run(seats, twice, tmp_path).report
        assert [row["seats"] for row in rows(report, "more")] == ["3", "3", "4", "4"]
        assert len(set(seats.units(twice))) == len(seats.units(twice))

    @pytest.mark.parametrize(
        ("won", "sure"), [((2, 2, 0), False), ((5, 0, 5), False), ((6, 0, 6), True), ((9, 9, 2), False)]
    )
    def test_a_seat_is_the_worst_only_if_a_coin_would_hardly_say_so(
        self, won: tuple[int, ...], sure: bool
    ) -> None:
        result = {"games": sum(won), "shares": [100 * wins / sum(won) for wins in won]}
        least = Least.of(3, "to the left", {"won · heuristic · 3 seats · to the left": result})
        assert (least.doubt == "") == sure

    def test_the_published_page_names_each_seat_with_its_share(self) -> None:
        page = (REPORTS / "seats" / "index.html").read_text("utf-8")
        lead = re.search(
            r"asked to the left, the heuristic's seats win in the order (.*?), as in the paper", page
        )
        assert lead
        assert [words.split()[0] for words in lead[1].split(", ")] == ["first", "third", "second"]
        shares = [float(share) for share in re.findall(r"\((\d+\.\d) %\)", lead[1])]
        assert shares == sorted(shares, reverse=True)

    def test_shares_add_up_for_every_number_of_seats(self, seats: Report) -> None:
        for row in rows(seats, "more"):
            assert sum(row[str(seat)] or 0 for seat in range(1, 5)) == pytest.approx(100)

    def test_the_text_says_which_seat_wins_least_and_where_that_is_explained(self) -> None:
        shares = {
            (3, "to the left"): [37.4, 27.7, 34.9],
            (3, "to the right"): [32.4, 38.6, 29.0],
            (4, "to the left"): [34.4, 22.5, 20.0, 23.1],
            (4, "to the right"): [26.8, 31.7, 20.8, 20.7],
        }
        results = {
            f"won · heuristic · {n} seats · {way}": {"games": 10_000, "shares": won}
            for (n, way), won in shares.items()
        }
        least, explained, unexplained = who_wins_least([Least.of(*table, results) for table in shares])
        assert "asked to the left, the second of 3 (27.7 %) and the third of 4 (20.0 %);" in least
        assert "the fourth of 4 (20.7 %, not told apart from the third)." in least
        assert explained.endswith(
            "with 3 seats asked to the left, and with 3 and 4 seats asked to the right."
        )
        assert unexplained.startswith(
            "Why asked to the left it is the third of 4, the explanation does not say"
        )
        assert "5, 5, 4 and 4 cards, and that one is the first with a card fewer" in unexplained

    def test_the_published_page_says_which_seat_wins_least(self) -> None:
        with (REPORTS / "seats" / "more.csv").open(newline="", encoding="utf-8") as file:
            tables = list(csv.DictReader(file))
        page = (REPORTS / "seats" / "index.html").read_text("utf-8")
        for table in tables:
            worst = min(float(table[str(seat)]) for seat in range(1, int(table["seats"]) + 1))
            assert re.search(rf"the \w+ of {table['seats']} \({worst:.1f} %", page)


class TestHiding:
    def test_only_a_player_who_searches_names_its_own_cards(self, tmp_path: Path) -> None:
        for row in rows(reported("hiding", tmp_path), "hiding"):
            assert (row["own cards a question"] > 0) == (row["player"] != "base policy")
            assert row["bits learned a question"] > row["bits told the others a question"] / 2 > 0

    def test_every_w_is_measured_at_both_tables_and_its_base_once(self) -> None:
        parameters = hiding.Parameters()
        rollouts = [kind for kind in parameters.kinds if kind.aim != BASE]
        assert len(rollouts) == 2 * 2 * 4 * 2
        assert len(parameters.kinds) == len(rollouts) + 4
        assert all(Kind.of(kind.row) == kind for kind in parameters.kinds)
        games = {kind: parameters.deals_of(kind.row) * (3 if kind.table == MIXED else 1) for kind in rollouts}
        assert all(n >= 600 for kind, n in games.items() if kind.w <= 100)

    def test_what_more_tries_take_away_is_called_noise_and_the_rest_the_aim(self) -> None:
        lengths = {(BASE, 0): 10, (HURRIES, 10): 16, (HURRIES, 300): 12, (WINS, 10): 15, (WINS, 300): 14}
        found = {
            Kind(base, aim, w, table): games(length, told=4 if aim == WINS else 6)
            for (aim, w), length in lengths.items()
            for base in hiding.BASES
            for table in (MIXED, ALIKE)
        }
        report = hiding_report.told(found, 10)
        parts = {(row["player"], row["w"]): [row[key] for key in PARTS] for row in rows(report, "apart")}
        assert parts[HURRIES, 10] == pytest.approx([6, 4, 2])
        assert parts[HURRIES, 300] == [pytest.approx(2), None, pytest.approx(2)]
        assert parts[WINS, 10] == pytest.approx([5, 1, 4])
        assert parts[WINS, 300] == [pytest.approx(4), None, pytest.approx(4)]
        assert ": 6.0 ± 0.1 longer." in report.lead
        assert (
            "few tries account for +4.0 ± 0.1, and the rest, +2.0 ± 0.1, is put down to its aim"
            in report.lead
        )
        assert "tells the others 0.40 ± 0.01 for each of them: it hides." in report.lead
        assert report.lead.count("instead of 0.60 ± 0.01: no sure sign that it hides.") == 1

    def test_one_w_alone_says_nothing_about_noise_and_shorter_games_are_called_shorter(self) -> None:
        found = {
            Kind(base, aim, w, table): games(length, told=6)
            for (aim, w), length in {(BASE, 0): 10, (HURRIES, 10): 7, (WINS, 10): 10}.items()
            for base in hiding.BASES
            for table in (MIXED, ALIKE)
        }
        lead = hiding_report.told(found, 10).lead
        assert ": 3.0 ± 0.1 shorter." in lead
        assert "no sure difference (+0.0 ± 0.1)" in lead
        assert "account for" not in lead

    def test_the_lessons_of_a_game_are_its_questions_and_end_with_a_proof(self) -> None:
        edition = Edition.load("classic")
        agents = [hiding.player(hiding.Parameters(), Kind("heuristic", BASE, 0, ALIKE))] * 3
        game = play_game(agents, edition, seed=6, rules=boardless(edition, 3))
        lessons = list(hiding.lessons(game))
        assert len(lessons) == sum(isinstance(event, Suggested) for event in game.record.events)
        assert game.outcome is not None
        assert lessons[-1].asker == game.outcome.winner
        assert all(lesson.learned >= 0 and lesson.told >= 0 for lesson in lessons)


PARTS = ("more than the base", "of it noise of few tries", "of it the aim")


def games(length: float, told: float) -> Found:
    """Six games of about this length, in which ten bits were learned and about so many told."""
    about = np.array([-0.2, -0.1, 0, 0, 0.1, 0.2])
    wins, learned, own, asked = (np.full(6, float(value)) for value in (1, 10, 1, 4))
    return Found(np.arange(6.0), wins, length + about, learned, told + about, own, asked)


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return reported("speed", tmp_path_factory.mktemp("speed"))


class TestSpeed:
    def test_the_papers_figures_are_as_printed(self) -> None:
        assert speed.NOMINAL == 810_000
        assert speed.PRINTED_RATE == (10_125, 13_500)

    def test_every_reading_is_timed_on_the_papers_decision(self, timed: Report) -> None:
        decisions = rows(timed, "decision")
        assert len(decisions) == 2 * len(speed.KINDS)
        for row in decisions:
            # Games that end before the horizon make the nominal rate the higher one.
            assert row["units a second"] > row["questions really played a second"] > 0
        naive = [row["rollout"] for row in decisions if "naive" in row["rollout"]]
        assert naive == [f"{base} base · naive, any card with any player" for base in ("heuristic", "random")]

    def test_two_stages_are_told_at_both_rates(self, timed: Report) -> None:
        paper, counted, asked, ours = (row["CPU seconds a question"] for row in rows(timed, "stages"))
        assert ours < counted < asked < paper
        fair = rows(timed, "decision")[0]
        for seconds, rate in ((counted, "units a second"), (asked, "questions really played a second")):
            assert seconds == pytest.approx(speed.NOMINAL**2 / fair[rate], rel=1e-3)

    def test_positions_are_those_before_a_question(self) -> None:
        for view in speed.positions(1, 4, 2):
            assert sum(isinstance(event, Suggested) for event in view.record.events) == 4


Wins: TypeAlias = tuple[int, int]
"""Seats won of every deal at the shortest horizon and at the longest."""
FELL = (
    f"{PAPERS}: -65.8 ± 0.8 points, it surely falls",
    f"{PAPERS_BIASED}: +0.0 ± 0.0 points, no sure change",
)


class TestFigures:
    @pytest.mark.parametrize("number", [3, 4, 5, 6])
    def test_every_point_has_its_games_from_all_seats(self, number: int, tmp_path: Path) -> None:
        points = rows(reported(f"fig{number}", tmp_path), "points")
        assert {row["imagined"] for row in points} == set(CURVES)
        assert {row["games"] for row in points} == {6}
        assert len({row["w"] for row in points}) == 2
        assert len({row["horizon"] for row in points}) == (1 if number in (3, 5) else 2)
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

    @pytest.mark.parametrize("number", [3, 4, 5, 6])
    def test_a_point_has_as_many_games_as_the_papers_table_up_to_a_thousand_tries(self, number: int) -> None:
        parameters = experiment(f"fig{number}").full
        assert isinstance(parameters, Parameters)
        assert {opened_row(row)[0] for row in parameters.rows} == set(CURVES)
        for row in parameters.rows:
            assert parameters.deals_at(row) == (200 if opened_row(row)[1] <= 1_000 else 50)

    def test_where_nothing_is_swept_the_report_says_so(self, tmp_path: Path) -> None:
        figure = experiment("fig4")
        done = run(figure, changed(figure.small, ["w=1", "horizon=5", "deals=2"]), tmp_path)
        assert "nothing moves the share" in str(done.report)

    def test_finished_deals_count_when_more_points_and_more_deals_are_asked_for(self, tmp_path: Path) -> None:
        figure = experiment("fig5")
        run(figure, changed(figure.small, ["w=1"]), tmp_path)
        before = (tmp_path / "units.jsonl").read_text()
        more = changed(figure.small, ["deals=4"])
        points = rows(figure.report(more, run(figure, more, tmp_path).results), "points")
        assert (tmp_path / "units.jsonl").read_text().startswith(before)
        assert {row["games"] for row in points} == {12}

    def test_the_lead_says_who_is_better_than_its_base_from_the_games_alone(self) -> None:
        sweep = Sweep([point(curve, w, 10, won) for curve, w, won in SHARES], "w")
        lead = told(5, "heuristic", sweep, (), {}).lead
        assert "wins 33.3 ± 1.2 % (not told apart from a third) with fair deals" in lead
        assert "0.8 ± 0.8 % (less than a third) with neighbouring ones" in lead
        assert "the others play on, wins 66.7 ± 1.2 % (more than a third)" in lead
        assert f"{OURS}: surely better at w = 100, +33.3 ± 0.0 points from w = 10 to 100" in lead
        assert f"{PAPERS}: surely better at no w" in lead

    def test_where_a_rollout_is_surely_better_need_not_be_to_the_end(self) -> None:
        shares = [(curve, w, won) for curve in (PAPERS, PAPERS_BIASED, OURS) for w, won in HILL]
        sweep = Sweep([point(curve, w, 10, won) for curve, w, won in shares], "w")
        assert f"{OURS}: surely better at w = 100," in told(5, "heuristic", sweep, (), {}).lead

    @pytest.mark.parametrize(
        ("tried", "where"), [((10, 100), "at w = 100,"), ((100, 300), "from w = 100 on,")]
    )
    def test_beyond_the_last_w_nothing_is_said(self, tried: Sequence[int], where: str) -> None:
        curves = (PAPERS, PAPERS_BIASED, OURS)
        sweep = Sweep([point(curve, w, 10, 2 if w >= 100 else 1) for curve in curves for w in tried], "w")
        assert f"{OURS}: surely better {where}" in told(5, "heuristic", sweep, (), {}).lead

    def test_other_horizons_say_nothing_about_w_at_the_one_that_is_compared(self) -> None:
        grid = [(w, horizon, won) for w in (10, 100) for horizon, won in ((1, 1), (10, 2))]
        curves = (PAPERS, PAPERS_BIASED, OURS)
        sweep = Sweep([point(curve, w, horizon, won) for curve in curves for w, horizon, won in grid], "w")
        assert f"{OURS}: surely better from w = 10 on" in told(5, "heuristic", sweep, (), {}).lead

    def test_deals_that_all_went_alike_leave_a_doubt(self) -> None:
        assert "0.0 ± 0.0 % (not told apart from a third)" in point(OURS, 1, 10, 0, alike=True).verdict

    def test_where_a_curve_ends_the_others_are_drawn_all_the_same(self, tmp_path: Path) -> None:
        figure = experiment("fig4")
        wide = changed(figure.small, ["w=2,301", "horizon=1,2"])
        page = publish(run(figure, wide, tmp_path), tmp_path)
        assert page.exists()

    def test_a_step_is_measured_on_the_deals_that_both_points_have(self) -> None:
        before, after = point(OURS, 100, 10, 1, 4, alike=True), point(OURS, 3_000, 10, 3, 2, alike=True)
        assert Move(before, after).share == pytest.approx((200 / 3, 0))
        step = Move(before, after).cells("w")
        assert step[1:4] == ["w 100 → 3,000", "horizon 10", 6]

    @pytest.mark.parametrize(
        ("papers", "biased", "ours", "told_of_it"),
        [
            ((2, 0), (1, 1), (0, 2), (*FELL, "neither with fair deals nor with neighbouring ones; ours,")),
            ((0, 2), (0, 1), (2, 2), ("with fair deals and with neighbouring deals; ours,", "does not.")),
            ((0, 2), (2, 0), (0, 1), ("with fair deals; ours,", "in which the others play on, does.")),
        ],
    )
    def test_the_lead_says_what_the_horizon_does_at_the_papers_own_w(
        self, papers: Wins, biased: Wins, ours: Wins, told_of_it: Sequence[str]
    ) -> None:
        won = {(PAPERS, 10): papers, (PAPERS_BIASED, 10): biased, (OURS, 10): ours}
        won |= {(curve, 100): (1, 1) for curve in (PAPERS, PAPERS_BIASED, OURS)}
        points = [point(*at, h, n) for at, ends in won.items() for h, n in zip((1, 30), ends, strict=True)]
        sweep = Sweep(points, "horizon")
        lead = told(4, "random", sweep, (), {}, rises=True).lead
        assert "At the paper's own w = 10, as the horizon goes from 1 to 30: " in lead
        assert all(words in lead for words in told_of_it)
        mixed = told(6, "heuristic", sweep, (), {}).lead
        assert mixed.endswith(
            "The paper calls its results there mixed; ours do not agree with each other, either."
        )
        assert "rises with the horizon" not in mixed

    def test_where_the_papers_own_w_was_not_played_nothing_is_said_of_it(self) -> None:
        points = [point(curve, 100, h, 1) for curve in (PAPERS, PAPERS_BIASED, OURS) for h in (1, 30)]
        assert "own w" not in told(4, "random", Sweep(points, "horizon"), (), {}, rises=True).lead

    @pytest.mark.parametrize("number", [4, 6])
    def test_the_published_page_tells_of_the_papers_own_w_what_its_table_says(self, number: int) -> None:
        page = (REPORTS / f"fig{number}" / "index.html").read_text("utf-8")
        with (REPORTS / f"fig{number}" / "sensitivity.csv").open(newline="", encoding="utf-8") as file:
            moves = [row for row in csv.DictReader(file) if (row["step"], row["at"]) == WHOLE]
        for row in moves[:3]:
            share, error = float(row["share won, points"]), float(row["±"])
            assert f"{row['imagined']}: {share:+.1f} ± {error:.1f} points, " in page

    def test_w_and_the_horizon_are_moved_one_at_a_time(self) -> None:
        grid = [(w, horizon) for w in (10, 100) for horizon in (1, 10, 30)]
        sweep = Sweep([point(PAPERS, w, horizon, 1) for w, horizon in grid], "horizon")
        assert [(row[1], row[2]) for row in sweep.sensitivity()] == [
            ("w 10 → 100", "horizon 10"),
            *[(step, f"w = {w}") for w in (10, 100) for step in HORIZONS],
        ]


WHOLE = ("horizon 1 → 30", "w = 10")
HILL = ((10, 1), (100, 2), (1_000, 1))
HORIZONS = ("horizon 1 → 10", "horizon 10 → 30", "horizon 1 → 30")
SHARES = [(curve, w, won) for curve, won in ((PAPERS, 1), (PAPERS_BIASED, 0)) for w in (10, 100)]
SHARES += [(OURS, 10, 1), (OURS, 100, 2)]


def point(curve: str, w: int, horizon: int, won: int, deals: int = 40, *, alike: bool = False) -> Point:
    """A point where so many seats of every deal were won, and unless all are alike once one more or less."""
    wins = np.tile(np.arange(3) < won, deals).astype(float)
    if not alike:
        wins[[0, -1]] = 0.0, 1.0
    return Point(curve, w, horizon, wins, np.full(3 * deals, 12.0))


class TestTableOfAgents:
    def test_what_the_paper_leaves_open_about_rollout_is_read_in_every_way(self) -> None:
        readings = rollout_readings()
        names = [unit.partition(" · ")[2] for unit in readings if unit.startswith("heuristic")]
        assert len(set(names)) == len(names) == 18
        assert readings["heuristic rollout · DEALS · exact"] == Reading()
        assert readings["heuristic rollout · DEALS · exact · first of equals"] == Reading(ties=Ties.LOWEST)
        assert readings["heuristic rollout · DEALS · neighbours · no own cards"] == Reading(
            samples="neighbours", own=False
        )
        assert readings["heuristic rollout · DEALS · exact · knowledge rewarded"] == Reading(shaping=1.0)

    def test_the_nearest_reading_is_named_for_each_rollout_and_for_both(self) -> None:
        table = experiment("table-agents")
        results = {unit: {**FAR, "turns": 20.0} for unit in table.units(table.full)}
        results["random rollout · NAIVE · exact"] = {**FAR, "turns": 12.9}
        for name in ("random", "heuristic"):
            results[f"{name} rollout · DEALS · neighbours"] = {**FAR, "turns": 13.5}
        why = " ".join(told_in(table.report(table.full, results), "Why this reading"))
        assert "“random rollout · NAIVE · exact” with 12.90 ± 0.20 turns (print 12.9)" in why
        assert (
            "of those that read both alike “DEALS · neighbours”, with 13.50 ± 0.20 turns (print 12.9)" in why
        )

    @pytest.mark.parametrize(
        ("turns", "said"),
        [
            (
                (11.9, 15.9, 11.5, 15.2),
                "it would shorten the heuristic's games to 11.50 turns (print 11.7), but",
            ),
            (
                (17.0, 15.9, 17.0, 15.2),
                "17.00 ± 0.05 turns instead of 17.00 ± 0.05 (print 11.7), and those of",
            ),
            (
                (11.9, 15.9, 11.5, 15.8),
                "11.50 ± 0.05 turns instead of 11.90 ± 0.05 (print 11.7), and those of",
            ),
            (
                (11.9, 15.9, 11.8, 15.2),
                "11.80 ± 0.05 turns instead of 11.90 ± 0.05 (print 11.7), and those of",
            ),
        ],
    )
    def test_what_one_card_of_each_category_would_change_is_said_as_it_was_found(
        self, turns: Sequence[float], said: str
    ) -> None:
        table = experiment("table-agents")
        results = {unit: {**FAR, "turns": 20.0} for unit in table.units(table.full)}
        agents = ("heuristic · {} · lowest card", "random · {} · names what is solved")
        ways = [
            agent.format(keep)
            for keep in ("+ just enough left", "+ one of each category")
            for agent in agents
        ]
        for way, mean in zip(ways, turns, strict=True):
            results[f"{way} · asker checked"] = {**FAR, "turns": mean, "error": 0.05}
        assert said in told_in(table.report(table.full, results), "Why this reading")[0]

    def test_the_errors_of_few_games_are_honest(self) -> None:
        table = experiment("table-agents")
        few = changed(table.small, ["games=2", "rollout_games=2"])
        result = table.work(few, "stateless · naming the envelope wins")
        dealt = deals(Edition.load("classic"), 3, range(few.seed * 10**6, few.seed * 10**6 + 2))
        one, other = play_policies([POLICIES["stateless"]] * 3, dealt).turns.tolist()
        assert result["error"] == pytest.approx(abs(one - other) / 2)
        assert all(error > 0 for error in result["seat_errors"])

    def test_the_published_page_says_what_its_table_of_readings_does(self) -> None:
        with (REPORTS / "table-agents" / "readings.csv").open(newline="", encoding="utf-8") as file:
            found = {row["reading"]: row for row in csv.DictReader(file)}
        results = {
            unit: {
                **{"games": int(row["games"]), "turns": float(row["turns"]), "error": float(row["±"])},
                "seats": [float(row[seat]) for seat in ("1st", "2nd", "3rd")],
                "seat_errors": [float(row["± "])] * 3,
            }
            for unit, row in found.items()
        }
        table = experiment("table-agents")
        page = (REPORTS / "table-agents" / "index.html").read_text("utf-8")
        report = table.report(table.full, {unit: results[unit] for unit in table.units(table.full)})
        assert all(text in page for text in (report.lead, *told_in(report, "Why this reading")))


FAR = {"games": 600, "error": 0.2, "seats": [40.0, 30.0, 30.0], "seat_errors": [2.0, 2.0, 2.0]}


def told_in(report: Report, heading: str) -> tuple[str, ...]:
    """The paragraphs under a heading."""
    prose = (part for part in report.parts if isinstance(part, Prose))
    return next(part.paragraphs for part in prose if part.heading == heading)


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


@pytest.mark.parametrize(
    ("folder", "tables"),
    [("strength-tables", ("4", "5", "6")), ("strength-board", ("board",))],
)
def test_the_published_tables_of_four_to_six_and_of_the_board_are_whole(
    folder: str, tables: tuple[str, ...]
) -> None:
    rows = published_strength(folder)
    assert set(rows) == {name for name in MATCHES if name.rpartition("-")[2] in tables}
    for row in rows.values():
        assert float(row["share won, %"]) > float(row["parity"])
