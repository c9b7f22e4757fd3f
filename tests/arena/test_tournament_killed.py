"""Tournaments that are killed: the process itself, or a worker of a cluster; the rows come out the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from sleuth.arena import workers
from sleuth.arena.tournament import Plan, Row, run
from sleuth.arena.workers import WorkersLost, in_order
from sleuth.cli import main
from sleuth.errors import BadSetup

AGENTS = ("casual", "heuristic", "random-notes")
PLAN = Plan(AGENTS, deals=20, seed=9)
COMMAND = ["tournament", *AGENTS, "--deals", "20", "--seed", "9"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The rows of the tournament that nobody disturbs."""
    file = tmp_path_factory.mktemp("undisturbed") / "rows.jsonl"
    run(PLAN, file)
    return file.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_tournament_killed_in_the_middle_is_resumed_to_the_same_rows(
    tmp_path: Path, undisturbed: bytes, jobs: str
) -> None:
    file = tmp_path / "rows.jsonl"
    words = [*COMMAND, "--jobs", jobs, "--out", str(file)]
    running = subprocess.Popen([sys.executable, "-m", "sleuth.cli", *words], stdout=subprocess.DEVNULL)
    wait_for(lambda: file.exists() and file.stat().st_size > 0)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    torn = file.read_bytes()
    assert undisturbed.startswith(torn)
    assert len(torn) < len(undisturbed)
    assert main(words) == 0
    assert file.read_bytes() == undisturbed


def test_workers_do_not_outlive_a_killed_tournament(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    words = [*COMMAND, "--jobs", "2", "--out", str(file)]
    running = subprocess.Popen([sys.executable, "-m", "sleuth.cli", *words], stdout=subprocess.DEVNULL)
    wait_for(lambda: file.exists() and file.stat().st_size > 0)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    running.kill()
    running.wait()
    assert len(children) >= 2
    wait_for(lambda: not any(is_alive(int(child)) for child in children))


def test_a_killed_worker_ends_the_tournament_with_a_word_and_it_can_go_on(
    tmp_path: Path, undisturbed: bytes
) -> None:
    file = tmp_path / "rows.jsonl"
    words = [sys.executable, "-m", "sleuth.cli", *COMMAND, "--jobs", "2", "--out", str(file)]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: file.exists() and file.stat().st_size > 0)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    os.kill(int(children[-1]), signal.SIGKILL)
    _, complained = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "[arena/workers-lost]" in complained
    assert "Traceback" not in complained
    assert undisturbed.startswith(file.read_bytes())
    assert main(words[3:]) == 0
    assert file.read_bytes() == undisturbed


def test_every_worker_of_a_large_machine_has_work() -> None:
    given: list[int] = []

    class Machine:
        def submit(self, function: Any, /, *what: Any) -> Any:
            given.extend(what)
            done: Future[int] = Future()
            done.set_result(function(*what))
            return done

    assert next(in_order(abs, range(1000), Machine())) == 0
    assert len(given) >= 128


@pytest.mark.parametrize("error", [BrokenExecutor, CancelledError])
def test_workers_that_go_away_are_reported_wherever_they_are_waited_for(error: type[Exception]) -> None:
    """The lab submits its work and waits for it by itself."""
    with pytest.raises(WorkersLost), workers.workers(1, None):
        raise error


def test_workers_that_are_killed_are_reported_to_whoever_submits_to_them() -> None:
    def lose(pool: workers.Workers | None) -> None:
        assert pool is not None
        pool.submit(os._exit, 1).result()

    with pytest.raises(WorkersLost), workers.workers(2, None) as pool:
        lose(pool)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own."""
    local: Any = LocalCluster  # it has no types
    with local(n_workers=2, threads_per_worker=1, dashboard_address=":0") as found:
        yield found


def test_a_cluster_one_of_whose_workers_is_killed_gives_the_same_rows(
    tmp_path: Path, undisturbed: bytes, cluster: Any
) -> None:
    file = tmp_path / "rows.jsonl"
    victims = [nanny.pid for nanny in cluster.workers.values()]

    def kill_one(rows: list[Row]) -> None:
        if rows and victims:
            os.kill(victims.pop(), signal.SIGKILL)
            victims.clear()

    run(PLAN, file, cluster=cluster.scheduler_address, watch=kill_one)
    assert not victims
    assert file.read_bytes() == undisturbed


def test_a_scheduler_that_goes_away_is_reported(tmp_path: Path) -> None:
    local: Any = LocalCluster
    with local(n_workers=1, threads_per_worker=1, dashboard_address=":0") as short_lived:

        def close(rows: list[Row]) -> None:
            if rows:
                short_lived.close()

        with pytest.raises(WorkersLost):
            run(PLAN, tmp_path / "rows.jsonl", cluster=short_lived.scheduler_address, watch=close)


@pytest.mark.parametrize("address", ["tcp://localhost:9", "nonsense"])
def test_a_scheduler_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1)
    with pytest.raises(BadSetup, match=address):
        run(PLAN, cluster=address)


def wait_for(is_so: Any, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
