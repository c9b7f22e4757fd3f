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
"""Seconds after which a silent connection must make room for the next; until then it may yet speak."""


def start_all(entries: Sequence[Entry], listener: socket.socket, seconds: float) -> None:
    """Run every program and wait until each has said that it is alive, in whatever order they come."""
    for entry in entries:
        entry.start(listener.getsockname()[1], seconds)
    deadline, lobby = time.monotonic() + seconds, _Lobby(listener)
    ended: dict[str, float] = {}
    while any(entry.waiting for entry in entries) and time.monotonic() < deadline:
        for caller in lobby.wait():
            if _greet(entries, caller):
                lobby.let_in(caller)
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
        self.silent: dict[Wire, float] = {}
        """Since when, in the order in which they called."""
        self.speaking: dict[Wire, float] = {}
        """Until when there is time for the rest of what each has begun to say."""

    def wait(self) -> list[Wire]:
        """Take calls for a moment; those who have spoken leave the lobby."""
        doors: list[Wire | socket.socket] = [*self.silent]
        if not self._full:
            doors.append(self.listener)
        ready = set(select(doors, [], [], self._patience())[0])
        for caller in [caller for caller in self.silent if caller in ready]:
            del self.silent[caller]
            self.speaking[caller] = time.monotonic() + SETTLING
        if self.listener in ready:
            self.let_in(Wire(self.listener.accept()[0]))
        if self._full and self.silent:
            self._make_room()
        spoken = [caller for caller, until in self.speaking.items() if until <= time.monotonic()]
        for caller in spoken:
            del self.speaking[caller]
        return spoken

    def let_in(self, caller: Wire) -> None:
        """Wait for what somebody has to say."""
        self.silent[caller] = time.monotonic()

    def close(self) -> None:
        """Hang up on all who are left."""
        for caller in (*self.silent, *self.speaking):
            caller.close()

    @property
    def _full(self) -> bool:
        return len(self.silent) + len(self.speaking) >= CALLERS

    def _patience(self) -> float:
        soonest = min(self.speaking.values(), default=inf) - time.monotonic()
        return max(0.0, min(LOOK, soonest))

    def _make_room(self) -> None:
        oldest, since = next(iter(self.silent.items()))
        if time.monotonic() - since > GRACE:
            del self.silent[oldest]
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
    """End every program that has not been ended yet, all at once."""
    with ThreadPoolExecutor(len(entries)) as pool:
        list(pool.map(Entry.stop, [entry for entry in entries if not entry.ended]))
