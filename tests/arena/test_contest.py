"""The contest protocol: our entries play in either framing, and bad programs do not stop a tournament."""

from __future__ import annotations

import re
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from sleuth.agents.registry import agent
from sleuth.arena.contest import WORDS, Foul, Mind, card_of, cards_of, word
from sleuth.arena.contest_entry import Entry
from sleuth.arena.contest_serve import Contest, serve
from sleuth.arena.contest_wire import Wire
from sleuth.cli import main
from tests.arena.foreign_server import Server

Ends: TypeAlias = tuple[socket.socket, Wire]
FOREIGN = Path(__file__).parent / "foreign_player.py"


def program(manner: str, framing: str = "buffer") -> str:
    return f"{sys.executable} {FOREIGN} '{manner}' {framing}"


def test_every_word_means_its_card() -> None:
    assert [card_of(word(card).upper()) for card in range(21)] == list(range(21))
    assert len(set(WORDS)) == 21


def test_three_cards_of_the_right_kinds_are_a_suggestion_in_any_order() -> None:
    assert cards_of(["Ba", "Sc", "Ro"]) == (0, 10, 12)
    with pytest.raises(Foul):
        cards_of(["Sc", "Mu", "Ba"])
    with pytest.raises(Foul):
        cards_of(["Xx", "Mu", "Ba"])


def test_a_mind_never_asks_the_same_twice_and_answers_every_message() -> None:
    mind = Mind(agent("stateless"), 1)
    assert mind.answer("reset 3 0 Sc Mu Wh Gr Pe Ca") == "ok"
    asked = [mind.answer("suggest") for _ in range(45)]
    assert len(set(asked)) == 45
    assert mind.answer("disprove 2 Sc Ca Ba").split()[1] in ("Sc", "Ca")
    assert mind.answer("suggestion 1 Pl Kn Ba 2") == "ok"
    assert mind.answer("accusation 1 Pl Kn Ba -") == "ok"
    assert mind.answer("done") == "dead"


def test_a_mind_accuses_what_its_own_question_proved() -> None:
    mind = Mind(agent("heuristic"), 1)
    mind.answer("reset 3 0 Sc Mu Wh Gr Ca Ba")
    assert mind.answer("accuse") == "-"
    mind.answer("suggestion 0 Pl Kn Bi -")
    assert mind.answer("accuse") == "accuse Pl Kn Bi"


def test_an_unknown_message_is_a_foul() -> None:
    with pytest.raises(Foul):
        Mind(agent("heuristic")).answer("hello")


def test_a_word_that_is_no_seat_is_a_foul() -> None:
    with pytest.raises(Foul, match="no number"):
        Mind(agent("heuristic")).answer("reset three 0 Sc")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_hands_are_dealt_one_by_one_from_the_first_seat(players: int) -> None:
    table = [Entry(f"player{i}", "") for i in range(players)]
    sizes = [len(hand) for hand in Contest(table, Random(1), 10).deal.hands]
    assert sizes == [len(range(18)[seat::players]) for seat in range(players)]


class TestWire:
    @pytest.fixture
    def ends(self) -> Iterator[Ends]:
        """A raw end, and the end that understands both framings."""
        one, other = socket.socketpair()
        with one, other:
            yield one, Wire(other)

    def test_it_answers_in_the_framing_in_which_it_is_spoken_to(self, ends: Ends) -> None:
        raw, wire = ends
        for said, answered in ((b"suggest", b"-"), (b"suggest\n", b"-\n"), (b"suggest\r\n", b"-\n")):
            raw.sendall(said)
            assert wire.receive(5) == "suggest"
            wire.send("-")
            assert raw.recv(100) == answered

    def test_two_lines_in_one_send_are_two_messages(self, ends: Ends) -> None:
        raw, wire = ends
        raw.sendall(b"done\nreset 3 0\n")
        assert [wire.receive(5), wire.receive(5)] == ["done", "reset 3 0"]

    def test_a_blank_line_says_nothing_not_even_how_messages_end(self, ends: Ends) -> None:
        raw, wire = ends
        raw.sendall(b"\n")
        raw.sendall(b"\r\nok")
        assert wire.receive(5) == "ok"
        assert wire.framing == "buffer"

    @pytest.mark.parametrize(("late", "framing"), [(b"\r\n", "line"), (b"", "buffer"), (b"ok", "buffer")])
    def test_the_end_of_a_line_may_come_late(self, ends: Ends, late: bytes, framing: str) -> None:
        raw, wire = ends
        raw.sendall(b"one alive")
        assert wire.receive(5) == "one alive"
        raw.sendall(late)
        wire.catch_up()
        assert wire.framing == framing
        raw.sendall(b"" if late == b"ok" else b"ok\n")
        assert wire.receive(5) == "ok"

    def test_a_line_may_come_in_pieces(self, ends: Ends) -> None:
        raw, wire = ends
        wire.framing = "line"
        raw.sendall(b"sug")
        threading.Timer(0.05, raw.sendall, [b"gest\n"]).start()
        assert wire.receive(5) == "suggest"

    def test_silence_and_a_closed_line_are_fouls(self, ends: Ends) -> None:
        raw, wire = ends
        with pytest.raises(Foul, match="in time"):
            wire.receive(0.01)
        raw.close()
        with pytest.raises(Foul, match="hung up"):
            wire.receive(5)

    def test_blank_lines_without_end_are_silence(self, ends: Ends) -> None:
        raw, wire = ends

        def flood() -> None:
            with suppress(OSError):
                while True:
                    raw.sendall(b"\n" * 4096)

        threading.Thread(target=flood, daemon=True).start()
        with pytest.raises(Foul, match="in time"):
            wire.receive(0.2)

    def test_who_does_not_read_has_not_hung_up(self, ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sleuth.arena.contest_wire.SENDING", 0.1)
        with pytest.raises(Foul, match="did not listen"):
            ends[1].send("x" * 10_000_000)


class TestServer:
    @pytest.mark.parametrize("framing", ["buffer", "line", "apart", "halves"])
    def test_foreign_programs_play_all_games_in_either_framing(self, framing: str) -> None:
        meeting = serve(
            [program("good", framing), program("good"), program("shouts", "line")], games=6, seed=1
        )
        assert [entry.foul for entry in meeting.entries] == [None] * 3
        assert [row.winner in range(3) for row in meeting.rows] == [True] * 6
        assert all(entry.process is not None and entry.process.poll() == 0 for entry in meeting.entries)

    @pytest.mark.parametrize("framing", ["buffer", "line"])
    @pytest.mark.parametrize(
        ("manner", "reason"),
        [
            ("dies", "hung up"),
            ("rubbish", "where"),
            ("floods", "answered “xxx|characters without an end"),
            ("lies", "showed a card that it does not hold"),
            ("says nothing to show", "where a card was due"),
            ("repeats", "same suggestion twice"),
            ("asks for two rooms", "instead of a suspect, a weapon and a room"),
            ("accuses its own hand", "own hand"),
            ("does not start", "ended before"),
        ],
    )
    def test_a_bad_program_is_disqualified_with_a_reason_and_the_others_play_on(
        self, manner: str, reason: str, framing: str
    ) -> None:
        meeting = serve([program("good"), program(manner, framing), program("good", "line")], games=6, seed=1)
        entries = meeting.entries
        assert entries[1].foul is not None
        assert re.search(reason, str(entries[1].foul))
        assert entries[0].foul is entries[2].foul is None
        assert len(meeting.rows) == 6

    def test_one_of_ours_waits_for_a_slow_program_without_losing_its_framing(self, tmp_path: Path) -> None:
        script = tmp_path / "slow.sh"
        script.write_text(f'sleep 7; exec {program("good")} "$@"\n')
        ours = f"{sys.executable} -m sleuth.cli contest join --agent heuristic"
        entries = serve([ours, f"sh {script}", program("good")], games=1, seed=1).entries
        assert [entry.foul for entry in entries] == [None] * 3

    def test_programs_are_told_how_long_they_may_take_to_start(self, tmp_path: Path) -> None:
        script = tmp_path / "entry.sh"
        told = tmp_path / "told"
        script.write_text(f'echo $SLEUTH_CONTEST_STARTING > {told}; exec {program("good")} "$@"\n')
        serve([f"sh {script}", program("good"), program("good")], games=1, seed=1, starting=50)
        assert float(told.read_text()) == 50

    def test_whoever_does_not_accuse_what_its_own_question_proved_is_out(self) -> None:
        entries = serve([program("never accuses")] * 3, games=1, seed=1).entries
        assert any("did not accuse" in str(entry.foul) for entry in entries)

    @pytest.mark.parametrize("manner", ["hangs", "is deaf to signals"])
    def test_a_program_that_hangs_is_not_waited_for_and_is_ended(self, manner: str) -> None:
        entries = serve(
            [program("good"), program(manner), program("good")], games=3, seed=1, seconds=2
        ).entries
        assert "in time" in str(entries[1].foul)
        assert entries[1].process is not None
        assert entries[1].process.poll() is not None
        assert entries[0].foul is entries[2].foul is None

    def test_a_program_that_does_not_exist_is_disqualified(self) -> None:
        meeting = serve([program("good"), "/no/such/program", program("good")], games=2, seed=1)
        assert "could not be started" in str(meeting.entries[1].foul)
        assert len(meeting.rows) == 2

    def test_what_a_program_has_started_ends_with_it(self, tmp_path: Path) -> None:
        script = tmp_path / "entry.sh"
        script.write_text(f'sleep 300 & echo $! > {tmp_path / "child"}; exec {program("dies")} "$@"\n')
        serve([program("good"), f"sh {script}", program("good")], games=1, seed=1)
        child = (tmp_path / "child").read_text().strip()
        assert not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text()


class TestJoin:
    @pytest.mark.parametrize(
        ("framing", "told"), [("buffer", ()), ("line", ()), ("apart", ("--framing", "line"))]
    )
    def test_our_entry_plays_on_a_foreign_server_in_either_framing_told_or_not(
        self, framing: str, told: tuple[str, ...]
    ) -> None:
        ours = [sys.executable, "-m", "sleuth.cli", "contest", "join", "--agent", "heuristic", *told]
        theirs = [sys.executable, str(FOREIGN), "good", framing]
        server = Server([theirs, ours, theirs], framing, seed=4)
        assert server.play() in range(3)
        assert server.close() == [0, 0, 0]
        asked = [reply for seat, message, reply in server.minutes if (seat, message) == (1, "suggest")]
        assert asked
        assert len(set(asked)) == len(asked)

    def test_on_a_new_computer_ours_start_and_answer_in_time_although_nothing_is_compiled(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """As the contest's own server does it: one program after the other, ten seconds for everything."""
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        monkeypatch.setenv("SLEUTH_LANG", "en")
        ours = [sys.executable, "-m", "sleuth.cli", "contest", "join"]
        server = Server([ours] * 3, "buffer", seed=4, patience=10)
        assert server.play() in range(3)
        assert server.close() == [0, 0, 0]
        told = " ".join(capfd.readouterr().err.split())
        assert "The fox plays until detective is compiled, once on this computer." in told
        assert "All of it was played by the fox: detective was not compiled in time." in told


def test_three_of_our_entries_hold_a_contest_of_their_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLEUTH_LANG", "en")
    join = f"{sys.executable} -m sleuth.cli contest join --agent"
    programs = [word for name in ("fox", "thinker", "heuristic") for word in ("--program", f"{join} {name}")]
    assert main(["contest", "serve", "--games", "6", "--seed", "1", *programs]) == 0
    told = capsys.readouterr().out
    assert told.startswith("6 games, 2 deals.\n")
    assert all(
        f"player{i}" in told and name in told for i, name in enumerate(("fox", "thinker", "heuristic"))
    )
    assert "disqualified" not in told
