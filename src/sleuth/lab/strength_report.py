"""The detective's strength as a table: shares with intervals clustered by deal, targets, and CPU times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from math import exp
from typing import Any

from sleuth.arena.standings import Standing
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report

SLOWEST = 60.0
"""Milliseconds that a decision may take in the median."""


@dataclass(frozen=True, slots=True)
class Found:
    """One row of the table: the hero's standing, and what its decisions cost."""

    name: str
    rival: str
    seats: int
    target: float | None
    standing: Standing
    turns: float
    ruled_out: int
    times: Mapping[str, Counter[int]]
    """Of each kind of decision, the classes of its times."""
    fine: float
    """The width of such a class, in logarithms."""

    @property
    def met(self) -> bool:
        """Whether the share reaches the target."""
        return self.target is not None and 100 * self.standing.share >= self.target

    @property
    def surely(self) -> bool:
        """Whether the whole interval of the share is on one side of the target."""
        low, high = self.standing.interval
        return self.target is not None and not low <= self.target / 100 <= high

    @property
    def digits(self) -> int:
        """Decimals that the share needs to be seen on its side of the target."""
        share = 100 * self.standing.share
        return next(
            digits
            for digits in count(1)
            if self.target is None or (round(share, digits) >= self.target) == self.met
        )

    def verdict(self) -> str:
        """Whether the target is met, and whether that is sure."""
        if self.target is None:
            return ""
        return ("yes" if self.met else "no") + (", surely" if self.surely else "")

    def median(self, *kinds: str) -> float | None:
        """Half of the decisions of these kinds, or of all, took no longer: milliseconds of CPU time."""
        times = sum((self.times[kind] for kind in kinds or self.times if kind in self.times), Counter[int]())
        ordered = sorted(times.items())
        counted = accumulate(count for _, count in ordered)
        return next(
            (
                1000 * exp((at + 0.5) * self.fine)
                for (at, _), n in zip(ordered, counted, strict=True)
                if 2 * n >= times.total()
            ),
            None,
        )

    def cells(self) -> list[Cell]:
        """The row of the table of strength."""
        low, high = (100 * bound for bound in self.standing.interval)
        return [
            self.name,
            f"{self.standing.agent} : {self.seats - 1} × {self.rival}",
            self.standing.games,
            100 * self.standing.share,
            f"{low:.1f} – {high:.1f}",
            100 / self.seats,
            self.target,
            self.verdict(),
            self.turns,
            self.standing.wrong,
            self.ruled_out,
            self.median(),
        ]

    def cost(self) -> list[Cell]:
        """The row of the table of times."""
        decisions = sum(times.total() for times in self.times.values())
        kinds = [self.median(kind) for kind in ("ask", "show", "accuse", "move")]
        return [self.name, decisions, self.median(), *kinds]


HEAD = (
    "row",
    "table",
    "games",
    "share won, %",
    "95 % interval",
    "parity",
    "target",
    "met",
    "questions a game",
    "wrong accusations",
    "ruled out by the record",
    "CPU a decision, ms (median)",
)
COST_HEAD = ("row", "decisions", "all", "ask", "show", "accuse or not", "move")


def told(found: Sequence[Found]) -> Report:
    """Every row with its interval, its target and its cost."""
    return Report(
        "How strong the detective is",
        _lead(found),
        (
            Grid("strength", _GAMES, HEAD, [f.cells() for f in found], max(f.digits for f in found)),
            Figure("strength", _FIGURE, lambda canvas: draw(canvas, found), (7, 1.2 + 0.26 * len(found))),
            Grid("cost", "Median CPU time of a decision, in ms", COST_HEAD, [f.cost() for f in found], 2),
            Prose("How it was measured", _MEASURED),
        ),
    )


def _lead(found: Sequence[Found]) -> str:
    return (
        f"{_won(found)} {_took(found)} {sum(one.ruled_out for one in found)} accusations were ruled out by "
        "the record when they were made."
    )


def _took(found: Sequence[Found]) -> str:
    """What a decision costs in the slowest row; a question alone takes longer than the other kinds."""
    slow = max((one.median() or 0.0 for one in found), default=0.0)
    asked = [ms for one in found if (ms := one.median("ask")) is not None]
    alone = f", and a question alone at most {max(asked):.1f} ms" if asked else ""
    return (
        f"In the median a decision of any kind takes at most {slow:.1f} ms of CPU time (target "
        f"{SLOWEST:g}){alone}."
    )


def _won(found: Sequence[Found]) -> str:
    """How the rows with a target did; where there are none, how far all are above parity."""
    aimed = [one for one in found if one.target is not None]
    if aimed:
        shares = "; ".join(
            f"{one.name} {100 * one.standing.share:.{one.digits}f} % (≥ {one.target:g})" for one in aimed
        )
        met, sure = sum(one.met for one in aimed), sum(one.met and one.surely for one in aimed)
        return f"{met} of {len(aimed)} targets are met, {sure} beyond the 95 % interval: {shares}."
    times = [one.seats * one.standing.share for one in found]
    return f"The detective wins {min(times):.1f} to {max(times):.1f} times as often as it would by chance."


_GAMES = "Games won, every deal in every seating"
_FIGURE = "The share of games won, with 95 % intervals; dots mark parity, bars the target."
_MEASURED = (
    "One detective sits with rivals of one kind. Every deal is played in every seating, and the deals are "
    "the same in all rows of as many seats. The seatings of one deal are one observation: the interval comes "
    "from the spread between deals.",
    "`paper` is the heuristic of the paper on rollout as it fits its figures, `better` the same with ties "
    "broken by chance and complete notes, `random` the paper's player that asks for any card not placed, "
    "`bluff` names its own cards a third of the time, and `deaf` is the detective without inference from "
    "what others choose to ask. Endings 4, 5 and 6 are the numbers of seats; `board` is the classic board.",
    "CPU time is that of the whole process, other threads included, around each choice between at least two "
    "actions, counted in classes of two per cent. An accusation is ruled out by the record if no deal that "
    "fits what the seat has seen has these cards in the envelope.",
)


def draw(canvas: Any, found: Sequence[Found]) -> None:
    """The share of every row with its interval, parity and target."""
    axes = canvas.subplots()
    for y, one in enumerate(found):
        low, high = one.standing.interval
        axes.plot([100 * low, 100 * high], [y, y], color="C0", linewidth=2.5, solid_capstyle="butt")
        axes.plot(100 * one.standing.share, y, "o", color="C0", markersize=5)
        axes.plot(100 / one.seats, y, ".", color="#8d8675", markersize=5)
        if one.target is not None:
            axes.plot(one.target, y, "|", color="C2", markersize=12, markeredgewidth=2)
    axes.set_yticks(range(len(found)), [one.name for one in found])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, %")
