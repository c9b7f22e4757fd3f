"""Messages over a socket, in either framing of the contest."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from select import select

from sleuth.arena.contest import Foul, Framing, Gone, Late
from sleuth.language import N_

LONGEST = 4096
"""No message is longer."""
SENDING = 10.0
"""Seconds in which whoever is spoken to must make room for a message."""


class Wire:
    """One end of a conversation; it answers in the framing in which it is spoken to."""

    def __init__(self, link: socket.socket, framing: Framing = "buffer") -> None:
        self.link, self.framing, self.rest = link, framing, b""

    def fileno(self) -> int:
        """What `select` waits for."""
        return self.link.fileno()

    def send(self, message: str) -> None:
        """Say something; a Foul if nobody listens any more."""
        self._write((message + ("\n" if self.framing == "line" else "")).encode("ascii"))

    def end_line(self) -> None:
        """Say nothing but that a line ends here."""
        self._write(b"\n")

    def beginning(self, seconds: float) -> str:
        """What the next message begins with, as far as it was sent; it is not taken as said."""
        with suppress(Late):
            self.rest += self._read(time.monotonic() + seconds)
        if len(self.rest) > LONGEST:
            raise _endless()
        return _legible(self.rest.lstrip().partition(b"\n")[0])

    def first(self, seconds: float | None, settling: float) -> str:
        """The first message; it decides how messages end, so that a moment is waited for the rest of it."""
        self.rest += self._read(None if seconds is None else time.monotonic() + seconds)
        settled = time.monotonic() + settling
        with suppress(Foul):
            while b"\n" not in self.rest and time.monotonic() < settled:
                self.rest += self._read(settled)
        return self.receive(seconds)

    def receive(self, seconds: float | None = None) -> str:
        """The next message; a Foul if none comes in time or the line is dead. Blank lines say nothing."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            line, found, rest = self.rest.partition(b"\n")
            if line.strip() and (found or self.framing == "buffer"):
                self.framing, self.rest = "line" if found else "buffer", rest
                return _legible(line)
            if len(line) > LONGEST:
                raise _endless()
            self.rest = rest if found else line + self._read(end)

    def catch_up(self) -> None:
        """If the end of a line has come after all, what was said before was a line."""
        if self.framing == "buffer" and select([self], [], [], 0.0)[0]:
            with suppress(Foul):  # whoever listens next will find out
                self.rest += self._read(None)
            if b"\n" in self.rest and not self.rest.strip():
                self.framing = "line"

    def heard_nothing(self, seconds: float) -> bool:
        """Whether nothing is said for so long."""
        try:
            self.link.settimeout(seconds)
            self.link.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return True
        except OSError:
            return False  # whoever listens next will find out
        return False

    def close(self) -> None:
        self.link.close()

    def _read(self, end: float | None) -> bytes:
        left = None if end is None else end - time.monotonic()
        try:
            # Whoever keeps sending what is no message is late as well.
            if left is not None and left <= 0:
                raise TimeoutError
            self.link.settimeout(left)
            data = self.link.recv(LONGEST)
        except TimeoutError:
            raise Late(N_("did not answer in time")) from None
        except OSError:
            data = b""
        if not data:
            raise Gone(N_("hung up"))
        return data

    def _write(self, data: bytes) -> None:
        try:
            self.link.settimeout(SENDING)
            self.link.sendall(data)
        except TimeoutError:
            raise Late(N_("did not listen")) from None
        except OSError:
            raise Gone(N_("hung up")) from None


def _endless() -> Foul:
    return Foul(N_("sent more than {n} characters without an end"), n=LONGEST)


def _legible(line: bytes) -> str:
    """A message that can be shown on a terminal, whatever was sent."""
    text = line.decode("ascii", "replace").strip()
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(1))
