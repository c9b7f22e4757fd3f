"""What people see of a tournament: the table while it runs, the standings, and the page."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest
from rich.console import Console

from sleuth.agents.registry import names
from sleuth.arena.results import HEAD
from sleuth.arena.standings import Standings
from sleuth.arena.tournament import Plan, run
from sleuth.cli import main
from sleuth.cli.terminal import Terminal
from sleuth.cli.tournament import _live
from sleuth.lab.tournament import Evening
from tests.arena.test_tournament_killed import wait_for

PLAN = Plan(("heuristic", "heuristic-paper", "random-notes"), deals=40, seed=2)


def test_the_table_is_live_while_the_games_are_played() -> None:
    terminal, shown = Terminal(asked="en"), io.StringIO()
    terminal.err = Console(file=shown, force_terminal=True, width=100)
    with _live(terminal, PLAN.games) as watch:
        run(PLAN, watch=watch)
    assert "of 240 games" in shown.getvalue()
    assert "heuristic-paper" in shown.getvalue()


@pytest.mark.parametrize(("seconds", "said"), [(30.0, ""), (0.0, "240 of 240 games\n")])
def test_where_nobody_looks_a_line_is_written_now_and_then(
    monkeypatch: pytest.MonkeyPatch, seconds: float, said: str
) -> None:
    monkeypatch.setattr("sleuth.cli.tournament.NOTED", seconds)
    terminal, shown = Terminal(asked="en"), io.StringIO()
    terminal.err = Console(file=shown, force_terminal=False)
    with _live(terminal, PLAN.games) as watch:
        run(PLAN, watch=watch)
    assert shown.getvalue() == said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_the_standings_so_far_and_the_same_command_goes_on(tmp_path: Path, jobs: str) -> None:
    words = ["tournament", "casual", "casual", "thinker", "--deals", "60", "--jobs", jobs]
    words = [sys.executable, "-m", "sleuth.cli", *words, "--out", str(tmp_path / "games.csv")]
    given = {**os.environ, "SLEUTH_LANG": "en"}
    stopped = subprocess.Popen(
        words, env=given, text=True, stdout=PIPE, stderr=PIPE, start_new_session=True, preexec_fn=hear_ctrl_c
    )
    lines = tmp_path / "games.jsonl"
    wait_for(lambda: lines.exists() and lines.stat().st_size > 0)
    os.killpg(stopped.pid, signal.SIGINT)  # as a terminal does it: workers too
    said, complained = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    assert "thinker" in said
    assert "of 180 games. The same command goes on from there." in complained
    assert "Traceback" not in complained
    done = len(lines.read_text().splitlines())
    assert 0 < done < 180
    assert subprocess.run(words, env=given, capture_output=True, check=True)
    assert len(lines.read_text().splitlines()) == 180
    with (tmp_path / "games.csv").open(newline="") as table:
        assert len(list(csv.DictReader(table))) == 180


@pytest.mark.parametrize("ending", ["csv", "sqlite"])
def test_ctrl_c_while_the_journal_is_read_leaves_a_finished_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    words = ["tournament", *PLAN.agents, "--deals", "2", "--out", str(tmp_path / f"games.{ending}")]
    assert main(words) == 0
    before = (tmp_path / f"games.{ending}").read_bytes()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sleuth.arena.tournament.kept", interrupted)
    assert main(words) == 130
    assert (tmp_path / f"games.{ending}").read_bytes() == before


def test_a_database_with_a_table_of_that_name_is_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.db"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("create table games (title, publisher)")
    before = file.read_bytes()
    assert main(["tournament", *PLAN.agents, "--out", str(file)]) == 2
    assert "[game/bad-setup]" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert not file.with_suffix(".jsonl").exists()


def hear_ctrl_c() -> None:
    """The suite itself may have been started where Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_the_page_has_the_standings_the_pairs_and_pictures_and_needs_nothing_else(tmp_path: Path) -> None:
    rows = run(PLAN)
    page = Evening(PLAN, rows).page(tmp_path, "sleuth tournament").read_text("utf-8")
    assert page.count("<svg") == 2
    assert "<link" not in page
    standings = Standings.of(rows)
    with (tmp_path / "standings.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert {line["agent"]: int(line["wins"]) for line in found} == {s.agent: s.wins for s in standings.table}
    bounds = [[float(line[f"95 % {end}"]) / 100 for end in ("from", "to")] for line in found]
    assert bounds == [pytest.approx(one.interval) for one in standings.table]
    with (tmp_path / "pairs.csv").open(newline="") as file:
        pairs = [
            (float(line["±"]), float(line["distance in standard errors"])) for line in csv.DictReader(file)
        ]
    assert pairs == [pytest.approx((100 * d.doubt, d.difference / d.error)) for d in standings.duels]
    with (tmp_path / "seats.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 3


def test_the_command_writes_the_page_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLEUTH_LANG", "en")
    assert main(["tournament", *PLAN.agents, "--deals", "5", "--report", str(tmp_path / "page")]) == 0
    assert str(tmp_path / "page" / "index.html") in capsys.readouterr().out.replace("\n", "")


def test_the_page_speaks_german_too(tmp_path: Path) -> None:
    page = Evening(PLAN, run(PLAN), "de").page(tmp_path, "sleuth tournament").read_text("utf-8")
    assert '<html lang="de">' in page
    for english in ("Standings", "How this page was made", "games won", "wrong accusations", "board ="):
        assert english not in page


@pytest.mark.parametrize(("lang", "games"), [("en", "1,800"), ("de", "1.800")])
def test_thousands_of_games_are_written_as_the_language_writes_them(
    capsys: pytest.CaptureFixture[str], lang: str, games: str
) -> None:
    assert main(["tournament", *PLAN.agents, "--deals", "300", "--lang", lang]) == 0
    table = capsys.readouterr().out
    assert table.count(f"{games} ") == 4  # once in the sentence above the table


def test_help_names_every_agent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--help"]) == 0
    words = set(capsys.readouterr().out.replace(",", " ").replace(".", " ").split())
    assert set(names()) - words == set()


def test_play_lists_every_agent_and_what_may_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--agents", "--json", "--lang", "en"]) == 0
    listed = {one["agent"]: one["settings"] for one in json.loads(capsys.readouterr().out)}
    assert tuple(listed) == names()
    assert listed["detective"].startswith("games=1…")
    assert main(["play", "--agents", "--lang", "de"]) == 0
    assert "transition=naive|next-card|next-any|deals|table" in capsys.readouterr().out


def test_house_rules_are_the_same_in_any_order_and_are_told_by_the_page(tmp_path: Path) -> None:
    words = ["tournament", "fox", "walker", "--edition", "mini", "--deals", "2", "--lang", "en"]
    words += ["--out", str(tmp_path / "games.csv"), "--report", str(tmp_path)]
    assert main([*words, "--rules", "own_cards=no", "--rules", "auto_win=suggestion"]) == 0
    assert main([*words, "--rules", "auto_win=suggestion own_cards=no"]) == 0
    with (tmp_path / "games.csv").open(newline="") as table:
        assert {row["rules"] for row in csv.DictReader(table)} == {"auto_win=suggestion own_cards=no"}
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "house rules = auto_win=suggestion own_cards=no" in page
    assert "--rules" in page


def test_agents_with_settings_are_told_apart_and_their_rows_replay(tmp_path: Path) -> None:
    agents, file = ("heuristic-rollout:w=1,horizon=2", "heuristic-rollout:w=2"), tmp_path / "games.jsonl"
    rows = run(Plan(agents, 2, "mini", deals=1), file)
    assert {row.agents for row in rows} == {agents, agents[::-1]}
    assert all(row.told(row.replay()) == row for row in rows)
    again = ["--players", "2", "--edition", "mini", "--rules", "board=no", "--seed", str(rows[0].seed)]
    assert main(["play", *again, "--agent", ",".join(rows[0].agents), "--quiet"]) == 0


def test_a_misspelt_agent_is_guessed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLEUTH_LANG", "en")
    assert main(["tournament", "fox", "thinker", "detektive"]) == 2
    said = capsys.readouterr().err
    assert "[agent/unknown]" in said
    assert "Did you mean “detective”?" in said


@pytest.mark.parametrize("seats", ["-1", "0", "1"])
def test_a_table_has_at_least_two_seats(capsys: pytest.CaptureFixture[str], seats: str) -> None:
    assert main(["tournament", *PLAN.agents, "--seats", seats]) == 2
    assert "[cli/usage]" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"a diary " * 999)
    assert main(["tournament", *PLAN.agents, "--out", str(file)]) == 2
    assert str(file) in capsys.readouterr().err.replace("\n", "")
    assert not file.with_suffix(".jsonl").exists()


def test_a_report_that_cannot_be_written_is_refused_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    games = tmp_path / "games.jsonl"
    assert main(["tournament", *PLAN.agents, "--out", str(games), "--report", str(tmp_path / "taken")]) == 2
    assert "taken" in capsys.readouterr().err
    assert not games.exists()


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_what_somebody_else_has_written_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (tmp_path / "index.html").write_text("<h1>My garden</h1>")
    (tmp_path / "own.csv").write_text("my,own,csv\n")
    where = tmp_path / "own.csv" if option == "--out" else tmp_path
    assert main(["tournament", *PLAN.agents, "--deals", "1", option, str(where), "--lang", "en"]) == 2
    assert "choose another" in capsys.readouterr().err
    assert (tmp_path / "index.html").read_text() == "<h1>My garden</h1>"
    assert (tmp_path / "own.csv").read_text() == "my,own,csv\n"


@pytest.mark.parametrize(
    ("first", "then"), [("lab seats", "cup"), ("cup", "lab seats"), ("lab seats", "lab fig4")]
)
def test_a_report_does_not_replace_another_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], first: str, then: str
) -> None:
    cup = ["tournament", *PLAN.agents, "--deals", "1", "--lang", "en", "--report", str(tmp_path)]
    words = {
        "cup": cup,
        "lab seats": ["lab", "seats", "--small", "--out", str(tmp_path)],
        "lab fig4": ["lab", "fig4", "--small", "--lang", "en", "--out", str(tmp_path)],
    }
    assert main(words[first]) == main(words[first]) == 0
    page = (tmp_path / "index.html").read_text()
    assert main(words[then] + ["--lang", "en"] * (then == "lab seats")) == 2
    assert "the page of another report" in capsys.readouterr().err.replace("\n", " ")
    assert (tmp_path / "index.html").read_text() == page


def test_a_table_for_which_there_is_no_room_is_complained_about(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sleuth.cli", "tournament", *PLAN.agents, "--deals", "200", "--out"]
    subprocess.run([*words, str(tmp_path / "games.jsonl")], check=True, capture_output=True)
    old = ",".join(HEAD) + "\r\nthe old table\r\n"
    (tmp_path / "games.csv").write_text(old, newline="")
    shell = ["bash", "-c", 'ulimit -f 8; exec "$@"', "", *words, str(tmp_path / "games.csv")]
    found = subprocess.run(shell, check=False, capture_output=True, text=True)
    assert found.returncode == 2
    assert (tmp_path / "games.csv").read_bytes() == old.encode()
    assert "games.csv" in found.stderr
    assert "[cli/cannot-write]" in found.stderr


def test_standings_as_json_are_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *PLAN.agents, "--deals", "40", "--seed", "2", "--json"]) == 0
    told, found = json.loads(capsys.readouterr().out), Standings.of(run(PLAN))
    assert [one["share"] for one in told["table"]] == [one.share for one in found.table]
    assert [one["interval"] for one in told["table"]] == [list(one.interval) for one in found.table]
    assert [duel["doubt"] for duel in told["duels"]] == [duel.doubt for duel in found.duels]


@pytest.mark.parametrize(("lang", "said"), [("en", "win equally often"), ("de", "gewinnen gleich oft")])
def test_a_difference_of_nothing_is_said_in_words(
    capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    agents = ["fox", "walker", "--board", "--edition", "mini"]
    assert main(["tournament", *agents, "--deals", "2", "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert said in told
    assert "0.0\u00a0–\u00a0100.0" in told.replace(",", ".")


def test_a_file_of_another_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *PLAN.agents, "--out", str(tmp_path / "games.xls")]) == 2
    assert ".jsonl" in capsys.readouterr().err
