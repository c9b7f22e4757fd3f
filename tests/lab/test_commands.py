"""`sleuth lab`, `worksheet`, `puzzle` and `solve --method`, through the command line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.cli import main
from sleuth.lab.publish import TOURNAMENT
from sleuth.lab.strength import MATCHES
from sleuth.lab.table1 import PUBLISHED
from tests.arena.test_tournament_killed import wait_for

Run = Callable[..., tuple[int, str, str]]
TABLE1 = PUBLISHED / "table1.case"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command: its exit code, what it printed, and what it complained about."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("SLEUTH_LANG", "en")

    def _run(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return _run


def test_wambachs_work_is_shown_rule_by_rule(run: Run) -> None:
    code, out, _ = run("solve", TABLE1, "--method", "wambach", "--steps")
    assert code == 0
    assert "E + (-, Rope, -, mu)  Own cards are certain." in out
    assert (
        "M + (Mrs. White, Candlestick, Library, pe)  Case 2: one of these was shown to somebody else." in out
    )
    assert "Transfer: only one card is left, so it is certain." in out
    assert "Solution cards found: Miss Scarlet, Revolver." in out


@pytest.mark.parametrize("method", ["atleast", "dancing"])
def test_counting_methods_find_the_same_deals(run: Run, method: str) -> None:
    code, out, _ = run("solve", TABLE1, "--method", method, "--steps")
    assert code == 0
    assert "6,798 deals fit." in out
    assert "Decided: 93 of the 93 cells that can be proved." in out


def test_a_single_deal_is_not_spoken_of_in_the_plural(run: Run, tmp_path: Path) -> None:
    case = tmp_path / "sure.case"
    case.write_text("edition: mini\nplayers: a b\nme: a\nhand: gr ro st\n\nb ! plum\nb ! knife\nb ! hall\n")
    _, out, _ = run("solve", case, "--method", "dancing")
    assert "One deal is possible." in out


def test_deals_are_counted_as_the_language_writes_numbers(run: Run) -> None:
    _, out, _ = run("solve", TABLE1, "--method", "dancing", "--lang", "de")
    assert "6.798 Verteilungen passen." in out


def test_estimates_come_with_their_error(run: Run) -> None:
    code, out, _ = run("solve", TABLE1, "--method", "walksat")
    assert code == 0
    assert "±" in out
    assert "Error against the exact table: 0.00" in out


def test_a_method_speaks_json(run: Run) -> None:
    code, out, _ = run("solve", TABLE1, "--method", "atleast", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["deals"] == 6798
    assert answer["proved"]["revolver"]["envelope"] is True
    assert answer["probability"]["lounge"]["wh"] == pytest.approx(6330 / 6798)


def test_an_unknown_method_names_the_known_ones(run: Run) -> None:
    code, _, err = run("solve", TABLE1, "--method", "guessing")
    assert code == 2
    assert "wambach" in err


def test_a_missing_file_is_an_error_like_any_other(run: Run, tmp_path: Path) -> None:
    code, _, err = run("solve", tmp_path / "none.case", "--method", "wambach")
    assert code == 2
    assert "There is no such file." in err


def test_experiments_are_listed_with_a_sentence_each(run: Run) -> None:
    code, out, _ = run("lab")
    assert code == 0
    assert "table1" in out
    assert "cell by cell" in out


def test_an_experiment_tells_its_answer_writes_its_report_and_says_where(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    code, out, _ = run("lab", "table1", "runs=2", "--small", "--seed", "5", "--out", folder)
    assert code == 0
    lead, where = out.splitlines()
    assert lead.startswith("Exact inference finds 6,798 deals")
    assert where.endswith("index.html")
    assert "runs = 2" in (folder / "index.html").read_text()
    assert json.loads((folder / "results.json").read_text())["parameters"]["seed"] == "5"


def test_the_answer_of_an_experiment_is_broken_between_words_on_a_terminal_and_not_in_json(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["lab", "table1", "runs=2", "--small", "--out", tmp_path]
    (whole, _) = run(*command)[1].splitlines()
    assert json.loads(run(*command, "--json")[1])["experiment"] == "table1"
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("FORCE_COLOR", "1")
    lines = run(*command)[1].split("The report")[0].splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert " ".join(" ".join(lines).split()) == whole


CUP = ("tournament", "walker", "walker", "random", "--edition", "mini", "--deals", "2")


def test_a_tournament_writes_what_it_says_it_may_and_does_so_again(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(*CUP, "--report", tmp_path)[0] == 0
        assert {file.name for file in tmp_path.iterdir()} == {"index.html", *TOURNAMENT}


@pytest.mark.parametrize("name", TOURNAMENT)
def test_a_tournament_leaves_files_of_its_names_alone_where_no_page_of_its_is(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("x")
    code, _, err = run(*CUP, "--report", tmp_path)
    assert code == 2
    assert f"{name} might be overwritten; choose another folder." in err
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "x")]


def test_a_tournament_does_not_mind_files_that_it_never_writes(run: Run, tmp_path: Path) -> None:
    others = {"results.json": '{"mine":1}', "notes.csv": "x"}
    for name, text in others.items():
        (tmp_path / name).write_text(text)
    words = [*CUP, "--out", tmp_path / "games.csv"]
    assert run(*words)[0] == run(*words, "--report", tmp_path)[0] == run(*words, "--report", tmp_path)[0] == 0
    assert {name: (tmp_path / name).read_text() for name in others} == others


def test_an_experiment_leaves_a_page_of_a_tournament_alone_whatever_lies_beside_it(
    run: Run, tmp_path: Path
) -> None:
    assert run(*CUP, "--report", tmp_path)[0] == 0
    (tmp_path / "results.json").write_text('{\n "experiment": "seats",\n}')
    code, _, err = run("lab", "seats", "--small", "--out", tmp_path)
    assert code == 2
    assert "the page of another report" in err


def test_an_experiment_that_is_stopped_says_how_it_goes_on(tmp_path: Path) -> None:
    words = ["lab", "fig4", "--out", str(tmp_path), "--lang", "en"]
    running = subprocess.Popen(
        [sys.executable, "-m", "sleuth.cli", *words],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_for((tmp_path / "units.jsonl").exists)
    running.send_signal(signal.SIGINT)
    _, complained = running.communicate()
    assert running.returncode == 130
    assert complained.endswith("The same command goes on from there.\n")


def test_a_worksheet_is_what_its_name_ends_in(run: Run, tmp_path: Path) -> None:
    for name, start in (("a.pdf", b"%PDF"), ("a.svg", b"<svg"), ("a.html", b"<!doctype")):
        code, out, _ = run("worksheet", TABLE1, "-o", tmp_path / name)
        assert code == 0
        assert name in out
        assert (tmp_path / name).read_bytes().startswith(start)
    code, _, err = run("worksheet", "--edition", "mini", "-o", tmp_path / "a.docx")
    assert code == 2
    assert ".pdf, .svg, .html" in err


def test_a_puzzle_can_be_read_here_or_printed(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("puzzle", "--difficulty", "hard", "--seed", "3")
    assert code == 0
    assert "You are Anna and hold: Candlestick" in out
    assert "In the envelope: Colonel Mustard, Knife and Kitchen." in out
    for name in ("p.pdf", "p.html", "p.txt"):
        assert run("puzzle", "--difficulty", "hard", "--seed", "3", "-o", tmp_path / name)[0] == 0
        assert (tmp_path / name).stat().st_size > 1000
    assert run("puzzle", "--difficulty", "evil")[0] == 2


def test_all_of_it_speaks_german(run: Run, tmp_path: Path) -> None:
    assert "Du bist Anna" in run("puzzle", "--difficulty", "hard", "--seed", "3", "--lang", "de")[1]
    assert "Eigene Karten" in run("solve", TABLE1, "--method", "wambach", "--steps", "--lang", "de")[1]
    assert run("worksheet", TABLE1, "-o", tmp_path / "blatt.svg", "--lang", "de")[0] == 0
    assert "Fräulein Gloria" in (tmp_path / "blatt.svg").read_text()


@pytest.mark.parametrize(("lang", "told"), [("en", "about 12 hours"), ("de", "etwa 12 Stunden")])
def test_help_of_an_experiment_tells_its_parameters_and_how_long_it_takes(
    run: Run, lang: str, told: str
) -> None:
    code, out, _ = run("lab", "strength", "--help", "--lang", lang)
    assert code == 0
    assert told in out
    assert re.search(r"other_games +2000  \(--small: 4\)", out)
    assert all(row in "".join(out.split()) for row in MATCHES)
    assert "other_games" not in run("lab", "--help")[1]


def test_the_list_of_experiments_says_how_long_each_takes(run: Run) -> None:
    assert "about 12 hours of CPU time" in run("lab")[1]
    assert "less than a minute" in run("lab")[1]


def test_programs_may_read_the_list_of_experiments(run: Run) -> None:
    listed = json.loads(run("lab", "--json")[1])
    assert {"strength", "table-agents"} < {one["name"] for one in listed}
    assert all(one["about"] and one["minutes"] > 0 for one in listed)
