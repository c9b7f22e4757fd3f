"""Joining a contest: one of our agents plays as an entry."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random

from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.arena.contest_rehearsal import Understudied
from sleuth.arena.contest_terms import STARTING
from sleuth.arena.contest_wire import Wire
from sleuth.errors import SleuthError
from sleuth.language import N_

CONNECTING = 10.0
"""Seconds in which a server must take a call."""
SPEAKING = 6.0
"""Seconds of those for the start that are left for loading what was compiled, and for saying so."""
SILENCE = 15.0
"""Seconds after which an entry that was told no framing believes that the server waits for a line to end.
Servers that know no lines may start five more programs meanwhile, and take a line's end for an answer."""
PATIENCE = 1800.0
"""Seconds of silence after which a server is believed to be dead; it may have slow programs to start."""


class NoServer(SleuthError):
    """A port on which nobody listens."""

    code = "contest/no-server"


def join(
    identifier: str,
    port: int,
    name: str,
    *,
    framing: Framing | None = None,
    starting: float = STARTING,
    seed: int | None = None,
    understudied: Callable[[], None] = lambda: None,
) -> None:
    """Play as an entry until the server is done.

    starting: the seconds that the server gives a program to start. If they are too few for compiling, this
    is told to `understudied`, and the agent takes over when it can.
    """
    player = Understudied(name)
    with _connection(port) as link:
        player.rehearsal.start()
        if not player.relieve(max(0.0, starting - SPEAKING)):
            understudied()
        wire = Wire(link, framing or "buffer")
        wire.send(f"{identifier} alive")
        if framing is None and wire.heard_nothing(SILENCE):
            wire.end_line()
        converse(wire, player, Random().getrandbits(64) if seed is None else seed)


def _connection(port: int) -> socket.socket:
    try:
        return socket.create_connection(("localhost", port), timeout=CONNECTING)
    except (OSError, OverflowError):
        raise NoServer(N_("No server listens on port {port} of this machine."), port=port) from None


def converse(wire: Wire, player: Understudied, seed: int) -> None:
    """Answer until the server is done; it need not wait for the last word."""
    mind = Mind(player, seed)
    reply = mind.answer(wire.first(PATIENCE))
    while reply != "dead":
        wire.send(reply)
        player.relieve()  # here, and not while it has to choose: loading takes a part of the next ten seconds
        reply = mind.answer(wire.receive(PATIENCE))
    with suppress(Foul):
        wire.send(reply)
