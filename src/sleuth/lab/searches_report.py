"""The searches beside each other: the same deals, the same rivals, and what a question costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sleuth.lab.clusters import known, sign
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report
from sleuth.lab.strength_report import COST_HEAD, HEAD, Found, draw


@dataclass(frozen=True, slots=True)
class Beside:
    """How much more often a search wins than the detective's own, on the same deals from the same seats."""

    row: str
    own: str
    difference: float
    error: float
    deals: int

    def cells(self) -> list[Cell]:
        """A row of the table of differences."""
        return [self.row, self.own, known(self.difference), known(self.error), self.verdict]

    @property
    def verdict(self) -> str:
        """Whether a 95 % interval leaves a doubt."""
        return {1: "better", 0: "not told apart", -1: "worse"}[sign(self.difference, self.error, self.deals)]


def compared(found: Sequence[Found], differences: Sequence[Beside]) -> Report:
    """Every search with its interval, its cost, and its difference from halving."""
    rows = [one.cells() for one in differences]
    return Report(
        "The detective with other searches",
        f"{'; '.join(_said(one) for one in found)}.{_told_apart(differences)}",
        (
            Grid("strength", "Games won, every deal in every seating", HEAD, [f.cells() for f in found], 1),
            Grid("beside", _BESIDE, BESIDE, rows, 1),
            Figure("strength", _FIGURE, lambda canvas: draw(canvas, found), (7, 1.2 + 0.26 * len(found))),
            Grid("cost", "Median CPU time of a decision, in ms", COST_HEAD, [f.cost() for f in found], 2),
            Prose("How it was measured", _MEASURED),
        ),
    )


def _said(one: Found) -> str:
    low, high = (100 * bound for bound in one.standing.interval)
    time = one.median("ask")
    cost = "" if time is None else f", {time:,.0f} ms a question"
    return f"{one.name} wins {100 * one.standing.share:.1f} % ({low:.1f} – {high:.1f}{cost})"


def _told_apart(differences: Sequence[Beside]) -> str:
    """Which searches are surely better or worse than halving."""
    if not differences:
        return ""
    kinds = {
        verdict: [one.row for one in differences if one.verdict == verdict] for verdict in ("better", "worse")
    }
    said = [f"surely {verdict}: {', '.join(rows) or 'none'}" for verdict, rows in kinds.items()]
    return f" Than halving on the same deals {'; '.join(said)}."


BESIDE = ("row", "beside", "share won, points", "±", "95 % interval says")
_BESIDE = "Each search beside halving, game by game on the same deals; standard errors, deals as clusters"
_FIGURE = "The share of games won, with 95 % intervals; dots mark parity."
_MEASURED = (
    "`halving` is the detective; `nested`, `ismcts` and `pomcp` are the detective with another search for "
    "its questions: two stages of rollout, a tree of everybody's questions, a tree of its own and what it "
    "sees in between. They show and accuse alike. One of them sits with two rivals of one kind: `paper` is "
    "the heuristic of the paper on rollout, `better` the same with ties broken by chance and complete notes.",
    "Every deal is played in all three seatings, and the deals are the same in all rows. The seatings of one "
    "deal are one observation. The other searches take about a second a question, so the games are few: what "
    "is not told apart here may still differ by some points.",
    "CPU time is that of the whole process around each choice between at least two actions. An accusation is "
    "ruled out by the record if no deal that fits what the seat has seen has these cards in the envelope.",
)
