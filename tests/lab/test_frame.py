"""The frame of all experiments: nothing is done twice, nothing is mixed up, and the report is complete."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from sleuth.arena.alone import Busy
from sleuth.arena.workers import WorkersLost
from sleuth.errors import BadSetup
from sleuth.lab.catalogue import experiment, experiments
from sleuth.lab.experiment import as_words, changed
from sleuth.lab.publish import Origin, check_page, plain, publish, shown, written
from sleuth.lab.run import KEPT, run
from sleuth.lab.source import commit
from sleuth.lab.strength import MATCHES
from tests.lab.toy import DEADLY, TOY, Parameters

REPORTS = Path(__file__).parents[2] / "docs/lab"


def test_a_unit_that_is_finished_is_never_done_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    parameters = Parameters(trace=str(trace))
    run(TOY, parameters, tmp_path)
    run(TOY, parameters, tmp_path)
    assert trace.read_text().splitlines() == [f"unit {i}" for i in range(4)]


def test_a_run_that_was_cut_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    parameters = Parameters(trace=str(trace))
    run(TOY, parameters, tmp_path)
    kept = tmp_path / KEPT
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join(lines[:2]) + lines[2][:20])  # the machine went down while writing
    trace.unlink()
    done = run(TOY, parameters, tmp_path)
    assert trace.read_text().splitlines() == ["unit 2", "unit 3"]
    assert done.results == run(TOY, Parameters(trace=str(trace)), tmp_path / "fresh").results


def test_a_report_names_the_commits_that_did_the_work_not_the_one_that_wrote_the_page(tmp_path: Path) -> None:
    run(TOY, Parameters(), tmp_path)
    lines = [json.loads(line) for line in (tmp_path / KEPT).read_text().splitlines()]
    for line, at in zip(lines, ("aaaa", "bbbb", "aaaa", None), strict=True):  # one of no checkout
        line["commit"] = at
    (tmp_path / KEPT).write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run(TOY, Parameters(), tmp_path)
    assert done.commits == ("aaaa", "bbbb", "unknown")
    assert "commit aaaa and bbbb and unknown" in publish(done, tmp_path).read_text()


@pytest.mark.parametrize("line", [b'{"a": 1}', b"[1]", b'"run"', b"\xff\xfe", b'{"run": "\xff'])
def test_lines_of_somebody_else_are_neither_counted_nor_lost(tmp_path: Path, line: bytes) -> None:
    (tmp_path / KEPT).write_bytes(line + b"\n")
    assert len(run(TOY, Parameters(), tmp_path).results) == 4
    assert len(run(TOY, Parameters(), tmp_path).results) == 4
    kept = (tmp_path / KEPT).read_bytes().splitlines()
    assert (kept[0], len(kept)) == (line, 5)


def test_results_of_other_parameters_are_not_taken_for_ours(tmp_path: Path) -> None:
    run(TOY, Parameters(factor=3.0), tmp_path)
    assert run(TOY, Parameters(), tmp_path).results["unit 2"]["values"] == [4.0, 8.0]


def test_several_processes_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    alone = run(TOY, Parameters(), tmp_path / "alone")
    together = run(TOY, Parameters(), tmp_path / "together", jobs=2)
    assert list(together.results.items()) == list(alone.results.items())


def test_a_worker_that_is_killed_is_missed_in_words(tmp_path: Path) -> None:
    run(TOY, Parameters(size=1), tmp_path)
    with pytest.raises(WorkersLost):
        run(DEADLY, Parameters(), tmp_path, jobs=2)
    assert len((tmp_path / KEPT).read_text().splitlines()) == 1


def test_progress_is_told_from_what_was_there_to_the_end(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    run(TOY, Parameters(size=3), tmp_path, progress=lambda done, units: heard.append((done, units)))
    assert heard == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_two_runs_at_once_do_not_do_the_same_work(tmp_path: Path) -> None:
    heard: list[int] = []

    def second(done: int, _: int) -> None:
        heard.append(done)
        with pytest.raises(Busy):
            run(TOY, Parameters(), tmp_path)

    run(TOY, Parameters(), tmp_path, progress=second)
    assert heard == [0, 1, 2, 3, 4]


def test_parameters_are_changed_by_words_and_told_by_the_same_words() -> None:
    words = ["size=7", "factor=0.5", "powers=1,3,5"]
    parameters = changed(Parameters(), words)
    assert parameters == Parameters(size=7, factor=0.5, powers=(1, 3, 5))
    assert as_words(parameters, Parameters()) == words


@pytest.mark.parametrize(
    "words", ["sizes=7", "size", "size=many", "size=0", "size=-3", "powers=1,x", "powers=", "size=7 size=8"]
)
def test_words_that_change_nothing_are_refused(words: str) -> None:
    with pytest.raises(BadSetup):
        changed(Parameters(), words.split())


def test_a_report_is_one_page_with_tables_pictures_and_its_command(tmp_path: Path) -> None:
    parameters = replace(TOY.small, factor=1 / 3)
    page = publish(run(TOY, parameters, tmp_path), tmp_path).read_text()
    assert "A toy &lt;report&gt;" in page
    assert "<em>works</em>" in page
    assert "<code>2 &lt; 3</code>" in page
    assert "sleuth lab toy --small factor=0.3333333333333333 --out" in page
    assert "<svg" in page
    assert "src=" not in page
    assert (tmp_path / "values.csv").read_text().splitlines()[
        2
    ] == "unit 1,0.3333333333333333,0.3333333333333333"
    assert json.loads((tmp_path / "results.json").read_text())["tables"]["values"]["rows"][0][0] == "unit 0"
    assert (tmp_path / "line.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "line.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("fails", ["as_json", "as_csv", "drawn", "as_html"])
def test_a_report_that_fails_leaves_nothing_behind_and_the_next_run_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    done = run(TOY, Parameters(), tmp_path)
    monkeypatch.setattr(f"sleuth.lab.publish.{fails}", fail)
    with pytest.raises(MemoryError):
        publish(done, tmp_path)
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == [KEPT]
    check_page(tmp_path, TOY.name)
    assert publish(done, tmp_path).is_file()
    check_page(tmp_path, TOY.name)


def test_a_page_is_never_there_by_halves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise OSError("The disk is full.")

    done = run(TOY, Parameters(), tmp_path)
    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(OSError, match="full"):
        publish(done, tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {KEPT}
    monkeypatch.undo()
    check_page(tmp_path, TOY.name)
    assert publish(done, tmp_path).is_file()
    files = {KEPT, "index.html", "results.json", "values.csv", "line.svg", "line.png"}
    assert {file.name for file in tmp_path.iterdir()} == files


def test_a_report_that_was_stopped_while_it_was_written_is_known_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament's folder has nothing else to tell it by."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    done = run(TOY, Parameters(), tmp_path / "run")
    origin = Origin("sleuth tournament fox", {}, None, {})
    put = Path.write_bytes
    monkeypatch.setattr(
        Path, "write_bytes", lambda file, data: put(file, data) if ".half" in file.name else stop()
    )
    with pytest.raises(KeyboardInterrupt):
        written(done.report, origin, tmp_path / "page")
    monkeypatch.undo()
    check_page(tmp_path / "page")


@pytest.mark.parametrize("name", ["results.json", "values.csv", "mine.csv", "line.svg", "line.png"])
def test_where_no_run_of_ours_was_a_file_that_might_be_overwritten_is_refused(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / KEPT).write_text('{"a": 1}\n')
    check_page(tmp_path, TOY.name)
    (tmp_path / name).write_bytes(b"\xff")
    with pytest.raises(BadSetup, match=f"{name} might be overwritten"):
        check_page(tmp_path, TOY.name)
    run(TOY, Parameters(), tmp_path)
    check_page(tmp_path, TOY.name)


def test_whose_page_it_is_says_the_page_and_not_what_lies_beside_it(tmp_path: Path) -> None:
    publish(run(TOY, Parameters(), tmp_path), tmp_path)
    for results in (b"\xff", b'{"experiment": "seats"}', None):
        (tmp_path / "results.json").unlink()
        if results:
            (tmp_path / "results.json").write_bytes(results)
        check_page(tmp_path, TOY.name)
        for other in ("seats", "to", ""):
            with pytest.raises(BadSetup, match="another report"):
                check_page(tmp_path, other)


@pytest.mark.parametrize("page", sorted(REPORTS.glob("*/index.html")), ids=lambda page: page.parent.name)
def test_every_published_report_can_be_made_again_where_it_is(page: Path) -> None:
    check_page(page.parent, json.loads((page.parent / "results.json").read_text("utf-8"))["experiment"])


def test_on_a_terminal_a_text_has_no_signs_for_emphasis_and_code() -> None:
    assert plain("It *works*, for `2 < 3`; 3 * 4 stays.") == "It works, for 2 < 3; 3 * 4 stays."


def test_a_report_names_the_commit_of_a_checkout_and_says_if_its_code_was_changed(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ["-c", "user.name=x", "-c", "user.email=x@localhost"]
        return subprocess.run(
            ["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert commit(tmp_path) is None
    (tmp_path / "src").mkdir()
    (tmp_path / "src/one.py").write_text("1\n")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    assert commit(tmp_path) == git("rev-parse", "--short", "HEAD")
    (tmp_path / "report.csv").write_text("a report\n")
    assert commit(tmp_path) == git("rev-parse", "--short", "HEAD")
    (tmp_path / "src/one.py").write_text("2\n")
    assert commit(tmp_path) == git("rev-parse", "--short", "HEAD") + "-dirty"


@pytest.mark.parametrize(("lang", "mark"), [("en", "."), ("de", ",")])
def test_numbers_are_rounded_for_people(lang: str, mark: str) -> None:
    assert [shown(value, 2, lang) for value in (None, "x.y", 12345, 0.125, 1234.5)] == [
        "–",
        "x.y",
        "12\N{NARROW NO-BREAK SPACE}345",
        f"0{mark}12",
        f"1\N{NARROW NO-BREAK SPACE}234{mark}50",
    ]


def test_every_experiment_says_about_how_long_it_takes() -> None:
    spent: dict[str, float] = {}
    for file in REPORTS.glob("*/results.json"):
        told = json.loads(file.read_text("utf-8"))
        spent[told["experiment"]] = spent.get(told["experiment"], 0.0) + told["seconds"] / 60
    assert spent.keys() == experiments().keys()
    for name, minutes in spent.items():
        assert minutes / 2 < experiments()[name].minutes < 2 * minutes, name


def test_names_to_choose_from_are_never_cut() -> None:
    with pytest.raises(BadSetup) as error:
        experiment("strength").units(changed(experiment("strength").full, ["rows=x"]))
    assert ", ".join(MATCHES) in str(error.value)


def test_every_published_experiment_is_in_the_catalogue() -> None:
    assert {"table1", "rmsd", "methods", "sampling"} <= set(experiments())
    with pytest.raises(BadSetup, match="table1"):
        experiment("table2")
