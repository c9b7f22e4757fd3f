"""Tournaments: every deal in every seating, the same rows from one worker or many, however often stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from itertools import combinations, permutations
from pathlib import Path
from random import Random

from sleuth.agents.base import Agent
from sleuth.agents.registry import agent, is_forgetful, is_quick, policies
from sleuth.arena.alone import alone
from sleuth.arena.match import NAMES, Endless, play_game
from sleuth.arena.swift import boardless
from sleuth.arena.winnable import check_winnable
from sleuth.arena.workers import in_order, workers
from sleuth.deal import shuffle
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.events import Suggested
from sleuth.game import Game
from sleuth.houserules import HouseRules, rule_words
from sleuth.language import N_

BEGINNING = b'{"game":'
"""Of every row in a file."""
ENDLESS = "endless"
"""Why nobody has won a game that was given up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament, completely: the same plan gives the same rows."""

    agents: tuple[str, ...]
    seats: int = 3
    edition: str = "classic"
    deals: int = 100
    seed: int = 1
    board: bool = False
    rules: str = ""
    """House rules, as in a case file."""

    def check(self) -> None:
        """Complain about a plan that cannot be played."""
        edition = Edition.load(self.edition)
        edition.sizes(self.seats)
        if "board" in rule_words(self.rules):
            raise BadSetup(N_("Whether a tournament is played on the board is not a house rule but --board."))
        rules = house(edition, self.seats, self.board, self.rules)
        # Whatever cannot be dealt is complained about here.
        shuffle(edition, NAMES[: self.seats], Random(self.seed), rules)
        for name in self.agents:
            agent(name)
        if len(self.agents) < self.seats:
            raise BadSetup(
                N_("{seats} seats need {seats} agents; name one twice to seat it twice."), seats=self.seats
            )
        check_winnable(edition, rules, self.agents, self.seats)

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

    def blank(self, game: int) -> Row:
        """The game of this number, not yet played."""
        return self.row(*divmod(game, len(self.seatings)))

    def row(self, deal: int, number: int) -> Row:
        """The game of a deal in the seating of this number, not yet played."""
        seatings = self.seatings
        game, seed = deal * len(seatings) + number, self.deal_seed(deal)
        return Row(game, deal, seed, self.edition, self.board, seatings[number], rules=self.rules)


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
    rules: str = ""
    """House rules, as in a case file."""

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
        rules = house(edition, len(self.agents), self.board, self.rules)
        agents = [(seated or {}).get(name) or agent(name) for name in self.agents]
        return play_game(agents, edition, seed=self.seed, rules=rules)

    def played(self, seated: Mapping[str, Agent] | None = None) -> Row:
        """The row once its game is over, or given up."""
        try:
            return self.told(self.replay(seated))
        except Endless as given_up:
            return self.told(given_up.game)

    @property
    def unplayed(self) -> Row:
        """The row before the game was played."""
        return replace(self, winner=None, why="", turns=0, out=())

    @property
    def is_possible(self) -> bool:
        """Whether a game can have ended so: who won and who is out has a seat at the table."""
        named = self.out if self.winner is None else (self.winner, *self.out)
        seats = range(len(self.agents))
        typed = isinstance(self.why, str) and isinstance(self.turns, int)
        return typed and all(isinstance(seat, int) and seat in seats for seat in named)

    def told(self, game: Game) -> Row:
        """The row with how the game went, also if it was given up."""
        questions = sum(isinstance(event, Suggested) for event in game.record.events)
        winner, why = (
            (None, ENDLESS) if game.outcome is None else (game.outcome.winner, game.outcome.why.value)
        )
        return replace(self, winner=winner, why=why, turns=questions, out=tuple(sorted(game.scene.out)))


def house(edition: Edition, seats: int, board: bool, rules: str) -> HouseRules:
    """The rules of a table: the edition's, with or without its board, and what somebody has agreed on."""
    usual = edition.rules_for(seats) if board else boardless(edition, seats)
    return usual.with_words(rule_words(rules))


def is_swift(plan: Plan) -> bool:
    """Whether the compiled kernel can play: policies with notes, no board or house rules, all cards held."""
    edition = Edition.load(plan.edition)
    sizes = edition.sizes(plan.seats, boardless(edition, plan.seats))
    noting = set(plan.agents) <= set(policies()) and not any(map(is_forgetful, plan.agents))
    return noting and not plan.board and not plan.rules and not sizes.table and not sizes.hidden


def batch(plan: Plan) -> int:
    """Games that one worker plays at a time, about a second's worth; compiled ones are whole deals."""
    seatings = len(plan.seatings)
    if is_swift(plan):
        return max(1, 6_000 // seatings) * seatings
    return 12 if all(map(is_quick, plan.agents)) else 1


def play_games(plan: Plan, games: range) -> list[Row]:
    """Some games that follow each other."""
    if is_swift(plan):
        return _compiled(plan, games)
    return [plan.blank(game).played() for game in games]


def _compiled(plan: Plan, games: range) -> list[Row]:
    """The same rows from the playout kernel, which plays whole deals."""
    from sleuth.arena import swift

    n, known = len(plan.seatings), policies()
    deals = range(games.start // n, -(-games.stop // n))
    dealt = swift.deals(Edition.load(plan.edition), plan.seats, map(plan.deal_seed, deals))
    played = [swift.play_policies([known[name] for name in seating], dealt) for seating in plan.seatings]
    rows = []
    for game in games:
        deal, number = game // n - deals.start, game % n
        winner, turns = int(played[number].winners[deal]), int(played[number].turns[deal])
        assert winner >= 0, "players who keep notes always finish"
        rows.append(replace(plan.blank(game), winner=winner, why="accusation", turns=turns))
    return rows


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
    with nullcontext() if out is None else alone(out):
        rows = kept(plan, out)
        if rows:
            watch(rows)
        size = batch(plan)
        batches = [range(at, min(at + size, plan.games)) for at in range(len(rows), plan.games, size)]
        if not batches:
            return rows
        with workers(min(jobs, len(batches)), cluster) as hands, _writing(out) as write:
            for found in in_order(partial(play_games, plan), batches, hands):
                rows += found
                write(found)
                watch(rows)
    return rows


def kept(plan: Plan, out: Path | None) -> list[Row]:
    """The rows of a tournament that a file has; a torn last line is none."""
    if out is None or not out.exists():
        return []
    try:
        *lines, torn = out.read_bytes().split(b"\n")
        rows = [Row.of_json(line.decode()) for line in lines]
        mine = all(row.is_possible and row.unplayed == plan.blank(i) for i, row in enumerate(rows))
        # A file without a whole line may be anybody's, unless a row begins there.
        mine = mine and (bool(rows) or BEGINNING.startswith(torn[: len(BEGINNING)]))
    except (ValueError, TypeError, KeyError):
        mine = False
    if not mine:
        raise BadSetup(N_("{file} holds another tournament; choose another file."), file=str(out))
    return rows[: plan.games]


@contextmanager
def _writing(out: Path | None) -> Iterator[Callable[[list[Row]], None]]:
    """A function that adds rows to the file, after its whole lines, all of which are kept."""
    if out is None:
        yield lambda found: None
        return
    with out.open("r+b") as file:
        length = file.read().rfind(b"\n") + 1
        # Nothing is ever written twice: whoever kills us here loses no game that was played.
        file.truncate(length)
        file.seek(length)

        def write(found: list[Row]) -> None:
            file.write("".join(row.json() + "\n" for row in found).encode())
            file.flush()

        yield write
