"""What a tournament says: who wins how often, how sure that is, and how players compare deal by deal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log10, sqrt
from statistics import fmean

from sleuth.arena.student import margin
from sleuth.arena.tournament import Row

UNSURE = 0.025
"""What is left out on either side of it."""
ALIKE = 1e-9
"""A standard error below this is only the rounding of deals that all pull alike."""
SETTLED = 1e-4
"""Points of rating: where no round changes more, all that are still to come change less than one point; very
unequal players draw apart in small steps."""
ROUNDS = 10_000
"""Enough unless somebody loses not one of thousands of games, and then hundreds of points do not matter."""


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
    deals: int = 1
    alone: bool = False
    """Whether nobody else sat at its tables and somebody always won: then no deal can change its share."""

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the share."""
        doubt = 0.0 if self.alone and self.error < ALIKE else reach(self.deals, self.error)
        return max(0.0, self.share - doubt), min(1.0, self.share + doubt)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two agents on the same deals: how much more often the first wins."""

    one: str
    other: str
    deals: int
    difference: float
    error: float

    @property
    def doubt(self) -> float:
        """Half of a 95 % interval of the difference, which is never more than one."""
        # A deal that is not like the others may be as far off as from here to the other end.
        farthest = 1 + abs(self.difference) if self.error < ALIKE else 1.0
        return min(1.0, farthest * reach(self.deals, self.error))


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, the best first, and every pair compared."""

    games: int
    deals: int
    turns: float
    table: tuple[Standing, ...]
    duels: tuple[Duel, ...]

    def as_dict(self) -> dict[str, object]:
        """The standings for programs, with every interval."""
        table = [{**asdict(one), "interval": one.interval} for one in self.table]
        duels = [{**asdict(duel), "doubt": duel.doubt} for duel in self.duels]
        return {**asdict(self), "table": table, "duels": duels}

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Standings:
        """The standings after these games."""
        names = sorted({name for row in rows for name in row.agents})
        tally = {name: Tally.of(rows, name) for name in names}
        rating = ratings(rows)
        table = [_standing(rows, name, tally[name], rating[name]) for name in names]
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
        return cls(
            len(rows),
            len({row.deal for row in rows}),
            fmean(row.turns for row in rows) if rows else 0.0,
            tuple(sorted(table, key=lambda s: (-s.share, s.agent))),
            tuple(_duel(a, b, tally[a], tally[b]) for a, b in pairs),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """An agent's share of wins, and how far each deal pulls it up or down."""

    wins: int
    games: int
    pulls: Mapping[int, float]
    """They add up to nothing; a deal that is half played counts for half."""

    @classmethod
    def of(cls, rows: Sequence[Row], name: str, at: int | None = None) -> Tally:
        """What an agent did in all its seats, or in one of them."""
        wins, games = Counter[int](), Counter[int]()
        for row in rows:
            mine = [seat for seat, who in enumerate(row.agents) if who == name and at in (None, seat)]
            games[row.deal] += len(mine)
            wins[row.deal] += row.winner in mine
        all_wins, all_games = wins.total(), games.total()
        share = all_wins / max(1, all_games)
        pulls = {deal: (wins[deal] - share * n) / all_games for deal, n in games.items() if n}
        return cls(all_wins, all_games, pulls)

    @property
    def share(self) -> float:
        return self.wins / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return error_of(self.pulls.values())

    @property
    def doubt(self) -> float:
        """Half of a 95 % interval of the share."""
        return reach(len(self.pulls), self.error)


def _standing(rows: Sequence[Row], name: str, tally: Tally, rating: float) -> Standing:
    wrong = sum(row.agents[seat] == name for row in rows for seat in row.out)
    mine = [row for row in rows if name in row.agents]
    alone = all({*row.agents} == {name} and row.winner is not None for row in mine)
    deals = len(tally.pulls)
    return Standing(name, tally.games, tally.wins, tally.share, tally.error, wrong, rating, deals, alone)


def _duel(one: str, other: str, mine: Tally, theirs: Tally) -> Duel:
    deals = mine.pulls.keys() | theirs.pulls.keys()
    gaps = [mine.pulls.get(deal, 0.0) - theirs.pulls.get(deal, 0.0) for deal in deals]
    return Duel(one, other, len(deals), mine.share - theirs.share, error_of(gaps))


def error_of(pulls: Collection[float]) -> float:
    """The standard error of a share whose deals pull so far; one deal says nothing about others."""
    n = len(pulls)
    return sqrt(n / (n - 1) * sum(pull * pull for pull in pulls)) if n > 1 else 0.5


def reach(deals: int, error: float) -> float:
    """Half of a 95 % interval; where all deals pull alike, how many others such luck may still hide."""
    if error < ALIKE:
        return float(1 - UNSURE ** (1 / max(1, deals)))
    return min(1.0, margin(deals) * error)


def ratings(rows: Sequence[Row]) -> dict[str, float]:
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
    for _ in range(ROUNDS if rows else 0):
        before, strength = strength, _nearer(strength, tables, won)
        if max(abs(400 * log10(strength[name] / before[name])) for name in won) < SETTLED:
            break
    return {name: 1500 + 400 * log10(value) for name, value in strength.items()}


def _nearer(
    strength: Mapping[str, float], tables: Mapping[tuple[str, ...], int], won: Mapping[str, float]
) -> dict[str, float]:
    """Strengths that are one round likelier."""
    share = dict.fromkeys(won, 0.0)
    for table, games in tables.items():
        whole = sum(strength[name] for name in table)
        for name in table:
            share[name] += games / whole
    # Half a win for everybody keeps the rating of a player that always or never wins finite.
    found = {name: (won[name] + 0.5) / share[name] for name in won}
    mean = fmean(log10(value) for value in found.values())
    return {name: value / 10**mean for name, value in found.items()}
