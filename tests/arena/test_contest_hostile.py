"""Programs that do their worst: each is out with a reason, nothing of it is left, and the others play on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from sleuth.arena.contest import Foul
from sleuth.arena.contest_entry import Entry, has_ended, session
from sleuth.arena.contest_serve import Meeting, NoPort, serve
from sleuth.arena.contest_start import stop_all
from sleuth.cli import main
from tests.arena.test_contest import program
from tests.arena.test_tournament_killed import is_alive, wait_for

HELLO = f"""
import os, signal, socket, sys, time
name, port = sys.argv[-2:]
def call(): return socket.create_connection(("localhost", int(port)))
def play():
    sys.path.insert(0, {str(Path(__file__).parent)!r})
    import foreign_player
    foreign_player.main("good", "buffer", name, port)
"""


def script(folder: Path, body: str) -> str:
    """A program with this body."""
    file = folder / f"program{len(list(folder.iterdir()))}.py"
    file.write_text(HELLO + body)
    return f"{sys.executable} {file}"


def winners(meeting: Meeting) -> list[str]:
    return [row.agents[row.winner] for row in meeting.rows if row.winner is not None]


def held(*others: str, starting: float = 20, seconds: float = 3) -> Sequence[Entry]:
    """A contest of these programs and two good ones, who must not suffer."""
    meeting = serve(
        [*others, program("good"), program("good", "line")],
        games=3,
        seed=1,
        seconds=seconds,
        starting=starting,
    )
    entries = meeting.entries
    assert [entry.foul for entry in entries[-2:]] == [None, None]
    assert len(meeting.rows) == 3
    assert not any(entry.foul and entry.name in winners(meeting) for entry in entries)
    assert not any(entry.process and is_alive(entry.process.pid) for entry in entries)
    return entries


STRANGERS = {
    "never calls": ("time.sleep(60)", "did not say in time"),
    "says nothing": ("call(); time.sleep(60)", "did not say in time"),
    "is nobody": ("call().sendall(b'somebody alive'); time.sleep(60)", "did not say in time"),
    "is another": ("call().sendall(b'player4 alive'); time.sleep(60)", "did not say in time"),
    "calls again and again": ("silent = [call() for _ in range(200)]; time.sleep(60)", "did not say in time"),
    "floods": ("link = call()\nwhile True: link.sendall(b'x' * 9999)", "ended before"),
    "sends blank lines": ("link = call()\nwhile True: link.sendall(b'\\n' * 9999)", "ended before"),
}


@pytest.mark.parametrize("kinds", [[*STRANGERS][:3], [*STRANGERS][3:6], [*STRANGERS][6:]], ids=", ".join)
def test_who_does_not_say_who_it_is_is_not_let_in(tmp_path: Path, kinds: list[str]) -> None:
    entries = held(*(script(tmp_path, STRANGERS[kind][0]) for kind in kinds), starting=5)
    for kind, hostile in zip(kinds, entries, strict=False):
        assert STRANGERS[kind][1] in str(hostile.foul), kind


@pytest.mark.parametrize("murmur", ["", "calls[-1].sendall(b'x')"], ids=["silent", "murmuring"])
def test_who_hesitates_is_not_crowded_out(tmp_path: Path, murmur: str) -> None:
    crowd = script(
        tmp_path,
        f"""
calls = []
for _ in range(200):
    calls.append(call())
    {murmur or "pass"}
    time.sleep(0.002)
time.sleep(60)
""",
    )
    hesitate = """
connect = socket.create_connection
def hesitant(address):
    link = connect(address)
    time.sleep(0.5)
    return link
socket.create_connection = hesitant
play()
"""
    (_, slow, *_) = held(crowd, script(tmp_path, hesitate), starting=5)
    assert slow.foul is None


def test_half_greetings_without_end_keep_nobody_out(tmp_path: Path) -> None:
    """Whoever never comes to the end of its name makes room like whoever says nothing."""
    crowd = script(
        tmp_path,
        """
calls = []
for _ in range(200):
    calls.append(call())
    calls[-1].sendall(b'p')
while True:
    for one in calls:
        try: one.sendall(b' ')
        except OSError: pass
    time.sleep(0.2)
""",
    )
    (_, late, *_) = held(crowd, script(tmp_path, "time.sleep(3); play()"), starting=8)
    assert late.foul is None


ALIVE = "link = call(); link.sendall(f'{name} alive'.encode()); link.recv(99)\n"
RUBBISH = [
    (ALIVE + "link.sendall(b'ok\\n' * 99); time.sleep(60)", "answered “ok” where a"),
    (ALIVE + "time.sleep(60)", "did not answer in time"),
    (ALIVE + "link.sendall(b'o'); time.sleep(60)", "answered “o” where “ok” was due"),
    (ALIVE + "link.sendall(b'okok'); time.sleep(60)", "answered “okok”"),
    (ALIVE + "link.sendall(bytes(range(256)))", "where “ok” was due"),
    (ALIVE + "link.sendall(b'ok\\n' + b'x' * 5_000_000)", "characters without an end"),
    (ALIVE + "link.close()", "hung up"),
    (ALIVE.replace("link.recv(99)", ""), "hung up"),
    (ALIVE + "os.kill(os.getpid(), 9)", "hung up"),
    (ALIVE + "\nwhile True: link.sendall(b'o'); time.sleep(0.5)", "“o”"),
    (ALIVE + "\nwhile True: link.sendall(b'\\n' * 4096)", "did not answer in time"),
]


@pytest.mark.parametrize("some", [RUBBISH[:3], RUBBISH[3:7], RUBBISH[7:]], ids=["first", "second", "third"])
def test_rubbish_is_out_with_a_reason_that_can_be_read(tmp_path: Path, some: list[tuple[str, str]]) -> None:
    entries = held(*(script(tmp_path, body) for body, _ in some))
    for (_, reason), hostile in zip(some, entries, strict=False):
        assert reason in str(hostile.foul)
        assert str(hostile.foul).isprintable()


def test_a_program_that_calls_twice_plays_on_with_its_first_call(tmp_path: Path) -> None:
    (twice, *_) = held(script(tmp_path, "import threading\nthreading.Timer(1, call).start()\nplay()"))
    assert twice.foul is None


def test_a_script_that_puts_its_program_into_the_background_may_end_before_it(tmp_path: Path) -> None:
    file = tmp_path / "entry.sh"
    file.write_text(f'{script(tmp_path, "time.sleep(1); play()")} "$@" &\n')
    (background, *_) = held(f"sh {file}")
    assert background.foul is None


@pytest.mark.parametrize("group", ["", "os.setpgid(0, 0)"], ids=["its group", "a group of its own"])
def test_children_that_are_deaf_to_signals_end_with_their_program(tmp_path: Path, group: str) -> None:
    """GNU timeout, for one, makes a group of its own inside the session."""
    deaf = f"""
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if not os.fork():
    {group or "pass"}
    open({str(tmp_path / "child")!r}, "w").write(str(os.getpid()))
    time.sleep(300)
"""
    (hostile, *_) = held(script(tmp_path, deaf + ALIVE + "time.sleep(60)"), seconds=1)
    assert "in time" in str(hostile.foul)
    child = int((tmp_path / "child").read_text())
    wait_for(lambda: not is_alive(child))


@pytest.mark.parametrize("told", [True, False])
def test_a_program_has_ended_when_nothing_in_its_session_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """Whether the system tells of sessions or only has groups."""
    if not told:
        monkeypatch.setattr("sleuth.arena.contest_entry.PROCESSES", tmp_path)
    entry = Entry("one", script(tmp_path, "os.fork() or time.sleep(300)"))
    entry.start(0, 10)
    assert entry.process is not None
    entry.process.wait()
    assert not has_ended(entry.process)
    entry.stop()
    wait_for(lambda: entry.process is not None and has_ended(entry.process))


def test_the_dead_do_not_count_as_left() -> None:
    """The leader has ended, but its parent has not asked for it."""
    entry = Entry("one", "true")
    entry.start(0, 10)
    assert entry.process is not None
    wait_for(lambda: entry.process is not None and not is_alive(entry.process.pid))
    assert session(entry.process.pid) == []
    entry.stop()


def test_ctrl_c_in_the_middle_of_a_disqualification_leaves_no_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    entry = Entry("one", "sleep 300")
    entry.start(0, 10)
    with monkeypatch.context() as patch:
        patch.setattr("sleuth.arena.contest_entry.end", interrupted)
        with pytest.raises(KeyboardInterrupt):
            entry.disqualify(Foul("sang"))
    stop_all([entry])
    assert entry.process is not None
    assert has_ended(entry.process)


def test_whoever_presses_ctrl_c_again_and_again_leaves_no_program(tmp_path: Path) -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nplay()\ntime.sleep(300)"
    contest, pids = playing(tmp_path, signal.SIGINT, signal.SIG_DFL, stubborn)
    for pause in (0.002, 0.01, 0.3, 0.3):
        contest.send_signal(signal.SIGINT)
        time.sleep(pause)
    contest.communicate(timeout=30)
    assert contest.returncode == 130
    assert not any(is_alive(int(pid)) for pid in pids.read_text().split())


def test_six_programs_of_which_four_misbehave_play_every_game() -> None:
    bad = [program(manner) for manner in ("does not start", "rubbish", "floods", "dies")]
    entries = held(*bad)
    assert all(entry.foul for entry in entries[:4])


def test_nothing_is_played_once_everybody_is_out() -> None:
    meeting = serve([program("does not start")] * 3, games=1000)
    assert all(entry.foul is not None for entry in meeting.entries)
    assert meeting.rows == []


@pytest.mark.parametrize("wrong", ["'", "", "/no/such/program", str(Path(__file__).parent)])
def test_a_command_that_is_none_is_disqualified(wrong: str) -> None:
    (hostile, *_) = held(wrong)
    assert "could not be started" in str(hostile.foul)


def test_a_script_that_does_not_say_what_runs_it_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "entry.sh"
    file.write_text("true\n")
    file.chmod(0o755)
    inside, outside = held(f"{file}/entry", str(file))[:2]
    assert "there is no such program" in str(inside.foul)
    assert "such as #!/bin/sh" in str(outside.foul)


def test_a_port_that_another_program_has_is_reported() -> None:
    with socket.create_server(("localhost", 0)) as taken, pytest.raises(NoPort):
        serve([program("good")] * 3, port=taken.getsockname()[1])


@pytest.mark.parametrize("option", ["--seconds", "--starting"])
@pytest.mark.parametrize("seconds", ["0", "inf", "nan", "1e10"])
def test_a_time_that_cannot_be_waited_for_is_refused(
    capsys: pytest.CaptureFixture[str], option: str, seconds: str
) -> None:
    words = [word for _ in range(3) for word in ("--program", "true")]
    assert main(["contest", "serve", "--games", "1", option, seconds, *words]) == 2
    assert "[cli/usage]" in capsys.readouterr().err


@pytest.mark.parametrize("programs", [2, 7])
def test_too_few_or_too_many_programs_are_refused(capsys: pytest.CaptureFixture[str], programs: int) -> None:
    words = [word for _ in range(programs) for word in ("--program", "true")]
    assert main(["contest", "serve", *words]) == 2
    assert "[cli/usage]" in capsys.readouterr().err


def test_a_contest_that_is_stopped_before_it_begins_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("SLEUTH_LANG", "en")
    monkeypatch.setattr("sleuth.arena.contest_serve.serve", interrupted)
    words = [word for _ in range(3) for word in ("--program", "true")]
    assert main(["contest", "serve", *words]) == 130
    assert "Stopped after 0 of 100 games." in capsys.readouterr().err


def playing(
    folder: Path, sign: signal.Signals, action: signal.Handlers, body: str = "play()"
) -> tuple[subprocess.Popen[str], Path]:
    """A contest that has begun and would take hours, and where its programs say who they are.

    How it takes a sign at first must not depend on how the tests were started: nohup, or a script.
    """
    pids = folder / "pids"
    good = script(folder, f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{body}")
    words = [word for _ in range(3) for word in ("--program", good)]
    contest = subprocess.Popen(
        [sys.executable, "-m", "sleuth.cli", "contest", "serve", "--games", "9999", *words],
        env={**os.environ, "SLEUTH_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(sign, action),
    )
    wait_for(lambda: pids.exists() and len(pids.read_text().splitlines()) == 3)
    time.sleep(2)
    return contest, pids


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_contest_that_is_stopped_tells_its_standings_and_leaves_nothing(
    tmp_path: Path, sign: signal.Signals
) -> None:
    contest, pids = playing(tmp_path, sign, signal.SIG_DFL)
    contest.send_signal(sign)
    said, complained = contest.communicate(timeout=30)
    assert contest.returncode == 130
    assert [name in said for name in ("player0", "player1", "player2")] == [True] * 3
    assert "Stopped after" in complained
    assert "Traceback" not in complained
    assert not any(is_alive(int(pid)) for pid in pids.read_text().split())


def test_a_contest_under_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    contest, pids = playing(tmp_path, signal.SIGHUP, signal.SIG_IGN)
    contest.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert contest.poll() is None
    assert all(is_alive(int(pid)) for pid in pids.read_text().split())
    contest.terminate()
    contest.communicate(timeout=30)
    assert contest.returncode == 130


LOADING = """
import ctypes, os, signal, sys
from sleuth.arena.contest_serve import Contest
from sleuth.cli import main

@ctypes.CFUNCTYPE(None)
def load():
    os.kill(os.getpid(), signal.SIGTERM)

def play(self, before=Contest.play):
    Contest.play = before
    load()
    return before(self)

signal.signal(signal.SIGINT, signal.SIG_IGN)
Contest.play = play
sys.exit(main(sys.argv[1:]))
"""


def test_a_polite_kill_while_code_is_loaded_in_the_background_ends_the_contest(tmp_path: Path) -> None:
    """A script's background jobs are deaf to Ctrl-C, so that it cannot stand in for the kill."""
    pids = tmp_path / "pids"
    good = script(tmp_path, f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\nplay()")
    words = [word for _ in range(3) for word in ("--program", good)]
    command = [sys.executable, "-c", LOADING, "contest", "serve", "--games", "9999", *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130
    assert "Stopped after" in done.stderr
    assert "KeyboardInterrupt" not in done.stderr
    assert not any(is_alive(int(pid)) for pid in pids.read_text().split())
