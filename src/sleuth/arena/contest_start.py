"""Before and after the games: every program is started, must say who it is, and is ended."""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from select import select

from sleuth.arena.contest import Foul
from sleuth.arena.contest_entry import Entry, has_ended
from sleuth.arena.contest_wire import Wire
from sleuth.language import N_

STARTING = 300.0
"""Seconds that a program may take to start: some bring a virtual machine along, some compile first."""
LOOK = 0.2
"""Seconds between looks at a program that has not connected yet."""
CALLERS = 128
"""Silent connections that are kept; while there are so many, nobody else is let in."""
GRACE = 1.0
"""Seconds after which a silent connection must make room for the next; until then it may yet speak."""


def start_all(entries: Sequence[Entry], listener: socket.socket, seconds: float = STARTING) -> None:
    """Run every program and wait until each has said that it is alive, in whatever order they come."""
    for entry in entries:
        entry.start(listener.getsockname()[1])
    deadline = time.monotonic() + seconds
    callers: dict[Wire, float] = {}
    while any(entry.waiting for entry in entries) and time.monotonic() < deadline:
        _take_calls(entries, listener, callers)
        for entry in entries:
            if entry.waiting and entry.process is not None and has_ended(entry.process):
                entry.disqualify(Foul(N_("ended before it said that it is alive")))
    for caller in callers:
        caller.close()
    for entry in entries:
        if entry.waiting:
            entry.disqualify(Foul(N_("did not say in time that it is alive")))


def _take_calls(entries: Sequence[Entry], listener: socket.socket, callers: dict[Wire, float]) -> None:
    """Let in whoever says who it is; nobody has to wait for somebody who connects and says nothing.

    callers: since when each has been silent, in the order in which they called.
    """
    doors: list[socket.socket | Wire] = [*callers]
    if len(callers) < CALLERS:
        doors.append(listener)
    ready = set(select(doors, [], [], LOOK)[0])
    for caller in [caller for caller in callers if caller in ready]:
        del callers[caller]
        _greet(entries, caller)
    if listener in ready:
        callers[Wire(listener.accept()[0])] = time.monotonic()
    if len(callers) >= CALLERS:
        oldest, since = next(iter(callers.items()))
        if time.monotonic() - since > GRACE:
            del callers[oldest]
            oldest.close()


def _greet(entries: Sequence[Entry], wire: Wire) -> None:
    """Find out who has connected; whoever says something else is not let in."""
    with suppress(Foul):
        greeting = wire.first(LOOK).lower().split()
        for entry in entries:
            if entry.waiting and greeting == [entry.identifier.lower(), "alive"]:
                entry.wire = wire
                return
    wire.close()


def stop_all(entries: Sequence[Entry]) -> None:
    """End every program that has not been ended yet, all at once."""
    with ThreadPoolExecutor(len(entries)) as pool:
        list(pool.map(Entry.stop, [entry for entry in entries if entry.foul is None]))
