"""Ready for a contest at once: an understudy plays until an agent is compiled and loaded."""

from __future__ import annotations

from multiprocessing import get_context
from random import Random

from sleuth.actions import Action
from sleuth.agents.base import Agent
from sleuth.agents.policy import POLICIES
from sleuth.agents.registry import agent
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
        # A fresh process can be ended at any moment; a thread in the middle of compiling cannot.
        self.rehearsal = get_context("spawn").Process(target=_rehearse_apart, args=(name,), daemon=True)

    def choose(self, view: View, rng: Random) -> Action:
        return self.playing.choose(view, rng)

    def relieve(self, seconds: float = 0.0) -> bool:
        """Let the agent itself play on if the rehearsal is over, or is within so many seconds; does it?"""
        if self.playing is not self.agent:
            self.rehearsal.join(seconds)
            if self.rehearsal.exitcode is not None:
                rehearse(self.name)  # all of it comes from the cache now
                self.playing = self.agent
        return self.playing is self.agent


def _rehearse_apart(name: str) -> None:
    end_with_parent()
    rehearse(name)


def rehearse(name: str) -> None:
    """Let an agent answer a bit of a game."""
    mind = Mind(agent(name))
    for message in REHEARSAL:
        mind.answer(message)
