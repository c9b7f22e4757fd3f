"""What the detective's questions gain: each against a fox's, where it is known how the others play.

The share of games that a player wins is what its first position is worth to any one policy, plus what each of
its choices gains over that policy's. Imagined worlds tell both far more precisely than wins that are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Action, Suggest
from sleuth.agents.detective import Detective
from sleuth.agents.policy import POLICIES, Keep, Policy
from sleuth.agents.search import ENDLESS, uniform
from sleuth.agents.situation import Situation
from sleuth.agents.tree import Imagined
from sleuth.agents.worlds import Opponents, imagine
from sleuth.arena.tournament import Plan
from sleuth.inference.problem import mask_of
from sleuth.lab.batches import batches, of_row, opened
from sleuth.lab.clusters import SURE, by_deal, check_deals, known
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report
from sleuth.lab.strength import MATCHES
from sleuth.language import N_
from sleuth.view import View

Floats = NDArray[np.float64]

ROWS = {row: MATCHES[row].rival for row in ("paper", "better", "random", "bluff")}
"""Against whom, as in the table of strength."""
BASE = POLICIES["fox"].but(keep=Keep.ALL | Keep.TRUST)
"""The policy that all questions are compared with: a fox that believes those who never bluff."""
COUNTED = 5
"""Questions that are counted one by one; those after them are taken together."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """Against whom, on how many deals, and how carefully each question is judged."""

    rows: tuple[str, ...] = tuple(ROWS)
    deals: int = 96
    """Each is played from all three seats."""
    worlds: int = 2_048
    tries: int = 4_096
    batch: int = 4
    """Deals in a unit of work."""
    seed: int = 4_717


class Examined(Detective):
    """A detective whose questions are compared with the base policy's."""

    def __init__(self, rival: Policy, parameters: Parameters, rng: np.random.Generator) -> None:
        super().__init__()
        self.truth: Opponents = replace(self.opponents, types=(rival,), chances=(1.0,))
        self.parameters, self.rng = parameters, rng
        self.values: list[tuple[float, float]] = []
        """The worth of each question asked, and of the base policy's in its place."""

    def ask(self, view: View, questions: Sequence[Action], chance: np.random.Generator) -> Suggest:
        question, n = super().ask(view, questions, chance), self.parameters.worlds
        here = Situation.of(view)
        steps = self.effort_for(view).steps
        worlds = imagine(here, self.truth, self.rng, n=n, draws=2 * n, steps=steps, mine=BASE)
        both = np.array([mask_of(question.cards), Imagined(worlds, self.rng).usual(here.me)], np.int64)
        found = uniform(worlds, both, self.rng, tries=self.parameters.tries, horizon=ENDLESS)
        self.values.append((float(found.values[0]), float(found.values[1])))
        return question


def units(parameters: Parameters) -> Sequence[str]:
    """Some deals against each rival."""
    check_deals(parameters.deals)
    return batches(parameters.rows, ROWS, parameters.batch, lambda _: parameters.deals)


def work(parameters: Parameters, unit: str) -> Result:
    """Of every game: the deal, whether it was won, and the worth of all questions in it."""
    row, deals = opened(unit, parameters.batch)
    rival = ROWS[row]
    plan = Plan(("detective", rival, rival), 3, seed=parameters.seed, deals=parameters.deals)
    games = []
    for deal in deals:
        for seating in range(len(plan.seatings)):
            rng = np.random.default_rng((parameters.seed % 2**64, deal, seating))
            examined, blank = Examined(POLICIES[rival], parameters, rng), plan.row(deal, seating)
            played = blank.played({"detective": examined})
            won = played.winner == played.agents.index("detective")
            games.append({"deal": deal, "won": won, "values": examined.values})
    return {"games": games}


@dataclass(frozen=True, slots=True)
class Found:
    """What the games against one rival say, in per cent."""

    row: str
    games: int
    first: float
    """What the first position is worth to the base policy."""
    gains: Floats
    """(COUNTED + 1,): what the first, second … and all later questions gain over it, in an average game."""
    doubts: Floats
    """(COUNTED + 1,): their standard errors."""
    whole: float
    whole_doubt: float
    won: float
    won_doubt: float

    @classmethod
    def of(cls, row: str, games: Sequence[Any]) -> Found:
        """The means over games; the games of one deal are one observation."""
        deals = np.array([game["deal"] for game in games])
        won = np.array([100.0 * game["won"] for game in games])
        # Who never gets to ask has lost: that position was worth nothing.
        first = np.array([100.0 * (game["values"][0][1] if game["values"] else 0.0) for game in games])
        gains = np.array([_gains(game["values"]) for game in games])
        whole = first + gains.sum(axis=1)
        doubts = np.array([by_deal(deals, one)[1] for one in gains.T])
        return cls(
            row,
            len(games),
            float(first.mean()),
            gains.mean(axis=0),
            doubts,
            *by_deal(deals, whole),
            *by_deal(deals, won),
        )

    @property
    def worth(self) -> int | None:
        """So many games would have to be counted for an interval as narrow."""
        if not (self.whole_doubt > 0 and self.won_doubt > 0):
            return None
        return round(self.games * (self.won_doubt / self.whole_doubt) ** 2)

    def cells(self) -> list[Cell]:
        """The row of the table."""
        whole, won = (known(SURE * doubt) for doubt in (self.whole_doubt, self.won_doubt))
        return [self.row, self.games, self.first, *self.gains, self.whole, whole, self.won, won, self.worth]


def _gains(values: Sequence[Sequence[float]]) -> Floats:
    """What each question of a game gained, in per cent, those after the first few taken together."""
    gains = np.zeros(COUNTED + 1)
    for number, (asked, usual) in enumerate(values):
        gains[min(number, COUNTED)] += 100.0 * (asked - usual)
    return gains


HEAD = (
    "row",
    "games",
    "first position, %",
    *(f"question {number}" for number in range(1, COUNTED + 1)),
    "later",
    "sum, %",
    "± of the sum",
    "won, %",
    "± of the wins",
    "worth so many games",
)


def report(parameters: Parameters, results: Results) -> Report:
    """What each question gains against each rival."""
    found = [
        Found.of(row, [game for result in of_row(row, results) for game in result["games"]])
        for row in parameters.rows
    ]
    sums = "; ".join(f"{one.row} {one.whole:.1f} ± {SURE * one.whole_doubt:.1f}" for one in found)
    return Report(
        "What the detective's questions gain",
        f"First position and all that questions gain, in per cent of games: {sums}.",
        (
            Grid("questions", _GRID, HEAD, [one.cells() for one in found], 2),
            Figure("questions", _FIGURE, lambda canvas: _draw(canvas, found)),
            Prose("How it was measured", _MEASURED),
        ),
    )


_GRID = "What each question gains over a fox's in an average game, in per cent of games; ± to 95 %"
_FIGURE = (
    "What the first question gains in an average game, the second, and so on, with 95 % intervals; where a "
    "game is over, nothing is gained."
)
_MEASURED = (
    "One detective sits with two rivals of one kind. Before each of its questions, worlds are imagined in "
    "which it is known how the rivals play. In these, what it asks and what a fox would ask that believes "
    "those who never bluff are tried equally often, and such a fox plays on. The difference is what the "
    "question gains.",
    "The share of games that a player wins is what its first position is worth to the fox, plus all that its "
    "choices gain over the fox's. Here only questions are judged: what the detective wins by the cards it "
    "shows, and by accusing before it has a proof, is left out. The share of games that it really won is "
    "printed beside the sum.",
    "*Worth so many games*: with wins alone, so many games would have to be played for an interval as "
    "narrow. A game that ends before the first question counts as worth nothing.",
)


def _draw(canvas: Any, found: Sequence[Found]) -> None:
    axes = canvas.subplots()
    labels = [*map(str, range(1, COUNTED + 1)), "later"]
    for i, one in enumerate(found):
        at = np.arange(COUNTED + 1) + 0.08 * (i - (len(found) - 1) / 2)
        axes.errorbar(at, one.gains, SURE * one.doubts, marker="o", markersize=4, capsize=2, label=one.row)
    axes.axhline(0, color="#8d8675", linewidth=0.8)
    axes.set_xticks(range(COUNTED + 1), labels)
    axes.set_xlabel("question of the detective")
    axes.set_ylabel("gain, % of games")
    axes.legend()


EXPERIMENTS = (
    Experiment(
        "questions",
        N_("What each question of the detective gains, more precisely than its wins tell."),
        full=Parameters(),
        small=Parameters(rows=("better",), deals=2, worlds=64, tries=128, batch=1),
        units=units,
        work=work,
        report=report,
        minutes=27,
        choosing=("rows", "deals"),
    ),
)
