"""The paper's Markov decision process and its policy rollout, each reading of it a value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import islice, product
from random import Random
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sleuth.actions import Action, Suggest
from sleuth.agents.policy import POLICIES, Policy, Ties
from sleuth.agents.search import Rollout, uniform
from sleuth.agents.simple import PolicyAgent
from sleuth.agents.situation import Situation, check_imaginable, imaginable
from sleuth.agents.worlds import Opponents, worlds_of
from sleuth.cards import CardSet
from sleuth.inference.problem import mask_of
from sleuth.inference.reduce import cards_of, reduced
from sleuth.kernels import playout, playout_paper
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
        if self.reading.transition is Transition.TABLE:
            return self._at_the_table(actions, rng)
        return self._alone(actions, rng)

    def _alone(self, actions: Ints, rng: np.random.Generator) -> Alone:
        here, reading = self.situation, self.reading
        table = np.zeros((here.seats, playout.WIDTH), np.int64)
        table[here.me] = self.row
        sums = np.zeros(len(actions))
        units, played = playout_paper.evaluate_alone(
            table,
            here.deck,
            self._deals(rng),
            here.sizes,
            np.tile(np.array(reading.base.row(), np.int64), (here.seats, 1)),
            here.me,
            actions,
            reading.w,
            reading.horizon,
            reading.beta,
            reading.shaping,
            reading.transition.value,
            rng.integers(0, 2**64, reading.w, np.uint64),
            sums,
        )
        values = sums / reading.w
        # What is gained is between 0 and this, so its variance is at most that of winning all or nothing.
        most = 1 + reading.shaping
        errors = np.sqrt(values * (most - values) / reading.w)
        return Alone(actions, values, errors, np.full(len(actions), reading.w, np.int64), units, played)

    def _at_the_table(self, actions: Ints, rng: np.random.Generator) -> Rollout:
        reading = self.reading
        opponents = Opponents((reading.base,), (1.0,), listens=False)
        worlds = worlds_of(self.situation, opponents, self._deals(rng), rng, reading.base)
        return uniform(worlds, actions, rng, tries=reading.w, horizon=reading.horizon, beta=reading.beta)

    def _deals(self, rng: np.random.Generator) -> Ints:
        here, w = self.situation, self.reading.w
        return here.deals(w, rng) if self.reading.samples == "exact" else neighbours(here, w)


def neighbours(situation: Situation, w: int) -> Ints:
    """(w, seats): the first deals that a constraint solver would list, repeated if there are too few."""
    found = np.array(list(islice(listed(situation), w)), np.int64)
    return np.ascontiguousarray(found[np.arange(w) % len(found)])


def listed(situation: Situation) -> Iterator[tuple[int, ...]]:
    """The hands of every deal that fits, card by card and place by place: each much like the one before."""
    rest = reduced(situation.problem)
    assert rest is not None, "some deal always fits"
    free, slots, holds = cards_of(rest.free), range(len(rest.home)), list(rest.fixed)
    sizes = [fixed.bit_count() + room for fixed, room in zip(rest.fixed, rest.room, strict=True)]
    # A clause is looked at when its last card is placed.
    due: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for slot, cards in rest.clauses:
        due[cards.bit_length() - 1].append((slot, cards))

    def can_go_on(card: int) -> bool:
        """Whether no clause is broken, and enough cards are left for every slot."""
        left = [holds[slot] | rest.allowed[slot] >> card + 1 << card + 1 for slot in slots]
        enough = all(left[slot].bit_count() >= sizes[slot] for slot in slots)
        return enough and all(holds[slot] & cards for slot, cards in due[card])

    def placed(at: int) -> Iterator[tuple[int, ...]]:
        if at == len(free):
            inside = sum(holds[slot] for slot in slots if rest.home[slot] == situation.problem.envelope)
            if all(inside & cards for cards in rest.cases):
                yield tuple(holds[: situation.seats])
            return
        card = free[at]
        for slot in slots:
            if rest.allowed[slot] >> card & 1 and holds[slot].bit_count() < sizes[slot]:
                holds[slot] |= 1 << card
                if can_go_on(card):
                    yield from placed(at + 1)
                holds[slot] ^= 1 << card

    return placed(0)


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
