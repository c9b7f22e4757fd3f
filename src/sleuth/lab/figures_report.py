"""What figures 3 to 6 say: who is better than its base, and what moves more, w or the horizon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.arena.student import margin
from sleuth.lab.batches import of_row
from sleuth.lab.clusters import by_deal, known, sign
from sleuth.lab.experiment import Results
from sleuth.lab.report import Cell, Figure, Grid, Prose, Report

Floats: TypeAlias = NDArray[np.float64]
At: TypeAlias = tuple[int, int]
"""w and the horizon."""

PAPERS, PAPERS_BIASED = "alone, fair deals", "alone, neighbouring deals"
OURS, OURS_BIASED = "the others play on, fair deals", "the others play on, neighbouring deals"
"""How the future is imagined: the paper's way as it was meant and as its solver drew, and ours."""
PARITY = 100 / 3
USUAL: At = (100, 10)
"""Where the curves are compared: the w that the paper suggests, and its horizon."""
PRINTED_W = 10
"""Where the paper varies the horizon."""
STEPS = {"w": ((1, 10), (10, 100), (100, 1_000)), "horizon": ((1, 10), (10, 30))}
"""Tenfold steps, and the horizons that the paper calls useless; the whole range is added."""


def opened_row(row: str) -> tuple[str, int, int]:
    """The curve, w and the horizon that a row names."""
    curve, tries, ahead = row.split(" · ")
    return curve, int(tries.split()[1]), int(ahead.split()[1])


@dataclass(frozen=True, slots=True)
class Point:
    """The games of one setting of the rollout, every deal from all three seats."""

    curve: str
    w: int
    horizon: int
    wins: Floats
    turns: Floats
    """Questions of all players, game by game."""

    @classmethod
    def of(cls, row: str, results: Results) -> Point:
        """The point of a row, from all its units."""
        found = of_row(row, results)
        wins, turns = (np.concatenate([np.array(one[key], float) for one in found]) for key in _KEYS)
        return cls(*opened_row(row), wins, turns)

    @property
    def at(self) -> At:
        return self.w, self.horizon

    @property
    def share(self) -> tuple[float, float]:
        """Games won in per cent, and the standard error."""
        return by_deal(_deals(self.wins), 100 * self.wins)

    @property
    def turns_won(self) -> tuple[float, float]:
        """Questions of all players in the games that the rollout won, and the standard error."""
        return by_deal(_deals(self.wins), self.turns, self.wins)

    @property
    def verdict(self) -> str:
        """Its share, and whether that is more than a policy wins against two of itself."""
        share, error = self.share
        beside = {1: "more than", 0: "not told apart from", -1: "less than"}[self.better]
        return f"{share:.1f} ± {error:.1f} % ({beside} a third)"

    @property
    def better(self) -> int:
        """1 or -1 if it surely wins more or less than a policy against two of itself, else 0."""
        share, error = self.share
        return sign(share - PARITY, error, self.deals)

    @property
    def deals(self) -> int:
        return len(self.wins) // 3

    def cells(self, printed: Mapping[int, float]) -> list[Cell]:
        """A row of the table; printed: the paper's turns a win by w, where it tells a number."""
        turns, turns_error = map(known, self.turns_won)
        here: list[Cell] = [self.curve, self.w, self.horizon, len(self.wins)]
        return [*here, *self.share, turns, turns_error, printed.get(self.w)]


_KEYS = ("wins", "turns")


def _deals(games: Floats) -> NDArray[np.int64]:
    return np.arange(len(games)) // 3


@dataclass(frozen=True, slots=True)
class Move:
    """How far what is won moves from one setting to another, on the deals that both have played."""

    before: Point
    after: Point

    @property
    def share(self) -> tuple[float, float]:
        """Points of per cent, and the standard error of the difference deal by deal."""
        games = min(len(self.before.wins), len(self.after.wins))
        gained = 100 * (self.after.wins[:games] - self.before.wins[:games])
        return by_deal(_deals(gained), gained)

    @property
    def turns(self) -> tuple[float, float]:
        """Turns a win; other games were won, so the errors are those of two separate means."""
        (old, old_error), (new, new_error) = self.before.turns_won, self.after.turns_won
        return new - old, hypot(old_error, new_error)

    @property
    def trend(self) -> int:
        """1 or -1 if the share surely rises or falls, else 0."""
        return sign(*self.share, min(self.before.deals, self.after.deals))

    @property
    def said(self) -> str:
        share, error = self.share
        return f"{share:+.1f} ± {error:.1f} points"

    def cells(self, swept: str) -> list[Cell]:
        """A row of the table of sensitivity."""
        old, new = getattr(self.before, swept), getattr(self.after, swept)
        beside = f"horizon {self.after.horizon}" if swept == "w" else f"w = {self.after.w:,}"
        games = min(len(self.before.wins), len(self.after.wins))
        step = f"{swept} {old:,} → {new:,}"
        return [self.after.curve, step, beside, games, *map(known, (*self.share, *self.turns))]


@dataclass(frozen=True, slots=True)
class Sweep:
    """All points of one figure."""

    points: Sequence[Point]
    swept: str

    @property
    def at_one_horizon(self) -> list[Point]:
        """The points at the horizon where curves are compared."""
        return [point for point in self.points if point.horizon == self.where[1]]

    @property
    def curves(self) -> list[str]:
        return list(dict.fromkeys(point.curve for point in self.points))

    @property
    def where(self) -> At:
        """The setting nearest to the one at which curves are compared."""
        return min({p.at for p in self.points}, key=lambda at: (abs(at[0] - USUAL[0]), abs(at[1] - USUAL[1])))

    def point(self, curve: str, at: At) -> Point:
        """What was found there."""
        return next(point for point in self.points if (point.curve, point.at) == (curve, at))

    def values(self, swept: str, curve: str) -> list[int]:
        """Those of a parameter that a curve has points at."""
        return sorted({getattr(point, swept) for point in self.points if point.curve == curve})

    def move(self, curve: str, swept: str, step: tuple[int, int], beside: int) -> Move:
        """From one value of a parameter to another; beside: the value of the other parameter."""
        first, last = ((value, beside) if swept == "w" else (beside, value) for value in step)
        return Move(self.point(curve, first), self.point(curve, last))

    def steps(self, curve: str, swept: str) -> list[tuple[int, int]]:
        """The steps of a parameter that a curve has points for, its whole range the last."""
        values = self.values(swept, curve)
        found = [step for step in STEPS[swept] if set(step) <= set(values)]
        whole = [(values[0], values[-1])] if len(values) > 1 else []
        return list(dict.fromkeys([*found, *whole]))

    def sensitivity(self) -> list[list[Cell]]:
        """w moved at the usual horizon, and the horizon moved at every w."""
        rows = []
        for curve in self.curves:
            rows += [self.move(curve, "w", s, self.where[1]).cells("w") for s in self.steps(curve, "w")]
            rows += [
                self.move(curve, "horizon", step, w).cells("horizon")
                for w in self.values("w", curve)
                for step in self.steps(curve, "horizon")
            ]
        return rows


HEAD = ("imagined", "w", "horizon", "games", "games won, %", "±", "turns a win", "± ", "turns a win, print")
MOVED = ("imagined", "step", "at", "games each", "share won, points", "±", "turns a win", "± ")


def told(
    number: int,
    base: str,
    sweep: Sweep,
    said: Sequence[str],
    printed: Mapping[int, float],
    *,
    rises: bool = False,
) -> Report:
    """The report of one figure: what the paper says about it, and the turns a win that it prints, by w.

    rises: whether the paper says of this figure that the win rate rises with the horizon.
    """
    caption = f"Against two of the base policy, {sweep.swept} varied; bars are 95 % intervals."
    rows = [point.cells(printed) for point in sweep.points]
    return Report(
        f"Figure {number}: rollout of the {base} policy against two of it, {sweep.swept} varied",
        " ".join([_verdicts(sweep), *([_first(sweep)] if sweep.swept == "w" else _horizons(sweep, rises))]),
        (
            Figure(f"fig{number}", caption, _drawing(sweep), (7.2, 1.2 + 2.6 * len(_panels(sweep)))),
            Grid("sensitivity", _MOVED, MOVED, sweep.sensitivity(), 1),
            Grid("points", _POINTS, HEAD, rows, 1),
            Prose("What the paper says", tuple(said)),
            Prose("How to read it", _READING),
        ),
    )


def _verdicts(sweep: Sweep) -> str:
    """Who is better than its base where the curves are compared."""
    w, horizon = sweep.where
    papers, biased, ours = (
        sweep.point(curve, sweep.where).verdict for curve in (PAPERS, PAPERS_BIASED, OURS)
    )
    return (
        f"At w = {w:,} and horizon {horizon} the paper's own process, in which the player is alone, wins "
        f"{papers} with fair deals and {biased} with neighbouring ones; ours, in which the others play on, "
        f"wins {ours}."
    )


def _first(sweep: Sweep) -> str:
    """With which w a rollout improves its base, and how far w moves it."""
    return "; ".join(f"{curve}: {_gain(sweep, curve)}" for curve in (PAPERS, PAPERS_BIASED, OURS)) + "."


def _gain(sweep: Sweep, curve: str) -> str:
    mine = sorted((p for p in sweep.at_one_horizon if p.curve == curve), key=lambda p: p.w)
    better = [point.w for point in mine if point.better > 0]
    moved = [
        f"{sweep.move(curve, 'w', step, sweep.where[1]).said} from w = {step[0]:,} to {step[1]:,}"
        for step in sweep.steps(curve, "w")[-1:]
    ]
    return ", ".join([f"surely better {_where(better, [point.w for point in mine])}", *moved])


def _where(some: Sequence[int], tried: Sequence[int]) -> str:
    """Which of the values that were tried these are, in words."""
    if not some:
        return "at no w"
    if len(some) > 1 and some == tried[-len(some) :]:  # beyond the last nothing was tried
        return f"from w = {some[0]:,} on"
    return f"at w = {' and '.join(f'{w:,}' for w in some)}"


def _horizons(sweep: Sweep, rises: bool) -> list[str]:
    """What moves the share where the curves are compared, and what the horizon does at the paper's own w."""
    steps = {curve: sweep.steps(curve, "horizon")[-1:] for curve in (PAPERS, PAPERS_BIASED, OURS)}
    if PRINTED_W not in sweep.values("w", PAPERS) or not steps[PAPERS]:
        return [_compared(sweep)]
    moves = {curve: sweep.move(curve, "horizon", step, PRINTED_W) for curve, (step,) in steps.items()}
    return [_compared(sweep), _at_the_papers_w(moves), _judged(moves, rises)]


def _at_the_papers_w(moves: Mapping[str, Move]) -> str:
    """How far the whole range of the horizon moves the share there."""
    whole = moves[PAPERS]
    told = "; ".join(f"{curve}: {move.said}, {_TREND[move.trend]}" for curve, move in moves.items())
    return (
        f"At the paper's own w = {PRINTED_W}, as the horizon goes from {whole.before.horizon} to "
        f"{whole.after.horizon}: {told}."
    )


_TREND = {1: "it surely rises", 0: "no sure change", -1: "it surely falls"}


def _judged(moves: Mapping[str, Move], rises: bool) -> str:
    """What the paper says of the horizon at this w, and whether that is reproduced."""
    if not rises:
        agree = len({move.trend for move in moves.values()}) == 1
        ours = "agree with each other" if agree else "do not agree with each other, either"
        return f"The paper calls its results there mixed; ours {ours}."
    own = [curve.split(", ")[1] for curve in (PAPERS, PAPERS_BIASED) if moves[curve].trend > 0]
    kinds = f"with {' and with '.join(own)}" if own else "neither with fair deals nor with neighbouring ones"
    return (
        "The paper says that the win rate rises with the horizon: at this w its own process reproduces that "
        f"{kinds}; ours, in which the others play on, {'does' if moves[OURS].trend > 0 else 'does not'}."
    )


def _compared(sweep: Sweep) -> str:
    """How far the share moves with w, and how far with the horizon."""
    if not any(sweep.steps(curve, way) for curve in (PAPERS, OURS) for way in ("w", "horizon")):
        return "There is one w and one horizon, so nothing moves the share of wins."
    w, horizon = sweep.where
    told = []
    for curve in (PAPERS, OURS):
        moved = [
            f"{sweep.move(curve, 'w', step, horizon).said} as w goes from {step[0]:,} to {step[1]:,}"
            for step in sweep.steps(curve, "w")
        ]
        moved += [
            f"{sweep.move(curve, 'horizon', step, w).said} as the horizon goes from {step[0]} to {step[1]}"
            for step in sweep.steps(curve, "horizon")[:2]
        ]
        told.append(f"{curve}: {', '.join(moved)}")
    return f"How far the share of wins moves at w = {w:,}, horizon {horizon}: {'; '.join(told)}."


_POINTS = "Every point; the errors are standard errors, deals as clusters"
_MOVED = "Sensitivity: how far a step of w or of the horizon moves what is won, on the same deals"
_READING = (
    "“Alone” is the paper's process: the player imagines only its own questions and counts how soon the "
    "case is proved; the others neither win nor listen. In “the others play on” all three seats play the "
    "base policy on, and only winning first counts; the players imagined are then those who sit there. "
    "“Neighbouring deals” are the first that a systematic search finds, as a constraint solver lists them; "
    "“fair deals” are independent draws from all deals that fit.",
    "A turn is one question of any player; turns a win are those of the games that the rollout won. Every "
    "deal is played from all three seats, and the deals are the same for all points. Beyond w = 1,000 there "
    "are fewer deals, and the curve that is neither the paper's nor the best of ours ends at w = 300: a game "
    "there takes seconds.",
    "The paper concludes that w matters more than the horizon. A policy wins a third of its games against "
    "two of itself; more or less than that is what a 95 % interval leaves no doubt about. In the table of "
    "sensitivity the shares are compared deal by deal, the turns as two separate means.",
)


def _panels(sweep: Sweep) -> list[int | None]:
    """A row of panels for every w where the horizon is swept, else one for all."""
    return [None] if sweep.swept == "w" else [*sorted({point.w for point in sweep.points})]


def _drawing(sweep: Sweep) -> Callable[[Any], None]:
    rows = _panels(sweep)

    def draw(canvas: Any) -> None:
        panels = canvas.subplots(len(rows), 2, squeeze=False)
        for (left, right), w in zip(panels, rows, strict=True):
            for i, curve in enumerate(sweep.curves):
                shown = sweep.at_one_horizon if w is None else [p for p in sweep.points if p.w == w]
                mine = [p for p in shown if p.curve == curve]
                _curve(left, right, sweep, mine, {"label": curve, "color": f"C{i}"})
            left.axhline(PARITY, color="#8d8675", linewidth=0.9, linestyle=":")
            for panel, what in ((left, "games won, %"), (right, "turns a win")):
                panel.set_xlabel(sweep.swept if w is None else f"{sweep.swept}, w = {w:,}")
                panel.set_ylabel(what)
                panel.set_xscale("log" if sweep.swept == "w" else "linear")
        # All curves are in the row of the fewest tries; some end before the others.
        canvas.legend(
            *panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8
        )

    return draw


def _curve(left: Any, right: Any, sweep: Sweep, mine: Sequence[Point], name: Mapping[str, str]) -> None:
    at = [getattr(point, sweep.swept) for point in mine]
    style = {**name, "fmt": "o-", "markersize": 4, "linewidth": 1.2, "elinewidth": 0.8}
    for panel, found in ((left, [p.share for p in mine]), (right, [p.turns_won for p in mine])):
        bars = [margin(p.deals) * error for p, (_, error) in zip(mine, found, strict=True)]
        panel.errorbar(at, [mean for mean, _ in found], bars, **style)
