"""Joining a contest: one of our agents plays as an entry."""

from __future__ import annotations

import socket
from contextlib import suppress
from random import Random

from sleuth.agents.registry import agent
from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.arena.contest_wire import Wire
from sleuth.errors import SleuthError
from sleuth.language import N_

CONNECTING = 10.0
"""Seconds in which a server must take a call."""
SILENCE = 5.0
"""Seconds after which an entry that was told no framing believes that the server waits for a line to end."""
PATIENCE = 1800.0
"""Seconds of silence after which a server is believed to be dead; it may have slow programs to start."""


class NoServer(SleuthError):
    """A port on which nobody listens."""

    code = "contest/no-server"


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
    with _connection(port) as link:
        wire = Wire(link, framing or "buffer")
        wire.send(f"{identifier} alive")
        if framing is None and wire.heard_nothing(SILENCE):
            wire.end_line()
        converse(wire, mind)


def _connection(port: int) -> socket.socket:
    try:
        return socket.create_connection(("localhost", port), timeout=CONNECTING)
    except (OSError, OverflowError):
        raise NoServer(N_("No server listens on port {port} of this machine."), port=port) from None


def converse(wire: Wire, mind: Mind) -> None:
    """Answer until the server is done; it need not wait for the last word."""
    reply = mind.answer(wire.first(PATIENCE))
    while reply != "dead":
        wire.send(reply)
        reply = mind.answer(wire.receive(PATIENCE))
    with suppress(Foul):
        wire.send(reply)


def rehearse(name: str) -> None:
    """Let an agent answer a bit of a game."""
    mind = Mind(agent(name))
    for message in REHEARSAL:
        mind.answer(message)
