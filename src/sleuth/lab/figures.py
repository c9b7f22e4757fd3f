"""Figures 3 to 6 of the paper on rollout: w and horizon, both base policies, fair samples and biased ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from sleuth.agents.policy import POLICIES
from sleuth.agents.rollout import Reading, RolloutAgent, Samples, Transition
from sleuth.agents.simple import PolicyAgent
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.events import Suggested
from sleuth.lab.batches import batches, opened
from sleuth.lab.clusters import check_deals
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.figures_report import OURS, OURS_BIASED, PAPERS, PAPERS_BIASED, Point, Sweep, opened_row, told
from sleuth.lab.report import Report
from sleuth.language import N_

Base: TypeAlias = Literal["random", "heuristic"]

CURVES: dict[str, tuple[Transition, Samples]] = {
    PAPERS: (Transition.DEALS, "exact"),
    PAPERS_BIASED: (Transition.DEALS, "neighbours"),
    OURS: (Transition.TABLE, "exact"),
    OURS_BIASED: (Transition.TABLE, "neighbours"),
}
"""How the future is imagined: the paper's way with fair and with biased samples, and ours."""

MANY = 1_000
"""Tries of an action beyond which a game takes seconds, so that fewer deals are played."""
WIDEST = {OURS_BIASED: 300}
"""Where a curve ends that is neither the paper's nor the best of ours."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """One parameter swept, the other fixed at one value or two."""

    base: str
    w: tuple[int, ...]
    horizon: tuple[int, ...]
    deals: int = 200
    """Each is played from all three seats: as many games as in the paper's table."""
    few: int = 50
    """As many where an action is tried more than a thousand times."""
    batch: int = 10
    """Deals in a unit of work."""
    seed: int = 34

    @property
    def rows(self) -> list[str]:
        """Every point of every curve."""
        return [
            f"{curve} · w {w} · horizon {horizon}"
            for curve in CURVES
            for w in dict.fromkeys(self.w)
            for horizon in dict.fromkeys(self.horizon)
            if w <= WIDEST.get(curve, w)
        ]

    def deals_at(self, row: str) -> int:
        """How many deals are played at a point."""
        _, w, _ = opened_row(row)
        return self.deals if w <= MANY else min(self.deals, self.few)


def units(parameters: Parameters) -> Sequence[str]:
    """Some deals of every point."""
    check_deals(parameters.deals)
    check_deals(parameters.few, "few")
    if parameters.base not in get_args(Base):
        bases = ", ".join(get_args(Base))
        raise BadSetup(
            N_("There is no base “{base}”; the bases are: {known}."), base=parameters.base, known=bases
        )
    return batches(parameters.rows, parameters.rows, parameters.batch, parameters.deals_at)


def work(parameters: Parameters, unit: str) -> Result:
    """One rollout against two of its base policy, every deal from every seat."""
    row, deals = opened(unit, parameters.batch)
    curve, w, horizon = opened_row(row)
    base = POLICIES[f"{parameters.base}-paper"]
    hero = RolloutAgent(Reading(base, w, horizon, 0.9, *CURVES[curve]))
    rival, edition = PolicyAgent(base), Edition.load("classic")
    wins, turns = [], []
    for deal in deals:
        for seat in range(3):
            table = [hero if seat == place else rival for place in range(3)]
            end = play_game(table, edition, seed=parameters.seed * 10**6 + deal, rules=boardless(edition, 3))
            assert end.outcome is not None
            wins.append(end.outcome.winner == seat)
            turns.append(sum(isinstance(event, Suggested) for event in end.record.events))
    return {"wins": wins, "turns": turns}


def reporter(
    number: int, swept: str, said: Sequence[str], printed: Mapping[int, float], *, rises: bool
) -> Callable[[Parameters, Results], Report]:
    """How one figure is told: what the paper says about it, and the turns a win that it prints, by w.

    rises: whether it says that the win rate rises with the horizon.
    """

    def report(parameters: Parameters, results: Results) -> Report:
        points = [Point.of(row, results) for row in parameters.rows]
        return told(number, parameters.base, Sweep(points, swept), said, printed, rises=rises)

    return report


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
RISING = 4
"""The figure of which the paper says that the win rate rises with the horizon; figure 6 it calls mixed."""
LOWEST = {3_000: 10.7}
"""The only number that the text gives of these figures: turns a win of the heuristic's rollout, by w."""


def _figure(number: int, base: Base, swept: str, about: str, printed: str) -> Experiment[Parameters]:
    w, horizon = (TRIES, (10,)) if swept == "w" else ((10, 100), AHEAD)
    few_w, few_horizon = ((1, 3), (4,)) if swept == "w" else ((2, 3), (2, 4))
    return Experiment(
        f"fig{number}",
        about,
        full=Parameters(base, w, horizon),
        small=Parameters(base, few_w, few_horizon, deals=2, batch=2),
        units=units,
        work=work,
        report=reporter(number, swept, (printed,), LOWEST if number == 5 else {}, rises=number == RISING),
        minutes=30.0 if swept == "w" else 12.0,
        choosing=("w", "horizon", "deals", "few"),
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
