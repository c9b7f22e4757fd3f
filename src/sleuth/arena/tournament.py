"""Tournaments: every deal in every seating, the same rows from one worker or many, however often stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import import_module
from itertools import combinations, islice, permutations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from sleuth.agents.base import Agent
from sleuth.agents.registry import agent, policies
from sleuth.arena.match import play_game
from sleuth.arena.swift import boardless
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.events import Suggested
from sleuth.game import Game
from sleuth.language import N_

BATCH = 32
"""Deals that one worker plays at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament, completely: the same plan gives the same rows."""

    agents: tuple[str, ...]
    seats: int = 3
    edition: str = "classic"
    deals: int = 100
    seed: int = 1
    board: bool = False

    def check(self) -> None:
        """Complain about a plan that cannot be played."""
        Edition.load(self.edition).sizes(self.seats)
        for name in self.agents:
            agent(name)
        if len(self.agents) < self.seats:
            raise BadSetup(
                N_("{seats} seats need {seats} agents; name one twice to seat it twice."), seats=self.seats
            )

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Every choice of agents in every order; agents of the same name are not told apart."""
        return _seatings(self.agents, self.seats)

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal, the same for all its seatings."""
        return self.seed * 1_000_000_007 + deal

    def row(self, deal: int, number: int) -> Row:
        """The game of a deal in the seating of this number, not yet played."""
        seatings = self.seatings
        game, seed = deal * len(seatings) + number, self.deal_seed(deal)
        return Row(game, deal, seed, self.edition, self.board, seatings[number])


@cache
def _seatings(agents: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    tables = {tuple(sorted(table)) for table in combinations(agents, seats)}
    return tuple(seating for table in sorted(tables) for seating in sorted(set(permutations(table))))


@dataclass(frozen=True, slots=True)
class Row:
    """One game: who sat where, who won, and all that is needed to play it again."""

    game: int
    deal: int
    seed: int
    edition: str
    board: bool
    agents: tuple[str, ...]
    winner: int | None = None
    """The seat."""
    why: str = ""
    turns: int = 0
    """Questions asked by all seats together."""
    out: tuple[int, ...] = ()
    """Seats that accused wrongly."""

    def json(self) -> str:
        """The row as one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def of_json(cls, line: str) -> Row:
        """The row that a line holds."""
        given = json.loads(line)
        return cls(**{**given, "agents": tuple(given["agents"]), "out": tuple(given["out"])})

    def replay(self, seated: Mapping[str, Agent] | None = None) -> Game:
        """The game itself, played again, by these agents instead of fresh ones where a name is given."""
        edition = Edition.load(self.edition)
        rules = None if self.board else boardless(edition, len(self.agents))
        agents = [(seated or {}).get(name) or agent(name) for name in self.agents]
        return play_game(agents, edition, seed=self.seed, rules=rules)

    def told(self, game: Game) -> Row:
        """The row with how the game went."""
        assert game.outcome is not None
        questions = sum(isinstance(event, Suggested) for event in game.record.events)
        out = tuple(sorted(game.scene.out))
        return replace(self, winner=game.outcome.winner, why=game.outcome.why.value, turns=questions, out=out)


def play_deals(plan: Plan, deals: Sequence[int]) -> list[Row]:
    """Every game of some deals, in order."""
    swift = {name for seating in plan.seatings for name in seating} <= set(policies()) - {"stateless"}
    even = Edition.load(plan.edition).sizes(plan.seats)
    if swift and not plan.board and not even.table and not even.hidden:
        return _compiled(plan, deals)
    blank = [plan.row(deal, number) for deal in deals for number in range(len(plan.seatings))]
    return [row.told(row.replay()) for row in blank]


def _compiled(plan: Plan, deals: Sequence[int]) -> list[Row]:
    """The same rows from the playout kernel."""
    from sleuth.arena import swift

    dealt = swift.deals(Edition.load(plan.edition), plan.seats, map(plan.deal_seed, deals))
    known, rows = policies(), []
    for number, seating in enumerate(plan.seatings):
        games = swift.play_policies([known[name] for name in seating], dealt)
        for deal, winner, turns in zip(deals, games.winners.tolist(), games.turns.tolist(), strict=True):
            blank = plan.row(deal, number)
            rows.append(replace(blank, winner=winner, why="accusation", turns=turns))
    return sorted(rows, key=lambda row: row.game)


class Workers(Protocol):
    """Whatever runs a function elsewhere: a pool of processes, or a Dask cluster's client."""

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Any: ...


def run(
    plan: Plan,
    out: Path | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    watch: Callable[[list[Row]], None] = lambda rows: None,
) -> list[Row]:
    """Play a tournament, or what is left of it: rows already in `out` are kept, a torn last line is not."""
    plan.check()
    rows = _resumed(plan, out)
    first = len(rows) // len(plan.seatings)
    del rows[first * len(plan.seatings) :]
    batches = [range(at, min(at + BATCH, plan.deals)) for at in range(first, plan.deals, BATCH)]
    with _workers(jobs, cluster) as workers, _writing(out, rows) as write:
        for found in _in_order(plan, batches, workers):
            rows += found
            write(found)
            watch(rows)
    return rows


def _resumed(plan: Plan, out: Path | None) -> list[Row]:
    if out is None or not out.exists():
        return []
    lines = out.read_text("utf-8").split("\n")[:-1]  # what follows the last end of line was torn off
    rows = [Row.of_json(line) for line in lines[: plan.games]]
    for game, row in enumerate(rows):
        deal, number = divmod(game, len(plan.seatings))
        blank = plan.row(deal, number)
        if replace(blank, winner=row.winner, why=row.why, turns=row.turns, out=row.out) != row:
            raise BadSetup(N_("{file} holds another tournament; choose another file."), file=str(out))
    return rows


@contextmanager
def _writing(out: Path | None, kept: list[Row]) -> Iterator[Callable[[list[Row]], None]]:
    if out is None:
        yield lambda rows: None
        return
    text = "".join(row.json() + "\n" for row in kept)
    with out.open("w", encoding="utf-8") as file:
        file.write(text)

        def write(rows: list[Row]) -> None:
            file.write("".join(row.json() + "\n" for row in rows))
            file.flush()

        yield write


@contextmanager
def _workers(jobs: int, cluster: str | None) -> Iterator[Workers | None]:
    if cluster is not None:
        with import_module("dask.distributed").Client(cluster, set_as_default=False) as client:
            yield client
    elif jobs > 1:
        # Fresh processes: a copy of one that has compiled kernels and threads is not safe.
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield pool
    else:
        yield None


def _in_order(plan: Plan, batches: Iterable[range], workers: Workers | None) -> Iterator[list[Row]]:
    """The rows of every batch in their order, some batches being played ahead."""
    if workers is None:
        yield from (play_deals(plan, batch) for batch in batches)
        return
    rest = iter(batches)
    ahead = [workers.submit(play_deals, plan, batch) for batch in islice(rest, 16)]
    while ahead:
        yield ahead.pop(0).result()
        ahead += [workers.submit(play_deals, plan, batch) for batch in islice(rest, 1)]
