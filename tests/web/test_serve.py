"""`make run` and `sleuth serve`, as they are started and ended on a terminal or without one."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest

from sleuth.casefile import load
from sleuth.cli.serve import USUAL
from sleuth.events import Accused, Opened
from tests.web import hands
from tests.web.cases import THREE
from tests.web.servers import ROOT, serving

ADDRESS = re.compile(r"sleuth is at (http://\S+)")


@contextmanager
def started(folder: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A program without a terminal, in a process group of its own, with its data in a folder."""
    env = os.environ | {"XDG_DATA_HOME": str(folder), "SLEUTH_LANG": "en"}
    program = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env=env,
        start_new_session=True,
    )
    try:
        yield program
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def said_until(program: subprocess.Popen[str], pattern: re.Pattern[str]) -> tuple[str, str]:
    """What a program says until it says this, and what that was."""
    assert program.stdout is not None
    said = ""
    for line in program.stdout:
        said += line
        if found := pattern.search(line):
            return said, found[1]
    raise AssertionError(f"it ended with {program.wait()}:\n{said}")


def children_of(process: int) -> list[int]:
    """The processes that a process has started and not yet seen end."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_make_run_plays_a_game_keeps_it_and_serves_until_interrupted(tmp_path: Path) -> None:
    saved = tmp_path / "game.case"
    # What is installed already is not installed again, whatever has been edited since.
    make = ("make", "--old-file", f"{sys.prefix}/run", f"VENV={sys.prefix}", f"GAME={saved}", "run")
    with started(tmp_path, *make) as program:
        said, address = said_until(program, ADDRESS)
        assert f"Saved as {saved}" in said
        assert any(isinstance(event, Accused | Opened) for event in load(saved).events)
        assert "<title>sleuth</title>" in httpx.get(address, timeout=60).text
        os.kill(children_of(program.pid)[-1], signal.SIGINT)
        assert program.wait(60) == 0
    assert (tmp_path / "sleuth" / "notebooks.sqlite").exists()


def taken(port: int) -> AbstractContextManager[object]:
    """The port is in use: by us, or by somebody else already."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        return contextlib.nullcontext()


def test_a_taken_port_is_told_and_another_one_used(tmp_path: Path) -> None:
    with taken(USUAL), started(tmp_path, sys.executable, "-m", "sleuth.cli", "serve") as program:
        said, address = said_until(program, ADDRESS)
        assert f"Port {USUAL} is taken" in said
        assert httpx.URL(address).port != USUAL
        assert httpx.get(f"{address}/api/health", timeout=60).json()["ready"]
        os.killpg(program.pid, signal.SIGINT)
        assert program.wait(60) == 0


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        command = [sys.executable, "-m", "sleuth.cli", "serve", "--port", str(door.getsockname()[1])]
        refused = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | {"SLEUTH_LANG": "de"}
        )
    assert refused.returncode == 2
    assert "geht nicht" in refused.stderr


def test_a_cold_server_answers_while_another_process_compiles_and_takes_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cold"))
    with serving(tmp_path) as server:
        token = hands.new_notebook(server.url, THREE)["write"]
        while not children_of(server.pid):
            time.sleep(0.1)
        (compiler,) = children_of(server.pid)
        headers = {"authorization": f"Bearer {token}"}
        cell = {"card": "pipe", "place": "Ben"}
        why = httpx.get(f"{server.url}/api/notebook/why", params=cell, headers=headers, timeout=60).json()
        assert why["holds"]
        assert not httpx.get(f"{server.url}/api/health", timeout=60).json()["warm"]
        server.kill()  # it has no time to say goodbye
        while Path(f"/proc/{compiler}").exists():
            time.sleep(0.1)


MEANWHILE = """
from importlib import import_module
from threading import Thread
from sleuth.casefile import loads
from sleuth.inference.counting import COMPILED
from sleuth.web.desk import page_of_case
from sleuth.web.thinking import think
from sleuth.web.warming import CASE

page, loading = page_of_case(CASE), Thread(target=import_module, args=(COMPILED,))
loading.start()
thoughts = 0
while loading.is_alive():
    assert think(page).notebook.deals
    thoughts += 1
assert thoughts > 1
"""


def test_pages_are_thought_through_while_another_thread_loads_the_kernels() -> None:
    thought = subprocess.run(
        [sys.executable, "-c", MEANWHILE], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert thought.returncode == 0, thought.stderr
