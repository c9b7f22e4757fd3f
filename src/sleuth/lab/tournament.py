"""A tournament as a page: the standings, every pair on the same deals, seats, lengths, and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Any

from sleuth.arena.standings import SURE, Standings
from sleuth.arena.tournament import Plan, Row
from sleuth.lab.publish import Origin, versions, written
from sleuth.lab.report import Figure, Grid, Prose, Report


@dataclass(frozen=True)
class Evening:
    """A finished tournament."""

    plan: Plan
    rows: Sequence[Row]

    @cached_property
    def standings(self) -> Standings:
        return Standings.of(self.rows)

    def page(self, folder: Path, command: str) -> Path:
        """Write the page with its tables and pictures; returns it."""
        plan = self.plan
        given = {
            "agents": " ".join(plan.agents),
            "seats": str(plan.seats),
            "edition": plan.edition,
            "deals": str(plan.deals),
            "seed": str(plan.seed),
            "board": "yes" if plan.board else "no",
        }
        return written(self.report(), Origin(command, given, None, versions()), folder)

    def report(self) -> Report:
        """What the page says."""
        best, found = self.standings.table[0], self.standings
        low, high = (100 * bound for bound in best.interval)
        lead = (
            f"{found.games:,} games on {found.deals:,} deals, each in every seating. Of {len(found.table)} "
            f"players *{best.agent}* wins most: {100 * best.share:.1f} % of its games ({low:.1f} to "
            f"{high:.1f}, parity {100 / self.plan.seats:.1f}); a game has {found.turns:.1f} questions on "
            "average."
        )
        return Report(
            "A tournament",
            lead,
            (
                Grid("standings", "Standings", _STANDINGS, self._standings(), 1),
                Figure("shares", _SHARES, self._draw_shares, (7, 0.9 + 0.42 * len(found.table))),
                Grid("pairs", "Every pair on the same deals", _PAIRS, self._pairs(), 2),
                Grid("seats", "Games won from each seat, %", self._seats_head(), self._seats(), 1),
                Figure(
                    "lengths", "How many questions a game has, by who won it.", self._draw_lengths, (7, 3.2)
                ),
                Prose("How to read it", _READING),
            ),
        )

    def _standings(self) -> list[list[Any]]:
        rows = []
        for one in self.standings.table:
            low, high = (100 * bound for bound in one.interval)
            share = [100 * one.share, f"{low:.1f} – {high:.1f}"]
            rows.append([one.agent, one.games, one.wins, *share, one.wrong, round(one.rating)])
        return rows

    def _pairs(self) -> list[list[Any]]:
        return [
            [d.one, d.other, d.deals, 100 * d.difference, 100 * d.error, _sigmas(d.difference, d.error)]
            for d in self.standings.duels
        ]

    def _seats_head(self) -> tuple[str, ...]:
        return ("agent", *(f"seat {seat + 1}" for seat in range(self.plan.seats)), "±")

    def _seats(self) -> list[list[Any]]:
        rows = []
        for one in self.standings.table:
            shares = [self._share(one.agent, seat) for seat in range(self.plan.seats)]
            rows.append([one.agent, *(100 * share for share, _ in shares), 100 * max(e for _, e in shares)])
        return rows

    def _share(self, name: str, seat: int) -> tuple[float, float]:
        won = [row.winner == seat for row in self.rows if row.agents[seat] == name]
        share = sum(won) / max(1, len(won))
        return share, sqrt(share * (1 - share) / max(1, len(won)))

    def _draw_shares(self, canvas: Any) -> None:
        axes = canvas.subplots()
        for y, one in enumerate(self.standings.table):
            axes.errorbar(100 * one.share, y, xerr=100 * SURE * one.error, fmt="o", color="C0", capsize=3)
        axes.axvline(100 / self.plan.seats, color="#8d8675", linewidth=0.9, linestyle=":")
        axes.set_yticks(range(len(self.standings.table)), [one.agent for one in self.standings.table])
        axes.invert_yaxis()
        axes.set_ylim(len(self.standings.table) - 0.5, -0.5)
        axes.set_xlabel("games won, %")

    def _draw_lengths(self, canvas: Any) -> None:
        axes = canvas.subplots()
        longest = sorted(row.turns for row in self.rows)[int(0.99 * (len(self.rows) - 1))]
        bins = range(longest + 2)
        for one in self.standings.table:
            turns = [r.turns for r in self.rows if r.winner is not None and r.agents[r.winner] == one.agent]
            axes.hist(turns, bins=bins, histtype="step", label=one.agent, linewidth=1.3)
        axes.set_xlabel("questions in a game")
        axes.set_ylabel("games")
        axes.legend(fontsize=8)


def _sigmas(difference: float, error: float) -> float | None:
    return difference / error if error else None


_STANDINGS = ("agent", "games", "wins", "share, %", "95 % interval", "wrong accusations", "rating")
_PAIRS = ("one", "other", "deals", "wins more, points", "±", "standard errors")
_LENGTHS = "How many questions a game has, by who won it."
_SHARES = "The share of games won, with 95 % intervals over deals; the line is parity."
_READING = (
    "Every deal is played in every seating, and the seatings of one deal count as one observation: the "
    "intervals come from the spread between deals. Two seats of one agent at a table are two games of that "
    "agent.",
    "A pair is compared on the same deals: by how many points the first wins more often, with its standard "
    "error.",
    "Ratings are Plackett and Luce's strengths around 1500; 400 points mean ten times the chance to win.",
)
