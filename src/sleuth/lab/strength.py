"""How strong the detective is: against whom, at how many seats, on the board, and at what cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log
from random import Random
from time import process_time

from sleuth.actions import Accuse, Action, EndTurn, Show, Suggest
from sleuth.agents.base import Agent
from sleuth.agents.planners import PLANNERS
from sleuth.agents.registry import agent
from sleuth.arena.standings import Standings
from sleuth.arena.tournament import Plan, Row
from sleuth.cards import Card
from sleuth.inference.constraints import clues, problem_of
from sleuth.inference.counting import satisfiable
from sleuth.inference.problem import mask_of
from sleuth.lab.batches import batches, of_row, opened
from sleuth.lab.clusters import by_deal
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Report
from sleuth.lab.searches_report import Beside, compared
from sleuth.lab.strength_report import Found, told
from sleuth.language import N_
from sleuth.view import View

FINE = log(1.02)
"""Times are counted in classes of two per cent."""


@dataclass(frozen=True, slots=True)
class Match:
    """One of ours against a table full of one kind of rival."""

    hero: str
    rival: str
    seats: int = 3
    board: bool = False
    target: float | None = None
    """The share of games that it must win, in per cent."""


def _matches() -> dict[str, Match]:
    kinds = {
        "paper": Match("detective", "heuristic-paper", target=95),
        "better": Match("detective", "heuristic", target=85),
        "random": Match("detective", "random-paper", target=88),
        "bluff": Match("detective", "bluffer", target=60),
        "deaf": Match("detective-deaf", "heuristic-paper", target=75),
    }
    found = dict(kinds)
    for seats in (4, 5, 6):
        found |= {
            f"{name}-{seats}": replace(match, seats=seats, target=None) for name, match in kinds.items()
        }
    return found | {f"{name}-board": replace(match, board=True, target=None) for name, match in kinds.items()}


MATCHES = _matches()
"""The rows of the table by name."""

SEARCHES = {
    f"{name}-{rival}": Match(hero, MATCHES[rival].rival)
    for rival in ("paper", "better")
    for name, hero in (("halving", "detective"), *((name, name) for name in PLANNERS))
}
"""Rows that are played only when asked for: the detective's own search and others, on the same deals."""

ROWS = {**MATCHES, **SEARCHES}


@dataclass(frozen=True, slots=True)
class Parameters:
    """Which rows, and how many games at least; the deals are the same for all rows of as many seats."""

    rows: tuple[str, ...] = tuple(MATCHES)
    games: int = 2_000
    """In rows with a target."""
    other_games: int = 2_000
    """In the others."""
    search_games: int = 168
    """In rows of searches, where a question takes about a second."""
    batch: int = 8
    """Deals in a unit of work."""
    seed: int = 161_803

    def plan(self, row: str) -> Plan:
        """The tournament behind a row: every deal in every seating."""
        match = ROWS[row]
        agents = (match.hero, *[match.rival] * (match.seats - 1))
        blank = Plan(agents, match.seats, seed=self.seed, board=match.board)
        games = self.search_games if row in SEARCHES else self.other_games
        games = games if match.target is None else self.games
        return replace(blank, deals=self.batch * ceil(games / (self.batch * len(blank.seatings))))


def units(parameters: Parameters) -> Sequence[str]:
    """Some deals of every row."""
    return batches(parameters.rows, ROWS, parameters.batch, lambda row: parameters.plan(row).deals)


def work(parameters: Parameters, unit: str) -> Result:
    """The games of some deals, and how long the hero thought about its decisions."""
    row, deals = opened(unit, parameters.batch)
    plan, hero, clock = parameters.plan(row), ROWS[row].hero, Clock()
    games = []
    for blank in (plan.row(deal, number) for deal in deals for number in range(len(plan.seatings))):
        played = blank.played({hero: Watched(agent(hero), clock)})
        games.append([played.deal, played.agents.index(hero), played.winner, played.turns, played.out])
    return {"games": games, "times": clock.classes(), "ruled_out": clock.ruled_out}


class Clock:
    """How long decisions of each kind took, and how many accusations the record already ruled out."""

    def __init__(self) -> None:
        self.times: dict[str, Counter[int]] = {}
        self.ruled_out = 0

    def note(self, action: Action, seconds: float) -> None:
        """Count one more decision."""
        kind = KINDS.get(type(action), "move")
        self.times.setdefault(kind, Counter())[floor(log(max(seconds, 1e-6)) / FINE)] += 1

    def classes(self) -> dict[str, list[tuple[int, int]]]:
        """By kind of decision, how often each class of times occurred."""
        return {kind: sorted(times.items()) for kind, times in sorted(self.times.items())}


KINDS: dict[type[Action], str] = {Suggest: "ask", Show: "show", Accuse: "accuse", EndTurn: "accuse"}


class Watched:
    """Plays as another agent does, under a clock; what leaves no choice is not counted."""

    def __init__(self, within: Agent, clock: Clock) -> None:
        self.within, self.clock = within, clock

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.menu) == 1:
            return self.within.choose(view, rng)
        started = process_time()
        action = self.within.choose(view, rng)
        self.clock.note(action, process_time() - started)
        if isinstance(action, Accuse):
            self.clock.ruled_out += rules_out(view, action.cards)
        return action


def rules_out(view: View, envelope: tuple[Card, ...]) -> bool:
    """Whether a seat's record proves that these are not the cards in the envelope."""
    problem = problem_of(view.record.setup, clues(view))
    allowed = list(problem.allowed)
    allowed[problem.envelope] &= mask_of(envelope)
    return not satisfiable(replace(problem, allowed=tuple(allowed)))


def report(parameters: Parameters, results: Results) -> Report:
    """Every row with its interval, its target and its cost."""
    rows = list(dict.fromkeys(parameters.rows))
    found = [_found(parameters, row, results) for row in rows]
    return compared(found, list(_besides(rows, results))) if {*rows} <= {*SEARCHES} else told(found)


def _besides(rows: Sequence[str], results: Results) -> Iterator[Beside]:
    """Every search beside halving against the same rivals, where both were played."""
    for row in rows:
        own = f"halving-{row.rpartition('-')[2]}"
        if own != row and own in rows:
            mine, theirs = _wins(row, results), _wins(own, results)
            games = sorted(mine.keys() & theirs.keys())
            gained = [100.0 * (mine[game] - theirs[game]) for game in games]
            deals = [deal for deal, _ in games]
            yield Beside(row, own, *by_deal(deals, gained), len({*deals}))


def _wins(row: str, results: Results) -> dict[tuple[int, int], bool]:
    """Whether the hero won, by deal and seat."""
    games = (game for result in of_row(row, results) for game in result["games"])
    return {(deal, seat): winner == seat for deal, seat, winner, _, _ in games}


def _found(parameters: Parameters, row: str, results: Results) -> Found:
    match, plan, mine = ROWS[row], parameters.plan(row), of_row(row, results)
    rows = [_row(plan, match.hero, *game) for result in mine for game in result["games"]]
    standings = Standings.of(rows)
    times: dict[str, Counter[int]] = {}
    for result in mine:
        for kind, classes in result["times"].items():
            times.setdefault(kind, Counter()).update(dict(classes))
    return Found(
        row,
        match.rival,
        match.seats,
        match.target,
        next(one for one in standings.table if one.agent == match.hero),
        standings.turns,
        sum(result["ruled_out"] for result in mine),
        times,
        FINE,
    )


def _row(plan: Plan, hero: str, deal: int, seat: int, winner: int | None, turns: int, out: list[int]) -> Row:
    number = next(i for i, seating in enumerate(plan.seatings) if seating[seat] == hero)
    return replace(plan.row(deal, number), winner=winner, turns=turns, out=tuple(out))


EXPERIMENTS = (
    Experiment(
        "strength",
        N_("How often the detective wins: against each kind of player, for 3 to 6 seats and on the board."),
        full=Parameters(),
        small=Parameters(rows=("paper", "better-4"), games=3, other_games=4, search_games=3, batch=1),
        units=units,
        work=work,
        report=report,
        minutes=690,
        choosing=("rows", "games", "other_games", "search_games"),
    ),
)
