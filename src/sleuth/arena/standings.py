"""What a tournament says: who wins how often, how sure that is, and how players compare deal by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import fmean, stdev

from sleuth.arena.tournament import Row

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent's record."""

    agent: str
    games: int
    wins: int
    """Counting each of its seats; two copies of an agent at one table play two games."""
    share: float
    error: float
    """The standard error of the share, the seatings of one deal taken together."""
    wrong: int
    """Games lost by a wrong accusation."""
    rating: float
    """1500 on average; 400 points mean ten times the chance to win."""

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the share."""
        return max(0.0, self.share - SURE * self.error), min(1.0, self.share + SURE * self.error)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two agents on the same deals: how much more often the first wins."""

    one: str
    other: str
    deals: int
    difference: float
    error: float


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, the best first, and every pair compared."""

    games: int
    deals: int
    turns: float
    table: tuple[Standing, ...]
    duels: tuple[Duel, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Standings:
        """The standings after these games."""
        names = sorted({name for row in rows for name in row.agents})
        by_deal = {name: _by_deal(rows, name) for name in names}
        rating = ratings(rows)
        table = [_standing(rows, name, by_deal[name], rating[name]) for name in names]
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
        return cls(
            len(rows),
            len({row.deal for row in rows}),
            fmean(row.turns for row in rows) if rows else 0.0,
            tuple(sorted(table, key=lambda s: (-s.share, s.agent))),
            tuple(_duel(a, b, by_deal[a], by_deal[b]) for a, b in pairs),
        )


def _by_deal(rows: Sequence[Row], name: str) -> dict[int, float]:
    """An agent's share of wins in each deal, over all its seats."""
    found: dict[int, list[bool]] = defaultdict(list)
    for row in rows:
        found[row.deal] += [row.winner == seat for seat, who in enumerate(row.agents) if who == name]
    return {deal: fmean(wins) for deal, wins in found.items() if wins}


def _standing(rows: Sequence[Row], name: str, by_deal: dict[int, float], rating: float) -> Standing:
    seats = [(row, seat) for row in rows for seat, who in enumerate(row.agents) if who == name]
    wins = sum(row.winner == seat for row, seat in seats)
    wrong = sum(seat in row.out for row, seat in seats)
    return Standing(name, len(seats), wins, fmean(by_deal.values()), _error(by_deal.values()), wrong, rating)


def _duel(one: str, other: str, mine: dict[int, float], theirs: dict[int, float]) -> Duel:
    gaps = [mine[deal] - theirs[deal] for deal in mine.keys() & theirs.keys()]
    return Duel(one, other, len(gaps), fmean(gaps) if gaps else 0.0, _error(gaps))


def _error(values: Iterable[float]) -> float:
    sample = list(values)
    return stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else 0.5


def ratings(rows: Sequence[Row], rounds: int = 200) -> dict[str, float]:
    """Plackett and Luce's strengths, a win being a choice among those present, as ratings around 1500."""
    tables: dict[tuple[str, ...], int] = defaultdict(int)
    won: dict[str, float] = defaultdict(float)
    for row in rows:
        tables[tuple(sorted(row.agents))] += 1
        for name in row.agents:
            won[name] += 0.0
        if row.winner is not None:
            won[row.agents[row.winner]] += 1
    strength = dict.fromkeys(won, 1.0)
    for _ in range(rounds if rows else 0):
        share = dict.fromkeys(won, 0.0)
        for table, games in tables.items():
            whole = sum(strength[name] for name in table)
            for name in table:
                share[name] += games / whole
        # Half a win for everybody keeps the rating of a player that always or never wins finite.
        strength = {name: (won[name] + 0.5) / share[name] for name in won}
        mean = fmean(log10(value) for value in strength.values())
        strength = {name: value / 10**mean for name, value in strength.items()}
    return {name: 1500 + 400 * log10(value) for name, value in strength.items()}
