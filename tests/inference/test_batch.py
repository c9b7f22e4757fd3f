"""`sleuth solve` on hundreds of foreign files at once, each counted from outside as well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import diagrams

from tests.inference.casewriter import written

FILES = 240


def solve(*words: str) -> tuple[int, list[dict[str, Any]]]:
    """What a process of its own answers: its exit code and its lines."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "SLEUTH_LANG": "en"}
    command = [sys.executable, "-m", "sleuth.cli", "solve", "--json", "--model", "deals", *words]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert not done.stderr, done.stderr.decode()
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The answers to all files, in order."""
    folder = tmp_path_factory.mktemp("cases")
    files = [folder / f"{seed}.case" for seed in range(FILES)]
    for seed, file in enumerate(files):
        file.write_text(written(seed)[0], encoding="utf-8")
    code, lines = solve(*map(str, files))
    assert code == 0, [line for line in lines if "error" in line]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    return lines


@pytest.mark.parametrize("part", range(8))
def test_a_model_counter_from_outside_agrees_on_files_that_others_wrote(
    part: int, answers: list[dict[str, Any]]
) -> None:
    for seed in range(part, FILES, 8):
        _, problem = written(seed)
        counts = diagrams.table(problem)
        assert answers[seed]["deals"] == sum(counts[0])
        assert answers[seed]["exact"] is True
        chances = [list(row.values())[-1] for row in answers[seed]["probability"].values()]
        assert chances == [row[problem.envelope] / sum(row) for row in counts]


def test_what_cannot_be_read_is_told_in_its_place_and_the_rest_go_on(tmp_path: Path) -> None:
    good = tmp_path / "good.case"
    good.write_text(written(1)[0], encoding="utf-8")
    bad = {
        "binary": b"\x00\xff\xfe\x80",
        "empty": b"",
        "latin": "players: zoë ben cleo\n".encode("latin-1"),
        "headless": b"ben ? plum rope hall | -\n",
        "half": b"players: a b c\nme: a\na ? plum rope\n",
        "twice": b"players: a b c\nme: a\nhand: plum plum rope knife hall study\n",
        "unknown": b"edition: nowhere\nplayers: a b c\n",
        "long": b"players: a b c\n" + b"x" * 100_000,
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
    files = [
        str(good),
        *(str(tmp_path / name) for name in bad),
        str(tmp_path),
        str(tmp_path / "none"),
        str(good),
    ]
    code, lines = solve(*files)
    assert code == 2
    assert [line["file"] for line in lines] == files
    assert lines[0]["deals"] == lines[-1]["deals"]
    for line in lines[1:-1]:
        assert line["error"]["code"].count("/") == 1
        assert line["error"]["message"]
        assert len(line["error"]["message"]) < 1000
