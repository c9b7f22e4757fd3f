"""A program in the contest: how it is started, spoken to, replaced after a foul, and ended."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sleuth.agents.policy import POLICIES
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.contest import Foul, Gone, Mind
from sleuth.arena.contest_terms import ALLOWED
from sleuth.arena.contest_wire import Wire
from sleuth.language import N_

PROCESSES = Path("/proc")
"""Where Linux tells which session a process belongs to."""


def _unstarted(error: OSError | ValueError) -> Gone:
    """Why a program does not run."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return Gone(N_("could not be started: there is no such program"))
        case OSError(errno=errno.ENOEXEC):
            return Gone(N_("could not be started: its first line must say what runs it, such as #!/bin/sh"))
        case PermissionError():
            return Gone(N_("could not be started: it is no program, or may not be run"))
        case OSError():
            return Gone(N_("could not be started: {error}"), error=str(error))
    return Gone(N_("could not be started: its command cannot be read; perhaps a quotation mark is missing"))


@dataclass(slots=True)
class Entry:
    """A program in the contest; after a foul a stand-in of ours keeps its seat warm."""

    identifier: str
    program: str
    wire: Wire | None = None
    process: subprocess.Popen[bytes] | None = None
    foul: Foul | None = None
    heard: list[str] = field(default_factory=list)
    """The messages of this game, so that a stand-in can catch up."""
    stand_in: Mind | None = None
    ended: bool = False
    """Whether nothing of the program is left to be ended."""

    def start(self, port: int, seconds: float) -> None:
        """Run the program; it is told its identifier and the port, and how long it may take to start."""
        try:
            command = [*shlex.split(self.program), self.identifier, str(port)]
            # A session of its own, so that what the program starts can be ended with it.
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, ALLOWED: str(seconds)},
            )
        except (OSError, ValueError) as error:
            self.disqualify(_unstarted(error))

    @property
    def name(self) -> str:
        """The part of the identifier that is no secret."""
        return self.identifier.partition(".")[0]

    @property
    def waiting(self) -> bool:
        """Whether the program has still to say that it is alive."""
        return self.wire is None and self.foul is None

    def tell(self, message: str, seconds: float, check: Callable[[str], None] | None = None) -> str:
        """Send a message and get the answer, from the program or, once it has fouled, from its stand-in."""
        if message.startswith("reset"):
            self.heard = []
        if self.stand_in is None:
            try:
                reply = self._ask(message, seconds)
                (check or expect_ok)(reply)
            except Foul as foul:
                self.disqualify(foul)
            else:
                self.heard.append(message)
                return reply
        assert self.stand_in is not None
        self.heard.append(message)
        return self.stand_in.answer(message)

    def _ask(self, message: str, seconds: float) -> str:
        assert self.wire is not None
        self.wire.catch_up()
        self.wire.send(message)
        return self.wire.receive(seconds)

    def disqualify(self, foul: Foul) -> None:
        """Out of the contest, for this reason."""
        self.foul = foul
        self.stand_in = Mind(PolicyAgent(POLICIES["heuristic"]))
        for message in self.heard:
            if message.split()[0] in ("reset", "suggestion", "accusation"):
                self.stand_in.answer(message)
        self.stop()

    def stop(self) -> None:
        """End the program, politely if it listens."""
        if self.wire is not None:
            with suppress(Foul):
                self.wire.send("done")
                if self.foul is None:
                    self.wire.receive(1.0)
            self.wire.close()
        if self.process is not None:
            end(self.process, patience=0.0 if self.foul else 2.0)
        self.ended = True


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """End a program and what it has started, which may take so many seconds to end by themselves."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, sign)
        for member in session(process.pid):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether neither the program nor anything that it has started in its session is left."""
    if process.poll() is None:
        return False
    if sessions_are_told():
        return not session(process.pid)
    try:
        os.killpg(process.pid, 0)
    except OSError:
        return True
    return False


def session(leader: int) -> list[int]:
    """The living processes of a session, in whatever groups, as far as the system tells."""
    found = []
    for process in PROCESSES.glob("[0-9]*/stat") if sessions_are_told() else ():
        with suppress(OSError, ValueError):  # it has just ended
            # The name, in brackets, may itself have brackets and blanks.
            state, _, _, its_session, *_ = process.read_bytes().rpartition(b")")[2].split()
            if state != b"Z" and int(its_session) == leader:
                found.append(int(process.parent.name))
    return found


def sessions_are_told() -> bool:
    """Whether the system tells about sessions; otherwise there are only process groups."""
    return (PROCESSES / "self/stat").exists()


def expect_ok(reply: str) -> None:
    """The answer to a message that asks for nothing."""
    if reply.lower() != "ok":
        raise Foul(N_("answered “{reply}” where “ok” was due"), reply=reply[:60])
