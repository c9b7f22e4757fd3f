"""Joining servers written by others: good ones in any framing, and bad ones, about which it complains."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, sleep

import pytest

from sleuth import kernels
from sleuth.agents.registry import agent
from sleuth.arena import contest_rehearsal, contest_silence
from sleuth.arena.contest import WORDS, Foul, Mind
from sleuth.arena.contest_callers import Caller, callers
from sleuth.arena.contest_rehearsal import Understudied, rehearse
from sleuth.arena.contest_terms import ALLOWED
from sleuth.cli import main
from sleuth.kernels import CACHE

RESET = "reset 3 0 Sc Mu Ca Kn Ba Bi"


@contextmanager
def server(talk: Callable[[socket.socket], None], listener: socket.socket | None = None) -> Iterator[int]:
    """A server that takes one call and then does this; its port."""
    with listener or socket.create_server(("localhost", 0)) as listener:
        listener.settimeout(60)

        def run() -> None:
            with listener.accept()[0] as link:
                link.settimeout(20)
                assert link.recv(99).startswith(b"me alive")
                talk(link)

        thread = threading.Thread(target=run)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(60)


def join(port: int, *words: str) -> int:
    return main(["contest", "join", "me", str(port), "--agent", "heuristic", *words])


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
@pytest.mark.parametrize("cut", [3, 9, 17])
def test_a_first_message_in_two_packets_is_one_message(end: bytes, cut: int) -> None:
    heard = []

    def talk(link: socket.socket) -> None:
        for message in (RESET, "suggestion 1 Gr Ro Lo 2", "done"):
            said = message.encode() + end
            for part in (said[:cut], said[cut:]) if end or message == RESET else (said,):
                link.sendall(part)
                threading.Event().wait(0.03)
            heard.append(link.recv(99))

    with server(talk) as port:
        assert join(port) == 0
    assert [reply.strip() for reply in heard] == [b"ok", b"ok", b"dead"]
    assert all(reply.endswith(b"\n") == bool(end) for reply in heard)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is short here."""
    for name, seconds in (("STARTING", 0.7), ("SILENCE", 1.0), ("LIMIT", 1.5), ("LOOKING", 0.1)):
        monkeypatch.setattr(contest_silence, name, seconds)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("pause", [0, 2])
def test_a_server_with_slow_programs_to_start_hears_nothing_meanwhile(pause: int) -> None:
    """It reads the next thing said as the next answer, and a line's end is none."""
    heard = []

    def talk(link: socket.socket) -> None:
        with ExitStack() as others:
            for _ in range(4):
                sleep(0.5)
                other = others.enter_context(socket.create_connection(link.getsockname()))
                sleep(pause)
                other.sendall(b"other alive")
            for message in (RESET, "done"):
                link.sendall(message.encode())
                heard.append(link.recv(99))

    with server(talk) as port:
        assert join(port) == 0
    assert heard == [b"ok", b"dead"]


@pytest.mark.usefixtures("hasty")
def test_a_server_whose_other_programs_play_first_hears_nothing_meanwhile(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With four programs and more, somebody waits while three play; that may take minutes."""
    heard, listener = [], socket.create_server(("localhost", 0))

    def talk(link: socket.socket) -> None:
        with socket.create_connection(link.getsockname()) as program, listener.accept()[0] as other:
            program.sendall(b"other alive")
            other.sendall(RESET.encode())
            sleep(3)
            for message in (RESET, "done"):
                link.sendall(message.encode())
                heard.append(link.recv(99))

    with server(talk, listener) as port:
        assert join(port, "--lang", "en") == 0
    assert heard == [b"ok", b"dead"]
    assert "start again with --framing line" in capsys.readouterr().err


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("others", [0, 3])
def test_a_server_that_waits_for_the_end_of_a_line_gets_it(others: int) -> None:
    heard = []

    def talk(link: socket.socket) -> None:
        with ExitStack() as calls:
            for _ in range(others):
                calls.enter_context(socket.create_connection(link.getsockname())).sendall(b"other alive")
            heard.append(link.recv(99))
        for message in (RESET, "done"):
            link.sendall(message.encode() + b"\n")
            heard.append(link.recv(99))

    with server(talk) as port:
        assert join(port) == 0
    assert heard == [b"\n", b"ok\n", b"dead\n"]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_who_has_spoken_is_known_where_they_call_from(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.create_server((address, 0), family=family) as listener, ExitStack() as calls:
        port = listener.getsockname()[1]
        for n in range(4):
            assert callers(port) == [Caller(spoke=True, heard=False)] * n
            calls.enter_context(socket.create_connection((address, port))).sendall(b"alive")
        calls.enter_context(listener.accept()[0]).sendall(RESET.encode())
        calls.enter_context(socket.create_connection((address, port)))
        assert sorted(callers(port) or ()) == [
            (False, False),
            (True, False),
            (True, False),
            (True, False),
            (True, True),
        ]


def test_an_understudy_plays_until_the_agent_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest_rehearsal, "_mark", lambda name: tmp_path / name)
    player = Understudied("scholar")
    player.begin()
    mind = Mind(player)
    for message in (RESET, "suggest"):
        assert mind.answer(message)
    assert not player.ready
    assert player.relieve(60)
    assert player.playing is player.agent
    assert mind.answer("suggestion 0 Gr Pi Co 1 Gr") == "ok"
    assert mind.answer("accuse") == "-"


def test_a_rehearsal_is_short_however_long_the_agent_may_think() -> None:
    started = perf_counter()
    rehearse("detective:seconds=3000")
    rehearse("heuristic-rollout:w=1000000,transition=deals")
    assert perf_counter() - started < 300


def test_what_another_python_or_another_installation_compiled_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = contest_rehearsal._mark("scholar")
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    newer = contest_rehearsal._mark("scholar")
    monkeypatch.setattr(kernels, "__file__", str(tmp_path / "kernels" / "__init__.py"))
    assert len({ours, newer, contest_rehearsal._mark("scholar")}) == 3


def test_an_agent_that_cannot_leave_a_mark_is_ready_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(contest_rehearsal, "_mark", lambda name: tmp_path / "file" / name)
    contest_rehearsal._rehearse_apart("heuristic")
    assert not (tmp_path / "file" / "heuristic").exists()


def test_an_entry_plays_on_though_nobody_reads_what_it_says(tmp_path: Path) -> None:
    heard = []

    def talk(link: socket.socket) -> None:
        for message in (RESET, "suggestion 1 Gr Ro Lo 2", "done"):
            link.sendall(message.encode())
            heard.append(link.recv(99))

    words = ["contest", "join", "--agent", "scholar", "--starting", "0", "me"]
    with server(talk) as port:
        entry = subprocess.Popen(
            [sys.executable, "-m", "sleuth.cli", *words, str(port)],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            stderr=subprocess.PIPE,
        )
        assert entry.stderr is not None
        entry.stderr.close()
        entry.wait(60)
    assert heard == [b"ok", b"ok", b"dead"]


def test_an_understudy_plays_on_if_the_rehearsal_fails() -> None:
    player = Understudied("heuristic")
    assert not player.failed
    player.rehearsal = get_context("spawn").Process(target=sys.exit, args=(1,), daemon=True)
    player.rehearsal.start()
    assert not player.relieve(60)
    assert player.failed
    assert Mind(player).answer(RESET) == "ok"


def test_nobody_waits_for_a_rehearsal_when_the_server_has_hung_up() -> None:
    player = Understudied("heuristic")
    player.rehearsal = get_context("spawn").Process(target=sleep, args=(300,), daemon=True)
    player.rehearsal.start()
    ours, theirs = socket.socketpair()
    theirs.close()
    assert not player.relieve(200, ours)
    player.rehearsal.terminate()
    ours.close()


def test_the_agent_takes_over_in_the_middle_of_a_contest(tmp_path: Path) -> None:
    """Here all is compiled, but nothing says so: the rehearsal takes moments instead of minutes."""
    rehearse("scholar")
    shutil.copytree(CACHE, tmp_path / "kernels", ignore=shutil.ignore_patterns("-*", "*.tmp.*"))

    def talk(link: socket.socket) -> None:
        for message, pause in ((RESET, 8), ("suggestion 1 Gr Ro Lo 2", 0), ("done", 0)):
            link.sendall(message.encode())
            assert link.recv(99) in (b"ok", b"dead")
            threading.Event().wait(pause)

    words = ["contest", "join", "--agent", "scholar", "--starting", "0", "--lang", "en", "me"]
    with server(talk) as port:
        told = subprocess.run(
            [sys.executable, "-m", "sleuth.cli", *words, str(port)],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert told.returncode == 0
    assert " ".join(told.stderr.split()) == (
        "The fox plays until scholar is compiled, once on this computer. From now on scholar plays."
    )


def test_how_long_the_start_may_take_is_told_by_the_server(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ALLOWED, "soon")
    assert join(1) == 2
    assert "--starting" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (b"", "The server hung up."),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "which means nothing here"),
        (b"\xff\xfe\x00\x1b[2J", "which means nothing here"),
        (b"x" * 100_000, "which means nothing here"),
        (b"suggest\n", "began a game without"),
        (b"reset 3 0 Sc Mu\n", "cannot have"),
        (b"reset 9 0 Sc Mu\n", "cannot have"),
        (b"reset 3 7 Sc Mu Ca Kn Ba Bi\n", "cannot have"),
        (b"reset three 0 Sc\n", "is no number"),
        (b"reset " + b"9" * 5000 + b" 0 Sc\n", "is no number"),
        (b"reset 3 0 Sc Mu Ca Kn Ba Xx\n", "is no card"),
    ],
)
def test_a_server_that_talks_rubbish_is_left_with_a_complaint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, said: bytes, complaint: str
) -> None:
    monkeypatch.setenv("SLEUTH_LANG", "en")
    with server(lambda link: link.sendall(said)) as port:
        assert join(port) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert "[contest/foul]" in told
    assert "\x1b[2J" not in told


def test_a_server_that_closes_in_the_middle_of_a_game_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    def talk(link: socket.socket) -> None:
        link.sendall(RESET.encode() + b"\n")
        assert link.recv(99) == b"ok\n"

    with server(talk) as port:
        assert join(port, "--lang", "de") == 2
    assert "Der Server hat aufgelegt." in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "1", "70000"])
def test_a_port_on_which_nobody_listens_is_reported(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert main(["contest", "join", "me", port, "--agent", "heuristic"]) == 2
    assert "[contest/no-server]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "message",
    [
        "disprove 0 Sc Ca Ba",
        "disprove 1 Pl Re Lo",
        "disprove 5 Sc Ca Ba",
        "suggestion 1 Gr Ro Lo 4",
        "suggestion 3 Gr Ro Lo -",
        "suggestion 1 Gr Ro",
        "accusation 8 Gr Ro Lo -",
        "accusation 1 Gr Ro Lo perhaps",
        "accuse Gr Ro Lo",
        "",
        "suggestion 1 Gr Pi Co 1",  # an answer to one's own question
        "suggestion 1 Gr Pi Co - Gr",  # a card that nobody showed
        "suggestion 1 Gr Pi Co 2 Wh",  # a card that was not asked for
        "suggestion 1 Sc Pi Co 2 Sc",  # my card, in another's hand
        "suggestion 1 Sc Ca Ba 2",  # all three are mine
        "suggestion 2 Gr Pi Co 0",  # none of them is
        "suggestion 2 Gr Ca Co 0 Gr",
        "suggestion 1 Sc Ca Ba -",  # I passed, though I have them
        "suggestion 2 Sc Pi Co 1",
        "accusation 1 Sc Ro Lo +",  # my card, in the envelope
    ],
)
def test_a_message_that_cannot_be_is_a_foul(message: str) -> None:
    mind = Mind(agent("heuristic"))
    mind.answer(RESET)
    with pytest.raises(Foul):
        mind.answer(message)
    assert mind.answer("suggest").startswith("suggest ")  # it was not believed


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("suggestion 0 Gr Pi Co 1 Gr", "suggestion 2 Gr Re Di -"),  # passes on what it showed
        ("suggestion 0 Gr Pi Co 1 Gr", "suggestion 0 Gr Re Di 2 Gr"),  # two have the same card
        ("suggestion 0 Gr Pi Co 2 Gr", "disprove 1 Gr Ca Di"),  # whoever is before me should have shown
        ("suggestion 0 Gr Pi Co -", "suggestion 0 Gr Re Di 1 Gr"),
        ("suggestion 0 Gr Pi Co -", "accusation 1 Gr Pi Co -"),
        ("accusation 1 Gr Pi Co -", "accusation 1 Gr Pi Co +"),
        ("suggestion 0 Wh Pi Co -", "suggestion 0 Gr Re Di -"),  # two suspects in the envelope
    ],
)
def test_a_server_that_contradicts_itself_later_is_not_believed(before: str, message: str) -> None:
    mind = Mind(agent("heuristic"))
    for told in (RESET, before):
        assert mind.answer(told) == "ok"
    with pytest.raises(Foul, match="cannot all be true"):
        mind.answer(message)


def test_a_game_that_everybody_has_lost_does_not_go_on() -> None:
    """The detective would play it out in its head without end."""
    mind = Mind(agent("heuristic"))
    for message in (
        RESET,
        *(f"accusation {seat} Gr Pi {room} -" for seat, room in enumerate(("Co", "Di", "Ha"))),
    ):
        assert mind.answer(message) == "ok"
    with pytest.raises(Foul, match="everybody has lost"):
        mind.answer("suggest")


def test_a_hand_of_all_suspects_cannot_be() -> None:
    with pytest.raises(Foul, match="cannot all be true"):
        Mind(agent("heuristic")).answer("reset 3 0 Sc Mu Wh Gr Pe Pl")


def test_whatever_a_server_says_is_answered_or_is_a_foul() -> None:
    """Servers that make everything up."""
    chance, kinds = Random(1), (WORDS[:6], WORDS[6:12], WORDS[12:])

    def made_up() -> str:
        cards = " ".join(chance.choice(kind) for kind in kinds)
        card = chance.choice(["", *cards.split(), chance.choice(WORDS)])
        return chance.choice(
            [
                f"suggestion {chance.randrange(3)} {cards} {chance.choice('-012')} {card}",
                f"suggestion 0 {cards} 1 {cards.split()[0]}",
                f"disprove {chance.randrange(3)} {cards}",
                f"accusation {chance.randrange(3)} {cards} {chance.choice('+-')}",
                "suggest",
                "accuse",
            ]
        )

    for name in ("heuristic", "fox", "beginner", "random"):
        answered = 0
        for _ in range(40):
            mind = Mind(agent(name))
            mind.answer(f"reset 3 0 {' '.join(chance.sample(WORDS[1:], 6))}")
            for _ in range(25):
                with suppress(Foul):
                    answered += bool(mind.answer(made_up()))
        assert answered > 200


def test_a_server_that_contradicts_itself_is_left_with_a_complaint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def talk(link: socket.socket) -> None:
        for message in (RESET, "suggestion 1 Gr Pi Co 2 Sc"):
            link.sendall(message.encode() + b"\n")
            link.recv(99)

    monkeypatch.setenv("SLEUTH_LANG", "en")
    with server(talk) as port:
        assert join(port) == 2
    assert "The server reported an answer that nobody can have given." in capsys.readouterr().err


@pytest.mark.parametrize("identifier", ["Jürgen", "\udcff", "a\nb"])
def test_an_identifier_that_cannot_be_sent_is_refused(
    capsys: pytest.CaptureFixture[str], identifier: str
) -> None:
    assert main(["contest", "join", identifier, "1", "--agent", "heuristic"]) == 2
    assert "[cli/usage]" in capsys.readouterr().err
