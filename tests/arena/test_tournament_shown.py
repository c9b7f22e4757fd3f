"""What people see of a tournament: the table while it runs, the standings, and the page."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from sleuth.arena.standings import Standings
from sleuth.arena.tournament import Plan, run
from sleuth.cli import main
from sleuth.cli.terminal import Terminal
from sleuth.cli.tournament import _live
from sleuth.lab.tournament import Evening

PLAN = Plan(("heuristic", "heuristic-paper", "random-notes"), deals=40, seed=2)


def test_the_table_is_live_while_the_games_are_played() -> None:
    terminal, shown = Terminal(asked="en"), io.StringIO()
    terminal.err = Console(file=shown, force_terminal=True, width=100)
    with _live(terminal, PLAN.games) as watch:
        run(PLAN, watch=watch)
    assert "of 240 games" in shown.getvalue()
    assert "heuristic-paper" in shown.getvalue()


def test_nothing_moves_where_nobody_looks() -> None:
    terminal, shown = Terminal(asked="en"), io.StringIO()
    terminal.err = Console(file=shown, force_terminal=False)
    with _live(terminal, PLAN.games) as watch:
        run(PLAN, watch=watch)
    assert shown.getvalue() == ""


def test_the_page_has_the_standings_the_pairs_and_pictures_and_needs_nothing_else(tmp_path: Path) -> None:
    rows = run(PLAN)
    page = Evening(PLAN, rows).page(tmp_path, "sleuth tournament").read_text("utf-8")
    assert page.count("<svg") == 2
    assert "<link" not in page
    standings = Standings.of(rows)
    with (tmp_path / "standings.csv").open(newline="") as file:
        found = {line["agent"]: int(line["wins"]) for line in csv.DictReader(file)}
    assert found == {one.agent: one.wins for one in standings.table}
    with (tmp_path / "seats.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 3


def test_the_command_writes_the_page_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLEUTH_LANG", "en")
    assert main(["tournament", *PLAN.agents, "--deals", "5", "--report", str(tmp_path / "page")]) == 0
    assert str(tmp_path / "page" / "index.html") in capsys.readouterr().out.replace("\n", "")


def test_standings_as_json_are_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *PLAN.agents, "--deals", "40", "--seed", "2", "--json"]) == 0
    shares = [one["share"] for one in json.loads(capsys.readouterr().out)["table"]]
    assert shares == [one.share for one in Standings.of(run(PLAN)).table]


def test_a_file_of_another_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *PLAN.agents, "--out", str(tmp_path / "games.xls")]) == 2
    assert ".jsonl" in capsys.readouterr().err
