"""Before and after the games: every program is started, must say who it is, and is ended."""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from select import select

from sleuth.arena.contest import Foul, Gone, Late
from sleuth.arena.contest_entry import Entry, has_ended
from sleuth.arena.contest_wire import Wire
from sleuth.language import N_

SETTLING = 0.25
"""Seconds in which the rest of a greeting may follow its beginning, if only the end of its line."""
LAST_WORDS = 2 * SETTLING
"""Seconds in which what a program said before it ended is still read."""
LOOK = 0.2
"""Seconds between looks at a program that has not connected yet."""
CALLERS = 128
"""Connections that are kept before they have said who they are; while there are so many, no call is taken."""
GREETING = 0.1
"""Seconds for reading what a caller has already said; one that only sends blank lines gets no more."""
GRACE = 1.0
"""Seconds after its call in which a connection need not make room for the next; it may yet say who it is."""


def start_all(entries: Sequence[Entry], listener: socket.socket, seconds: float) -> None:
    """Run every program and wait until each has said that it is alive, in whatever order they come."""
    for entry in entries:
        entry.start(listener.getsockname()[1], seconds)
    deadline, lobby = time.monotonic() + seconds, _Lobby(listener)
    ended: dict[str, float] = {}
    while any(entry.waiting for entry in entries) and time.monotonic() < deadline:
        for caller in lobby.wait():
            if not _greet(entries, caller):
                lobby.leave(caller)
        for entry in entries:
            if entry.waiting and entry.process is not None and has_ended(entry.process):
                since = ended.setdefault(entry.identifier, time.monotonic())
                if time.monotonic() - since > LAST_WORDS:
                    entry.disqualify(Gone(N_("ended before it said that it is alive")))
    lobby.close()
    for entry in entries:
        if entry.waiting:
            entry.disqualify(Late(N_("did not say in time that it is alive")))


class _Lobby:
    """Whoever has called and not yet said who it is; nobody has to wait for another's silence or murmur."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.called: dict[Wire, float] = {}
        """All who are here: when they called, in that order, however often they have begun to speak since."""
        self.speaking: dict[Wire, float] = {}
        """Until when there is time for the rest of what some of them have begun to say."""

    def wait(self) -> list[Wire]:
        """Take calls for a moment; those who have spoken, and are here until they are sent away."""
        doors: list[Wire | socket.socket] = [caller for caller in self.called if caller not in self.speaking]
        if not self._full:
            doors.append(self.listener)
        ready = set(select(doors, [], [], self._patience())[0])
        for caller in self.called:
            if caller in ready:
                self.speaking[caller] = time.monotonic() + SETTLING
        if self.listener in ready:
            self.called[Wire(self.listener.accept()[0])] = time.monotonic()
        if self._full:
            self._make_room()
        spoken = [caller for caller, until in self.speaking.items() if until <= time.monotonic()]
        for caller in spoken:
            del self.speaking[caller]
        return spoken

    def leave(self, caller: Wire) -> None:
        """Whoever has been let in, or was sent away, is waited for no more."""
        del self.called[caller]
        self.speaking.pop(caller, None)

    def close(self) -> None:
        """Hang up on all who are left."""
        for caller in self.called:
            caller.close()

    @property
    def _full(self) -> bool:
        return len(self.called) >= CALLERS

    def _patience(self) -> float:
        soonest = min(self.speaking.values(), default=inf) - time.monotonic()
        return max(0.0, min(LOOK, soonest))

    def _make_room(self) -> None:
        # Whoever speaks for the first time is heard first: perhaps that was the whole name.
        idle = (caller for caller in self.called if caller not in self.speaking or caller.rest)
        oldest = next(idle, None)
        if oldest is not None and time.monotonic() - self.called[oldest] > GRACE:
            self.leave(oldest)
            oldest.close()


def _greet(entries: Sequence[Entry], caller: Wire) -> bool:
    """Find out who has spoken, and let it in; whether more of its greeting is to come."""
    with suppress(Foul):
        said = " ".join(caller.beginning(GREETING).lower().split())
        for entry in entries:
            due = f"{entry.identifier} alive".lower()
            if entry.waiting and said == due:
                caller.receive()
                entry.wire = caller
                return False
            if entry.waiting and said and due.startswith(said):
                return True
    caller.close()
    return False


def stop_all(entries: Sequence[Entry]) -> None:
    """End every program that has not been ended yet, all at once.

    That takes seconds at most, and who presses Ctrl-C again meanwhile must not leave one behind.
    """
    while left := [entry for entry in entries if not entry.ended]:
        with suppress(KeyboardInterrupt), ThreadPoolExecutor(len(left)) as pool:
            list(pool.map(Entry.stop, left))
