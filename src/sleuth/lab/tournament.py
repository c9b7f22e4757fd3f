"""A tournament as a page: the standings, every pair on the same deals, seats, lengths, and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sleuth.arena.standings import ALIKE, Duel, Standings, Tally
from sleuth.arena.tournament import Plan, Row
from sleuth.lab.publish import Origin, versions, written
from sleuth.lab.report import Figure, Grid, Prose, Report
from sleuth.lab.run import UNKNOWN
from sleuth.lab.source import commit
from sleuth.language import N_, numeral, say, say_many


@dataclass(frozen=True)
class Evening:
    """A tournament that has been played, told in a language."""

    plan: Plan
    rows: Sequence[Row]
    lang: str = "en"

    @cached_property
    def standings(self) -> Standings:
        return Standings.of(self.rows)

    def say(self, sentence: str, /, **values: object) -> str:
        """A sentence in the reader's language."""
        return say(self.lang, sentence, **values)

    def page(self, folder: Path, command: str) -> Path:
        """Write the page with its tables and pictures; returns it."""
        plan = self.plan
        given: dict[str, object] = {
            N_("agents"): " ".join(plan.agents),
            N_("seats"): plan.seats,
            N_("edition"): plan.edition,
            N_("deals"): plan.deals,
            N_("seed"): plan.seed,
            N_("board"): self.say(N_("yes") if plan.board else N_("no")),
            **({N_("house rules"): plan.rules} if plan.rules else {}),
        }
        parameters = {self.say(name): str(value) for name, value in given.items()}
        return written(
            self.report(),
            Origin(command, parameters, None, versions([commit() or UNKNOWN]), self.lang),
            folder,
        )

    def report(self) -> Report:
        """What the page says."""
        shares = Figure(
            "shares", self.say(_SHARES), self._draw_shares, (7, 0.9 + 0.42 * len(self.standings.table))
        )
        lengths = Figure("lengths", self.say(_LENGTHS), self._draw_lengths, (7, 3.2))
        return Report(
            self.say(N_("A tournament")),
            self._lead(),
            (
                self._grid("standings", N_("Standings"), _STANDINGS, self._standings(), 1),
                shares,
                self._grid("pairs", N_("Every pair on the same deals"), _PAIRS, self._pairs(), 2),
                Grid(
                    "seats", self.say(N_("Games won from each seat, %")), self._seats_head(), self._seats(), 1
                ),
                lengths,
                Prose(self.say(N_("How to read it")), tuple(map(self.say, _READING))),
            ),
            "sleuth",
        )

    def _lead(self) -> str:
        best, found = self.standings.table[0], self.standings
        low, high = (100 * bound for bound in best.interval)
        return self.say(
            _LEAD,
            games=say_many(self.lang, "{n} game", "{n} games", found.games),
            deals=say_many(self.lang, "{n} deal", "{n} deals", found.deals),
            players=len(found.table),
            best=best.agent,
            share=numeral(self.lang, 100 * best.share, 1),
            low=numeral(self.lang, low, 1),
            high=numeral(self.lang, high, 1),
            parity=numeral(self.lang, 100 / self.plan.seats, 1),
            turns=numeral(self.lang, found.turns, 1),
        )

    def _grid(self, name: str, caption: str, head: Sequence[str], rows: list[list[Any]], digits: int) -> Grid:
        return Grid(name, self.say(caption), tuple(map(self.say, head)), rows, digits)

    def _standings(self) -> list[list[Any]]:
        rows = []
        for one in self.standings.table:
            share = [100 * bound for bound in (one.share, *one.interval)]
            rows.append([one.agent, one.games, one.wins, *share, one.wrong, round(one.rating)])
        return rows

    def _pairs(self) -> list[list[Any]]:
        return [
            [d.one, d.other, 100 * d.difference, 100 * d.doubt, _sigmas(d), d.deals]
            for d in self.standings.duels
        ]

    def _seats_head(self) -> tuple[str, ...]:
        seats = [self.say(N_("seat {n}"), n=seat + 1) for seat in range(self.plan.seats)]
        return (self.say(N_("agent")), *seats, "±")

    def _seats(self) -> list[list[Any]]:
        rows = []
        for one in self.standings.table:
            tallies = [Tally.of(self.rows, one.agent, seat) for seat in range(self.plan.seats)]
            shares = [100 * tally.share if tally.games else None for tally in tallies]
            rows.append([one.agent, *shares, 100 * max(tally.doubt for tally in tallies if tally.games)])
        return rows

    def _draw_shares(self, canvas: Any) -> None:
        axes = canvas.subplots()
        for y, one in enumerate(self.standings.table):
            low, high = one.interval
            reach = [[100 * (one.share - low)], [100 * (high - one.share)]]
            axes.errorbar(100 * one.share, y, xerr=reach, fmt="o", color="C0", capsize=3)
        axes.axvline(100 / self.plan.seats, color="#8d8675", linewidth=0.9, linestyle=":")
        axes.set_yticks(range(len(self.standings.table)), [one.agent for one in self.standings.table])
        axes.invert_yaxis()
        axes.set_ylim(len(self.standings.table) - 0.5, -0.5)
        axes.set_xlabel(self.say(N_("games won, %")))

    def _draw_lengths(self, canvas: Any) -> None:
        axes = canvas.subplots()
        longest = sorted(row.turns for row in self.rows)[int(0.99 * (len(self.rows) - 1))]
        bins = range(longest + 2)
        for one in self.standings.table:
            turns = [r.turns for r in self.rows if r.winner is not None and r.agents[r.winner] == one.agent]
            axes.hist(turns, bins=bins, histtype="step", label=one.agent, linewidth=1.3)
        axes.set_xlabel(self.say(N_("questions in a game")))
        axes.set_ylabel(self.say(N_("games")))
        axes.legend(fontsize=8)


def _sigmas(duel: Duel) -> float | None:
    """The difference in standard errors; one deal has none, nor have deals that all went alike."""
    return duel.difference / duel.error if duel.deals > 1 and duel.error > ALIKE else None


_LEAD = N_(
    "{games} on {deals}, each in every seating. Of {players} players *{best}* wins most: {share} "
    "% of its games ({low} to {high}, parity {parity}); a game has {turns} questions on average."
)
_STANDINGS = (
    N_("agent"),
    N_("games"),
    N_("wins"),
    N_("share, %"),
    N_("95 % from"),
    N_("95 % to"),
    N_("wrong accusations"),
    N_("rating"),
)
_PAIRS = (
    N_("one"),
    N_("other"),
    N_("wins more, points"),
    "±",
    N_("distance in standard errors"),
    N_("deals"),
)
_LENGTHS = N_("How many questions a game has, by who won it.")
_SHARES = N_("The share of games won, with 95 % intervals over deals; the line is parity.")
_READING = (
    N_(
        "Every deal is played in every seating, and the seatings of one deal count as one observation: the "
        "intervals come from the spread between deals. Two seats of one agent at a table are two games of "
        "that agent."
    ),
    N_(
        "A pair is compared on the same deals: by how many points the first wins more often. Every ± is half "
        "of a 95 % interval, that of seats the widest of a line."
    ),
    N_("Ratings are Plackett and Luce's strengths around 1500; 400 points mean ten times the chance to win."),
)
