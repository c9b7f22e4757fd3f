"""The table of the detective's strength: what it counts, and that finished rows are not played again."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import fields, replace
from math import floor, log, nan
from pathlib import Path

import pytest

from sleuth.actions import Accuse
from sleuth.arena.standings import Standing
from sleuth.casefile import load
from sleuth.errors import BadSetup
from sleuth.lab.catalogue import experiment
from sleuth.lab.experiment import changed
from sleuth.lab.run import fingerprint, run
from sleuth.lab.searches_report import Beside
from sleuth.lab.strength import FINE, MATCHES, SEARCHES, Clock, Parameters, rules_out, units
from sleuth.lab.strength_report import Found, told
from sleuth.lab.table1 import PUBLISHED

REPORTS = Path(__file__).parents[2] / "docs/lab"


def test_every_row_has_at_least_the_games_asked_for_in_all_seatings() -> None:
    for row, match in MATCHES.items():
        plan = Parameters().plan(row)
        assert plan.games >= 2000
        assert len(plan.seatings) == match.seats


def test_the_five_targets_are_those_of_the_issue() -> None:
    targets = {row: match.target for row, match in MATCHES.items() if match.target is not None}
    assert targets == {"paper": 95, "better": 85, "random": 88, "bluff": 60, "deaf": 75}


def test_searches_are_measured_on_the_deals_of_the_detective_and_only_when_asked_for() -> None:
    assert not set(SEARCHES) & set(Parameters().rows)
    assert {name.rpartition("-")[0] for name in SEARCHES} == {"halving", "nested", "ismcts", "pomcp"}
    for row in SEARCHES:
        mine, theirs = Parameters().plan(row), Parameters().plan(row.rpartition("-")[2])
        assert mine.games == 168
        assert mine.deal_seed(5) == theirs.deal_seed(5)


def test_a_finished_unit_depends_on_nothing_but_the_batch_and_the_seed() -> None:
    strength = experiment("strength")
    assert {field.name for field in fields(Parameters)} - set(strength.choosing) == {"batch", "seed"}
    fewer = Parameters(rows=tuple(SEARCHES), games=3, other_games=3, search_games=3)
    assert fingerprint(strength, fewer) == fingerprint(strength, Parameters())


def test_a_search_is_told_beside_halving_game_by_game() -> None:
    def played(*winners: int) -> list[list[object]]:
        return [[deal, 0, winner, 9, []] for deal, winner in enumerate(winners)]

    games = {"halving-paper": played(2, 1, 1, 2, 1, 2, 2, 0), "pomcp-paper": played(0, 0, 0, 0, 0, 0, 0, 0)}
    rows = tuple(games)
    results = {
        f"{row} from 0": {"games": games[row], "times": {"ask": [(0, 1)]}, "ruled_out": 0} for row in rows
    }
    report = experiment("strength").report(Parameters(rows=rows), results)
    assert report.grid("beside").rows == [
        ["pomcp-paper", "halving-paper", 87.5, pytest.approx(12.5), "better"]
    ]
    assert "halving-paper wins 12.5 %" in report.lead
    assert "Than halving on the same deals surely better: pomcp-paper; surely worse: none." in report.lead
    assert Beside("pomcp-paper", "halving-paper", 100.0, nan, 1).cells()[3:] == [None, "not told apart"]
    alone = experiment("strength").report(
        Parameters(rows=rows[1:]), {k: results[k] for k in list(results)[1:]}
    )
    assert not alone.grid("beside").rows


def test_an_unknown_row_is_named() -> None:
    with pytest.raises(BadSetup, match="nobody"):
        units(Parameters(rows=("nobody",)))


def test_games_played_before_count_when_more_are_asked_for(tmp_path: Path) -> None:
    strength = experiment("strength")
    run(strength, changed(strength.small, ["rows=paper"]), tmp_path)
    before = (tmp_path / "units.jsonl").read_text()
    more = changed(strength.small, ["games=6"])
    report = strength.report(more, run(strength, more, tmp_path).results)
    assert (tmp_path / "units.jsonl").read_text().startswith(before)
    assert [row[0] for row in report.grid("strength").rows] == ["paper", "better-4"]
    assert [row[2] for row in report.grid("strength").rows] == [6, 4]
    assert all(row[10] == 0 for row in report.grid("strength").rows)


def test_the_median_of_times_is_within_a_class_of_the_true_one() -> None:
    clock = Clock()
    for milliseconds in (10, 20, 30, 40, 1000):
        clock.note(Accuse((0, 6, 12)), milliseconds / 1000)
    standing = Standing("detective", 1, 1, 1.0, 0.0, 0, 1500.0)
    times = {kind: Counter(dict(classes)) for kind, classes in clock.classes().items()}
    found = Found("row", "rival", 3, None, standing, 9.0, 0, times, FINE)
    assert found.median() == found.median("accuse") == pytest.approx(30, rel=0.02)
    assert found.median("show") is None


def test_the_page_tells_of_its_targets_or_else_of_parity() -> None:
    half = Standing("detective", 8, 4, 0.5, 0.1, 0, 1500.0)
    rows = [Found(f"row-{seats}", "rival", seats, None, half, 9.0, 0, {}, FINE) for seats in (4, 6)]
    assert "wins 2.0 to 3.0 times as often" in told(rows).lead
    aimed = Found("row", "rival", 3, 60.0, half, 9.0, 0, {}, FINE)
    assert (
        "0 of 1 targets are met, 0 beyond the 95 % interval: row 50.0 % (≥ 60)" in told([*rows, aimed]).lead
    )


@pytest.mark.parametrize(("won", "told_of_it"), [(94_990, "94.99"), (95_000, "95.0"), (94_999, "94.999")])
def test_a_share_below_its_target_is_not_rounded_up_to_it(won: int, told_of_it: str) -> None:
    share = Standing("detective", 100_000, won, won / 100_000, 0.01, 0, 1500.0, deals=30_000)
    report = told([Found("paper", "rival", 3, 95.0, share, 9.0, 0, {}, FINE)])
    assert f"paper {told_of_it} % (≥ 95)" in report.lead
    shown_in_table = f"{report.grid('strength').rows[0][3]:.{report.grid('strength').digits}f}"
    assert shown_in_table == told_of_it


def test_a_target_inside_the_interval_is_not_surely_met() -> None:
    share = Standing("detective", 800, 400, 0.5, 0.02, 100, 1500.0, deals=270)
    rows = [Found("row", "rival", 3, target, share, 9.0, 0, {}, FINE) for target in (40.0, 48.0, 52.0, 60.0)]
    assert [row.verdict() for row in rows] == ["yes, surely", "yes", "no", "no, surely"]
    assert "2 of 4 targets are met, 1 beyond the 95 % interval" in told(rows).lead


def test_the_page_says_what_a_question_alone_takes_in_the_slowest_row() -> None:
    half = Standing("detective", 8, 4, 0.5, 0.1, 0, 1500.0)
    clocks = [Counter({floor(log(ms / 1000) / FINE): 3}) for ms in (100, 200)]
    shown = Counter({floor(log(0.01) / FINE): 4})
    rows = [
        Found("row", "rival", 4, None, half, 9.0, 0, {"ask": asked, "show": shown}, FINE) for asked in clocks
    ]
    slow, ask = (max(one.median(*kinds) or 0 for one in rows) for kinds in ((), ("ask",)))
    assert ask == pytest.approx(200, rel=0.02)
    words = "In the median a decision of any kind takes at most {:.1f} ms of CPU time (target 60), and a "
    assert f"{words.format(slow)}question alone at most {ask:.1f} ms." in told(rows).lead
    assert "question alone" not in told([replace(rows[0], times={"show": shown})]).lead


@pytest.mark.parametrize("folder", ["strength", "strength-board", "strength-tables"])
def test_the_published_page_says_what_its_table_of_costs_does(folder: str) -> None:
    with (REPORTS / folder / "cost.csv").open(newline="", encoding="utf-8") as file:
        costs = list(csv.DictReader(file))
    page = (REPORTS / folder / "index.html").read_text("utf-8")
    slow, ask = (max(float(row[kind]) for row in costs) for kind in ("all", "ask"))
    assert f"takes at most {slow:.1f} ms of CPU time (target 60), and a question alone at" in page
    assert f"at most {ask:.1f} ms." in page


def test_an_accusation_is_ruled_out_if_no_deal_has_it() -> None:
    view = load(PUBLISHED / "table1.case").view()
    edition = view.record.setup.edition
    known = tuple(map(edition.card, ("scarlet", "revolver", "billiard")))
    assert not rules_out(view, known)
    assert rules_out(view, tuple(map(edition.card, ("plum", "revolver", "billiard"))))
