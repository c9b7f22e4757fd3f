"""Joining a contest: one of our agents plays as an entry."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic

from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.arena.contest_rehearsal import Understudied
from sleuth.arena.contest_silence import Silence, listen
from sleuth.arena.contest_terms import STARTING
from sleuth.arena.contest_wire import Wire
from sleuth.errors import SleuthError
from sleuth.kernels import COMPILING
from sleuth.language import N_

CONNECTING = 10.0
"""Seconds in which a server must take a call."""
SPEAKING = 8.0
"""Seconds of those for the start that are left for loading what was compiled, and for saying so."""
PATIENCE = 1800.0
"""Seconds of silence after which a server is believed to be dead; it may have slow programs to start."""

SETTLING = 1.0
"""Seconds in which the rest of the server's first message may follow its beginning."""

UNDERSTUDY = N_("The fox plays until {agent} is compiled, once on this computer.")
FAILED = N_("The fox plays all of it: {agent} could not be made ready on this computer.")
READY = N_("From now on {agent} plays.")
SILENT = N_(
    "The server says nothing yet. If it waits for the end of a line, start again with --framing line."
)
NEVER = N_("All of it was played by the fox: {agent} was not compiled in time.")


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
    tell: Callable[[str], None] = lambda sentence: None,
) -> None:
    """Play as an entry until the server is done.

    starting: the seconds that the server gives a program to start · tell: hears who plays, and why.
    """
    player = Understudied(name)
    mind = Mind(player, Random().getrandbits(64) if seed is None else seed)
    with _connection(port) as link:
        called = monotonic()
        player.begin()
        brief, longer = min(starting, STARTING) - SPEAKING, starting - STARTING
        if not player.relieve(max(0.0, brief), link) and not player.failed and longer > 0:
            tell(COMPILING)
            player.relieve(longer, link)
        wire = Wire(link, framing or "buffer")
        wire.send(f"{identifier} alive")
        if not player.ready:
            tell(FAILED if player.failed else UNDERSTUDY)
        silence = Silence.OVER if framing else listen(wire, port, called)
        if silence is Silence.WAITING:
            wire.end_line()
        elif silence is Silence.UNCLEAR:
            tell(SILENT)
        converse(wire, mind, player, tell)


def _connection(port: int) -> socket.socket:
    try:
        return socket.create_connection(("localhost", port), timeout=CONNECTING)
    except (OSError, OverflowError):
        raise NoServer(
            N_("No server listens on port {port} of this machine; start the server first."), port=port
        ) from None


def converse(wire: Wire, mind: Mind, player: Understudied, tell: Callable[[str], None]) -> None:
    """Answer until the server is done; it need not wait for the last word."""
    reply = mind.answer(wire.first(PATIENCE, SETTLING))
    while reply != "dead":
        wire.send(reply)
        # Here, and not when it has to choose: loading takes a part of the next ten seconds.
        if not player.ready and player.relieve():
            tell(READY)
        reply = mind.answer(wire.receive(PATIENCE))
    with suppress(Foul):
        wire.send(reply)
    if not player.ready:
        tell(FAILED if player.failed else NEVER)
