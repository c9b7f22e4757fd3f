"""The paper's table of agents: how long a game takes and which seat wins, under every reading of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import get_args

import numpy as np

from sleuth.agents.policy import POLICIES, Keep, Policy, Rule, Solved, Ties
from sleuth.agents.rollout import Reading, RolloutAgent, Samples, Transition
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless, deals, play_policies
from sleuth.edition import Edition
from sleuth.events import Suggested
from sleuth.lab.clusters import check_deals, error_of_share, sign
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Cell, Grid, Prose, Report
from sleuth.language import N_

PRINTED = {
    "stateless": (111.0, (33.7, 33.4, 32.8)),
    "random": (15.8, (39.0, 29.7, 31.3)),
    "random rollout": (12.9, (38.7, 30.2, 31.2)),
    "heuristic": (11.7, (35.2, 29.7, 35.1)),
    "heuristic rollout": (13.0, (40.7, 26.8, 32.5)),
}
"""Turns and the share of games won by the first, second and third seat."""

PRINTED_GAMES = 600
"""A hundred games in six orders."""

KEEPS = {
    "what was seen": Keep.SEEN,
    "+ clauses": Keep.SEEN | Keep.CLAUSES,
    "+ full hands": Keep.SEEN | Keep.CLAUSES | Keep.FULL,
    "+ just enough left": Keep.PAPER,
    "+ one of each category": Keep.ALL,
}
NAMINGS = {"names what is solved": Solved.NAME, "any card not placed": Solved.AVOID}
CHOSEN = {
    "stateless": "stateless · naming the envelope wins",
    "random": "random · + just enough left · names what is solved · asker checked",
    "heuristic": "heuristic · + just enough left · lowest card · asker checked",
    "random rollout": "random rollout · DEALS · exact",
    "heuristic rollout": "heuristic rollout · DEALS · exact",
}
"""The reading that we call the paper's, for each of its agents."""

ALLOWED_TURNS = {"stateless": 2.0, "random": 0.2, "heuristic": 0.5}
ALLOWED_SEATS = {"random": 0.7}
"""How far from the print our turns, and the points of our seats, may be."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """Games for each reading: many where the agent is compiled, as many as the paper's where it searches."""

    games: int = 20_000
    rollout_games: int = 600
    seed: int = 3


@dataclass(frozen=True, slots=True)
class Swift:
    """A reading whose games are compiled."""

    policy: Policy
    everyone: bool = False


def swift_readings() -> dict[str, Swift]:
    """Every reading of the three agents that do not search, by what it says."""
    found = {CHOSEN["stateless"]: Swift(POLICIES["stateless"])}
    for noted, keep in KEEPS.items():
        for checked in ("asker", "everyone"):
            for naming, solved in NAMINGS.items():
                policy = Policy(Rule.RANDOM, keep, solved=solved)
                found[f"random · {noted} · {naming} · {checked} checked"] = Swift(
                    policy, checked == "everyone"
                )
            for tied, ties in (("lowest card", Ties.LOWEST), ("any card", Ties.ANY)):
                policy = Policy(Rule.HEURISTIC, keep, ties)
                found[f"heuristic · {noted} · {tied} · {checked} checked"] = Swift(
                    policy, checked == "everyone"
                )
    avoiding = Policy(Rule.HEURISTIC, Keep.PAPER, Ties.LOWEST, solved=Solved.AVOID)
    found["heuristic · + just enough left · lowest card · avoids what is solved"] = Swift(avoiding)
    return found


def rollout_readings() -> dict[str, Reading]:
    """Every reading of the two agents that search: how the future is imagined."""
    found = {}
    kinds: list[tuple[Transition, Samples]] = [(step, "exact") for step in Transition]
    kinds += [(Transition.DEALS, "neighbours"), (Transition.TABLE, "neighbours")]
    for base in ("random", "heuristic"):
        for step, samples in kinds:
            reading = Reading(POLICIES[f"{base}-paper"], transition=step, samples=samples)
            found[f"{base} rollout · {step.name} · {samples}"] = reading
        found |= _details(base)
    return found


def _details(base: str) -> dict[str, Reading]:
    """Readings of what the paper does not mention, and its reward for knowledge, which it dropped."""
    plain = Reading(POLICIES[f"{base}-paper"])
    first, strange = replace(plain, ties=Ties.LOWEST), replace(plain, own=False)
    kinds = {
        "first of equals": first,
        "no own cards": strange,
        "first of equals, no own cards": replace(first, own=False),
    }
    found = {
        f"{base} rollout · DEALS · {samples} · {name}": replace(reading, samples=samples)
        for samples in get_args(Samples)
        for name, reading in kinds.items()
    }
    whole = replace(plain, base=plain.base.but(keep=Keep.ALL))
    found |= {
        f"{base} rollout · {step.name} · exact · one of each category": replace(whole, transition=step)
        for step in (Transition.NAIVE, Transition.NEXT_CARD, Transition.NEXT_ANY, Transition.DEALS)
    }
    return {**found, f"{base} rollout · DEALS · exact · knowledge rewarded": replace(plain, shaping=1.0)}


def units(parameters: Parameters) -> Sequence[str]:
    """Every reading."""
    check_deals(parameters.games, "games")
    check_deals(parameters.rollout_games, "rollout_games")
    return [*swift_readings(), *rollout_readings()]


def work(parameters: Parameters, unit: str) -> Result:
    """Play three of a kind against each other, again and again."""
    edition = Edition.load("classic")
    swift = swift_readings()
    if unit in swift:
        dealt = deals(edition, 3, range(parameters.seed * 10**6, parameters.seed * 10**6 + parameters.games))
        games = play_policies([swift[unit].policy] * 3, dealt, everyone_checked=swift[unit].everyone)
        return _summary(games.turns, games.winners)
    agent = RolloutAgent(rollout_readings()[unit])
    turns, winners = [], []
    for game in range(parameters.rollout_games):
        seed = parameters.seed * 10**6 + game
        end = play_game([agent] * 3, edition, seed=seed, rules=boardless(edition, 3))
        turns.append(sum(isinstance(event, Suggested) for event in end.record.events))
        winners.append(-1 if end.outcome is None or end.outcome.winner is None else end.outcome.winner)
    return _summary(np.array(turns), np.array(winners))


def _summary(turns: np.ndarray, winners: np.ndarray) -> Result:
    n, wins = len(turns), np.bincount(winners[winners >= 0], minlength=3).tolist()
    return {
        "games": n,
        "turns": float(turns.mean()),
        "error": float(turns.std(ddof=1) / sqrt(n)),
        "seats": [100 * (won / n) for won in wins],
        "seat_errors": [100 * error_of_share(won, n) for won in wins],
    }


def agent_of(unit: str) -> str:
    """The paper's agent that a reading is of."""
    return unit.split(" · ", maxsplit=1)[0]


def misfit(unit: str, result: Result) -> float:
    """How far the seats are from the print: chi-squared, two degrees of freedom, errors on both sides."""
    _, printed = PRINTED[agent_of(unit)]
    total = 0.0
    for ours, theirs in zip(result["seats"], printed, strict=True):
        expected = theirs / 100 * (1 / PRINTED_GAMES + 1 / result["games"])
        total += ((ours - theirs) / 100) ** 2 / expected
    return total


@dataclass(frozen=True, slots=True)
class Limit:
    """One figure that must be near the print."""

    what: str
    ours: float
    error: float
    printed: float
    allowed: float

    @property
    def kept(self) -> bool:
        return abs(self.ours - self.printed) <= self.allowed

    def cells(self) -> list[Cell]:
        """A row of the table of limits."""
        distance = abs(self.ours - self.printed)
        return [
            self.what,
            self.ours,
            self.error,
            self.printed,
            distance,
            self.allowed,
            "yes" if self.kept else "no",
        ]


def limits(results: Results) -> list[Limit]:
    """Every figure that must be near the print, under the reading that we call the paper's."""
    found = []
    for name, allowed in ALLOWED_TURNS.items():
        mine = results[CHOSEN[name]]
        found.append(Limit(f"{name}, turns", mine["turns"], mine["error"], PRINTED[name][0], allowed))
    for name, allowed in ALLOWED_SEATS.items():
        mine = results[CHOSEN[name]]
        seats = zip(("1st", "2nd", "3rd"), mine["seats"], mine["seat_errors"], PRINTED[name][1], strict=True)
        found += [
            Limit(f"{name}, {seat} seat, %", ours, error, printed, allowed)
            for seat, ours, error, printed in seats
        ]
    return found


def report(parameters: Parameters, results: Results) -> Report:
    """The chosen readings beside the print, what must be near it, then all readings."""
    rows = [[name, *_row(CHOSEN[name], results[CHOSEN[name]])[1:]] for name in PRINTED]
    chosen = {name: results[CHOSEN[name]] for name in PRINTED}
    lead = "; ".join(
        f"{name} {r['turns']:.2f} ± {r['error']:.2f} turns (print {PRINTED[name][0]})"
        for name, r in chosen.items()
    )
    near = limits(results)
    ranked = sorted(
        results, key=lambda unit: (list(PRINTED).index(agent_of(unit)), _distance(unit, results[unit]))
    )
    return Report(
        "Table of agents: turns, and who wins from which seat",
        f"Three of a kind at one table, {parameters.games:,} games where the agent is compiled: {lead}. "
        f"{sum(limit.kept for limit in near)} of {len(near)} figures are as near to the print as they must.",
        (
            Grid("agents", "The reading that we call the paper's", HEAD, rows, 2),
            Grid("limits", "How near to the print it must be", LIMITS, [one.cells() for one in near], 2),
            Grid(
                "readings",
                "All readings, the nearest in turns first",
                HEAD,
                [_row(u, results[u]) for u in ranked],
                2,
            ),
            Prose("Why this reading", _why(results)),
            Prose("How to read it", _READING),
        ),
    )


def _why(results: Results) -> tuple[str, ...]:
    """Why a reading that is not always the nearest is called the paper's."""
    return (
        "Both agents that keep notes are given the same ones. That the envelope has one card of each "
        f"category is not among them: {_with_one_of_each(results)}.",
        f"Of the rollouts the nearest readings are {_nearest(results)}. In which order the paper's solver "
        "listed its deals is not known, so “neighbours” is a guess at its bias; “exact” is what it was meant "
        "to draw. That is why it is called the paper's, whether or not it is the nearest: of so many "
        "readings some are near by chance.",
    )


@dataclass(frozen=True, slots=True)
class Knowing:
    """The paper's agent as we read it, and one that knows that the envelope has one card of each category."""

    printed: float
    after: Result
    before: Result

    @classmethod
    def of(cls, name: str, results: Results) -> Knowing:
        """Both kinds of one of the paper's agents."""
        chosen = CHOSEN[name]
        knowing = chosen.replace("+ just enough left", "+ one of each category")
        return cls(PRINTED[name][0], results[knowing], results[chosen])

    @property
    def is_shorter(self) -> bool:
        """Whether it surely has shorter games."""
        gained = self.before["turns"] - self.after["turns"]
        return sign(gained, hypot(self.before["error"], self.after["error"]), self.after["games"]) > 0

    @property
    def is_farther(self) -> bool:
        """Whether its games are farther from the print."""
        return bool(abs(self.after["turns"] - self.printed) > abs(self.before["turns"] - self.printed))


def _with_one_of_each(results: Results) -> str:
    """What this knowledge does to the games of both agents, no more surely than it was shown."""
    heuristic, random = (Knowing.of(name, results) for name in ("heuristic", "random"))
    if heuristic.is_shorter and random.is_shorter and random.is_farther:
        return (
            f"it would shorten the heuristic's games to {heuristic.after['turns']:.2f} turns (print "
            f"{heuristic.printed}), but those of the random agent to {random.after['turns']:.2f} (print "
            f"{random.printed})"
        )
    told = [
        f"{one.after['turns']:.2f} ± {one.after['error']:.2f} turns instead of {one.before['turns']:.2f} ± "
        f"{one.before['error']:.2f} (print {one.printed})"
        for one in (heuristic, random)
    ]
    return f"with it the heuristic's games have {told[0]}, and those of the random agent {told[1]}"


def _nearest(results: Results) -> str:
    """The readings of both rollouts that are nearest to the print: one for each, then one for both."""
    rollouts = [name for name in PRINTED if name.endswith("rollout")]
    best = [
        min((u for u in results if agent_of(u) == one), key=lambda u: _distance(u, results[u]))
        for one in rollouts
    ]
    ways = [unit.partition(" · ")[2] for unit in results if agent_of(unit) == rollouts[0]]
    joint = min(
        ways,
        key=lambda way: sum(
            _distance(unit, results[unit]) for unit in (f"{one} · {way}" for one in rollouts)
        ),
    )
    both = " and ".join(_turns(f"{one} · {joint}", results) for one in rollouts)
    alone = " and ".join(f"“{unit}” with {_turns(unit, results)}" for unit in best)
    return f"{alone}; of those that read both alike “{joint}”, with {both}"


def _turns(unit: str, results: Results) -> str:
    found = results[unit]
    return f"{found['turns']:.2f} ± {found['error']:.2f} turns (print {PRINTED[agent_of(unit)][0]})"


LIMITS = ("figure", "ours", "±", "print", "distance", "allowed", "kept")
HEAD = ("reading", "games", "turns", "±", "print", "1st", "2nd", "3rd", "± ", "print ", "seats: chi² (2 df)")


def _row(unit: str, result: Result) -> list[str | int | float]:
    turns, seats = PRINTED[agent_of(unit)]
    return [
        unit,
        result["games"],
        result["turns"],
        result["error"],
        turns,
        *result["seats"],
        max(result["seat_errors"]),
        " / ".join(map(str, seats)),
        misfit(unit, result),
    ]


def _distance(unit: str, result: Result) -> float:
    return float(abs(result["turns"] - PRINTED[agent_of(unit)][0]))


_READING = (
    "A turn is one question, whoever asks it: a game of 15.8 turns has about five for each player. The print "
    "rests on 600 games, so its seats have errors of about 1.9 points; chi² below 6 is within chance.",
    "Without a memory a player who holds two cards of each category guesses among 4 · 4 · 7 = 112 envelopes, "
    "as the paper expects of its first agent.",
    "“names what is solved”: once a category is known, its card is asked for again; otherwise any card not "
    "known to be in a hand may be named. “asker checked”: only whoever asked wins when the case is proved; "
    "otherwise anyone.",
    "Rollout: NAIVE, NEXT and DEALS are the paper's three transitions, in which the player is alone; "
    "in TABLE the others play on, too. The printed formula of the second is garbled; NEXT_CARD reads it as "
    "k/m, NEXT_ANY as 1 − (m−k)/m · (m−k−1)/(m−1) · … over the cards asked for. “neighbours” takes the first "
    "deals that a search finds instead of fair samples.",
    "In NAIVE and NEXT an answer need only be possible for the hand that gives it: nothing keeps a card of "
    "every category for the envelope, so that what is imagined often fits no deal any more, and in NAIVE "
    "most games then never end with a proof. “one of each category”: the player notes that the envelope has "
    "one of each, and so concludes sooner, also from what is impossible.",
    "“first of equals”: of questions with the same estimate the first is asked, not any. “no own cards”: "
    "only cards of others are asked for. “knowledge rewarded”: what a question makes certain is worth "
    "something on the way, every cell of the matrix together as much as a proof; the paper tried such "
    "rewards and dropped them.",
)

EXPERIMENTS = (
    Experiment(
        "table-agents",
        N_("The paper’s table of agents: turns and seats, under every reading of what it leaves open."),
        full=Parameters(),
        small=Parameters(games=2_000, rollout_games=6),
        units=units,
        work=work,
        report=report,
        minutes=8,
    ),
)
