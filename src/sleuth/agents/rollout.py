"""The paper's Markov decision process and its policy rollout, each reading of it a value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import partial, reduce
from itertools import product
from operator import or_
from random import Random
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Action, Suggest
from sleuth.agents.neighbours import neighbours
from sleuth.agents.policy import POLICIES, Policy, Ties
from sleuth.agents.search import Rollout, in_parts, uniform
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation, check_imaginable, imaginable
from sleuth.agents.worlds import Opponents, worlds_of
from sleuth.cards import CardSet
from sleuth.errors import BadSetup
from sleuth.inference.problem import Problem, mask_of
from sleuth.inference.reduce import cards_of
from sleuth.kernels import playout, playout_paper
from sleuth.language import N_
from sleuth.view import View

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Samples: TypeAlias = Literal["exact", "neighbours"]


class Known(IntEnum):
    """What a player knows about one card and one hand: a cell of the matrix of certain knowledge."""

    CAN_HAVE = 0
    HAS = 1
    CANT_HAVE = 2


class Transition(Enum):
    """What an imagined question leads to; the paper tried the first, then the second, and kept the last."""

    NAIVE = playout_paper.NAIVE
    """A random card of the question lies with a random player, if that is consistent."""
    NEXT_CARD = playout_paper.NEXT_CARD
    """The next player has one given card with the approximate chance k/m."""
    NEXT_ANY = playout_paper.NEXT_ANY
    """The next player has one of the cards with the chance 1 - (m-k)/m · (m-k-1)/(m-1) · …, as we read it."""
    DEALS = playout_paper.DEALS
    """A deal is imagined, and the question is answered in it."""
    TABLE = -1
    """A deal is imagined, and the others play on in it, too, so that they may win first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The paper's parameters, and our reading of what it leaves open."""

    base: Policy = POLICIES["heuristic-paper"]
    w: int = 10
    horizon: int = 10
    """How many questions are asked: the agent's own, or everybody's where all play on."""
    beta: float = 0.9
    transition: Transition = Transition.DEALS
    samples: Samples = "exact"
    """Fair samples of the deals that fit, or the first that a search of a constraint solver finds."""
    ties: Ties = Ties.ANY
    """Of questions whose estimates are equal, any one or the first."""
    own: bool = True
    """Whether own cards may be asked for."""
    shaping: float = 0.0
    """What knowing every cell of the matrix is worth beside a proof; where the others play on, nothing."""
    threads: int = 1
    """How many share the work; what is found is the same but for the rounding of sums with `TABLE`."""

    def __post_init__(self) -> None:
        sensible = {
            "w": self.w >= 1,
            "horizon": self.horizon >= 1,
            "beta": 0 < self.beta <= 1,
            "samples": self.samples in get_args(Samples),
            "shaping": self.shaping >= 0,
            "threads": self.threads >= 1,
        }
        for name, makes_sense in sensible.items():
            if not makes_sense:
                raise BadSetup(
                    N_("No rollout can have {name} = {value}."), name=name, value=getattr(self, name)
                )


@dataclass(frozen=True, slots=True)
class State:
    """A state of the process: certain knowledge, a matrix of players and cards, and uncertain knowledge."""

    has: tuple[int, ...]
    """The cards that each player has, as masks."""
    cant: tuple[int, ...]
    """The cards that each player can't have; whatever is in neither mask a player can have."""
    uncertain: tuple[tuple[int, int], ...] = ()
    """(player, mask): the player has at least one of these cards."""

    @classmethod
    def of_row(cls, row: Ints, seats: int) -> State:
        """The state that a row of notes stands for."""
        clauses = row[playout.CLAUSE : playout.CLAUSE + 2 * row[playout.COUNT]].reshape(-1, 2)
        return cls(
            tuple(map(int, row[playout.HAS : playout.HAS + seats])),
            tuple(map(int, row[playout.CANT : playout.CANT + seats])),
            tuple((int(seat), int(cards)) for seat, cards in clauses),
        )

    def matrix(self, cards: int) -> Ints:
        """(players, cards): certain knowledge as the paper writes it, a `Known` in each cell."""
        bits = np.left_shift(1, np.arange(cards))
        has, cant = (np.array(masks, np.int64)[:, None] & bits != 0 for masks in (self.has, self.cant))
        return np.where(has, Known.HAS, np.where(cant, Known.CANT_HAVE, Known.CAN_HAVE))

    def reward(self, deck: Ints) -> int:
        """1 if a card of each category is known to be held by nobody, else 0."""
        nobodys = int(np.bitwise_and.reduce(np.array(self.cant, np.int64)))
        return int(all(nobodys & int(cards) for cards in deck))

    def within(self, problem: Problem) -> Problem:
        """The problem with all that is certain here."""
        has, cant = ((*masks, *[0] * (problem.places - len(masks))) for masks in (self.has, self.cant))
        held = reduce(or_, self.has)
        allowed = zip(problem.allowed, has, cant, strict=True)
        return replace(problem, allowed=tuple(a & ~c & ~(held & ~h) for a, h, c in allowed))


@dataclass(frozen=True, slots=True)
class Alone(Rollout):
    """What a rollout found that imagines nobody but me: of games that go on alike it plays one."""

    played: int
    """Questions really played, of all that were asked in imagined games."""


@dataclass(frozen=True, slots=True)
class Process:
    """The decision process of one seat of a game: its state, its actions, and the value of each."""

    situation: Situation
    reading: Reading
    row: Ints = field(repr=False)
    """My notes, as the kernels keep them."""

    @classmethod
    def of(cls, view: View, reading: Reading) -> Process:
        """The process as it stands in a view."""
        check_imaginable(view)
        situation = Situation.of(view)
        table = np.zeros((situation.seats, playout.WIDTH), np.int64)
        assert view.hand is not None
        hand = np.zeros(situation.seats, np.int64)
        hand[situation.me] = view.hand.mask
        playout.begin(table, situation.deck, hand)
        notes, me = int(reading.base.keep), situation.me
        playout.settle(table, situation.deck, situation.sizes, notes, me)
        for asker, cards, shower, card in situation.history.tolist():
            playout.note_answer(table, situation.seats, notes, me, asker, cards, shower, card, 1)
            playout.settle(table, situation.deck, situation.sizes, notes, me)
        return cls(situation, reading, table[me])

    @property
    def state(self) -> State:
        return State.of_row(self.row, self.situation.seats)

    @property
    def actions(self) -> Ints:
        """Every question as a mask, one card of each category, own cards included: 324 of classic cards."""
        kinds = [[1 << card for card in cards_of(cards)] for cards in self.situation.deck.tolist()]
        return np.array([sum(cards) for cards in product(*kinds)], np.int64)

    def considered(self, actions: Ints) -> Ints:
        """All of these actions, or where the reading says so those without own cards, if there are any."""
        strange = actions[actions & self.situation.hand == 0]
        return actions if self.reading.own or not len(strange) else strange

    def best(self, actions: Ints, rng: np.random.Generator) -> int:
        """The action with the highest estimate."""
        actions = self.considered(actions)
        values = self.q_values(actions, rng)
        best = np.flatnonzero(values == values.max())
        return int(actions[best[0] if self.reading.ties is Ties.LOWEST else rng.choice(best)])

    def q_values(self, actions: Ints, rng: np.random.Generator) -> Floats:
        """The h-horizon estimate of every action: w tries each, discounted by beta."""
        return self.estimate(actions, rng).values

    def estimate(self, actions: Ints, rng: np.random.Generator) -> Rollout:
        """The Q estimates with their standard errors, at most, and the work behind them."""
        self._check(actions)
        if self.reading.transition is Transition.TABLE:
            return self._at_the_table(actions, rng)
        return self._alone(actions, rng)

    def step(self, action: int, rng: np.random.Generator) -> Process:
        """The process after a question of mine, with an answer drawn as the reading's transition has it."""
        self._check(np.array([action], np.int64))
        here, table, transition = self.situation, self._table(), self.reading.transition
        if transition is Transition.TABLE:
            raise BadSetup(N_("Where the others play on, my question is not all that happens: step alone."))
        playout_paper.ask(
            table,
            here.deck,
            self._deal(rng),
            here.sizes,
            int(self.reading.base.keep),
            here.me,
            int(here.showable(np.array([action], np.int64))[0]),
            transition.value,
            int(rng.integers(0, 2**63)),
        )
        after = State.of_row(table[here.me], here.seats)
        # Only what was seen in a deal is sure to fit some deal.
        fits = transition is Transition.DEALS
        known = replace(here, problem=after.within(here.problem)) if fits else here
        return replace(self, situation=known, row=table[here.me])

    def _check(self, actions: Ints) -> None:
        """Complain about what is no question, one card of each category."""
        category = np.array(self.situation.problem.category)
        cards = actions[:, None] >> np.arange(len(category)) & 1
        each = np.stack([cards[:, category == kind].sum(axis=1) for kind in range(category.max() + 1)])
        if not actions.size or (each != 1).any() or (actions >> len(category)).any():
            raise BadSetup(N_("A question names one card of each category, and there must be one to ask."))

    def _table(self) -> Ints:
        """Notes of all seats, of which only mine matter."""
        table = np.zeros((self.situation.seats, playout.WIDTH), np.int64)
        table[self.situation.me] = self.row
        return table

    def _alone(self, actions: Ints, rng: np.random.Generator) -> Alone:
        here, reading = self.situation, self.reading
        table, hands, questions = self._table(), self._deals(reading.w, rng), here.showable(actions)
        policy = np.tile(np.array(reading.base.row(), np.int64), (here.seats, 1))
        keys = rng.integers(0, 2**64, reading.w, np.uint64)
        gains = np.zeros((1 + min(reading.w, BLOCK), len(actions)))  # the first row: what was gained before

        def gain(start: int, first: int, last: int) -> tuple[int, int]:
            return playout_paper.evaluate_alone(
                table,
                here.deck,
                hands[first:last],
                here.sizes,
                policy,
                here.me,
                questions,
                reading.horizon,
                reading.beta,
                reading.shaping,
                reading.transition.value,
                keys[first:last],
                gains[1 + first - start : 1 + last - start],
            )

        units = played = 0
        for start in range(0, reading.w, BLOCK):
            end = min(reading.w, start + BLOCK)
            for asked, really in in_parts(partial(gain, start), start, end, reading.threads):
                units, played = units + asked, played + really
            # One try after the other, so that threads round as one does: equal estimates stay equal.
            gains[0] = np.add.accumulate(gains[: 1 + end - start])[-1]
        values = gains[0] / reading.w
        # What is gained is between 0 and this, so its variance is at most that of winning all or nothing.
        most = 1 + reading.shaping
        share = (gains[0] / most + 1) / (reading.w + 2)  # a few alike are no certainty
        errors = most * np.sqrt(share * (1 - share) / reading.w)
        return Alone(actions, values, errors, np.full(len(actions), reading.w, np.int64), units, played)

    def _at_the_table(self, actions: Ints, rng: np.random.Generator) -> Rollout:
        reading = self.reading
        opponents = Opponents((reading.base,), (1.0,), listens=False)
        worlds = worlds_of(self.situation, opponents, self._deals(reading.w, rng), rng, reading.base)
        return uniform(
            worlds,
            actions,
            rng,
            tries=reading.w,
            horizon=reading.horizon,
            beta=reading.beta,
            threads=reading.threads,
        )

    def _deal(self, rng: np.random.Generator) -> Ints:
        n = 1 if self.reading.samples == "exact" else self.reading.w
        return np.asarray(self._deals(n, rng)[rng.integers(n) if n > 1 else 0])

    def _deals(self, n: int, rng: np.random.Generator) -> Ints:
        here = self.situation
        return here.deals(n, rng) if self.reading.samples == "exact" else neighbours(here, n)


BLOCK = 1_024
"""Tries whose gains are kept at a time."""


class RolloutAgent:
    """Policy rollout: one step better than its base policy, as the paper plays it."""

    def __init__(self, reading: Reading | None = None) -> None:
        self.reading = reading or Reading()
        self._plain = PolicyAgent(self.reading.base)

    def choose(self, view: View, rng: Random) -> Action:
        questions = [action for action in view.menu if isinstance(action, Suggest)]
        if not questions or view.record.setup.board is not None or not imaginable(view):
            return self._plain.choose(view, rng)
        if winning := self._plain.winning(view):
            return winning
        chance = np.random.default_rng(rng.getrandbits(64))
        process = Process.of(view, self.reading)
        actions = np.array([mask_of(q.cards) for q in questions], np.int64)
        return Suggest(tuple(CardSet(process.best(actions, chance))))
