"""Ready for a contest at once: an understudy plays until an agent is compiled and loaded."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from platform import node
from random import Random
from socket import socket
from urllib.parse import quote

from sleuth import kernels
from sleuth.actions import Action
from sleuth.agents.base import Agent
from sleuth.agents.policy import POLICIES
from sleuth.agents.registry import agent, is_quick
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.contest import Mind
from sleuth.arena.workers import end_with_parent
from sleuth.view import View

REHEARSAL = (
    "reset 3 0 Sc Mu Ca Kn Ba Bi",
    "suggest",
    "suggestion 0 Gr Pi Co 1 Gr",
    "accuse",
    "suggestion 1 Wh Re Di 2",
    "disprove 2 Sc Ca Co",
)
"""A bit of a game, after which everything is loaded and compiled."""


class Understudied:
    """Plays as an agent does, once another process has had it compiled, and until then as the fox.

    A contest gives a program ten seconds to start and to answer; compiling takes a minute or more, once on a
    computer, and the fox needs nothing compiled.
    """

    def __init__(self, name: str) -> None:
        self.name, self.agent = name, agent(name)
        self.playing: Agent = PolicyAgent(POLICIES["fox"])
        # A process can be ended at any moment; a thread in the middle of compiling cannot.
        self.rehearsal = get_context("spawn").Process(target=_rehearse_apart, args=(name,), daemon=True)

    def choose(self, view: View, rng: Random) -> Action:
        return self.playing.choose(view, rng)

    @property
    def ready(self) -> bool:
        """Whether the agent itself plays."""
        return self.playing is self.agent

    @property
    def failed(self) -> bool:
        """Whether the agent can never play."""
        return self.rehearsal.exitcode not in (None, 0)

    def begin(self) -> None:
        """Load what was compiled before, or else have it compiled."""
        if is_quick(self.name) or _mark(self.name).exists():
            self._take_over()
        else:
            with _deaf():
                self.rehearsal.start()

    def relieve(self, seconds: float = 0.0, *links: socket) -> bool:
        """Let the agent itself play on if it is compiled, or is before so long or before a link speaks."""
        if not self.ready and self.rehearsal.sentinel in wait([self.rehearsal.sentinel, *links], seconds):
            self.rehearsal.join()  # it has ended, but need not have told how
            if self.rehearsal.exitcode == 0:
                self._take_over()
        return self.ready

    def _take_over(self) -> None:
        rehearse(self.name)  # all of it comes from the cache
        self.playing = self.agent


def rehearse(name: str) -> None:
    """Let an agent answer a bit of a game, as briefly as it can."""
    mind = Mind(agent(_plain(name)))
    for message in REHEARSAL:
        mind.answer(message)


def _rehearse_apart(name: str) -> None:
    end_with_parent()
    rehearse(name)
    with suppress(OSError):  # without a mark the next rehearsal is only unnecessary
        _mark(name).parent.mkdir(parents=True, exist_ok=True)
        _mark(name).touch()


def _plain(name: str) -> str:
    """An agent without the settings that are numbers: those say how long it thinks, not with what."""
    kind, _, settings = name.partition(":")
    words = [setting for setting in settings.split(",") if setting.rpartition("=")[2][:1].isalpha()]
    return ":".join([kind, ",".join(words)]) if words else kind


def _mark(name: str) -> Path:
    """A file that is there if an agent has rehearsed to the end on this computer and with this code.

    It goes by all that the compiler's own cache goes by: where the code lies, too, and which Python runs it.
    """
    place = sha256(str(Path(kernels.__file__).resolve().parent).encode()).hexdigest()[:12]
    marks = (_plain(name), node(), version("numba"), sys.implementation.cache_tag, place)
    return kernels.folder("") / quote(" ".join(marks), safe="")


@contextmanager
def _deaf() -> Iterator[None]:
    """Whatever is started meanwhile does not hear Ctrl-C before it knows what to do then."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
