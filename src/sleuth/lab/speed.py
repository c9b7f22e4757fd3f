"""What a question costs: imagined questions a second, the paper's decision, and two stages of rollout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from sleuth.actions import Suggest
from sleuth.agents.nested import Stages, nested
from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Alone, Process, Reading, Samples, Transition
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation
from sleuth.agents.worlds import DEAF, imagine
from sleuth.arena.match import states
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.inference.problem import mask_of
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report
from sleuth.language import N_
from sleuth.view import View

ACTIONS, W, HORIZON = 324, 100, 25
NOMINAL = ACTIONS * W * HORIZON
"""The paper's “computational units” of one decision."""
PRINTED_SECONDS = (15.0, 20.0)
PRINTED_CORES = 4
PRINTED_RATE = tuple(NOMINAL / seconds / PRINTED_CORES for seconds in reversed(PRINTED_SECONDS))
"""The paper's units in a second of one core, from its slowest to its fastest."""
PRINTED_MONTHS = 4.5
MONTH = 365.25 / 12 * 86_400
ALLOWED = 0.05
"""Seconds of CPU time that the paper's decision may take."""
TRIED = 1_000
"""Games in a row without such a position, after which none is looked for any more."""
TIMES_FASTER = 200
"""How many times the paper's units a second there must be at least."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many decisions are timed at each moment, and how many games of each kind of player."""

    games: int = 20_000
    decisions: int = 8
    turns: tuple[int, ...] = (0, 3, 6, 9)
    """How many questions have been asked when the decision is taken."""
    seed: int = 11


KINDS: tuple[tuple[str, Transition, Samples], ...] = (
    ("fair deals", Transition.DEALS, "exact"),
    ("neighbouring deals", Transition.DEALS, "neighbours"),
    ("next player, approximate chance", Transition.NEXT_ANY, "exact"),
    ("naive, any card with any player", Transition.NAIVE, "exact"),
    ("the others play on", Transition.TABLE, "exact"),
)
READINGS = {
    f"{base} base · {name}": Reading(POLICIES[f"{base}-paper"], W, HORIZON, 0.9, transition, samples)
    for base in ("heuristic", "random")
    for name, transition, samples in KINDS
}
PLAYERS = ("stateless", "random-paper", "heuristic-paper", "heuristic")


def units(parameters: Parameters) -> Sequence[str]:
    """Whole games, single decisions, and decisions in two stages."""
    decided = [f"{name} · after {turn}" for name in READINGS for turn in parameters.turns]
    return [
        *(f"games · {name}" for name in PLAYERS),
        *decided,
        *(f"two stages · after {t}" for t in parameters.turns),
    ]


def work(parameters: Parameters, unit: str) -> Result:
    """Seconds of CPU time, after everything is compiled."""
    name, _, rest = unit.rpartition(" · ")
    if name == "games":
        return _games(parameters, rest)
    views = list(positions(parameters.seed, int(rest.split()[1]), parameters.decisions))
    if name == "two stages":
        return _nested(views)
    return _decisions(views, name)


def positions(seed: int, turn: int, many: int) -> Iterator[View]:
    """What the asker sees after so many questions, in games of the paper's heuristic."""
    edition, number = Edition.load("classic"), seed * 10**6
    agents = [PolicyAgent(POLICIES["heuristic-paper"])] * 3
    vain = 0
    while many:
        if vain == TRIED:
            raise BadSetup(N_("Games are over before {turn} questions are asked."), turn=turn)
        asked, vain = -1, vain + 1
        for game in states(agents, edition, seed=number, rules=boardless(edition, 3)):
            asking = game.outcome is None and isinstance(game.view(game.scene.actor).menu[0], Suggest)
            asked += asking
            if asking and asked == turn:
                yield game.view(game.scene.actor)
                many, vain = many - 1, 0
                break
        number += 1


@cache
def _actions() -> np.ndarray:
    return np.array([mask_of(cards) for cards in Edition.load("classic").suggestions], np.int64)


def _games(parameters: Parameters, name: str) -> Result:
    edition, first = Edition.load("classic"), parameters.seed * 10**6
    dealt = deals(edition, 3, range(first, first + parameters.games))
    policies = [POLICIES[name]] * 3
    play_policies(policies, deals(edition, 3, range(2)))  # compiled before the clock starts
    started = process_time()
    games = play_policies(policies, dealt)
    return {"seconds": process_time() - started, "questions": int(games.turns.sum()), "games": len(dealt)}


def _decisions(views: Sequence[View], name: str) -> Result:
    seconds, questions = [], []
    for view in (views[0], *views):  # the first is decided twice, once to warm up
        started = process_time()
        found = Process.of(view, READINGS[name]).estimate(_actions(), np.random.default_rng(1))
        seconds.append(process_time() - started)
        questions.append(found.played if isinstance(found, Alone) else found.units)
    return {"seconds": seconds[1:], "questions": questions[1:]}


def _nested(views: Sequence[View]) -> Result:
    seconds = []
    for view in (views[0], *views):
        rng, started = np.random.default_rng(1), process_time()
        nested(imagine(Situation.of(view), DEAF, rng, n=256), _actions(), rng)
        seconds.append(process_time() - started)
    return {"seconds": seconds[1:]}


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of decision costs, over all moments of a game."""

    name: str
    seconds: tuple[float, ...]
    questions: tuple[int, ...]

    @classmethod
    def of(cls, name: str, results: Results) -> Cost:
        """Everything that was timed for one reading."""
        mine = [result for unit, result in results.items() if unit.rpartition(" · ")[0] == name]
        seconds = tuple(s for result in mine for s in result["seconds"])
        return cls(name, seconds, tuple(q for result in mine for q in result["questions"]))

    @property
    def rate(self) -> float:
        """The paper's units a second: 810,000 a decision."""
        return NOMINAL * len(self.seconds) / sum(self.seconds)

    @property
    def asked(self) -> float:
        """Questions really played a second."""
        return sum(self.questions) / sum(self.seconds)

    def cells(self) -> list[Cell]:
        """A row of the table of decisions."""
        return [
            self.name,
            median(self.seconds),
            max(self.seconds),
            round(self.rate),
            self.rate / PRINTED_RATE[1],
            self.rate / PRINTED_RATE[0],
            round(self.asked),
            self.asked / PRINTED_RATE[1],
        ]


def report(parameters: Parameters, results: Results) -> Report:
    """Rates, decisions and stages, the paper's beside ours."""
    costs = [Cost.of(name, results) for name in READINGS]
    best, stages = costs[0], _stages(results)
    table, other = costs[len(KINDS) - 1], costs[len(KINDS)]
    slowest = min(min(cost.rate, cost.asked) for cost in costs) / PRINTED_RATE[1]
    games = min(_rate(results, name) for name in PLAYERS) / PRINTED_RATE[1]
    lead = (
        f"The paper's decision ({ACTIONS} actions, w = {W}, horizon {HORIZON}) takes "
        f"{median(best.seconds):.3f} s of CPU time on one core in the median with the heuristic as its base "
        f"(target {ALLOWED} s; the paper: 15 to 20 s on four cores), which is {best.rate:,.0f} of its units "
        f"a second, {best.rate / PRINTED_RATE[1]:,.0f} times its own best (target {TIMES_FASTER}); counted "
        f"in questions really played, {best.asked / PRINTED_RATE[1]:,.0f} times. The slowest row of all, "
        f"however it is counted, is {min(slowest, games):,.0f} times the paper's best. With the random "
        f"base it takes {median(other.seconds):.3f} s, and where the others play on "
        f"{median(table.seconds):.3f} s. "
        f"Two stages of rollout, which the paper puts at {PRINTED_MONTHS} months a turn, take "
        f"{median(stages):.1f} s where the second stage is spent on the finalists of the first."
    )
    return Report(
        "Speed",
        lead,
        (
            Grid(
                "decision", "The paper's decision, CPU time on one core", _HEAD, [c.cells() for c in costs], 3
            ),
            Figure("moments", _FIGURE, lambda canvas: _draw(canvas, parameters, results), (7, 3.4)),
            Grid("games", "Whole games, compiled", _GAMES, [_played(results, name) for name in PLAYERS], 2),
            Grid("stages", "Two stages of rollout for one question", _STAGES, _two(best, stages), 1),
            Prose("How to read it", _READING),
        ),
    )


_HEAD = (
    "rollout",
    "seconds, median",
    "seconds, most",
    "units a second",
    "times the paper's fastest",
    "times its slowest",
    "questions really played a second",
    "times the paper's fastest ",
)
_GAMES = ("players", "games", "questions", "seconds", "questions a second", "times the paper's fastest")
_STAGES = ("way", "CPU seconds a question", "days")
_FIGURE = "The paper's decision at different moments of a game; the line is the target."
_READING = (
    f"A unit is what the paper counts: actions × w × horizon, {NOMINAL:,} for this decision, whether or not "
    f"a game ends before the horizon. At 15 to 20 s on four cores that is {PRINTED_RATE[0]:,.0f} to "
    f"{PRINTED_RATE[1]:,.0f} units a second of one core. Ours stop when the case is proved, and "
    "where a player imagines itself alone, games in which two questions are answered alike go on alike and "
    "are played once. So fewer questions are really played; their rate, everything else of a decision "
    "included, is given beside it, and it is the one that says how fast the machine is.",
    "Times are CPU times of a decision from the view to the value of all 324 actions: replaying the game, "
    "drawing the deals and playing them out. They depend on what else the machine does.",
    "Two stages, as the paper counts them, are the square of the units of one. At our rate of its units they "
    "take as long as if both stages spared as many questions as one does, because cases are proved early and "
    "games go on alike; at our rate of questions really played, as long as if every one of them was played.",
    "Ours picks the finalists by a plain rollout and lets only them meet games in which the next question is "
    "searched, too; see `Stages`.",
)


def _played(results: Results, name: str) -> list[Cell]:
    result, rate = results[f"games · {name}"], _rate(results, name)
    return [
        name,
        result["games"],
        result["questions"],
        result["seconds"],
        round(rate),
        rate / PRINTED_RATE[1],
    ]


def _rate(results: Results, name: str) -> float:
    """Questions a second in whole games."""
    result = results[f"games · {name}"]
    return float(result["questions"] / result["seconds"])


def _stages(results: Results) -> list[float]:
    mine = [result for unit, result in results.items() if unit.startswith("two stages")]
    return [seconds for result in mine for seconds in result["seconds"]]


def _two(best: Cost, stages: Sequence[float]) -> list[list[Cell]]:
    counted, asked = NOMINAL**2 / best.rate, NOMINAL**2 / best.asked
    plan = Stages()
    ours = f"ours: {plan.finalists} finalists × {plan.games} games, {plan.second:,} simulations each"
    return [
        ["the paper, four cores, its estimate", PRINTED_MONTHS * MONTH, PRINTED_MONTHS * MONTH / 86_400],
        ["the paper's way at our rate of its units, one core", counted, counted / 86_400],
        ["the paper's way at our rate of questions really played, one core", asked, asked / 86_400],
        [ours, median(stages), median(stages) / 86_400],
    ]


def _draw(canvas: Any, parameters: Parameters, results: Results) -> None:
    axes = canvas.subplots()
    for number, name in enumerate(READINGS):
        times = [1000 * median(results[f"{name} · after {turn}"]["seconds"]) for turn in parameters.turns]
        style = "o-" if name.startswith("heur") else "s--"
        colour = f"C{number % len(KINDS)}"
        axes.plot(parameters.turns, times, style, color=colour, label=name, markersize=4)
    axes.axhline(1000 * ALLOWED, color="#8d8675", linewidth=0.9, linestyle=":")
    axes.set_xlabel("questions asked before")
    axes.set_ylabel("CPU time, ms")
    axes.set_ylim(0, None)
    axes.set_xticks(range(0, ceil(max(parameters.turns)) + 1, 3))
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))


EXPERIMENTS = (
    Experiment(
        "speed",
        N_("What the paper’s decision costs, in its own units, and what two stages of rollout cost."),
        full=Parameters(),
        small=Parameters(games=200, decisions=1, turns=(3,)),
        units=units,
        work=work,
        report=report,
        minutes=0.7,
    ),
)
