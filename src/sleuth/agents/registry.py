"""Agents by name, with what may be set: those to experiment with, and five opponents for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from sleuth.agents.base import Agent
from sleuth.agents.baseline import CasualAgent, RandomAgent
from sleuth.agents.beginner import BeginnerAgent
from sleuth.agents.policy import POLICIES, Keep, Policy, Rule
from sleuth.agents.settings import MOST_GAMES, Settings, number, one_of, read, whole
from sleuth.agents.simple import PolicyAgent
from sleuth.errors import BadSetup, UnknownAgent
from sleuth.language import N_

if TYPE_CHECKING:
    from sleuth.agents.detective import Budget


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
        "walker",
        N_("Stroller"),
        N_("Also marks who could not show a card, asks for what is still open, and goes wherever it may."),
    ),
    Level(
        "thinker",
        N_("Thinker"),
        N_("Follows up every “one of these three”, counts hands, and goes to rooms that are still open."),
    ),
    Level(
        "fox",
        N_("Fox"),
        N_("Notes all that pencil and paper find, asks narrowly, and bluffs with its own cards."),
    ),
    Level("detective", N_("Detective"), N_("Imagines how the game may go on and does what wins most often.")),
)
"""From the easiest to the hardest."""

LEVEL_POLICIES: dict[str, Policy] = {
    "walker": Policy(Rule.RANDOM, Keep.SEEN, aims=False),
    "thinker": Policy(Rule.RANDOM, Keep.PAPER),
}


def policies() -> dict[str, Policy]:
    """Every agent that is a policy, by name; these also play compiled."""
    return {**POLICIES, **LEVEL_POLICIES}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of agent: what it is, in a sentence, how one is made, and what may be set."""

    about: str
    make: Callable[..., Agent]
    """Of the settings; what it needs is loaded when it is asked for."""
    settings: Settings = field(default_factory=dict)


def _budget(games: int = 0, seconds: float = 0.0, threads: int = 1) -> Budget:
    from sleuth.agents.detective import Budget

    if games and seconds:
        raise BadSetup(N_("Either so many games, or so many seconds; not both."))
    return Budget(games, seconds, threads)


def _detective(**given: Any) -> Agent:
    from sleuth.agents.detective import Detective

    return Detective(budget=_budget(**given))


def _deaf_detective(**given: Any) -> Agent:
    from sleuth.agents.detective import careless

    return careless(_budget(**given))


def _scholar() -> Agent:
    from sleuth.agents.scholar import Scholar

    return Scholar()


def _rollout(base: str, transition: str = "deals", **given: Any) -> Agent:
    from sleuth.agents.rollout import Reading, RolloutAgent, Transition

    leads = Transition[transition.upper().replace("-", "_")]
    return RolloutAgent(Reading(POLICIES[base], transition=leads, **given))


def _nested(**given: int) -> Agent:
    from sleuth.agents.nested import Stages
    from sleuth.agents.planners import Planner, by_stages

    return Planner(partial(by_stages, stages=Stages(**given)))


def _tree(name: str, **given: Any) -> Agent:
    from sleuth.agents.planners import TREES, Planner, by_tree

    return Planner(partial(by_tree, TREES[name], **given))


THINKING: Settings = {"games": whole(MOST_GAMES), "seconds": number(0.01, 3600), "threads": whole(64)}
READING: Settings = {
    "w": whole(10**6),
    "horizon": whole(400),
    "beta": number(0.01, 1),
    "transition": one_of("naive", "next-card", "next-any", "deals", "table"),
    "samples": one_of("exact", "neighbours"),
    "threads": whole(64),
}
STAGES: Settings = {key: whole(10**6) for key in ("first", "finalists", "games", "second")}
TREE: Settings = {"games": whole(10**6)}
POLICY_ABOUT = {
    "stateless": N_("Of the paper on rollout: keeps no notes and asks for any card that is not its own."),
    "random-paper": N_("Of the paper on rollout: keeps notes and asks for any card that is still open."),
    "heuristic-paper": N_("Of the paper on rollout: asks for the open card that the fewest can have."),
    "random-notes": N_("Keeps all notes that pencil and paper allow and asks for any open card."),
    "heuristic": N_("Keeps the same notes and asks for the open card that the fewest can have."),
    "bluffer": N_("The heuristic, which now and then asks for a card of its own."),
    "random-bluffer": N_("The one that asks for any open card, and now and then for one of its own."),
    "anything": N_("Keeps all notes, but asks for just anything, own cards included."),
}
"""What each policy is that is no level."""

OTHERS: dict[str, Kind] = {
    "random": Kind(N_("Does anything legal, and accuses now and then."), RandomAgent),
    "casual": Kind(N_("Keeps a notepad, goes to rooms, and asks for cards it has not placed."), CasualAgent),
    "beginner": Kind(LEVELS[0].about, BeginnerAgent),
    "random-rollout": Kind(
        N_("The paper’s policy rollout of the random player; w = 10, horizon = 10, beta = 0.9."),
        partial(_rollout, "random-paper"),
        READING,
    ),
    "heuristic-rollout": Kind(
        N_("The paper’s policy rollout of the heuristic; w = 10, horizon = 10, beta = 0.9."),
        partial(_rollout, "heuristic-paper"),
        READING,
    ),
    "nested": Kind(N_("The detective, asking by two stages of rollout."), _nested, STAGES),
    "ismcts": Kind(
        N_("The detective, asking by a tree of everybody’s questions."), partial(_tree, "ismcts"), TREE
    ),
    "pomcp": Kind(N_("The detective, asking by a tree of its own questions."), partial(_tree, "pomcp"), TREE),
    "scholar": Kind(
        N_("Asks what tells it most and the others least, accuses by exact odds, imagines no games."),
        _scholar,
    ),
    "detective": Kind(LEVELS[-1].about, _detective, THINKING),
    "detective-deaf": Kind(
        N_("The detective, learning nothing from what the others choose to ask."), _deaf_detective, THINKING
    ),
}
"""Agents that are no policies."""


def kinds() -> dict[str, Kind]:
    """Every kind of agent, by name."""
    about = {**POLICY_ABOUT, **{level.name: level.about for level in LEVELS}}
    found = {name: Kind(about[name], partial(PolicyAgent, policy)) for name, policy in policies().items()}
    return {**OTHERS, **found}


def names() -> tuple[str, ...]:
    """Every agent's name."""
    return (*OTHERS, *policies())


def agent(word: str) -> Agent:
    """A fresh agent by its name, and by its settings where a colon and `key=value` words follow."""
    name, sign, rest = word.partition(":")
    kind = kinds().get(name)
    if kind is None:
        raise UnknownAgent(
            N_("There is no agent “{name}”; the agents are: {known}."), name=name, known=names()
        )
    return kind.make(**read(name, rest.split(","), kind.settings) if sign else {})


def is_forgetful(word: str) -> bool:
    """Whether an agent keeps no notes, and so can never prove a case."""
    policy = policies().get(word.partition(":")[0])
    return policy is not None and policy.keep is Keep.NOTHING


def is_repeatable(word: str) -> bool:
    """Whether an agent chooses the same whenever it is given the same chance: not if it goes by the clock."""
    return not any(setting.startswith("seconds=") for setting in word.partition(":")[2].split(","))


def is_quick(word: str) -> bool:
    """Whether an agent chooses without imagining or counting anything."""
    return word in policies() or word in ("random", "casual", "beginner")


def is_careful(word: str) -> bool:
    """Whether an agent accuses only what is proved, or all but certain."""
    name = word.partition(":")[0]
    return name in names() and name != "random"
