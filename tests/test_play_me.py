"""`sleuth play --me`: real processes, fed through pipes and at a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from select import select

import pytest

from sleuth.agents.registry import names
from sleuth.casefile import load
from sleuth.events import Dealt
from sleuth.replay import is_full, replay

SCRIPT = ["", "1", "ask 1 1 1", "look 2", "look 3", "look 4"] * 300
"""Ends turns, shows cards, walks and asks, whatever is wanted: enough for any game."""


def play(folder: Path, *words: str, lines: Sequence[str] = (), code: int = 0, **env: str) -> str:
    """What a process says in which somebody plays by a script; it must end calmly."""
    done = subprocess.run(
        [sys.executable, "-m", "sleuth.cli", "play", "--me", *words],
        input="".join(f"{line}\n" for line in lines),
        env={**os.environ, "LANG": "C.UTF-8", "COLUMNS": "80", **env},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "lang", "marks"),
    [
        ("--seed 3", "en", ("▲ door", "In the envelope: ")),
        ("--rules board=no --seed 1", "de", ("Im Umschlag: ", "Noch etwas?")),
        ("--edition three-investigators --players 2 --seed 2", "de", ("Zentrale", "Verdeckt: ")),
        ("--edition three-investigators --seed 4", "en", ("Headquarters", "Face up: ")),
    ],
    ids=["classic", "without a board", "duel", "Die drei ???"],
)
def test_a_script_of_answers_plays_a_whole_game(
    tmp_path: Path, words: str, lang: str, marks: Sequence[str]
) -> None:
    text = play(tmp_path, "Anna", *words.split(), "--lang", lang, "--out", "game.case", lines=SCRIPT)
    assert all(mark in text for mark in marks)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b[" not in text
    record = load(tmp_path / "game.case")
    assert is_full(record)
    assert replay(record).whole().outcome is not None
    hands = [event for event in record.events if isinstance(event, Dealt)]
    last_page = text.split({"en": "In the envelope: ", "de": "Im Umschlag: "}[lang])[1]
    named = [record.setup.edition.card_name(card, lang) for hand in hands for card in hand.cards or ()]
    assert all(name in " ".join(last_page.split()) for name in named)


def test_the_same_seed_and_the_same_answers_are_the_same_game(tmp_path: Path) -> None:
    words = ("Ben", "--edition", "mini", "--seed", "5")
    first, again, other = (
        play(tmp_path, *words[:-1], seed, lines=SCRIPT, SLEUTH_LANG="en") for seed in "556"
    )
    assert first == again != other
    assert "you are Ben; you play against Anna (" in first


def test_who_leaves_keeps_what_they_saw_and_nothing_more(tmp_path: Path) -> None:
    for file, lines in (("Karl.case", ["", "1"]), ("Karl-2.case", ["", "1", "quit", "ignored"])):
        text = play(tmp_path, "Karl", "--seed", "3", lines=lines)
        assert f"What you saw of it is kept as {file}." in text
        assert "In the envelope" not in text
        record = load(tmp_path / file)
        assert record.setup.players[0] == "Karl"
        assert record.setup.me == 0
        known = [event.holder for event in record.events if isinstance(event, Dealt) and event.cards]
        assert known == [0]


def test_ctrl_c_at_a_terminal_ends_politely(tmp_path: Path) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        words = ["play", "--me", "Anna", "--edition", "mini", "--seed", "3", "--lang", "de"]
        environment = {**os.environ, "TERM": "xterm"}
        os.execve(sys.executable, [sys.executable, "-m", "sleuth.cli", *words], environment)
    shown = _read_until(terminal, "> ")
    os.write(terminal, "frag grün\n".encode())
    shown += _read_until(terminal, "Tatwaffe?")
    shown += _read_until(terminal, "", press=b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert "Anna, du bist dran." in shown
    assert "Was du davon gesehen hast, liegt in Anna.case." in shown
    assert "Traceback" not in shown
    assert load(tmp_path / "Anna.case").setup.me == 0


def _read_until(terminal: int, word: str, press: bytes = b"") -> str:
    """What the terminal shows until it shows a word, or until the end; a key is pressed until it is heard."""
    shown, patience = b"", 20
    os.write(terminal, press)
    while not word or word.encode() not in shown:
        if not select([terminal], [], [], 5)[0]:
            # A key that comes between the prompt and the wait for keys is only heard with the next one.
            assert patience, f"nothing more than {shown!r}"
            os.write(terminal, press)
            patience -= 1
            continue
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the other end has closed
            break
        if not chunk:
            break
        shown += chunk
    return shown.decode("utf-8", "replace")


def test_keys_that_are_no_letters_are_only_wrong_letters(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sleuth.cli", "play", "--me", "Anna", "--edition", "mini", "--lang", "en"],
        input=b"\xff\xfe\x00\n\x1b[A\nquit\n",
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"You have left the game." in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("Anna", "--json"), "there is no --quiet and no --json"),
        (("Anna", "--players", "4", "--agent", "fox,fox"), "2 agents for 3 players"),
        (("Zoe", "--names", "Anna Ben Cleo"), "Nothing here is called “Zoe”"),
        (("a b",), "cannot be a player's name"),
    ],
)
def test_what_cannot_be_is_said_before_the_deal(tmp_path: Path, words: Sequence[str], complaint: str) -> None:
    assert complaint in play(tmp_path, *words, code=2)


def test_an_unknown_agent_is_answered_with_all_names(tmp_path: Path) -> None:
    text = play(tmp_path, "Anna", "--agent", "foxx", code=2)
    listed = text.partition("the agents are: ")[2].partition(".  [")[0].split(", ")
    assert listed == list(names())
    assert "Did you mean “fox”?" in text
