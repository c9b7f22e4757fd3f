"""Figures 3 to 6 of the paper on rollout: w and horizon, both base policies, fair samples and biased ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Reading, RolloutAgent, Samples, Transition
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.events import Suggested
from sleuth.lab.clusters import by_deal, check_deals, known
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report
from sleuth.language import N_

Base: TypeAlias = Literal["random", "heuristic"]

CURVES: dict[str, tuple[Transition, Samples]] = {
    "alone, fair deals": (Transition.DEALS, "exact"),
    "alone, neighbouring deals": (Transition.DEALS, "neighbours"),
    "the others play on, fair deals": (Transition.TABLE, "exact"),
    "the others play on, neighbouring deals": (Transition.TABLE, "neighbours"),
}
"""How the future is imagined: the paper's way with fair and with biased samples, and ours."""

FEWEST = 6
"""Deals played at each point, however many tries an action gets."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """One parameter swept, the other fixed; tries beyond `budget` are paid for with fewer deals."""

    base: str
    w: tuple[int, ...]
    horizon: tuple[int, ...]
    deals: int = 100
    """Each is played from all three seats."""
    budget: int = 30_000
    """At most so many tries an action, all deals of a point together."""
    seed: int = 34

    @property
    def points(self) -> list[tuple[int, int]]:
        """Every pair of w and horizon."""
        return [(w, horizon) for w in self.w for horizon in self.horizon]

    def deals_at(self, w: int) -> int:
        """How many deals are played with so many tries."""
        return min(self.deals, max(FEWEST, self.budget // w))


def units(parameters: Parameters) -> Sequence[str]:
    """Every point of every curve."""
    check_deals(parameters.deals)
    if parameters.base not in get_args(Base):
        bases = ", ".join(get_args(Base))
        raise BadSetup(
            N_("There is no base “{base}”; the bases are: {known}."), base=parameters.base, known=bases
        )
    return [f"{curve} · w {w} · horizon {h}" for curve in CURVES for w, h in parameters.points]


def work(parameters: Parameters, unit: str) -> Result:
    """One rollout against two of its base policy, every deal from every seat."""
    curve, tries, ahead = unit.split(" · ")
    w, horizon = int(tries.split()[1]), int(ahead.split()[1])
    base = POLICIES[f"{parameters.base}-paper"]
    hero = RolloutAgent(Reading(base, w, horizon, 0.9, *CURVES[curve]))
    rival, edition = PolicyAgent(base), Edition.load("classic")
    wins, turns = [], []
    for deal in range(parameters.deals_at(w)):
        for seat in range(3):
            table = [hero if seat == place else rival for place in range(3)]
            end = play_game(table, edition, seed=parameters.seed * 10**6 + deal, rules=boardless(edition, 3))
            assert end.outcome is not None
            wins.append(end.outcome.winner == seat)
            turns.append(sum(isinstance(event, Suggested) for event in end.record.events))
    return {"wins": wins, "turns": turns}


@dataclass(frozen=True, slots=True)
class Point:
    """What one setting of the rollout won."""

    curve: str
    w: int
    horizon: int
    games: int
    share: float
    error: float
    turns: float
    """Questions of all players in the games that the rollout won."""
    turns_error: float

    @classmethod
    def of(cls, unit: str, result: Result) -> Point:
        """The point of a unit."""
        curve, tries, ahead = unit.split(" · ")
        wins = np.array(result["wins"])
        deals = np.arange(len(wins)) // 3
        return cls(
            curve,
            int(tries.split()[1]),
            int(ahead.split()[1]),
            len(wins),
            *by_deal(deals, 100 * wins),
            *by_deal(deals, result["turns"], wins),
        )

    def cells(self, printed: Mapping[int, float]) -> list[Cell]:
        """A row of the table; printed: the paper's turns a win by w, where it tells a number."""
        return [
            self.curve,
            self.w,
            self.horizon,
            self.games,
            self.share,
            self.error,
            known(self.turns),
            known(self.turns_error),
            printed.get(self.w),
        ]


HEAD = ("imagined", "w", "horizon", "games", "games won, %", "±", "turns a win", "± ", "turns a win, print")


def reporter(
    number: int, swept: str, said: Sequence[str], printed: Mapping[int, float]
) -> Callable[[Parameters, Results], Report]:
    """The report of one figure: what the paper says about it, and the turns a win that it prints, by w."""

    def report(parameters: Parameters, results: Results) -> Report:
        points = [Point.of(unit, result) for unit, result in results.items()]
        caption = f"Against two of the base policy, {swept} varied; bars are 95 % intervals."
        return Report(
            f"Figure {number}: rollout of the {parameters.base} policy against two of it, {swept} varied",
            _lead(points, swept),
            (
                Figure(f"fig{number}", caption, _drawing(points, swept), (7.2, 3.8)),
                Grid(
                    "points",
                    "Every point; the errors are standard errors, deals as clusters",
                    HEAD,
                    [p.cells(printed) for p in points],
                    1,
                ),
                Prose("What the paper says", tuple(said)),
                Prose("How to read it", _READING),
            ),
        )

    return report


def _lead(points: Sequence[Point], swept: str) -> str:
    """What every curve wins where the paper would have its parameter: w = 100, or the longest horizon."""
    where = min({(p.w, p.horizon) for p in points}, key=lambda at: (abs(at[0] - 100), -at[1]))
    told = [
        f"{p.curve}: {p.share:.1f} ± {p.error:.1f} %, over the whole sweep {_span(points, p.curve)}"
        for p in points
        if (p.w, p.horizon) == where
    ]
    return (
        f"Games won by one rollout against two of its base policy, {swept} varied, at w = {where[0]:,} and "
        f"horizon {where[1]} (parity 33.3 %, ± standard error): {'; '.join(told)}."
    )


def _span(points: Sequence[Point], curve: str) -> str:
    """How much a parameter matters: the least and the most that is won with it."""
    shares = [point.share for point in points if point.curve == curve]
    return f"{min(shares):.1f} to {max(shares):.1f}"


_READING = (
    "“Alone” is the paper's process: the player imagines only its own questions and counts how soon the "
    "case is proved; the others neither win nor listen. In “the others play on” all three seats play the "
    "base policy on, and only winning first counts; the players imagined are then those who sit there. "
    "“Neighbouring deals” are the first that a systematic search finds, as a constraint solver lists them; "
    "“fair deals” are independent draws from all deals that fit.",
    "A turn is one question of any player; turns a win are those of the games that the rollout won. Every "
    "deal is played from all three seats, and the deals are the same for all points; where w times deals "
    "would exceed `budget`, there are fewer deals.",
    "The paper concludes that w matters more than the horizon: compare how far the shares move over the "
    "sweeps of figures 3 and 5 with those of 4 and 6.",
)


def _drawing(points: Sequence[Point], swept: str) -> Callable[[Any], None]:
    def draw(canvas: Any) -> None:
        left, right = canvas.subplots(1, 2)
        for curve in CURVES:
            mine = [point for point in points if point.curve == curve]
            at = [getattr(point, swept) for point in mine]
            style = {"label": curve, "fmt": "o-", "markersize": 4, "linewidth": 1.2, "elinewidth": 0.8}
            left.errorbar(at, [p.share for p in mine], [1.96 * p.error for p in mine], **style)
            right.errorbar(at, [p.turns for p in mine], [1.96 * p.turns_error for p in mine], **style)
        left.axhline(100 / 3, color="#8d8675", linewidth=0.9, linestyle=":")
        for panel, what in ((left, "games won, %"), (right, "turns a win")):
            panel.set_xlabel(swept)
            panel.set_ylabel(what)
            panel.set_xscale("log" if swept == "w" else "linear")
        canvas.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8)

    return draw


RISES = "Increasing w raises the win rate and lowers the turns; no numbers are printed but in the picture."
MIXED = (
    "The win rate rises with the horizon, the turns fluctuate; a larger w such as 100 or 1,000 is suggested."
)
LATE = (
    "Again the win rate rises with w, but rollout does not improve upon the heuristic before w > 1,000. The "
    "lowest average seen is 10.7 turns a win at w = 3,000. The paper suspects the solver's neighbouring "
    "solutions."
)
CAPTION = (
    "Mixed results, put down to w = 10 being too low; horizons beyond 10 to 20 may not help. The caption "
    "says “random stateful agents”, the text that figures 5 and 6 are about the heuristic: we follow the "
    "text."
)
TRIES, AHEAD = (1, 3, 10, 30, 100, 300, 1_000, 3_000), (1, 2, 5, 10, 20, 30)
LOWEST = {3_000: 10.7}
"""The only number that the text gives of these figures: turns a win of the heuristic's rollout, by w."""


def _figure(number: int, base: Base, swept: str, about: str, printed: str) -> Experiment[Parameters]:
    w, horizon = (TRIES, (10,)) if swept == "w" else ((10,), AHEAD)
    few_w, few_horizon = ((1, 3), (4,)) if swept == "w" else ((2,), (2, 4))
    return Experiment(
        f"fig{number}",
        about,
        full=Parameters(base, w, horizon, deals=100 if swept == "w" else 50),
        small=Parameters(base, few_w, few_horizon, deals=2),
        units=units,
        work=work,
        report=reporter(number, swept, (printed,), LOWEST if number == 5 else {}),
    )


EXPERIMENTS = (
    _figure(3, "random", "w", N_("The paper’s figure 3: rollout of the random policy, w varied."), RISES),
    _figure(
        4,
        "random",
        "horizon",
        N_("The paper’s figure 4: rollout of the random policy, horizon varied."),
        MIXED,
    ),
    _figure(5, "heuristic", "w", N_("The paper’s figure 5: rollout of the heuristic, w varied."), LATE),
    _figure(
        6,
        "heuristic",
        "horizon",
        N_("The paper’s figure 6: rollout of the heuristic, horizon varied."),
        CAPTION,
    ),
)
