"""Joining a contest: one of our agents plays as an entry."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic

from sleuth.arena.contest import Foul, Framing, Mind
from sleuth.arena.contest_callers import callers
from sleuth.arena.contest_rehearsal import Understudied
from sleuth.arena.contest_terms import STARTING
from sleuth.arena.contest_wire import Wire
from sleuth.errors import SleuthError
from sleuth.kernels import COMPILING
from sleuth.language import N_

CONNECTING = 10.0
"""Seconds in which a server must take a call."""
SPEAKING = 8.0
"""Seconds of those for the start that are left for loading what was compiled, and for saying so."""
SILENCE = 6.0
"""Seconds without a call or a word to anybody, after which the server is believed to wait for a line to end.
Sooner, and servers that know no lines are still starting other programs, and take a line's end for an answer;
later, and those that wait for it lose patience, for they may give ten seconds in all."""
LOOKING = 0.5
"""Seconds between two looks at who has called."""
PATIENCE = 1800.0
"""Seconds of silence after which a server is believed to be dead; it may have slow programs to start."""

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
        player.begin()
        brief, longer = min(starting, STARTING) - SPEAKING, starting - STARTING
        if not player.relieve(max(0.0, brief), link) and not player.failed and longer > 0:
            tell(COMPILING)
            player.relieve(longer, link)
        wire = Wire(link, framing or "buffer")
        wire.send(f"{identifier} alive")
        if not player.ready:
            tell(FAILED if player.failed else UNDERSTUDY)
        if framing is None and _silent(wire, port):
            # The contest's own server plays all tables of three first, and may take minutes for them.
            if any(callers(port) or [True]):
                tell(SILENT)
            else:
                wire.end_line()
        converse(wire, mind, player, tell)


def _connection(port: int) -> socket.socket:
    try:
        return socket.create_connection(("localhost", port), timeout=CONNECTING)
    except (OSError, OverflowError):
        raise NoServer(N_("No server listens on port {port} of this machine."), port=port) from None


def _silent(wire: Wire, port: int) -> bool:
    """Whether the server says nothing for long, though no new program has called it meanwhile."""
    known, since = 0, monotonic()
    while monotonic() - since < SILENCE:
        if not wire.heard_nothing(LOOKING):
            return False
        if len(callers(port) or ()) > known:
            known, since = len(callers(port) or ()), monotonic()
    return True


def converse(wire: Wire, mind: Mind, player: Understudied, tell: Callable[[str], None]) -> None:
    """Answer until the server is done; it need not wait for the last word."""
    reply = mind.answer(wire.first(PATIENCE))
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
