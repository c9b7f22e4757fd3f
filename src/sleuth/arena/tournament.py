"""Tournaments: every deal in every seating, the same rows from one worker or many, however often stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from math import comb
from pathlib import Path
from random import Random
from typing import TypeAlias

from sleuth.agents.base import Agent
from sleuth.agents.policy import Keep, Policy
from sleuth.agents.registry import agent, is_quick, policies
from sleuth.agents.simple import PolicyAgent
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
MOST_SEATINGS = 50_000
"""Of one deal: eight different agents can sit in 40,320 orders, more would never be played to the end."""
PROOF = 3
"""So many games of a file are played again before it goes on."""

Seated: TypeAlias = Mapping[str, Agent]
"""Agents that were brought along, by name; whoever is not among them is made by its name."""
NOBODY: Seated = {}


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

    def check(self, seated: Seated = NOBODY) -> None:
        """Complain about a plan that cannot be played; nothing is known of agents that were brought along."""
        edition = Edition.load(self.edition)
        edition.sizes(self.seats)
        if "board" in rule_words(self.rules):
            raise BadSetup(N_("Whether a tournament is played on the board is not a house rule but --board."))
        rules = house(edition, self.seats, self.board, self.rules)
        # Whatever cannot be dealt is complained about here.
        shuffle(edition, NAMES[: self.seats], Random(self.seed), rules)
        known = [name for name in self.agents if name not in seated]
        for name in {*known}:
            agent(name)
        if len(self.agents) < self.seats:
            raise BadSetup(
                N_("{seats} seats need {seats} agents; name one twice to seat it twice."), seats=self.seats
            )
        check_winnable(edition, rules, known, self.seats)
        if _how_many(Counter(self.agents), self.seats) > MOST_SEATINGS:
            raise BadSetup(
                N_(
                    "Every deal would be played in more than {most} seatings: name fewer different agents, "
                    "or one of them more often, for those of one name are not told apart."
                ),
                most=MOST_SEATINGS,
            )

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Every choice of agents in every order; agents of the same name are not told apart."""
        return _seatings(self.agents, self.seats)

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)

    def of_games(self, games: int) -> Plan:
        """The same tournament with at least so many games, in whole deals."""
        return replace(self, deals=-(-games // len(self.seatings)))

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
    tables = sorted(_tables(sorted(Counter(agents).items()), seats))
    return tuple(seating for table in tables for seating in _orders(table))


def _tables(agents: Sequence[tuple[str, int]], seats: int) -> Iterator[tuple[str, ...]]:
    """Every choice of so many of these agents, of each of whom there are so many."""
    if not agents:
        if not seats:
            yield ()
        return
    (name, many), *others = agents
    for n in range(min(many, seats) + 1):
        for table in _tables(others, seats - n):
            yield (name,) * n + table


def _orders(table: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every order of a table, each once."""
    if not table:
        yield ()
    for first in sorted({*table}):
        at = table.index(first)
        for others in _orders(table[:at] + table[at + 1 :]):
            yield (first, *others)


def _how_many(agents: Mapping[str, int], seats: int) -> int:
    """How many orders all choices have: agents are seated one name after the other on the seats left."""
    ways = [1] + [0] * seats
    for many in agents.values():
        ways = [
            sum(ways[taken - n] * comb(seats - taken + n, n) for n in range(min(many, taken) + 1))
            for taken in range(seats + 1)
        ]
    return ways[seats]


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

    def replay(self, seated: Seated = NOBODY) -> Game:
        """The game itself, played again, by these agents instead of fresh ones where a name is given."""
        edition = Edition.load(self.edition)
        rules = house(edition, len(self.agents), self.board, self.rules)
        agents = [seated[name] if name in seated else agent(name) for name in self.agents]
        return play_game(agents, edition, seed=self.seed, rules=rules)

    def played(self, seated: Seated = NOBODY) -> Row:
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


def is_swift(plan: Plan, seated: Seated = NOBODY) -> bool:
    """Whether the compiled kernel can play: policies with notes, no board or house rules, all cards held."""
    edition = Edition.load(plan.edition)
    sizes = edition.sizes(plan.seats, boardless(edition, plan.seats))
    noting = {name for name, policy in _policies(seated).items() if _is_noting(policy)}
    plain = not plan.board and not plan.rules and not sizes.table and not sizes.hidden
    return plain and {*plan.agents} <= noting


def _is_noting(policy: Policy) -> bool:
    """Whether a policy proves cases by notes that it can keep at a real table.

    Who never bluffs is known in imagined games only, so whoever trusts them plays otherwise there.
    """
    return policy.keep is not Keep.NOTHING and not policy.keep & Keep.TRUST


def _policies(seated: Seated) -> dict[str, Policy]:
    """Every name that stands for a policy, as long as nobody was brought along under it who is none."""
    brought = {name: one.policy for name, one in seated.items() if type(one) is PolicyAgent}
    return {name: policy for name, policy in policies().items() if name not in seated} | brought


def batch(plan: Plan, seated: Seated = NOBODY) -> int:
    """Games that one worker plays at a time, about a second's worth; compiled ones are whole deals."""
    seatings = len(plan.seatings)
    if is_swift(plan, seated):
        return max(1, 6_000 // seatings) * seatings
    return 12 if all(map(is_quick, plan.agents)) and not seated else 1


def play_games(plan: Plan, games: range, seated: Seated = NOBODY) -> list[Row]:
    """Some games that follow each other."""
    if is_swift(plan, seated):
        return _compiled(plan, games, seated)
    return [plan.blank(game).played(seated) for game in games]


def _compiled(plan: Plan, games: range, seated: Seated) -> list[Row]:
    """The same rows from the playout kernel, which plays whole deals."""
    from sleuth.arena import swift

    n, known = len(plan.seatings), _policies(seated)
    deals = range(games.start // n, -(-games.stop // n))
    dealt = swift.deals(Edition.load(plan.edition), plan.seats, map(plan.deal_seed, deals))
    played = [swift.play_policies([known[name] for name in seating], dealt) for seating in plan.seatings]
    rows = []
    for game in games:
        deal, number = game // n - deals.start, game % n
        winner, turns = int(played[number].winners[deal]), int(played[number].turns[deal])
        ended = {"winner": winner, "why": "accusation"} if winner >= 0 else {"why": ENDLESS}
        rows.append(replace(plan.blank(game), turns=turns, **ended))
    return rows


def run(
    plan: Plan,
    out: Path | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    watch: Callable[[list[Row]], None] = lambda rows: None,
    seated: Seated = NOBODY,
) -> list[Row]:
    """Play a tournament, or what is left of it: rows already in `out` are kept, a torn last line is not."""
    plan.check(seated)
    with nullcontext() if out is None else alone(out):
        rows = kept(plan, out)
        if rows:
            watch(rows)
        size = batch(plan, seated)
        starts = range(len(rows), plan.games, size)
        if not starts:
            return rows
        _check_same(rows, seated, out)
        batches = (range(at, min(at + size, plan.games)) for at in starts)
        with workers(len(starts[:jobs]), cluster) as hands, _writing(out) as write:
            for found in in_order(partial(play_games, plan, seated=seated), batches, hands):
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


def _check_same(rows: list[Row], seated: Seated, out: Path | None) -> None:
    """Complain if games come out differently now: an edition's file has changed, or sleuth has.

    Agents who think are believed, for their games would take too long.
    """
    again = [row for row in rows[-PROOF:] if all(map(is_quick, row.agents)) and not {*row.agents} & {*seated}]
    if any(row.unplayed.played() != row for row in again):
        raise BadSetup(
            N_(
                "The last games in {file} go another way now: its edition or sleuth has changed since; "
                "choose another file."
            ),
            file=str(out),
        )


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
