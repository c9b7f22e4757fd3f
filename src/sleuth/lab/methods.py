"""What each published way of reasoning proves, of all that can be proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any, TypeAlias

from sleuth.inference.counting import count
from sleuth.inference.methods import Cell, atleast, dancing, wambach
from sleuth.inference.problem import Problem
from sleuth.lab import states
from sleuth.lab.experiment import Experiment, Result, Results
from sleuth.lab.report import Figure, Grid, Prose, Report
from sleuth.language import N_
from sleuth.record import Log, Record
from sleuth.view import View

BATCH = 25
"""States in a unit of work."""

Proved: TypeAlias = Mapping[Cell, bool]
Prover: TypeAlias = Callable[[View, Problem], Proved | None]
"""A method: the cells it decides, or nothing where it gives up."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many states; the number of players changes from one to the next."""

    states: int = 1_000
    players: tuple[int, ...] = (3, 4, 5, 6)
    dance: int = 20_000
    """Dancing links gives up beyond so many deals."""
    seed: int = 7


def units(parameters: Parameters) -> Sequence[str]:
    """Batches of states."""
    return [f"states from {first}" for first in range(0, parameters.states, BATCH)]


def work(parameters: Parameters, unit: str) -> Result:
    """Every method on every state of a batch."""
    first = int(unit.rpartition(" ")[2])
    numbers = range(first, min(first + BATCH, parameters.states))
    return {"states": [_state(parameters, number) for number in numbers]}


def view_of(parameters: Parameters, number: int) -> View:
    """What a random seat knew at a random moment of a game."""
    players = parameters.players[number % len(parameters.players)]
    seed = parameters.seed * 100_000 + number
    rng = Random(seed)
    mine = states.game(seed, players).record.redacted(rng.randrange(players))
    length = rng.randint(players + 1, len(mine.entries))
    return Record(mine.setup, Log(e for entry in mine.entries[:length] for e in entry.events)).view()


def provers(parameters: Parameters) -> dict[str, Prover]:
    """All methods by name, the weakest first."""

    def dance(view: View, problem: Problem) -> Proved | None:  # noqa: ARG001 - every prover takes both
        found = dancing.solve(problem, cap=parameters.dance)
        return found.proved if found.complete else None

    return {
        "Wambach, as printed": lambda view, _: wambach.solve(view).proved,
        "Wambach + hand sizes": lambda view, _: wambach.solve(view, hand_sizes=True).proved,
        "Wambach + categories": lambda view, _: wambach.solve(view, categories=True).proved,
        "Wambach + both": lambda view, _: wambach.solve(view, hand_sizes=True, categories=True).proved,
        "at-least, propagation only": lambda _, problem: atleast.solve(problem, complete=False).proved,
        "at-least, complete": lambda _, problem: atleast.solve(problem, table=False).proved,
        "dancing links": dance,
        "sleuth, exact counting": lambda _, problem: exact(problem),
    }


def exact(problem: Problem) -> Proved:
    """Every provable cell, from exact counts."""
    tally = count(problem)
    cells = ((card, place) for card in range(problem.cards) for place in range(problem.places))
    return {cell: bool(tally.table[cell]) for cell in cells if tally.table[cell] in (0, tally.deals)}


def given(view: View, problem: Problem) -> Proved:
    """What needs no thought: cells that one entry, or a glance at one's own hand, decides outright."""
    sure: dict[Cell, bool] = {}
    for card in range(problem.cards):
        homes = [place for place, mask in enumerate(problem.allowed) if mask >> card & 1]
        sure |= {(card, place): False for place in range(problem.places) if place not in homes}
        if len(homes) == 1:
            sure[card, homes[0]] = True
        if view.seat is not None and view.hand is not None:
            sure[card, view.seat] = card in view.hand
    return sure


def _state(parameters: Parameters, number: int) -> dict[str, Any]:
    view = view_of(parameters, number)
    problem = states.problem(view)
    truth, free = exact(problem), given(view, problem)
    thought = {cell for cell in truth if cell not in free}
    found = {
        name: _judged(prover, view, problem, truth, thought) for name, prover in provers(parameters).items()
    }
    players = len(view.record.setup.players)
    return {"players": players, "provable": len(truth), "thought": len(thought), "methods": found}


def _judged(
    prover: Prover, view: View, problem: Problem, truth: Proved, thought: set[Cell]
) -> dict[str, Any] | None:
    """How many of the provable cells a method finds, how many it gets wrong, and how long it takes."""
    started = process_time()
    proved = prover(view, problem)
    seconds = process_time() - started
    if proved is None:
        return None
    right = {cell for cell, holds in proved.items() if truth.get(cell) is holds}
    return {
        "found": len(right),
        "thought": len(right & thought),
        "wrong": len(proved) - len(right),
        "seconds": round(seconds, 5),
    }


def report(parameters: Parameters, results: Results) -> Report:
    """Shares, errors and times."""
    found = [state for result in results.values() for state in result["states"]]
    rows = [_row(found, name) for name in provers(parameters)]
    by_players = [_by_players(found, name, parameters.players) for name in provers(parameters)]
    printed, both = rows[0], rows[3]
    lead = (
        f"On {len(found):,} states of games with {min(parameters.players)} to {max(parameters.players)} "
        f"players, Wambach's method as printed finds {printed[2]:.1f} % of the cells that take thought; "
        f"counting hands and knowing that the envelope has one card of each kind brings it to {both[2]:.1f} "
        f"%. No method is ever wrong ({sum(row[3] for row in rows)} wrong cells)."
    )
    return Report(
        "What each method proves",
        lead,
        (
            Prose("What was asked", _QUESTION),
            Grid("methods", "Share of provable cells found", _HEAD, rows, 2),
            Figure("methods", _FIGURE, lambda canvas: _draw(canvas, parameters, by_players), (7, 3.8)),
            Grid("players", _BY_PLAYERS, ("method", *map(str, parameters.players)), by_players, 1),
            Prose("How to read it", _reading(parameters, found)),
        ),
    )


_QUESTION = (
    "Wambach's paper rewrites three sets of tuples and says itself that it leaves something out: reduction "
    "by the size of a hand. It also never uses that the envelope holds exactly one card of each kind. How "
    "much do these two things matter, and what else is missed?",
    "Every state is what a random seat knows at a random moment of a boardless game between players who "
    "keep notes. A cell is a card and a place; it is provable if the card is there in all deals that fit, "
    "or in none.",
)
_HEAD = (
    "method",
    "all provable cells, %",
    "those that take thought, %",
    "wrong cells",
    "states finished, %",
    "CPU, ms",
)
_FIGURE = "The share of cells that take thought which each method finds, by the number of players."
_BY_PLAYERS = "Cells that take thought, found in games of so many players, %"


def _row(found: Sequence[Any], name: str) -> list[Any]:
    done = [(state, state["methods"][name]) for state in found if state["methods"][name]]
    share = 100 * _share(done, "found", "provable")
    milliseconds = 1000 * sum(one["seconds"] for _, one in done) / max(len(done), 1)
    wrong = sum(one["wrong"] for _, one in done)
    finished = 100 * len(done) / len(found)
    return [name, share, 100 * _share(done, "thought", "thought"), wrong, finished, milliseconds]


def _share(done: Sequence[tuple[Any, Any]], part: str, whole: str) -> float:
    return float(sum(one[part] for _, one in done) / max(sum(state[whole] for state, _ in done), 1))


def _by_players(found: Sequence[Any], name: str, players: Sequence[int]) -> list[Any]:
    row: list[Any] = [name]
    for n in players:
        done = [(s, s["methods"][name]) for s in found if s["players"] == n and s["methods"][name]]
        row.append(100 * _share(done, "thought", "thought") if done else None)
    return row


def _reading(parameters: Parameters, found: Sequence[Any]) -> tuple[str, ...]:
    thought = sum(state["thought"] for state in found)
    provable = sum(state["provable"] for state in found)
    return (
        f"Of {provable:,} provable cells, {thought:,} take thought: the others are decided by one entry "
        "alone, or by a look at one's own hand, and every method has them.",
        f"Dancing links counts deal by deal and was given up beyond {parameters.dance:,} deals; its shares "
        "are of the states that it finished. The complete methods agree cell by cell; any disagreement "
        "would be a wrong or a missing cell here.",
        "CPU is the mean of one state, in this process, including the method's own preparations.",
    )


def _draw(canvas: Any, parameters: Parameters, rows: Sequence[Sequence[Any]]) -> None:
    axes = canvas.subplots()
    width = 0.8 / len(parameters.players)
    for i, players in enumerate(parameters.players):
        heights = [row[i + 1] or 0 for row in rows]
        places = [y + (i - (len(parameters.players) - 1) / 2) * width for y in range(len(rows))]
        axes.barh(places, heights, width * 0.9, label=f"{players} players")
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("provable cells that take thought, % found")
    axes.grid(axis="y", visible=False)
    axes.legend(ncols=len(parameters.players), loc="upper center", bbox_to_anchor=(0.4, 1.12))


EXPERIMENTS = (
    Experiment(
        "methods",
        N_("What each published way of reasoning proves, of all that can be proved, and how fast."),
        full=Parameters(),
        small=Parameters(states=12),
        units=units,
        work=work,
        report=report,
        minutes=2.5,
    ),
)
