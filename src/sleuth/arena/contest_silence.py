"""An entry that was told no framing has spoken, and the server is silent: does it wait for the end of a line?

A server that knows no lines takes the end of one for an answer, so it must not hear any while it starts other
programs or plays with them. One that knows lines may give ten seconds, so it must not wait longer either.
"""

from __future__ import annotations

from enum import Enum
from time import monotonic

from sleuth.arena.contest_callers import callers
from sleuth.arena.contest_wire import Wire

LOOKING = 0.5
"""Seconds between two looks at who has called."""
STARTING = 3.5
"""Seconds in which the server, once nothing happens any more, may be starting another program."""
SILENCE = 6.0
"""As long as the first call is not long ago, it may take so many."""
LIMIT = 9.0
"""Seconds after the call at which a server that knows lines is about to lose patience."""


class Silence(Enum):
    """What a server's silence was."""

    OVER = "over"
    WAITING = "waiting"
    """It has spoken to nobody, and nothing happens: it waits for the end of a line."""
    UNCLEAR = "unclear"
    """It plays with others, or the system does not tell."""


def listen(wire: Wire, port: int, called: float) -> Silence:
    """Listen until the server speaks, or its silence means something. `called`: when the entry did."""
    now = callers(port)
    early, active = len(now or ()), monotonic()
    while monotonic() < max(active + STARTING, min(active + SILENCE, called + LIMIT)):
        if not wire.heard_nothing(LOOKING):
            return Silence.OVER
        before, now = now, callers(port)
        # Who calls after I have spoken was started after it, by a server that now waits for them to speak.
        awaited = len(now or ()) > early and not all(caller.spoke for caller in now or ())
        if now != before or awaited:
            active = monotonic()
    return Silence.WAITING if now and not any(caller.heard for caller in now) else Silence.UNCLEAR
