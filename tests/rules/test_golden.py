"""The golden playthroughs: whatever the API says, it said yesterday."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sleuth.edition import Edition
from tests.golden.playthrough import FOLDER, PLAYTHROUGHS, Playthrough

names = [playthrough.path().stem for playthrough in PLAYTHROUGHS]


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=names)
def test_the_playthrough_is_as_it_was(playthrough: Playthrough) -> None:
    written = playthrough.path().read_text("utf-8").split("\n")
    now = playthrough.text().split("\n")
    different = next((i for i, (a, b) in enumerate(zip(written, now, strict=False)) if a != b), None)
    assert different is None, f"line {different + 1}: {written[different]!r} is now {now[different]!r}"
    assert len(now) == len(written)


def test_there_is_a_playthrough_of_every_edition_and_of_the_duel() -> None:
    assert {*Edition.names(), "three-investigators-duel", "everything"} == set(names)
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(names)


def test_transcripts_are_small_enough_to_read() -> None:
    assert all(playthrough.path().stat().st_size < 150_000 for playthrough in PLAYTHROUGHS)


def test_a_playthrough_does_not_depend_on_how_python_hashes_words() -> None:
    code = "from tests.golden.playthrough import PLAYTHROUGHS as p; print(p[-1].text(), end='')"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
