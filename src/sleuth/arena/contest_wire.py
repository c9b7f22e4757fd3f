"""Messages over a socket, in either framing of the contest, and `join`: an entry that plays."""

from __future__ import annotations

import socket
import time
from random import Random

from sleuth.agents.registry import agent
from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.language import N_

LONGEST = 4096
"""No message is longer."""


class Wire:
    """One end of a conversation; it answers in the framing in which it is spoken to."""

    def __init__(self, link: socket.socket, framing: Framing = "buffer") -> None:
        self.link, self.framing, self.rest = link, framing, b""

    def send(self, message: str) -> None:
        """Say something."""
        self.link.sendall((message + ("\n" if self.framing == "line" else "")).encode("ascii"))

    def receive(self, seconds: float | None = None) -> str:
        """The next message; a Foul if none comes in time or the line is dead."""
        end = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self.rest:
            data = self._read(end)
            if b"\n" in data:
                self.framing = "line"
            self.rest += data
            if self.framing == "buffer":
                break
            if len(self.rest) > LONGEST:
                raise Foul(N_("sent more than {n} characters without an end"), n=LONGEST)
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode("ascii", "replace").strip()

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

    def close(self) -> None:
        self.link.close()


def join(
    identifier: str, port: int, name: str, *, framing: Framing = "buffer", seed: int | None = None
) -> None:
    """Play as an entry until the server is done."""
    mind = Mind(agent(name), Random().getrandbits(64) if seed is None else seed)
    with socket.create_connection(("localhost", port)) as link:
        wire = Wire(link, framing)
        wire.send(f"{identifier} alive")
        reply = ""
        while reply != "dead":
            reply = mind.answer(wire.receive())
            wire.send(reply)
