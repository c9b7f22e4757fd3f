"""Agents by name: those to experiment with, and five opponents for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.agents.beginner import BeginnerAgent
from sleuth.agents.policy import POLICIES, Keep, Policy, Rule
from sleuth.agents.simple import PolicyAgent
from sleuth.errors import UnknownAgent
from sleuth.language import N_


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people: its name, and how it thinks, in a sentence."""

    name: str
    title: str
    about: str


LEVELS = (
    Level(
        "beginner",
        N_("Beginner"),
        N_("Marks only the cards it is shown, forgets them after a while, and asks for any other."),
    ),
    Level(
        "walker", N_("Stroller"), N_("Also marks who could not show a card, and asks for what is still open.")
    ),
    Level("thinker", N_("Thinker"), N_("Follows up every “one of these three” and counts hands.")),
    Level(
        "fox",
        N_("Fox"),
        N_("Notes all that pencil and paper find, asks narrowly, and bluffs with its own cards."),
    ),
    Level("detective", N_("Detective"), N_("Imagines how the game may go on and does what wins most often.")),
)
"""From the easiest to the hardest."""

LEVEL_POLICIES: dict[str, Policy] = {
    "walker": Policy(Rule.RANDOM, Keep.SEEN),
    "thinker": Policy(Rule.RANDOM, Keep.PAPER),
}


def policies() -> dict[str, Policy]:
    """Every agent that is a policy, by name; these also play compiled."""
    return {**POLICIES, **LEVEL_POLICIES}


def _detective() -> Agent:
    from sleuth.agents.detective import Detective

    return Detective()


def _deaf_detective() -> Agent:
    from sleuth.agents.detective import careless

    return careless()


def _scholar() -> Agent:
    from sleuth.agents.scholar import Scholar

    return Scholar()


def _rollout(base: str) -> Callable[[], Agent]:
    def make() -> Agent:
        from sleuth.agents.rollout import Reading, RolloutAgent

        return RolloutAgent(Reading(POLICIES[base]))

    return make


def _planner(name: str) -> Callable[[], Agent]:
    def make() -> Agent:
        from sleuth.agents.planners import PLANNERS, Planner

        return Planner(PLANNERS[name])

    return make


OTHERS: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "casual": CasualAgent,
    "beginner": BeginnerAgent,
    "random-rollout": _rollout("random-paper"),
    "heuristic-rollout": _rollout("heuristic-paper"),
    **{name: _planner(name) for name in ("nested", "ismcts", "pomcp")},
    "scholar": _scholar,
    "detective": _detective,
    "detective-deaf": _deaf_detective,
}
"""Agents that are no policies; what they need is loaded when they are asked for."""


def names() -> tuple[str, ...]:
    """Every agent's name."""
    return (*OTHERS, *policies())


def agent(name: str) -> Agent:
    """A fresh agent by its name."""
    if name in OTHERS:
        return OTHERS[name]()
    if name in policies():
        return PolicyAgent(policies()[name])
    raise UnknownAgent(
        N_("There is no agent “{name}”; the agents are: {known}."), name=name, known=", ".join(names())
    )
