"""Messages over a socket, in either framing of the contest, and `join`: an entry that plays."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from random import Random

from sleuth.agents.registry import agent
from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.language import N_

LONGEST = 4096
"""No message is longer."""
SILENCE = 5.0
"""Seconds after which an entry that was told no framing believes that the server waits for a line to end."""
SETTLING = 0.1
"""Seconds in which the end of a line may follow its line."""


class Wire:
    """One end of a conversation; it answers in the framing in which it is spoken to."""

    def __init__(self, link: socket.socket, framing: Framing = "buffer") -> None:
        self.link, self.framing, self.rest = link, framing, b""

    def send(self, message: str) -> None:
        """Say something; a Foul if nobody listens any more."""
        try:
            self.link.sendall((message + ("\n" if self.framing == "line" else "")).encode("ascii"))
        except OSError:
            raise Foul(N_("hung up")) from None

    def receive(self, seconds: float | None = None) -> str:
        """The next message; a Foul if none comes in time or the line is dead. Blank lines say nothing."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            line, found, rest = self.rest.partition(b"\n")
            if line.strip() and (found or self.framing == "buffer"):
                self.framing, self.rest = "line" if found else "buffer", rest
                return line.decode("ascii", "replace").strip()
            if len(line) > LONGEST:
                raise Foul(N_("sent more than {n} characters without an end"), n=LONGEST)
            self.rest = rest if found else line + self._read(end)

    def _read(self, end: float | None) -> bytes:
        try:
            self.link.settimeout(None if end is None else max(0.001, end - time.monotonic()))
            data = self.link.recv(LONGEST)
        except TimeoutError:
            raise Foul(N_("did not answer in time")) from None
        except OSError:
            data = b""
        if not data:
            raise Foul(N_("hung up"))
        return data

    def settle(self) -> None:
        """Wait a moment for the end of a line that was sent apart from it."""
        if self.framing == "buffer":
            with suppress(OSError):
                self.link.settimeout(SETTLING)
                if self.link.recv(LONGEST, socket.MSG_PEEK).startswith((b"\n", b"\r\n")):
                    self.framing = "line"

    def heard_nothing(self, seconds: float) -> bool:
        """Whether nothing is said for so long."""
        try:
            self.link.settimeout(seconds)
            self.link.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return True
        return False

    def close(self) -> None:
        self.link.close()


REHEARSAL = (
    "reset 3 0 Sc Mu Ca Kn Ba Bi",
    "suggest",
    "suggestion 0 Gr Pi Co 1 Gr",
    "accuse",
    "suggestion 1 Wh Re Di 2",
    "disprove 2 Sc Ca Co",
)
"""A bit of a game, so that everything is loaded and compiled before the clock of a real one runs."""


def join(
    identifier: str, port: int, name: str, *, framing: Framing | None = None, seed: int | None = None
) -> None:
    """Play as an entry until the server is done."""
    rehearse(name)
    mind = Mind(agent(name), Random().getrandbits(64) if seed is None else seed)
    with socket.create_connection(("localhost", port)) as link:
        wire = Wire(link, framing or "buffer")
        wire.send(f"{identifier} alive")
        if framing is None and wire.heard_nothing(SILENCE):
            link.sendall(b"\n")
        converse(wire, mind)


def converse(wire: Wire, mind: Mind) -> None:
    """Answer until the server is done; it need not wait for the last word."""
    first = wire.receive()
    wire.settle()  # before the first answer, which would otherwise lack the end that the server waits for
    reply = mind.answer(first)
    while reply != "dead":
        wire.send(reply)
        reply = mind.answer(wire.receive())
    with suppress(Foul):
        wire.send(reply)


def rehearse(name: str) -> None:
    """Let an agent answer a bit of a game."""
    mind = Mind(agent(name))
    for message in REHEARSAL:
        mind.answer(message)
